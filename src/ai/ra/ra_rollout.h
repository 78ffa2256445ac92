/* SPDX-License-Identifier: MIT
 * ra_rollout.h -- actions of Ra compared by playing on from them: all seats choose by a search one turn ahead, for some turns,
 * many times, with the same tiles for each action. A net that is wrong about a position is often right about what comes of
 * it, so this finds faults that looking at all that may happen with the same net does not.
 *
 * The luck of the draws is taken out: of each tile drawn, what it is worth less the mean over all that might have come.
 * That leaves the mean as it is, and little of the spread. The tiles come from the position itself: the same position, the
 * same answer.
 */
/* clang-format off */
#ifndef KHEPRI_RA_ROLLOUT_H
#define KHEPRI_RA_ROLLOUT_H

#include "ra_deep.h"

enum { RA_ROLLOUT_TO_THE_END = 1 << 20 };

/* `turns` are played; a position after the last is worth what it is one turn ahead. Actions as good as the best but for
 * `window` take part, and go when they are clearly worse, until one is left, or `runs` were made, or the limits of the search
 * are reached. What was known of the actions before counts as much as `prior` runs. Of another
 * `seed` come other tiles. */
struct ra_rollout_plan { int turns, runs, prior, batch, errors; int32_t window; uint64_t seed; };

/* Puts what is found, and how auctions ended on the way, in the place of options[count], which a search of s found; returns how
 * many runs were made: none without memory, or where all actions that take part lead to the same position, which makes them one.
 * Of actions that took no part it holds what was found out about the best. */
int ra_rollout(struct ra_deep *d, const struct ra_state *s, const struct ra_rollout_plan *plan, struct ra_option *options,
               int count);

#endif
