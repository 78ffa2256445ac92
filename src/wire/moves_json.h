/* SPDX-License-Identifier: MIT
 * moves_json.h -- the seats to act and their legal actions as JSON.
 */
/* clang-format off */
#ifndef KHEPRI_MOVES_JSON_H
#define KHEPRI_MOVES_JSON_H

#include "moves.h"
#include "text.h"

/* All moves of a state, sorted by text; the caller frees them. NULL without memory. */
struct move *moves_create(const struct game *game, const void *st, int *count);

/* Enough bytes for a list of `count` moves and the seats to act. */
static inline size_t
moves_json_room(int count)
{
    return (size_t)count * (sizeof(struct move) + 4) + 64;
}

/* "chance", or the list of seats. */
void json_to_act(struct text *t, game_seats seats);

/* The texts of the moves of one seat, or of all with ANY_SEAT, as a list. */
enum { ANY_SEAT = -2 };
void json_moves(struct text *t, const struct move *moves, int count, int seat);

#endif
