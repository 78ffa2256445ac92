/* SPDX-License-Identifier: MIT
 * train_shard.h -- the games of a round of training as JSON Lines, so that other machines may play them.
 *
 * The first line says which games of which training:
 *     {"lessons":GAME,"players":4,"state":"0123456789abcdef","first":64,"games":64}
 * Each further line is a game:
 *     {"game":65,"lessons":[[[win..],[score..],[place,value,..]],..]}
 * A lesson has the chances and scores of all seats. The numbers of its lists (value_net.h) that are not 0
 * follow: the table's, then those of each seat. The same games of the same training give the same bytes.
 */
/* clang-format off */
#ifndef KHEPRI_TRAIN_SHARD_H
#define KHEPRI_TRAIN_SHARD_H

#include <stdio.h>

#include "refusal.h"
#include "train_round.h"

/* Writes those of the games that have lessons; a full disk sets the stream's error. */
void train_shard_write(const struct train *t, const struct train_games *games, FILE *to);

/* Puts the games of the file at `path` in their places among the games of t's next round. False, and a sentence in
 * *why, if the file cannot be read or is damaged. So too if it is of another round, or has a game that is there
 * already. */
bool train_shard_read(const struct train *t, struct train_games *games, const char *path, struct refusal *why);

#endif
