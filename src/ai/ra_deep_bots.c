/* SPDX-License-Identifier: MIT
 * ra_deep_bots.c -- the bots of Ra that look further than one turn: `expert` two turns, `master` as far as its limits
 * let it. */
#ifndef KHEPRI_NO_NETS

#include "ai_parts.h"

#include <stdlib.h>

#include "ra_bots.h"
#include "ra_deep.h"

/* Positions that each looks at, at the most: expert's are never so many, master's are a fifth of a second's. */
enum { EXPERT_MOST = 1 << 20, MASTER_MOST = 200000, EXPERT_TURNS = 2 };

/* The next turn is begun only if this many times the positions so far are left. */
enum { GROWTH = 4 };

/* A lead that further turns seldom undo. */
enum { CLEAR = RA_SURE / 20 };

/* Nothing else comes near the best; bids that end alike are one choice. */
static bool
is_clear(const struct ra_option *options, int count)
{
    int32_t best = options[ra_search_best(options, count)].use, second = INT32_MIN;

    for (int i = 0; i < count; i++) {
        if (options[i].use != best && options[i].use > second)
            second = options[i].use;
    }
    return second == INT32_MIN || best - second > CLEAR;
}

static game_action
choose(const struct ra_state *s, int turns, uint64_t most, const struct ai_limits *limits,
       struct ai_advice *advice)
{
    const int16_t *weights = ra_net_weights(s->seats);
    struct ra_deep *d = ra_deep_create(weights, limits, most);
    struct ra_option options[RA_MAX_ACTIONS], deeper[RA_MAX_ACTIONS];
    struct ra_net net;
    struct ra_judge judge = ra_net_judge(&net, weights);
    int count = ra_search(&judge, s, options);

    for (int i = 2; d && i <= turns && d->positions * GROWTH < most; i++) {
        if (!ra_deep_search(d, s, i, deeper))
            break;
        for (int j = 0; j < count; j++)
            options[j] = deeper[j];
        if (is_clear(options, count))
            break;
    }
    free(d);
    return ra_bot_answer(s, options, count, ra_search_best(options, count), advice);
}

static game_action
choose_expert(const struct game *game, const void *seen, int seat, uint64_t *rng,
              const struct ai_limits *limits, struct ai_advice *advice)
{
    (void)game;
    (void)seat;
    (void)rng;
    return choose(seen, EXPERT_TURNS, EXPERT_MOST, limits, advice);
}

static game_action
choose_master(const struct game *game, const void *seen, int seat, uint64_t *rng,
              const struct ai_limits *limits, struct ai_advice *advice)
{
    uint64_t most = limits && limits->positions ? limits->positions : MASTER_MOST;

    (void)game;
    (void)seat;
    (void)rng;
    return choose(seen, RA_DEEP_MOST, most, limits, advice);
}

const struct ai_bot ra_expert_bot = {
    .name = "expert",
    .line = "two turns ahead, on the same net",
    .game = "ra",
    .scores = true,
    .wins = true,
    .choose = choose_expert,
};

const struct ai_bot ra_master_bot = {
    .name = "master",
    .line = "as far ahead as its time allows, on the same net",
    .game = "ra",
    .scores = true,
    .wins = true,
    .searches = true,
    .choose = choose_master,
};

#endif
