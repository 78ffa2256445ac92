/* SPDX-License-Identifier: MIT
 * training.h -- trains a value net by self-play. Everything is counted in games; the same
 * numbers give the same weights to the last bit.
 */
/* clang-format off */
#ifndef KHEPRI_TRAINING_H
#define KHEPRI_TRAINING_H

#include <stdbool.h>

#include "float_net.h"
#include "khepri/game.h"

/* Defaults: games between two updates, passes over their examples, and the batch size. */
enum { TRAIN_ROUND = 64, TRAIN_PASSES = 2, TRAIN_BATCH = 32 };

/* What a game provides for training: src/train/<game> defines one, <game>_lessons. Its nets are those of
   game_mind.h. */
struct train_game {
    const struct game *game;
    int most_lessons;                   /* examples of a game, at most */
    double rate, lambda;                /* the defaults */

    /* Plays a game of `seats` and writes examples into out[most_lessons]; returns their number. */
    int (*play)(const struct float_net *net, int seats, float lambda, uint64_t *rng, struct lesson *out);

    /* The wins of a net with these weights, one turn ahead, against rule bots in all other
     * seats. One deal is played once in each seat; 0 to `seats`. */
    int (*measure)(const int16_t *weights, int seats, uint64_t deal);
};

/* All games with nets, ended by NULL. */
extern const struct train_game *const train_games[];

/* game: in train_games. rate: initial learning rate, decayed to 0 with the last game. lambda:
 * the lambda of TD(lambda), 0 to 1. round: games between two updates. */
struct train_plan { uint64_t game, seats, games, round, seed; double rate, lambda; };

/* No pointers: a training resumed from disk continues exactly as if it had not stopped. */
struct train {
    struct train_plan plan;
    uint64_t games_done;
    double wrong;                       /* in the last round: the mean cross entropy */
    uint64_t lessons;                   /* ... over this number of examples */
    struct float_net net;
};

void train_begin(struct train *t, const struct train_plan *plan);

/* The number of games of the next round: their numbers start with t->games_done. 0 at the end
 * of the plan. */
uint64_t train_round(const struct train *t);

/* Plays the game of that number by self-play with the current net; writes its examples into
 * out[most_lessons of the game] and returns their number. The result depends on nothing else,
 * so several threads or machines may play the games of a round, in any order. */
int train_play(const struct train *t, uint64_t number, struct lesson *out);

/* The examples of a game, borrowed. */
struct game_lessons { struct lesson *of; int count; };

/* Learns from a whole round, games[train_round()] by their numbers. False without memory, *t
 * unchanged. */
bool train_learn(struct train *t, const struct game_lessons *games, uint64_t count);

#endif
