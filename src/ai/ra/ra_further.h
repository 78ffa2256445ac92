/* SPDX-License-Identifier: MIT
 * ra_further.h -- where `hard` looks further than one turn ahead.
 *
 * First, the decisions of the only seat that still has suns. Nobody else's bids are left to guess, so a
 * deeper search is cheap. It looks two turns ahead. In the last epoch it is exact (ra_ending.h) where
 * little is left. The nets err most there.
 *
 * Second, all other decisions where another action is close to the best. Only the close ones are searched two
 * turns ahead, from where they are expected to lead.
 */
/* clang-format off */
#ifndef KHEPRI_RA_FURTHER_H
#define KHEPRI_RA_FURTHER_H

#include "ai.h"
#include "ra_search.h"

/* Is a seat to move that alone has suns? */
bool ra_lone_is(const struct ra_state *s);

/* Solves the endings of such a seat where they are small, as ra_ending_solve() does. `most`: positions for each action
 * with few tiles in the bag; at least as many as `hard` takes. With more tiles a tenth of it. */
int ra_lone_solve(const struct ra_state *s, const struct ai_limits *limits, uint64_t most, int32_t *win);

/* The search of evaluations, of `medium` and of training: one turn, and further for such a seat. All actions of the
 * seat to move go into options[RA_MAX_ACTIONS]; returns their number. */
int ra_near_search(const struct ra_state *s, const struct ai_limits *limits, struct ra_option *options);

/* The same by this judge. */
int ra_near_search_by(const struct ra_judge *judge, const struct ra_state *s, const struct ai_limits *limits,
                      struct ra_option *options);

/* The search of `hard`: the same, and two turns ahead where the choice is close. */
int ra_hard_search(const struct ra_state *s, const struct ai_limits *limits, struct ra_option *options);

#endif
