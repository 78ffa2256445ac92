/* SPDX-License-Identifier: MIT
 * ra_step.h -- Ra step by step, for search and learning: the state of ra.h and its rules, but actions
 * are small numbers, the legal ones a set of bits, and nothing is checked.
 */
/* clang-format off */
#ifndef KHEPRI_RA_STEP_H
#define KHEPRI_RA_STEP_H

#include "khepri/ra.h"

/* The number of an action, in the order of ra_actions(). Of takes those of a kind from RA_PHARAOH, of
 * discards those of RA_ASTRONOMY to RA_TEMPLE can happen. */
enum {
    RA_STEP_DRAW = 0, RA_STEP_INVOKE = 1,
    RA_STEP_TAKE = 0,                           /* + kind: 2 .. 22 */
    RA_STEP_END = 23, RA_STEP_PASS = 24,
    RA_STEP_BID = RA_STEP_PASS,                 /* + sun: 25 .. 40 */
    RA_STEP_DISCARD = 41 - RA_ASTRONOMY,        /* + kind: 41 .. 53 */
    RA_STEP_ACTIONS = 54
};

/* The legal actions of the seat that is to move, bit n being action n; 0 when nature is, or nobody. */
uint64_t ra_step_legal(const struct ra_state *s);

/* The same action as the rules write it; and back. */
game_action ra_step_action(int number);
int         ra_step_number(game_action a);

/* Makes a move that is legal. Nothing is checked: another one spoils the state. */
void ra_step_apply(struct ra_state *s, int number);

/* Makes a move of nature's that is possible, as the rules write it: nothing is checked. */
void ra_step_chance(struct ra_state *s, game_action a);

/* What nature does at random: draws a tile or deals. It must be nature's move. A draw takes a word of the generator,
 * a deal as ra_playout.h says. */
void ra_step_nature(struct ra_state *s, uint64_t *rng);

/* One step by whoever is to move, nature included, all choices alike; the game must not be over. */
void ra_step_random(struct ra_state *s, uint64_t *rng);

#endif
