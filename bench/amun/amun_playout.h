/* SPDX-License-Identifier: MIT
 * amun_playout.h -- random games of Amun-Re, played to their end. The rules are those of
 * amun.h, reimplemented for speed, without checks and without events. khepri bench and tests
 * use them; no bot does.
 *
 * Each step takes one word of rng_next(), and one rng_pick() from it. It picks an outcome of chance
 * by the weights, or one of amun_actions() of the lowest seat to move. So the checked
 * rules can replay a game, as tests/kernel does.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_PLAYOUT_H
#define KHEPRI_AMUN_PLAYOUT_H

#include "khepri/amun.h"

/* Plays *s, any consistent full state (veil 0), to its end. */
void amun_playout(struct amun_state *s, uint64_t *rng);

#endif
