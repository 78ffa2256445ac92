/* SPDX-License-Identifier: MIT
 * perft.h -- how many ways there are: every path of a number of moves, chance outcomes each counted
 * once. Two programs that follow the same rules agree on these numbers.
 */
/* clang-format off */
#ifndef KHEPRI_PERFT_H
#define KHEPRI_PERFT_H

#include "khepri/game.h"

/* The paths of exactly `depth` moves from *st. `scratch` holds depth states. */
uint64_t perft(const struct game *game, const void *st, int depth, void *scratch);

#endif
