/* SPDX-License-Identifier: MIT
 * perft.h -- counts paths: every sequence of a number of moves, each outcome of chance once.
 * Two programs with the same rules agree on these numbers.
 */
/* clang-format off */
#ifndef KHEPRI_PERFT_H
#define KHEPRI_PERFT_H

#include "khepri/game.h"

/* The paths of exactly `depth` moves from *st. `scratch` holds depth states. */
uint64_t perft(const struct game *game, const void *st, int depth, void *scratch);

#endif
