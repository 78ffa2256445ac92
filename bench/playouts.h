/* SPDX-License-Identifier: MIT
 * playouts.h -- what khepri bench measures of a game beside its contract. Playouts are random games
 * played to their end as fast as this project can. There are further steps. No bot plays on them.
 */
/* clang-format off */
#ifndef KHEPRI_PLAYOUTS_H
#define KHEPRI_PLAYOUTS_H

#include <stdint.h>

#include "khepri/games.h"

/* Another figure of a game. `measure` returns how many steps `players` make in a second of
 * processor time, when it runs for `seconds`; 0 without memory. */
struct bench_steps {
    const char *key, *line;             /* in the JSON, and for people */
    double (*measure)(int players, double seconds);
};

/* What a game brings: <game>_bench in bench/<game>. `play` plays one random game from *start; it
 * returns a number made of the result and `sum`, so that no game is optimized away. */
struct bench_game {
    const struct game *game;
    uint64_t (*play)(const void *start, uint64_t *rng, uint64_t sum);
    const struct bench_steps *steps;    /* ended by a key of NULL; NULL: none */
};

/* What `game` brings; NULL: nothing. */
const struct bench_game *bench_find(const struct game *game);

/* A game set up with its default options. */
union games_state bench_start(const struct game *game, int players);

/* How many a second of processor time; `some` makes some of them and returns how many. */
double bench_rate(double seconds, uint64_t (*some)(void *context), void *context);

/* Playouts a second of processor time. Those of `threads` threads are added up, each by its own
 * clock; 0 if the system does not give that many threads. */
double bench_playouts(const struct bench_game *of, int players, double seconds);
double bench_threads(const struct bench_game *of, int players, int threads, double seconds);

/* Plays `games` games from seed 1; returns a number made of all results. For counting
 * instructions. */
uint64_t bench_fixed(const struct bench_game *of, int players, uint64_t games);

#endif
