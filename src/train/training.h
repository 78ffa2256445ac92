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

/* Defaults: games of a round, passes over their examples, and examples of a batch. */
enum { TRAIN_ROUND = 64, TRAIN_PASSES = 2, TRAIN_BATCH = 32 };

/* The examples of a batch are studied in lanes of at least this many each, at most this number of lanes. The sums of
 * the lanes are added in one order. So the net depends on the size of a batch, and not on the number of threads. */
enum { TRAIN_LANE = 32, TRAIN_LANES = 16 };

/* What a game provides for training: src/train/<game> defines one, <game>_lessons. Its nets are those of
   game_mind.h. */
struct train_game {
    const struct game *game;
    int most_lessons;                   /* examples of a game, at most */
    double rate, lambda;                /* the defaults */

    /* Plays a game of `seats` by a net with these weights, and writes examples into out[most_lessons]; returns their
     * number. */
    int (*play)(const int16_t *weights, int seats, float lambda, uint64_t *rng, struct lesson *out);

    /* The wins of a net with these weights, one turn ahead, against rule bots in all other
     * seats. One deal is played once in each seat; 0 to `seats`. */
    int (*measure)(const int16_t *weights, int seats, uint64_t deal);
};

/* All games with nets, ended by NULL. */
extern const struct train_game *const train_games[];

/* game: in train_games. rate: initial learning rate, decayed to 0 with the last game. lambda:
 * the lambda of TD(lambda), 0 to 1. round: games by the same net. passes: how often each of their examples is
 * learned. batch: examples of an update. */
struct train_plan { uint64_t game, seats, games, round, passes, batch, seed; double rate, lambda; };

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

/* Threads that work together: `run` calls lane(work, i) for each i below `lanes`, and returns when all have ended. */
struct train_team {
    void (*run)(void *self, void (*lane)(void *work, int i), void *work, int lanes);
    void *self;
};

/* Learns from a whole round, games[train_round()] by their numbers. team: NULL for this thread alone; the net is the
 * same. False without memory, *t unchanged. */
bool train_learn(struct train *t, const struct game_lessons *games, uint64_t count, const struct train_team *team);

#endif
