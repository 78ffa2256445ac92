/* SPDX-License-Identifier: MIT
 * meter_study.h -- a report about one game, from games that bots play for it.
 */
/* clang-format off */
#ifndef KHEPRI_METER_STUDY_H
#define KHEPRI_METER_STUDY_H

#include <stdio.h>

#include "khepri/games.h"

/* The same plan gives the same report. `told` hears how many games are done; NULL: nobody. */
struct meter_study_plan {
    union games_state start;            /* each game begins here */
    int seats;
    const char *seed;
    uint64_t games;
    bool json;                          /* one JSON object in place of tables */
    void (*told)(void *self, uint64_t done);
    void *self;
};

/* Plays the games and writes the report; what cannot be written sets the stream's error. */
typedef void meter_study(const struct meter_study_plan *plan, FILE *to);

/* The studies that games bring: a survey of what its net says, and how much reading of sealed
 * actions gains. NULL: `game` brings none. */
meter_study *meter_survey(const struct game *game);
meter_study *meter_exploit(const struct game *game);

#endif
