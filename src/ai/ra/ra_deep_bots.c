/* SPDX-License-Identifier: MIT
 * ra_deep_bots.c -- the bots of Ra that search more than one turn: `expert` searches two turns,
 * `master` as far as its limits allow, and then by rollouts.
 */
#ifndef KHEPRI_NO_NETS

#include "ai_parts.h"

#include <stdlib.h>

#include "ra_bots.h"
#include "ra_deep.h"
#include "ra_ending.h"
#include "ra_further.h"
#include "ra_rollout.h"

/* Maximum positions of each bot: expert never needs that many, master uses them in a fifth of a
 * second. */
enum { EXPERT_MOST = 1 << 20, MASTER_MOST = 200000, EXPERT_TURNS = 2 };

/* One in SHARE of master's positions is for the search; it starts the next turn only if GROWTH
 * times the positions so far fit in. The rest is for rollouts. */
enum { SHARE = 8, GROWTH = 6 };

/* In an ending, the share of its positions that enumeration may use for each action; a position
 * takes about as long in either. */
enum { ENDING_SHARE = 4 };

/* A lead that is not searched further: in the last epoch the nets err by that much. */
enum { CLEAR = RA_SURE / 4 };

/* No other action is close to the best; bids that end alike are one choice. */
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

/* Iterative deepening; if the limits stop a turn, the last complete result stays. */
static void
look_ahead(struct ra_deep *d, const struct ra_state *s, int turns, struct ra_option *options,
           int count)
{
    struct ra_option deeper[RA_MAX_ACTIONS];

    for (int i = 2; i <= turns && d->positions * GROWTH < d->most; i++) {
        if (!ra_deep_search(d, s, i, deeper))
            break;
        for (int j = 0; j < count; j++)
            options[j] = deeper[j];
        if (is_clear(options, count))
            break;
    }
}

/* Searches one turn ahead into options[RA_MAX_ACTIONS]; returns their number. */
static int
look_once(const int16_t *weights, const struct ra_state *s, struct ra_option *options)
{
    struct ra_net net;
    struct ra_judge judge = ra_net_judge(&net, weights);

    return ra_search(&judge, s, options);
}

static game_action
choose_expert(const struct game *game, const void *seen, int seat, uint64_t *rng,
              const struct ai_limits *limits, struct ai_advice *advice)
{
    const struct ra_state *s = seen;
    struct ra_deep *d = ra_deep_create(ra_bot_weights(limits, s->seats), limits, EXPERT_MOST);
    struct ra_option options[RA_MAX_ACTIONS];
    int count = look_once(ra_bot_weights(limits, s->seats), s, options);

    (void)game;
    (void)seat;
    (void)rng;
    if (d)
        look_ahead(d, s, EXPERT_TURNS, options, count);
    free(d);
    ra_lone_solve(s, limits, options, count);
    return ra_bot_answer(s, options, count, ra_search_best(options, count), advice);
}

static game_action
choose_master(const struct game *game, const void *seen, int seat, uint64_t *rng,
              const struct ai_limits *limits, struct ai_advice *advice)
{
    static const struct ra_rollout_plan plan = {
        .turns = 16, .runs = 4000, .prior = 8, .batch = 16, .errors = 3, .window = CLEAR};
    const struct ra_state *s = seen;
    uint64_t most = limits && limits->positions ? limits->positions : MASTER_MOST;
    struct ra_deep *d = ra_deep_create(ra_bot_weights(limits, s->seats), limits, most / SHARE);
    struct ra_option options[RA_MAX_ACTIONS];
    int count = look_once(ra_bot_weights(limits, s->seats), s, options), known = 0;
    int32_t win[RA_MAX_ACTIONS];

    (void)game;
    (void)rng;
    if (ra_ending_is(s))
        known = ra_ending_solve(s, limits, most / ENDING_SHARE, win);
    if (d) {
        look_ahead(d, s, RA_DEEP_MOST, options, count);
        if (known < count && !is_clear(options, count) && ra_deep_more(d, most))
            ra_rollout(d, s, &plan, options, count);
    }
    free(d);
    if (known)
        ra_ending_put_all(s, win, known == count, options, count);
    ra_search_prefer_sure(options, count, seat);
    return ra_bot_answer(s, options, count, ra_search_best(options, count), advice);
}

const struct ai_bot ra_expert_bot = {
    .name = "expert",
    .line = "searches two turns ahead, on the same net (one without memory)",
    .scores = true,
    .wins = true,
    .choose = choose_expert,
};

const struct ai_bot ra_master_bot = {
    .name = "master",
    .line = "searches as far as its time allows, then compares by rollouts",
    .scores = true,
    .wins = true,
    .searches = true,
    .choose = choose_master,
};

#endif
