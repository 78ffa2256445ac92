/* SPDX-License-Identifier: MIT
 * wasm_core.c -- what the WebAssembly module does for its caller: begin a game, bring it to a moment,
 * show it. docs/wasm.md lists the exports; each answers with the length of the JSON in `out`.
 */
#include "wasm_parts.h"

#include <string.h>

#include "ai.h"
#include "match_json.h"
#include "moves.h"
#include "option_table.h"
#include "record.h"
#include "refusal.h"

struct wasm wasm;

/* ---- texts in and out ---- */

char *
wasm_in_at(void)
{
    return wasm.in;
}

int
wasm_in_room(void)
{
    return WASM_IN;
}

char *
wasm_out_at(void)
{
    return wasm.out;
}

const char *
wasm_next(const char *at)
{
    const char *end = wasm.in + WASM_IN;

    while (at < end && *at)
        at++;
    return at < end ? at + 1 : end;
}

struct text
wasm_out(void)
{
    return text_in(wasm.out, sizeof wasm.out);
}

int
wasm_length(const struct text *t)
{
    return text_length(t) < 0 ? 0 : text_length(t);
}

struct text
wasm_answer(void)
{
    struct text t = wasm_out();

    json_open(&t, '{');
    json_key_bool(&t, "ok", true);
    return t;
}

int
wasm_refuse(const char *code, const char *sentence)
{
    struct text t = wasm_out();

    json_open(&t, '{');
    json_key_bool(&t, "ok", false);
    json_key_text(&t, "error", sentence);
    json_key_text(&t, "code", code);
    json_close(&t, '}');
    return wasm_length(&t);
}

/* ---- what there is to play ---- */

int
wasm_games(void)
{
    struct text t = wasm_answer();

    json_key_open(&t, "games", '[');
    for (int i = 0; games_list[i]; i++) {
        json_open(&t, '{');
        json_game(&t, games_list[i]);
        json_key_open(&t, "bots", '[');
        for (int j = 0; ai_bot_at(games_list[i], j); j++)
            json_text(&t, ai_bot_at(games_list[i], j)->name);
        json_close(&t, ']');
        json_close(&t, '}');
    }
    json_close(&t, ']');
    json_close(&t, '}');
    return wasm_length(&t);
}

/* ---- a game begins ---- */

/* The options in `in`, a key and a value each, after the name of the game. */
static bool
read_options(const struct game *game, const char *at, union games_options *options,
             struct refusal *why)
{
    game->defaults(options);
    while (*at) {
        const char *value = wasm_next(at);

        if (!options_set(game, options, at, value, why))
            return false;
        at = wasm_next(value);
    }
    return true;
}

int
wasm_begin(int players)
{
    const struct game *game = games_find(wasm.in);
    union games_options options;
    union games_state probe;
    struct refusal why;
    struct match *match;
    struct text t;

    if (!game) {
        refuse(&why, "the game %s is not known; %s are", quote(wasm.in).text,
               game_names("\"", " and ").text);
        return wasm_refuse("bad_request", why.text);
    }
    if (!read_options(game, wasm_next(wasm.in), &options, &why) ||
        !options_setup(game, &options, players, &probe, &why))
        return wasm_refuse("bad_request", why.text);
    match_destroy(wasm.match);
    wasm.match = NULL;
    match = match_create(game, players, &options);
    if (!match)
        return wasm_refuse("busy", "there is not enough memory");
    wasm.match = match;
    t = wasm_answer();
    json_close(&t, '}');
    return wasm_length(&t);
}

int
wasm_restore(int count)
{
    const char *at = wasm.in;
    struct text t;

    for (int i = 0; i < count; i++, at = wasm_next(at)) {
        const struct match *match = wasm.match;
        struct move move;
        struct refusal why;
        enum game_err err = moves_read(match->game, &match->state, at, &move);

        if (err == GAME_OK && !match_restore_move(wasm.match, at))
            err = GAME_ILLEGAL;
        if (err != GAME_OK) {
            refuse_action(&why, match->game, &match->state, at, err);
            refuse_at_step(&why, (size_t)match->count);
            return wasm_refuse("bad_request", why.text);
        }
    }
    t = wasm_answer();
    json_key_int(&t, "seq", wasm.match->count);
    json_close(&t, '}');
    return wasm_length(&t);
}

int
wasm_count(void)
{
    return wasm.match->count;
}

int
wasm_moment(void)
{
    return wasm.match->moment;
}

/* ---- a game is shown ---- */

int
wasm_view(int readers, int seq)
{
    struct text t = wasm_out();

    json_match_view(&t, wasm.match, (game_seats)readers, seq);
    return wasm_length(&t);
}

int
wasm_steps(int readers, int first, int past)
{
    struct text t = wasm_out();

    json_match_steps(&t, wasm.match, (game_seats)readers, first, past);
    return wasm_length(&t);
}

int
wasm_replay(int at)
{
    struct text t = wasm_out();

    json_match_replay(&t, wasm.match, at);
    return wasm_length(&t);
}

int
wasm_replay_steps(int first, int past)
{
    struct text t = wasm_out();

    json_match_replay_steps(&t, wasm.match, first, past);
    return wasm_length(&t);
}

int
wasm_facts(void)
{
    const struct match *match = wasm.match;
    struct text t = wasm_answer();

    json_key_text(&t, "game", match->game->name);
    json_key(&t, "options");
    json_options(&t, match->game, &match->start);
    json_key_int(&t, "players", match->seats);
    json_key_int(&t, "seq", match->moment);
    json_key_int(&t, "actions", match->count);
    json_key_int(&t, "to_move", match_to_move(match));
    json_key_bool(&t, "secrets", match_has_secrets(match));
    json_key(&t, "result");
    json_result(&t, match->game, &match->state, match->seats);
    json_close(&t, '}');
    return wasm_length(&t);
}

int
wasm_actions(int first)
{
    const struct match *match = wasm.match;
    union games_state state;
    struct text t = wasm_out();

    match_before(match, first, &state);
    json_open(&t, '[');
    for (int i = first; i < match->count && t.room - t.len > 2 * sizeof(struct move); i++) {
        struct move move;

        moves_write(match->game, &state, match->log[i].seat, match->log[i].action, &move);
        json_text(&t, move.text);
        if (match->game->apply(&state, match->log[i].seat, match->log[i].action, NULL) !=
            GAME_OK)
            return 0; /* cannot be: it was applied before */
    }
    json_close(&t, ']');
    return wasm_length(&t);
}
