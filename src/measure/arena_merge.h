/* SPDX-License-Identifier: MIT
 * arena_merge.h -- the shards of one arena, read from files and put together.
 */
/* clang-format off */
#ifndef KHEPRI_ARENA_MERGE_H
#define KHEPRI_ARENA_MERGE_H

#include "arena_sums.h"
#include "document.h"

struct arena_merge {
    struct arena_plan plan;         /* its texts are borrowed from `first` */
    struct arena_sums sums;
    struct document first, more;    /* owned: the first file, and the one being read */
    int shards;
    bool seen[ARENA_SHARDS];
};

struct arena_merge *arena_merge_create(void);   /* NULL without memory */
void arena_merge_destroy(struct arena_merge *m);

/* Reads all shards, in any order. Refused: one is missing, there twice, of another arena, or no such file. */
bool arena_merge_files(struct arena_merge *m, int count, char **paths, struct refusal *why);

#endif
