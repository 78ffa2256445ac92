/* SPDX-License-Identifier: MIT
 * train_round.h -- the games of a round of training, played by several threads: the same lessons however many.
 */
/* clang-format off */
#ifndef KHEPRI_TRAIN_ROUND_H
#define KHEPRI_TRAIN_ROUND_H

#include "training.h"

/* Games first to first + count - 1 of a training; whoever has it frees it by train_round_free(). */
struct train_games { uint64_t first, count; struct game_lessons *of; };

/* Room for `count` games, all without lessons. False without memory. */
bool train_round_room(struct train_games *games, uint64_t first, uint64_t count);
void train_round_free(struct train_games *games);

/* Puts a copy of lessons[count] in the place of game `number`, which is among them and has none yet. False without
   memory. */
bool train_round_put(struct train_games *games, uint64_t number, const struct lesson *lessons, int count);

/* Plays the games that have no lessons yet; of these only every `parts`-th, beginning with number `part` from 1.
 * Uses `threads` threads, fewer if the system gives fewer. False without memory. */
bool train_round_play(const struct train *t, struct train_games *games, int threads, int part, int parts);

/* Learns from all games, whose lessons are there. Uses `threads` threads, fewer if the system gives fewer. False
 * without memory. */
bool train_round_learn(struct train *t, const struct train_games *games, int threads);

#endif
