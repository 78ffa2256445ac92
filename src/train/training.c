/* SPDX-License-Identifier: MIT
 * training.c -- see training.h. */
#include "training.h"

#include <stdlib.h>

#include "game_mind.h"
#include "games_parts.h"
#include "rng.h"

enum { STREAM_NET, STREAM_GAMES, STREAM_ORDER };

#define X(game, GAME) extern const struct train_game game##_lessons;
GAMES_IN_TRAIN(X)
#undef X

const struct train_game *const train_games[] = {
#define X(game, GAME) &game##_lessons,
    GAMES_IN_TRAIN(X)
#undef X
        NULL,
};

void
train_begin(struct train *t, const struct train_plan *plan)
{
    uint64_t rng = rng_stream(plan->seed, STREAM_NET, 0);

    t->plan = *plan;
    t->games_done = t->lessons = 0;
    t->wrong = 0;
    float_net_begin(&t->net, game_mind(train_games[plan->game]->game)->shape, &rng);
}

static float
rate(const struct train *t)
{
    return (float)t->plan.rate * (float)(t->plan.games - t->games_done) / (float)t->plan.games;
}

static void
shuffle(const struct lesson **order, uint64_t count, uint64_t *rng)
{
    for (uint64_t i = count; i > 1; i--) {
        uint32_t j = rng_below(rng, (uint32_t)i);
        const struct lesson *keep = order[i - 1];

        order[i - 1] = order[j];
        order[j] = keep;
    }
}

static void
learn(struct train *t, const struct lesson **order, uint64_t count)
{
    uint64_t rng = rng_stream(t->plan.seed, STREAM_ORDER, t->games_done);
    double wrong = 0;

    for (int pass = 0; pass < TRAIN_PASSES; pass++) {
        int batch = 0;

        shuffle(order, count, &rng);
        for (uint64_t i = 0; i < count; i++) {
            float each = float_net_study(&t->net, order[i]);

            wrong += pass == 0 ? each : 0;
            if (++batch == TRAIN_BATCH || i + 1 == count) {
                float_net_step(&t->net, rate(t), batch);
                batch = 0;
            }
        }
    }
    t->wrong = wrong / (double)count;
    t->lessons = count;
}

uint64_t
train_round(const struct train *t)
{
    uint64_t left = t->plan.games - t->games_done;

    return left < t->plan.round ? left : t->plan.round;
}

int
train_play(const struct train *t, uint64_t number, struct lesson *out)
{
    const struct train_game *game = train_games[t->plan.game];
    uint64_t rng = rng_stream(t->plan.seed, STREAM_GAMES, number);

    return game->play(&t->net, (int)t->plan.seats, (float)t->plan.lambda, &rng, out);
}

bool
train_learn(struct train *t, const struct game_lessons *games, uint64_t count)
{
    const struct lesson **order;
    uint64_t lessons = 0;

    for (uint64_t g = 0; g < count; g++)
        lessons += (uint64_t)games[g].count;
    order = malloc((lessons + 1) * sizeof *order);
    if (!order)
        return false;
    lessons = 0;
    for (uint64_t g = 0; g < count; g++) {
        for (int i = 0; i < games[g].count; i++)
            order[lessons++] = &games[g].of[i];
    }
    if (lessons)
        learn(t, order, lessons);
    t->games_done += count;
    free(order);
    return true;
}
