/* SPDX-License-Identifier: MIT
 * ra_draw.h -- the chance nodes of Ra: each tile that may be drawn, and the way from a decision
 * to the next turn. For searches of more than one turn.
 */
/* clang-format off */
#ifndef KHEPRI_RA_DRAW_H
#define KHEPRI_RA_DRAW_H

#include "ra_search.h"

/* A tile that may be drawn: the position after it, its value and its number in the bag. For a Ra
 * tile also the end of the auction that it starts (as in ra_option). */
struct ra_child { struct ra_state state; struct ra_value value; int kind, weight, end; };

/* All of them, in the order of kinds, and the mean. */
struct ra_draw { int count, total; struct ra_child child[RA_KINDS]; struct ra_value mean; };

/* Of a state in the phase RA_DRAW; does not call `begin`. */
void ra_draw_look(const struct ra_judge *judge, const struct ra_state *s, struct ra_draw *out);

/* Goes on from a choice or a tile to the next turn, draw or end of the game. Auctions, gods and
 * disasters are resolved one turn ahead. `end` is the end of a running auction, or
 * RA_NO_AUCTION_ENDS if unknown. */
void ra_draw_go_on(const struct ra_judge *judge, struct ra_state *s, int end);

/* The weighted sum of values, and their mean; sums[2 * RA_SEATS]. */
void ra_draw_add(int64_t *sums, const struct ra_value *value, int64_t weight);
void ra_draw_mean(const int64_t *sums, int64_t total, struct ra_value *out);

#endif
