/* SPDX-License-Identifier: MIT
 * bench_minds.h -- the speed of bots that ask nets, for khepri bench --minds. */
/* clang-format off */
#ifndef KHEPRI_BENCH_MINDS_H
#define KHEPRI_BENCH_MINDS_H

#include <stdbool.h>
#include <stdint.h>

#include "khepri/game.h"

/* Has the game a bot that asks nets, and nets? */
bool bench_minds_there(const struct game *game);

/* Measures, and prints a table; in JSON the rest of an object that has begun. */
void bench_minds(const struct game *game, double seconds, int rounds, double yardstick, bool json);

/* Plays `games` games with four players from seed 1; returns a number made of all actions. */
uint64_t bench_minds_fixed(const struct game *game, uint64_t games);

#endif
