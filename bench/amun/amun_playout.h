/* SPDX-License-Identifier: MIT
 * amun_playout.h -- random games of Amun-Re, played to their end. The rules are those of amun.h,
 * written anew for speed; nothing is checked or reported. khepri bench and tests play them; no bot
 * does.
 *
 * Each step takes one word of rng_next(), and one rng_pick() from it: of nature's outcomes by
 * their weights, or of the list of amun_actions(), of the lowest seat that is to move. So a game
 * can be played again by the checked rules, as tests/kernel does. */
/* clang-format off */
#ifndef KHEPRI_AMUN_PLAYOUT_H
#define KHEPRI_AMUN_PLAYOUT_H

#include "khepri/amun.h"

/* Plays *s, which may be any consistent state that tells all (veil 0), to its end. */
void amun_playout(struct amun_state *s, uint64_t *rng);

#endif
