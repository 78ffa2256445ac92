/* SPDX-License-Identifier: MIT
 * meter.h -- positions with their truths: what each legal action is worth. That is found once, with a deep search,
 * and stored. So any player can be judged by what its choices lose.
 *
 * A file of them has records, a game a line, with the positions in "meta", and solved endings: docs/arena.md has
 * the form.
 */
/* clang-format off */
#ifndef KHEPRI_METER_H
#define KHEPRI_METER_H

#include <stdio.h>

#include "ai.h"
#include "json_read.h"
#include "khepri/games.h"
#include "refusal.h"

enum { METER_SURE = 100000, METER_POINT = 1000 };   /* a sure win, and a point, in the files */
enum { METER_MOST = 1000000000 };                   /* no number in them is larger, so sums and differences fit */

/* How a set is made. All words and the seed are borrowed. */
struct meter_plan {
    const struct game *game;
    int seats;
    union games_state start;
    const char *seed;
    const char *policy_word, *deep_word;        /* who plays the games, and who says what is true */
    struct ai_player policy, deep;
    uint64_t games, each, rolled, rollouts;     /* of a game: positions, and those with rollouts */
    uint64_t turns;                             /* of a rollout where the game has its own way; 0: to the end */
    uint64_t endings;                           /* from further games, solved */
    int part, parts;                            /* only every parts-th game from the part-th on, and the endings only in
                                                   the last part: 1 and 1 is everything */
    void (*told)(void *self, uint64_t done);    /* hears how many values are found, of games * each + endings; NULL:
                                                   nobody */
    void *self;
};

/* What sort of decision a state is, for whoever is to move: a constant word. */
const char *meter_kind(const struct game *game, const void *state);

/* Epoch or kingdom, from 1. */
int meter_part(const struct game *game, const void *state);

/* Are there endings that can be solved? */
bool meter_has_endings(const struct game *game);

/* Do bots that look further do so by playing on with dice? Then the same bot is asked again with other dice, as
 * rollouts are elsewhere. What looked best by luck does not look so twice. */
bool meter_plays_on(const struct game *game);

/* Is a decision a fair question? There are two actions at least, and by the rules of the game one may be the best. */
bool meter_is_fair(const struct game *game, const void *state, int seat);

/* Reads a list of `count` values from a file; false if it is none. */
bool meter_read_values(const struct json *list, int count, long long *out);

/* Plays the games and writes their lines to a stream of the caller, of a part with its first line (meter_shard.h).
 * False without memory, or when the stream has an error; lines before that are written. */
bool meter_make(const struct meter_plan *plan, FILE *to);

#endif
