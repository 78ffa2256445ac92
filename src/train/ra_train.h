/* SPDX-License-Identifier: MIT
 * ra_train.h -- a value net of Ra from nothing: games against itself, lessons learned from them, and again.
 * Everything is counted in games; the same numbers give the same weights to the last bit.
 */
/* clang-format off */
#ifndef KHEPRI_RA_TRAIN_H
#define KHEPRI_RA_TRAIN_H

#include "float_net.h"

/* Games between two rounds of learning, how often their lessons are gone through, and lessons to a step. */
enum { RA_TRAIN_ROUND = 64, RA_TRAIN_PASSES = 2, RA_TRAIN_BATCH = 32 };

struct ra_train_plan { uint64_t seats, games, seed; };

/* No pointers: what is written to disk goes on exactly as if nothing had been. */
struct ra_train {
    struct ra_train_plan plan;
    uint64_t games_done;
    double wrong;                       /* in the last round: the mean cross entropy */
    uint64_t lessons;                   /* ... of so many lessons */
    struct float_net net;
};

void ra_train_begin(struct ra_train *t, const struct ra_train_plan *plan);

/* A round: at most RA_TRAIN_ROUND games. False without memory, *t as it was. */
bool ra_train_round(struct ra_train *t);

/* A number that two nets share only if their weights are the same. */
uint64_t ra_train_hash(const int16_t *weights);

#endif
