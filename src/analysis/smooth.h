/* SPDX-License-Identifier: MIT
 * smooth.h -- the chances at each moment of a game, in the light of all of it. The judge errs anew at each moment.
 * Its estimates before and after, and the known start and end, say how far: docs/decisions/011-chances-in-hindsight.md.
 */
/* clang-format off */
#ifndef KHEPRI_SMOOTH_H
#define KHEPRI_SMOOTH_H

#include "analysis.h"

/* After the last action. Sets the chances at all moments but the first and the last. From them it sets what each
 * decision gave the other seats. Chance changes the chances by its luck, and a decision without
 * a choice not at all. Losses stay as they are. */
void smooth_all(struct analysis *a);

#endif
