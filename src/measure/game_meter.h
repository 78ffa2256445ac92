/* SPDX-License-Identifier: MIT
 * game_meter.h -- what a game brings to the laboratory: src/measure/<game> defines a
 * struct game_meter, <game>_meter. A game without one is measured by its contract alone.
 */
/* clang-format off */
#ifndef KHEPRI_GAME_METER_H
#define KHEPRI_GAME_METER_H

#include "meter_study.h"

/* How positions are rolled out: that many runs of that many turns, 0 for all to the end. */
struct meter_rolls { uint64_t runs, turns, seed; };

/* All members may be NULL or false. */
struct game_meter {
    /* See meter.h. NULL: "decision", 1, true. */
    const char *(*kind)(const void *state);
    int (*part)(const void *state);
    bool (*is_fair)(const void *state);
    bool plays_on;

    /* Rollouts of the game's own, for positions of games that the bot `rolls_for` plays. Writes
     * the chances to win of `seat`, which is to move: one for each legal action in ascending
     * order. Returns how many, or -1 without memory. */
    const char *rolls_for;
    int (*roll)(const void *state, int seat, const struct meter_rolls *plan, double *win);

    /* Endings, positions of kind "ending", that are solved. `solver` is what endings_create()
     * returned, NULL without memory. solve() may change *state to another ending that is small
     * enough. Of each legal action, ascending: the chance to win if all is done to win, and the
     * points expected if all is done for points. False: it is too much to go through. */
    void *(*endings_create)(void);
    void (*endings_destroy)(void *solver);
    bool (*solve)(void *solver, void *state, uint64_t *rng, double *win, double *points);

    /* Reports of one game; see meter_study.h. */
    meter_study *survey, *exploit;
};

/* Never NULL. */
const struct game_meter *game_meter(const struct game *game);

#endif
