/* SPDX-License-Identifier: MIT
 * wasm_table.c -- the module as the host of a table: seats act and try, nature acts, bots choose.
 */
#include "wasm_parts.h"

#include <string.h>

#include "match_json.h"
#include "refusal.h"

enum { BOT_NAMES_ROOM = 256 };

/* The request in `in`: a key, then `count` actions. */
static struct match_request
read_request(int seat, int seq, int count, const char **texts)
{
    const char *at = wasm_next(wasm.in);

    for (int i = 0; i < count; i++, at = wasm_next(at))
        texts[i] = at;
    return (struct match_request){
        .seat = seat, .seq = seq, .texts = texts, .count = count, .key = wasm.in};
}

static int
refuse_request(const struct match_request *request, enum match_err err,
               const struct match_fault *fault, bool trying)
{
    struct refusal why;

    match_refusal(&why, wasm.match, request, err, fault, trying);
    return wasm_refuse(err == MATCH_STALE    ? "stale"
                       : err == MATCH_MEMORY ? "busy"
                                             : "illegal",
                       why.text);
}

static int
bad_count(void)
{
    return wasm_refuse("bad_request", "\"actions\" is a list of 1 to 32");
}

/* The turn that entry `first` of the log began, answered. `from`: how many actions there were before. */
static int
answer_turn(int first, int from)
{
    struct text t = wasm_answer();

    json_key_int(&t, "seq", match_after(wasm.match, first));
    json_key_int(&t, "applied", wasm.match->log[first].moment);
    json_key_int(&t, "from", from);
    json_close(&t, '}');
    return wasm_length(&t);
}

int
wasm_act(int seat, int seq, int count, uint64_t seed)
{
    const char *texts[MATCH_LIST];
    struct match_request request;
    struct match_turn turn;
    struct match_fault fault;
    enum match_err err;
    int from = wasm.match->count;

    if (count < 1 || count > MATCH_LIST)
        return bad_count();
    request = read_request(seat, seq, count, texts);
    err = match_propose(wasm.match, &request, seed, &turn, &fault);
    if (err == MATCH_REPEAT)
        return answer_turn(fault.at, from);
    if (err != MATCH_OK)
        return refuse_request(&request, err, &fault, false);
    match_accept(wasm.match, &turn);
    return answer_turn(turn.first, from);
}

int
wasm_try(int seat, int seq, int count)
{
    const char *texts[MATCH_LIST];
    struct match_request request;
    struct match_fault fault;
    union games_state state;
    struct text t;
    enum match_err err;

    if (count < 1 || count > MATCH_LIST)
        return bad_count();
    request = read_request(seat, seq, count, texts);
    err = match_try(wasm.match, &request, &state, &fault);
    if (err != MATCH_OK)
        return refuse_request(&request, err, &fault, true);
    t = wasm_answer();
    json_key(&t, "view");
    json_match_try(&t, wasm.match, seat, &state);
    json_close(&t, '}');
    return wasm_length(&t);
}

int
wasm_chance(uint64_t seed)
{
    struct match_turn turn;
    enum match_err err = match_propose_chance(wasm.match, seed, &turn);

    if (err == MATCH_NOT_YOU)
        return wasm_refuse("illegal", "it is not chance's turn");
    if (err != MATCH_OK)
        return wasm_refuse("busy", "there is not enough memory");
    match_accept(wasm.match, &turn);
    return answer_turn(turn.first, turn.first);
}

/* The bot's actions one after the other, each chosen from the view of its seat: more than
 * one only while seats act in secret. */
static void
json_choices(struct text *t, const struct ai_player *bot, int seat, uint64_t rng)
{
    const struct ai_limits limits = {.positions = bot->positions};
    const struct game *game = wasm.match->game;
    union games_state planned = wasm.match->state, seen;
    game_action action;

    json_open(t, '[');
    for (int count = 0; count < MATCH_LIST; count++) {
        char text[GAME_TEXT_ROOM];

        game->observe(&planned, seat, &seen);
        action = bot->bot->choose(game, &seen, seat, &rng, &limits, NULL);
        game->write_action(&planned, action, text, sizeof text);
        json_text(t, text);
        if (game->apply(&planned, seat, action, NULL) != GAME_OK || !game->sealed(&planned) ||
            !(game->to_move(&planned) >> seat & 1))
            break;
    }
    json_close(t, ']');
}

/* Without the limits that ai_list() tells of: one of them is refused here. */
static const char *
names_of_bots(const struct game *game, char out[BOT_NAMES_ROOM])
{
    struct text t = text_in(out, BOT_NAMES_ROOM);

    for (int i = 0; ai_bot_at(game, i); i++) {
        text_put(&t, i ? ", " : "");
        text_put(&t, ai_bot_at(game, i)->name);
    }
    return out;
}

bool
wasm_read_bot(const char *word, struct ai_player *out, int *length)
{
    const struct match *match = wasm.match;
    struct refusal why;
    char names[BOT_NAMES_ROOM];

    if (!ai_read_word(word, match->game, out)) {
        if (ai_limit_fault(word, match->game))
            refuse(&why, "%s: %s", quote(word).text, ai_limit_fault(word, match->game));
        else
            refuse(&why, "there is no bot %s for %s; there is %s", quote(word).text,
                   match->game->name, names_of_bots(match->game, names));
        *length = wasm_refuse("bad_request", why.text);
        return false;
    }
    if (out->ms) {
        refuse(&why,
               "%s: there is no clock here; the limit should be a number of positions, such as "
               "\"%s:20000\"",
               quote(word).text, out->bot->name);
        *length = wasm_refuse("bad_request", why.text);
        return false;
    }
#ifndef KHEPRI_NO_NETS
    if (out->bot->wins && !wasm_has_net()) {
        refuse(&why, "the bot %s needs the net of %s for %d players, which was not given",
               out->bot->name, match->game->name, match->seats);
        *length = wasm_refuse("net", why.text);
        return false;
    }
#endif
    return true;
}

int
wasm_bot(int seat, uint64_t seed)
{
    const struct match *match = wasm.match;
    struct ai_player bot;
    struct refusal why;
    struct text t;
    int length;

    if (!wasm_read_bot(wasm.in, &bot, &length))
        return length;
    if (seat < 0 || seat >= match->seats || !(match_to_move(match) >> seat & 1)) {
        refuse(&why, "it is not the turn of seat %d", seat);
        return wasm_refuse("illegal", why.text);
    }
    t = wasm_answer();
    json_key(&t, "actions");
    json_choices(&t, &bot, seat, seed);
    json_close(&t, '}');
    return wasm_length(&t);
}
