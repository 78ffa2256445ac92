/* SPDX-License-Identifier: MIT
 * ra_deep_bots.c -- the bots of Ra that go on from what `hard` finds: by rollouts, and in endings exactly. `expert`
 * makes few and short ones, `master` as many as its limits allow.
 */
#ifndef KHEPRI_NO_NETS

#include "ai_parts.h"

#include <stdlib.h>

#include "ra_bots.h"
#include "ra_deep.h"
#include "ra_ending.h"
#include "ra_further.h"
#include "ra_rollout.h"

/* Maximum positions of each bot. `master` uses them in a fifth of a second. */
enum { EXPERT_MOST = 5000, MASTER_MOST = 200000 };

/* Positions for each action of an ending. There the nets that rollouts play by err most, so one that can be enumerated
 * should be. `master` has a share of its positions for that, if it is more. */
enum { ENDING_MOST = 16000, ENDING_SHARE = 4 };

/* A lead that rollouts do not question: in the last epoch the nets err by that much. */
enum { CLEAR = RA_SURE / 4 };

static const struct ra_rollout_plan expert_plan = {
    .turns = 8, .runs = 4000, .prior = 8, .batch = 8, .errors = 3, .window = CLEAR};
static const struct ra_rollout_plan master_plan = {
    .turns = 16, .runs = 4000, .prior = 8, .batch = 16, .errors = 3, .window = CLEAR};

static void
compare(const struct ra_rollout_plan *plan, const struct ra_state *s,
        const struct ai_limits *limits, uint64_t most, struct ra_option *options, int count)
{
    struct ra_net net;
    struct ra_deep *d = ra_deep_create(ra_bot_judge(s, limits, &net), limits, most);

    if (d)
        ra_rollout(d, s, plan, options, count);
    free(d);
}

static game_action
choose_by(const struct ra_rollout_plan *plan, uint64_t most, uint64_t exact,
          const struct ra_state *s, const struct ai_limits *limits, struct ai_advice *advice)
{
    struct ra_option options[RA_MAX_ACTIONS];
    int count = ra_hard_search(s, limits, options), known;
    int32_t win[RA_MAX_ACTIONS];

    known = ra_lone_solve(s, limits, exact, win);
    if (known < count)
        compare(plan, s, limits, most, options, count);
    if (known)
        ra_ending_put_all(s, win, known == count, options, count);
    ra_search_prefer_sure(options, count, ra_search_seat(s));
    return ra_bot_answer(s, options, count, ra_search_best(options, count), advice);
}

static game_action
choose_expert(const struct game *game, const void *seen, int seat, uint64_t *rng,
              const struct ai_limits *limits, struct ai_advice *advice)
{
    (void)game;
    (void)seat;
    (void)rng;
    return choose_by(&expert_plan, EXPERT_MOST, ENDING_MOST, seen, limits, advice);
}

static game_action
choose_master(const struct game *game, const void *seen, int seat, uint64_t *rng,
              const struct ai_limits *limits, struct ai_advice *advice)
{
    uint64_t most = limits && limits->positions ? limits->positions : MASTER_MOST;
    uint64_t exact = most < ENDING_MOST ? most : ENDING_MOST;

    (void)game;
    (void)seat;
    (void)rng;
    if (exact < most / ENDING_SHARE)
        exact = most / ENDING_SHARE;
    return choose_by(&master_plan, most, exact, seen, limits, advice);
}

const struct ai_bot ra_expert_bot = {
    .name = "expert",
    .line = "hard, and compares what is close by some rollouts",
    .scores = true,
    .wins = true,
    .choose = choose_expert,
};

const struct ai_bot ra_master_bot = {
    .name = "master",
    .line = "hard, and compares what is close by rollouts as long as its time allows",
    .scores = true,
    .wins = true,
    .searches = true,
    .choose = choose_master,
};

#endif
