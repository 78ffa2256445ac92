/* SPDX-License-Identifier: MIT
 * training.c -- see training.h. */
#include "training.h"

#include <stdlib.h>

#include "amun_lessons.h"
#include "ra_lessons.h"
#include "rng.h"

enum { STREAM_NET, STREAM_GAMES, STREAM_ORDER };

const struct train_game *const train_games[] = {&ra_lessons, &amun_lessons, NULL};

void
train_begin(struct train *t, const struct train_plan *plan)
{
    uint64_t rng = rng_stream(plan->seed, STREAM_NET, 0);

    t->plan = *plan;
    t->games_done = t->lessons = 0;
    t->wrong = 0;
    float_net_begin(&t->net, train_games[plan->game]->shape, &rng);
}

static float
rate(const struct train *t)
{
    return (float)t->plan.rate * (float)(t->plan.games - t->games_done) / (float)t->plan.games;
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
learn(struct train *t, const struct lesson *lessons, uint32_t *order, uint32_t count)
{
    uint64_t rng = rng_stream(t->plan.seed, STREAM_ORDER, t->games_done);
    double wrong = 0;

    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (int pass = 0; pass < TRAIN_PASSES; pass++) {
        int batch = 0;

        shuffle(order, count, &rng);
        for (uint32_t i = 0; i < count; i++) {
            float each = float_net_study(&t->net, &lessons[order[i]]);

            wrong += pass == 0 ? each : 0;
            if (++batch == TRAIN_BATCH || i + 1 == count) {
                float_net_step(&t->net, rate(t), batch);
                batch = 0;
            }
        }
    }
    t->wrong = wrong / count;
    t->lessons = count;
}

bool
train_round(struct train *t)
{
    const struct train_game *game = train_games[t->plan.game];
    uint64_t left = t->plan.games - t->games_done;
    uint64_t games = left < TRAIN_ROUND ? left : TRAIN_ROUND;
    uint64_t most = games * (uint64_t)game->most_lessons;
    struct lesson *lessons = malloc(most * sizeof *lessons);
    uint32_t *order = malloc(most * sizeof *order), count = 0;

    if (lessons && order) {
        for (uint64_t g = 0; g < games; g++) {
            uint64_t rng = rng_stream(t->plan.seed, STREAM_GAMES, t->games_done + g);

            count += (uint32_t)game->play(&t->net, (int)t->plan.seats, (float)t->plan.lambda,
                                          &rng, lessons + count);
        }
        learn(t, lessons, order, count);
        t->games_done += games;
    }
    free(order);
    free(lessons);
    return lessons && order;
}

uint64_t
train_hash(const int16_t *weights, int count)
{
    uint64_t hash = (uint64_t)count;

    for (int i = 0; i < count; i++)
        hash = rng_mix(hash + (uint16_t)weights[i] + UINT64_C(0x9e3779b97f4a7c15));
    return hash;
}
