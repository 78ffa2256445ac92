/* SPDX-License-Identifier: MIT
 * level.h -- the value of a position late in a game, by playing it to its end many times. Every seat chooses as `hard`
 * does. Unlike a net that errs late, its mean is right. The plays of near positions count too, corrected by
 * what the net says of the actions between.
 */
/* clang-format off */
#ifndef KHEPRI_LEVEL_H
#define KHEPRI_LEVEL_H

#include "analysis.h"

#ifdef KHEPRI_NO_NETS
static inline void level_play(struct analysis *a, struct analysis_moment *m) { (void)a; (void)m; }
static inline void level_all(struct analysis *a) { (void)a; }
#else

/* Nature is to act in a->now: plays on from here, if the game is late enough, into m->plays and m->level. */
void level_play(struct analysis *a, struct analysis_moment *m);

/* After the last action. From the first moment with plays on, a decision changes the chances by its loss and what it
 * gave. All else is luck. */
void level_all(struct analysis *a);

#endif
#endif
