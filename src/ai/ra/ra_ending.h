/* SPDX-License-Identifier: MIT
 * ra_ending.h -- exact endings of Ra. In the last epoch only one seat still has a sun, and only
 * one. All actions of that seat and of nature are enumerated for the chance of winning, by the
 * rules and without a net. Positions that differ only in the order of the track, or by
 * exchanging civilisations or monuments, are one position.
 */
/* clang-format off */
#ifndef KHEPRI_RA_ENDING_H
#define KHEPRI_RA_ENDING_H

#include "ai.h"
#include "ra_search.h"

enum { RA_ENDING_SURE = 1 << 30, RA_ENDING_UNKNOWN = -1 };

/* Is this such an ending, with that seat to move? */
bool ra_ending_is(const struct ra_state *s);

/* The chance of winning of the seat to move, after each legal action, ascending, in
 * win[RA_MAX_ACTIONS]. It is RA_ENDING_UNKNOWN if that takes more than `most` positions,
 * limits->stop() is true, or there is no memory. Returns the number of known chances. */
int ra_ending_solve(const struct ra_state *s, const struct ai_limits *limits, uint64_t most, int32_t *win);

/* Puts the chances that ra_ending_solve() found into options[count]; the other seats share the rest in proportion to
 * their estimates. Unless `all` are known, only
 * certain wins and losses count, since an exact chance must not compete with an estimate. */
void ra_ending_put_all(const struct ra_state *s, const int32_t *win, bool all, struct ra_option *options, int count);

#endif
