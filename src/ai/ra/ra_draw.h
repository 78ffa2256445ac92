/* SPDX-License-Identifier: MIT
 * ra_draw.h -- what a draw of Ra may bring, one by one, and how play goes on from a decision to the next turn: for searches
 * that go further than one turn.
 */
/* clang-format off */
#ifndef KHEPRI_RA_DRAW_H
#define KHEPRI_RA_DRAW_H

#include "ra_search.h"

/* A tile that may be drawn: the position after it, its value, how many of them there are, and how the auction ends that a
 * Ra tile begins (as in ra_option). */
struct ra_child { struct ra_state state; struct ra_value value; int kind, weight, end; };

/* All of them, in the order of kinds, and the mean. */
struct ra_draw { int count, total; struct ra_child child[RA_KINDS]; struct ra_value mean; };

/* Of a state of the phase RA_DRAW; without `begin`. */
void ra_draw_look(const struct ra_judge *judge, const struct ra_state *s, struct ra_draw *out);

/* From wherever a choice or a tile led to the next turn, draw or the end of the game: auctions, gods and disasters go on as
 * reckoned one turn ahead. `end` is how the auction ends if one is running, RA_NO_AUCTION_ENDS if that is not known. */
void ra_draw_go_on(const struct ra_judge *judge, struct ra_state *s, int end);

/* Values added up, weighted, and their mean; sums[2 * RA_SEATS]. */
void ra_draw_add(int64_t *sums, const struct ra_value *value, int64_t weight);
void ra_draw_mean(const int64_t *sums, int64_t total, struct ra_value *out);

#endif
