/* SPDX-License-Identifier: MIT
 * moves_json.h -- who may act and what they may do, as JSON into a text.
 */
/* clang-format off */
#ifndef KHEPRI_MOVES_JSON_H
#define KHEPRI_MOVES_JSON_H

#include "moves.h"
#include "text.h"

/* Room enough for both of any position. */
enum { MOVES_JSON_ROOM = MOVES_ROOM * (GAME_TEXT_ROOM + 8) + 64 };

/* "chance", or the list of seats. */
void json_to_act(struct text *t, game_seats seats);

/* The texts of the moves of one seat, or of all with ANY_SEAT, as a list. */
enum { ANY_SEAT = -2 };
void json_moves(struct text *t, const struct move *moves, int count, int seat);

#endif
