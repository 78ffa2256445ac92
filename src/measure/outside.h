/* SPDX-License-Identifier: MIT
 * outside.h -- a program of somebody else's as a player. It is a process, asked one decision at a time in the
 * messages of khepri-engine, with a limit of time. It gets what its seat may see and nothing more.
 * What is wrong with it is told to the caller, who goes on without it.
 */
/* clang-format off */
#ifndef KHEPRI_OUTSIDE_H
#define KHEPRI_OUTSIDE_H

#include "khepri/game.h"

enum outside_fault { OUTSIDE_CRASH, OUTSIDE_BAD, OUTSIDE_LATE, OUTSIDE_FAULTS, OUTSIDE_FINE = OUTSIDE_FAULTS };

enum { OUTSIDE_TOLD_ROOM = 240, OUTSIDE_START_MS = 10000, OUTSIDE_TRIES = 3 };

/* A program that is running, or will be at the next question. */
struct outside;

/* NULL without memory. `command` is for sh, and borrowed. */
struct outside *outside_create(const char *command);
void outside_destroy(struct outside *program);      /* ends the process; NULL is nothing */

struct outside_question {
    const struct game *game;
    const void *seen;               /* the observation of `seat`, who must be to move */
    int seat;
    uint64_t seed;                  /* random bits for the program, if it wants any */
    int limit_ms;                   /* OUTSIDE_START_MS more for a process just started, unless the last one never
                                       answered */
};

/* Asks. OUTSIDE_FINE: *out is a legal action. Else *out is as it was, and `told` a sentence's end:
 * "ended with status 1". A program that was late is ended, and started anew at the next question, as one
 * that ended by itself. */
enum outside_fault outside_ask(struct outside *program, const struct outside_question *question, game_action *out,
                               char told[OUTSIDE_TOLD_ROOM]);

/* Did it end by itself OUTSIDE_TRIES times without ever having answered? */
bool outside_never_starts(const struct outside *program);

/* Did it end last because sh found no such command, or may not run it? */
bool outside_not_found(const struct outside *program);

#endif
