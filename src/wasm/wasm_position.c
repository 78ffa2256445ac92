/* SPDX-License-Identifier: MIT
 * wasm_position.c -- games that begin with a position or a record, and positions as strings to paste and to link.
 */
#include "wasm_parts.h"

#include <string.h>

#include "document.h"
#include "position_string.h"
#include "record.h"

int
wasm_open(void)
{
    const struct game *game;
    union games_state state = {0};
    struct refusal why;
    struct match *match;
    struct text t;

    if (!position_read_line(wasm.in, strlen(wasm.in), false, &game, &state, &why))
        return wasm_refuse("bad_request", why.text);
    match = match_create_at(game, &state);
    if (!match)
        return wasm_refuse("busy", "there is not enough memory");
    match_destroy(wasm.match);
    wasm.match = match;
    t = wasm_answer();
    json_key_text(&t, "game", game->name);
    json_key_int(&t, "players", match->seats);
    json_close(&t, '}');
    return wasm_length(&t);
}

int
wasm_position(int seat)
{
    const struct match *match = wasm.match;
    union games_state seen = match->state;
    char room[GAMES_STATE_ROOM];
    struct text position = text_in(room, sizeof room), t;

    if (seat != GAME_NATURE && (seat < GAME_SPECTATOR || seat >= match->seats))
        return wasm_refuse("bad_request", "there is no such seat");
    if (seat != GAME_NATURE)
        match->game->observe(&match->state, seat, &seen);
    if (!position_string_write(&position, match->game, &seen) || text_length(&position) < 0)
        return wasm_refuse("busy", "there is not enough memory");
    t = wasm_answer();
    json_key_text(&t, "position", room);
    json_close(&t, '}');
    return wasm_length(&t);
}

/* ---- records ---- */

/* The game of a valid record. NULL without memory. */
static struct match *
match_of(const struct json *json)
{
    struct refusal why;
    struct record r;
    struct match *match =
        record_open(&r, json, &why) ? match_create(r.game, r.seats, &r.options) : NULL;

    for (const struct json *e = r.next; match && e; e = json_next(r.list, e)) {
        if (match_restore_move(match, json_as_text(e)))
            continue;
        match_destroy(match);
        match = NULL;
    }
    return match;
}

static int
answer_record(struct match *match)
{
    struct text t;

    if (!match)
        return wasm_refuse("busy", "there is not enough memory");
    match_destroy(wasm.match);
    wasm.match = match;
    t = wasm_answer();
    json_key_text(&t, "game", match->game->name);
    json_key_int(&t, "players", match->seats);
    json_close(&t, '}');
    return wasm_length(&t);
}

int
wasm_record(int length)
{
    struct document document = {0};
    struct json_fault fault;
    struct refusal why;
    struct record r;
    int answer;

    if (length < 0 || length > WASM_IN)
        return wasm_refuse("bad_request", "there is no room for that record");
    if (!document_read(&document, wasm.in, (size_t)length, &fault))
        refuse(&why, "the record is not JSON: %s, at line %zu, column %zu", fault.what,
               fault.line, fault.column);
    answer = document.root && record_replay(&r, document.root, &why)
                 ? answer_record(match_of(document.root))
                 : wasm_refuse("bad_request", why.text);
    document_finish(&document);
    return answer;
}
