/* SPDX-License-Identifier: MIT
 * ra_train.c -- see ra_train.h. */
#include "ra_train.h"

#include <stdlib.h>

#include "rng.h"
#include "self_play.h"

/* How far a step goes at the beginning; it falls to nothing with the last game. */
static const float FIRST_RATE = 0.0015F;

enum { STREAM_NET, STREAM_GAMES, STREAM_ORDER };

void
ra_train_begin(struct ra_train *t, const struct ra_train_plan *plan)
{
    uint64_t rng = rng_stream(plan->seed, STREAM_NET, 0);

    t->plan = *plan;
    t->games_done = t->lessons = 0;
    t->wrong = 0;
    float_net_begin(&t->net, &rng);
}

static float
rate(const struct ra_train *t)
{
    return FIRST_RATE * (float)(t->plan.games - t->games_done) / (float)t->plan.games;
}

static void
shuffle(uint32_t *order, uint32_t count, uint64_t *rng)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = rng_below(rng, i), keep = order[i - 1];

        order[i - 1] = order[j];
        order[j] = keep;
    }
}

static void
learn(struct ra_train *t, const struct lesson *lessons, uint32_t *order, uint32_t count)
{
    uint64_t rng = rng_stream(t->plan.seed, STREAM_ORDER, t->games_done);
    double wrong = 0;

    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (int pass = 0; pass < RA_TRAIN_PASSES; pass++) {
        int batch = 0;

        shuffle(order, count, &rng);
        for (uint32_t i = 0; i < count; i++) {
            float each = float_net_study(&t->net, &lessons[order[i]]);

            wrong += pass == 0 ? each : 0;
            if (++batch == RA_TRAIN_BATCH || i + 1 == count) {
                float_net_step(&t->net, rate(t), batch);
                batch = 0;
            }
        }
    }
    t->wrong = wrong / count;
    t->lessons = count;
}

bool
ra_train_round(struct ra_train *t)
{
    uint64_t left = t->plan.games - t->games_done;
    uint64_t games = left < RA_TRAIN_ROUND ? left : RA_TRAIN_ROUND;
    struct lesson *lessons = malloc(games * LESSONS_OF_GAME * sizeof *lessons);
    uint32_t *order = malloc(games * LESSONS_OF_GAME * sizeof *order), count = 0;

    if (lessons && order) {
        for (uint64_t g = 0; g < games; g++) {
            uint64_t rng = rng_stream(t->plan.seed, STREAM_GAMES, t->games_done + g);

            count += (uint32_t)self_play(&t->net, (int)t->plan.seats, &rng, lessons + count);
        }
        learn(t, lessons, order, count);
        t->games_done += games;
    }
    free(order);
    free(lessons);
    return lessons && order;
}

uint64_t
ra_train_hash(const int16_t *weights)
{
    uint64_t hash = RA_NET_WEIGHTS;

    for (int i = 0; i < RA_NET_WEIGHTS; i++)
        hash = rng_mix(hash + (uint16_t)weights[i] + UINT64_C(0x9e3779b97f4a7c15));
    return hash;
}
