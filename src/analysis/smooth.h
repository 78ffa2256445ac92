/* SPDX-License-Identifier: MIT
 * smooth.h -- the chances at each moment of a game, in the light of all of it. The judge errs anew at each moment.
 * Its estimates before and after, and the known start and end, say how far: docs/decisions/011-chances-in-hindsight.md.
 */
/* clang-format off */
#ifndef KHEPRI_SMOOTH_H
#define KHEPRI_SMOOTH_H

#include "analysis.h"

/* The variance of what an action changes beyond what was measured. Of chance, `luck` percent of the square of its
 * luck. Of a decision, `each` millionths, and `judged` percent of the square of what was measured. Squares are means
 * over the seats, so that all seats have the same variance. */
struct doubt { int luck, judged, each; };

/* After the last action. Sets the chances at all moments but the first and the last. From them it sets what each
 * decision gave the other seats. A seat that chose in secret is given what this changed beyond its cost. The luck of
 * chance is what its action changed. A decision without a choice changes nothing. Losses stay as they are. */
void smooth_all(struct analysis *a);

#endif
