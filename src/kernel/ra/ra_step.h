/* SPDX-License-Identifier: MIT
 * ra_step.h -- Ra step by step, for search and learning: the states and rules of ra.h without
 * checks. Actions are small numbers, and the legal ones a set of bits.
 */
/* clang-format off */
#ifndef KHEPRI_RA_STEP_H
#define KHEPRI_RA_STEP_H

#include "khepri/ra.h"

/* The number of an action, in the order of ra_actions(). Takes exist for kinds from RA_PHARAOH,
 * discards for RA_ASTRONOMY to RA_TEMPLE. */
enum {
    RA_STEP_DRAW = 0, RA_STEP_INVOKE = 1,
    RA_STEP_TAKE = 0,                           /* + kind: 2 .. 22 */
    RA_STEP_END = 23, RA_STEP_PASS = 24,
    RA_STEP_BID = RA_STEP_PASS,                 /* + sun: 25 .. 40 */
    RA_STEP_DISCARD = 41 - RA_ASTRONOMY,        /* + kind: 41 .. 53 */
    RA_STEP_ACTIONS = 54
};

/* The legal actions of the seat to move, bit n being action n; 0 when nature or nobody is to
 * move. */
uint64_t ra_step_legal(const struct ra_state *s);

/* The same action as a code of the rules; and back. */
game_action ra_step_action(int number);
int         ra_step_number(game_action a);

/* Does a legal action. Nothing is checked: an illegal one corrupts the state. */
void ra_step_apply(struct ra_state *s, int number);

/* Does a possible action of nature, as a code of the rules: nothing is checked. */
void ra_step_chance(struct ra_state *s, game_action a);

/* A random outcome of chance: draws a tile or deals. It must be nature's move. A draw takes one
 * word of the generator; a deal uses it as ra_playout.h describes. */
void ra_step_nature(struct ra_state *s, uint64_t *rng);

/* One step by the seat to move or nature, all choices equally likely; the game must not be
 * over. */
void ra_step_random(struct ra_state *s, uint64_t *rng);

#endif
