/* SPDX-License-Identifier: MIT
 * series.h -- a series of games between bots, on several threads, handed out in order.
 *
 * What happens in game g depends on the seed and g alone: chance has a stream of random numbers of
 * its own, and so has the choosing of each seat. So the number of threads changes nothing.
 */
/* clang-format off */
#ifndef KHEPRI_SERIES_H
#define KHEPRI_SERIES_H

#include <jansson.h>

#include "ai.h"
#include "khepri/games.h"

struct series {
    const struct game *game;
    int seats;
    union games_state start;        /* set up by the caller; each game begins here */
    const struct ai_bot *policies[GAME_MAX_SEATS];      /* as many as seats */
    const char *seed;
    unsigned long long games;
    int threads;
    bool records;                   /* make the records as well */
};

/* A game that was played. */
struct series_game {
    struct game_result result;
    unsigned long long decisions;   /* of bots; chance apart */
    char *record;                   /* its line, freed by the series; NULL unless asked for */
};

/* The policy that sits at `seat` in game g: everybody moves on by one seat from game to game. */
static inline int
series_policy(const struct series *series, unsigned long long g, int seat)
{
    return (int)(((unsigned long long)seat + (unsigned long long)series->seats - g % (unsigned long long)series->seats)
                 % (unsigned long long)series->seats);
}

/* Gets the games in order; returns false to stop the series. */
typedef bool (*series_sink)(void *context, unsigned long long g, const struct series_game *played);

enum series_end { SERIES_DONE, SERIES_STOPPED, SERIES_NO_MEMORY, SERIES_NO_THREAD };

enum series_end series_play(const struct series *series, series_sink sink, void *context);

#endif
