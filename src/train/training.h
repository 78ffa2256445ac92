/* SPDX-License-Identifier: MIT
 * training.h -- a value net from nothing: games against itself, lessons learned from them, and again.
 * Everything is counted in games; the same numbers give the same weights to the last bit.
 */
/* clang-format off */
#ifndef KHEPRI_TRAINING_H
#define KHEPRI_TRAINING_H

#include <stdbool.h>

#include "float_net.h"

/* Games between two rounds of learning of a plan that does not say; how often their lessons are gone through, and
 * lessons to a step. */
enum { TRAIN_ROUND = 64, TRAIN_PASSES = 2, TRAIN_BATCH = 32 };

/* What a game brings to be learned. */
struct train_game {
    const char *name;
    uint32_t number;                    /* in files of nets */
    int fewest_seats, most_seats;
    struct net_shape shape;
    int most_lessons;                   /* of a game */
    double rate, lambda;                /* of a plan that does not say */

    /* Plays a game of `seats` and writes lessons into out[most_lessons]; returns how many. */
    int (*play)(const struct float_net *net, int seats, float lambda, uint64_t *rng, struct lesson *out);

    /* How often a net of these weights, looking one turn ahead, wins against rule bots in all other seats; one deal,
     * played in each seat once: 0 to `seats`. */
    int (*measure)(const int16_t *weights, int seats, uint64_t deal);
};

/* All games that have nets, ended by NULL. */
extern const struct train_game *const train_games[];

/* game: in train_games. rate: how far a step goes at the beginning, which falls to nothing with the last game.
 * lambda: how much of what is to be said of a position comes from the next one, 0 to 1. round: so many games are played
 * by the same net. */
struct train_plan { uint64_t game, seats, games, round, seed; double rate, lambda; };

/* No pointers: what is written to disk goes on exactly as if nothing had been. */
struct train {
    struct train_plan plan;
    uint64_t games_done;
    double wrong;                       /* in the last round: the mean cross entropy */
    uint64_t lessons;                   /* ... of so many lessons */
    struct float_net net;
};

void train_begin(struct train *t, const struct train_plan *plan);

/* How many games the next round has: their numbers begin with t->games_done. 0 at the end of the plan. */
uint64_t train_round(const struct train *t);

/* Plays the game of that number against itself, by the net as it is now; writes its lessons into
 * out[most_lessons of the game] and returns how many. What comes out depends on nothing else, so that the games of a round
 * may be played by several threads or machines, in any order. */
int train_play(const struct train *t, uint64_t number, struct lesson *out);

/* The lessons of a game, borrowed. */
struct game_lessons { struct lesson *of; int count; };

/* Learns from a whole round, games[train_round()] by their numbers. False without memory, *t as it was. */
bool train_learn(struct train *t, const struct game_lessons *games, uint64_t count);

/* A number that two nets share only if their weights are the same. */
uint64_t train_hash(const int16_t *weights, int count);

#endif
