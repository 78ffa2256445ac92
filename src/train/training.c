/* SPDX-License-Identifier: MIT
 * training.c -- see training.h. */
#include "training.h"

#include <stdlib.h>
#include <string.h>

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

/* A batch, and what each lane has of it. */
struct batch {
    const struct float_net *net;
    const struct lesson **of;
    int count, lanes;
    float gradient[TRAIN_LANES][FLOAT_NET_ROOM];
    double wrong[TRAIN_LANES];
};

static void
study_lane(void *work, int lane)
{
    struct batch *b = work;
    int from = b->count * lane / b->lanes, end = b->count * (lane + 1) / b->lanes;

    memset(b->gradient[lane], 0, sizeof b->gradient[lane]);
    b->wrong[lane] = 0;
    for (int i = from; i < end; i++)
        b->wrong[lane] += float_net_study(b->net, b->of[i], b->gradient[lane]);
}

static void
add_lanes(struct batch *b, int weights)
{
    for (int lane = 1; lane < b->lanes; lane++) {
        for (int i = 0; i < weights; i++)
            b->gradient[0][i] += b->gradient[lane][i];
        b->wrong[0] += b->wrong[lane];
    }
}

static void
study(struct train *t, struct batch *b, const struct train_team *team)
{
    b->lanes = b->count / TRAIN_LANE;
    b->lanes = b->lanes < 1 ? 1 : b->lanes > TRAIN_LANES ? TRAIN_LANES : b->lanes;
    if (team && b->lanes > 1) {
        team->run(team->self, study_lane, b, b->lanes);
    } else {
        for (int lane = 0; lane < b->lanes; lane++)
            study_lane(b, lane);
    }
    add_lanes(b, net_places(t->net.shape).weights);
    float_net_step(&t->net, b->gradient[0], rate(t), b->count);
}

static void
learn(struct train *t, const struct lesson **order, uint64_t count, struct batch *b,
      const struct train_team *team)
{
    uint64_t rng = rng_stream(t->plan.seed, STREAM_ORDER, t->games_done);
    double wrong = 0;

    b->net = &t->net;
    for (uint64_t pass = 0; pass < t->plan.passes; pass++) {
        shuffle(order, count, &rng);
        for (uint64_t i = 0; i < count; i += t->plan.batch) {
            b->of = order + i;
            b->count = (int)(count - i < t->plan.batch ? count - i : t->plan.batch);
            study(t, b, team);
            wrong += pass == 0 ? b->wrong[0] : 0;
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
    int16_t weights[FLOAT_NET_ROOM];

    float_net_round(&t->net, weights);
    return game->play(weights, (int)t->plan.seats, (float)t->plan.lambda, &rng, out);
}

bool
train_learn(struct train *t, const struct game_lessons *games, uint64_t count,
            const struct train_team *team)
{
    const struct lesson **order;
    struct batch *batch = malloc(sizeof *batch);
    uint64_t lessons = 0;

    for (uint64_t g = 0; g < count; g++)
        lessons += (uint64_t)games[g].count;
    order = malloc((lessons + 1) * sizeof *order);
    if (!order || !batch) {
        free(order);
        free(batch);
        return false;
    }
    lessons = 0;
    for (uint64_t g = 0; g < count; g++) {
        for (int i = 0; i < games[g].count; i++)
            order[lessons++] = &games[g].of[i];
    }
    if (lessons)
        learn(t, order, lessons, batch, team);
    t->games_done += count;
    free(order);
    free(batch);
    return true;
}
