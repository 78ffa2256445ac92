/* SPDX-License-Identifier: MIT
 * amun_step.h -- Amun-Re step by step, for search and learning: the states, actions and rules
 * of amun.h without checks and without events. The state must be full (veil 0).
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_STEP_H
#define KHEPRI_AMUN_STEP_H

#include "khepri/amun.h"

/* Does a legal action, also one of nature. An illegal one corrupts the state. */
void amun_step(struct amun_state *s, int seat, game_action a);

/* A random outcome of chance, by the weights of amun_chances(). It must be nature's move. Takes
 * one word of the generator. */
void amun_step_nature(struct amun_state *s, uint64_t *rng);

/* Is `a` legal for that seat, which is to move. */
bool amun_step_legal(const struct amun_state *s, int seat, game_action a);

#endif
