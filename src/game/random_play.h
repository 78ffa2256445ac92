/* SPDX-License-Identifier: MIT
 * random_play.h -- choices by a seeded generator, for any game: outcomes of chance, and a
 * player who picks uniformly among the legal actions.
 */
/* clang-format off */
#ifndef KHEPRI_RANDOM_PLAY_H
#define KHEPRI_RANDOM_PLAY_H

#include "khepri/game.h"

/* An outcome of chance, by weight. It must be nature's move. */
game_action random_chance(const struct game *game, const void *st, uint64_t *rng);

/* One of the seat's legal actions, all equally likely. The seat must be to move. */
game_action random_action(const struct game *game, const void *st, int seat, uint64_t *rng);

#endif
