/* SPDX-License-Identifier: MIT
 * wasm_proof.c -- exports that show that the module and the native core are the same, and
 * how fast it is.
 */
#include "wasm_parts.h"

#include "moves.h"
#include "moves_json.h"
#include "random_play.h"
#include "rng.h"
#include "signature.h"

#include <stdlib.h>

enum { CHANCE_STREAM = 100 }; /* as `khepri simulate` has it */

uint64_t
wasm_signature(int games, int text_each)
{
    union games_state scratch;

    return signature(wasm.match->game, &wasm.match->start, games, text_each, &scratch);
}

int
wasm_simulate(uint32_t number)
{
    struct match *match = wasm.match;
    uint64_t seed = rng_seed_from_text(wasm.in), choice[GAME_MAX_SEATS];
    uint64_t chance = rng_stream(seed, number, CHANCE_STREAM);
    struct ai_player bots[GAME_MAX_SEATS];
    const char *at = wasm.in;
    game_seats seats;
    struct text t;
    int length;

    for (int i = 0; i < match->seats; i++) {
        at = wasm_next(at);
        choice[i] = rng_stream(seed, number, (uint64_t)i);
        if (!wasm_read_bot(at, &bots[i], &length))
            return length;
    }
    while ((seats = match_to_move(match)) != 0) {
        int seat = game_first_seat(seats);
        game_action action;
        char text[GAME_TEXT_ROOM];

        if (seat == GAME_NATURE) {
            action = random_chance(match->game, &match->state, &chance);
        } else {
            const struct ai_limits limits = {.positions = bots[seat].positions};
            union games_state seen;

            match->game->observe(&match->state, seat, &seen);
            action =
                bots[seat].bot->choose(match->game, &seen, seat, &choice[seat], &limits, NULL);
        }
        match->game->write_action(&match->state, action, text, sizeof text);
        if (!match_restore(match, seat, text, NULL))
            return wasm_refuse("busy", "there is not enough memory");
    }
    t = wasm_answer();
    json_key_int(&t, "seq", match->count);
    json_close(&t, '}');
    return wasm_length(&t);
}

int
wasm_trace(int at)
{
    const struct match *match = wasm.match;
    union games_state state;
    struct text t = wasm_out();
    struct move *moves;
    int count = 0;
    char json[GAMES_STATE_ROOM];

    match_before(match, at, &state);
    moves = moves_create(match->game, &state, &count);
    if (!moves || match->game->write_state(&state, json, sizeof json) < 0)
        return 0;
    json_open(&t, '{');
    json_key(&t, "to_act");
    json_to_act(&t, match->game->to_move(&state));
    json_key(&t, "legal");
    json_moves(&t, moves, count, ANY_SEAT);
    json_key_literal(&t, "state", json);
    json_close(&t, '}');
    free(moves);
    return wasm_length(&t);
}

uint32_t
wasm_playouts(uint32_t games, uint64_t seed)
{
    const struct game *game = wasm.match->game;
    uint64_t rng = seed;
    uint32_t decisions = 0;

    for (uint32_t i = 0; i < games; i++) {
        union games_state st = wasm.match->start;
        game_seats seats;

        while ((seats = game->to_move(&st)) != 0) {
            int seat = game_first_seat(seats);
            game_action action = seat == GAME_NATURE ? random_chance(game, &st, &rng)
                                                     : random_action(game, &st, seat, &rng);

            decisions += seat != GAME_NATURE;
            if (game->apply(&st, seat, action, NULL) != GAME_OK)
                __builtin_trap(); /* what is listed is legal: anything else is a bug */
        }
    }
    return decisions;
}
