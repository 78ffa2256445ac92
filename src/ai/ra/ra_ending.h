/* SPDX-License-Identifier: MIT
 * ra_ending.h -- endings of Ra known exactly: in the last epoch one seat alone still has a sun, and only one. All that it
 * and nature may do is gone through, for the chance to win, by the rules and without any net. Positions that differ only in
 * the order of the track, or in which civilisations or monuments change places, are one.
 */
/* clang-format off */
#ifndef KHEPRI_RA_ENDING_H
#define KHEPRI_RA_ENDING_H

#include "ai.h"
#include "ra_search.h"

enum { RA_ENDING_SURE = 1 << 30, RA_ENDING_UNKNOWN = -1 };

/* Is this such an ending, with that seat to move? */
bool ra_ending_is(const struct ra_state *s);

/* The chance to win of the seat that moves, after each legal action, ascending, in win[RA_MAX_ACTIONS]; RA_ENDING_UNKNOWN where
 * more than `most` positions would have to be gone through, limits->stop() says so, or there is no memory. Returns how many
 * are known. */
int ra_ending_solve(const struct ra_state *s, const struct ai_limits *limits, uint64_t most, int32_t *win);

/* Puts a chance that is known into a value: the others share what is left as they did before. */
void ra_ending_put(int32_t win, int seat, int seats, struct ra_value *value);

#endif
