/* SPDX-License-Identifier: MIT
 * puzzle.h -- puzzles: decisions with one clearly best action, chosen from the positions of meters, whose values were
 * found with much patience. A puzzle is a record up to the decision, with its values in "meta": khepri-records(7),
 * PUZZLES.
 */
/* clang-format off */
#ifndef KHEPRI_PUZZLE_H
#define KHEPRI_PUZZLE_H

#include <stdio.h>

#include "ai.h"
#include "khepri/games.h"
#include "refusal.h"

enum { PUZZLE_LEVELS = 3, PUZZLE_ACTIONS = AI_OPTIONS, PUZZLE_TEXT = 72 };

/* How puzzles are chosen. All words and the seed are borrowed. */
struct puzzle_plan {
    const char *seed;
    uint64_t margin;            /* by which the best action is better than the next, of METER_SURE; half of it by
                                   rollouts */
    uint64_t each;              /* of a game at most, no two of the same kind and level */
    uint64_t most;              /* of a level at most */
    uint64_t asks;              /* how often each bot is asked */
    const char *confirms;       /* the bot that must choose the best action each time; NULL: none is asked */
    const char *explains;       /* the bot whose outcomes explain the actions */
};

/* Chooses from a file of meters and writes a line for each puzzle. `made` counts them by level, over several files.
 * False, and why, if the file is not one of meters. */
bool puzzle_make(const struct puzzle_plan *plan, const char *path, FILE *to, unsigned long long made[PUZZLE_LEVELS],
                 struct refusal *why);

/* A puzzle read and checked by the rules: what it asks and its values. */
struct puzzle {
    const struct game *game;
    int seats, seat, level, count, best;
    union games_state state;
    char id[PUZZLE_TEXT], kind[PUZZLE_TEXT], deep[PUZZLE_TEXT];
    long long margin;
    game_action actions[GAMES_MAX_ACTIONS];
    long long win[PUZZLE_ACTIONS], second[PUZZLE_ACTIONS];
};

/* By how much the action is better than all others; negative where it is not the best. */
long long puzzle_margin(const long long *values, int count, int best);

/* Goes through a file; `found` hears of each puzzle, and ends it by false with a reason of its own. */
typedef bool puzzle_reader(void *self, const struct puzzle *puzzle, struct refusal *why);
bool puzzle_read_file(const char *path, puzzle_reader *found, void *self, struct refusal *why);

#endif
