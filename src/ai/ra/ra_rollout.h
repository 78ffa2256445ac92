/* SPDX-License-Identifier: MIT
 * ra_rollout.h -- compares actions of Ra by rollouts. All seats play some turns by a search one
 * turn ahead, many times. The tiles are the same for each action (common random numbers). A net
 * that misjudges a position often judges its successors correctly. So rollouts find errors that
 * a deeper search with the same net does not.
 *
 * A control variate removes the luck of the draws: for each tile drawn, its value less the mean
 * over all that could have come. The mean stays the same, and little of the variance is left.
 * The tiles are derived from the position: the same position gives the same answer.
 */
/* clang-format off */
#ifndef KHEPRI_RA_ROLLOUT_H
#define KHEPRI_RA_ROLLOUT_H

#include "ra_deep.h"

enum { RA_ROLLOUT_TO_THE_END = 1 << 20 };

/* `turns` are played, and the position after the last is valued one turn ahead. Actions within
 * `window` of the best take part. Racing drops those that are clearly worse, until one is left,
 * `runs` rollouts were made, or a limit of the search is reached. The earlier estimate counts
 * as `prior` rollouts. Another `seed` gives other tiles. */
struct ra_rollout_plan { int turns, runs, prior, batch, errors; int32_t window; uint64_t seed; };

/* Replaces the values of options[count], which a search of s found, and the ends of auctions.
 * Returns the number of rollouts: 0 without memory, or if all actions that take part lead to
 * the same position. Actions that took no part are shifted like the best one. */
int ra_rollout(struct ra_deep *d, const struct ra_state *s, const struct ra_rollout_plan *plan,
               struct ra_option *options,
               int count);

#endif
