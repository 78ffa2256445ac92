/* SPDX-License-Identifier: MIT
 * wasm_position.c -- games that begin with a position, and positions as strings to paste and to link.
 */
#include "wasm_parts.h"

#include <string.h>

#include "position_string.h"

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
