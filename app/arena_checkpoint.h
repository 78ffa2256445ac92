/* SPDX-License-Identifier: MIT
 * arena_checkpoint.h -- an arena that is interrupted goes on: what was counted is kept in a file. The file of an
 * arena, or of a shard, that is done is one that --merge takes.
 */
/* clang-format off */
#ifndef KHEPRI_ARENA_CHECKPOINT_H
#define KHEPRI_ARENA_CHECKPOINT_H

#include "arena_show.h"
#include "refusal.h"

/* Can a checkpoint be written there? Asked before the work. */
bool arena_checkpoint_may_write(const char *path, struct refusal *why);

/* Writes plan, shard and sums, the whole file or nothing. */
bool arena_checkpoint_write(const char *path, const struct arena_outcome *outcome, struct refusal *why);

/* Reads the sums of `outcome` back into *sums; a file that is not there is an arena of which nothing was played.
 * Refused: the file is of another arena or shard, or is damaged. */
bool arena_checkpoint_read(const char *path, const struct arena_outcome *outcome, struct arena_sums *sums,
                           struct refusal *why);

#endif
