/* SPDX-License-Identifier: MIT
 * arena_show.h -- what came out of an arena, as a table and as JSON.
 */
/* clang-format off */
#ifndef KHEPRI_ARENA_SHOW_H
#define KHEPRI_ARENA_SHOW_H

#include <stdio.h>

#include "arena_sums.h"

/* A test of a player's share, and how it came out; `asked` false: there was none. */
struct arena_test { bool asked; int player; double low, high; enum stats_verdict verdict; };

struct arena_outcome {
    const struct arena_plan *plan;
    const struct arena_sums *sums;
    struct arena_test test;
    int anchor;                     /* the player rated 1000 */
    int shard, shards;              /* shard 1 of 1: all */
};

/* The members that say which arena it is, and which shard of it. */
void arena_show_which(struct text *t, const struct arena_outcome *outcome);

/* False without memory or when the ratings did not settle; nothing is printed then. */
bool arena_show_table(FILE *to, const struct arena_outcome *outcome);
bool arena_show_json(FILE *to, const struct arena_outcome *outcome);

#endif
