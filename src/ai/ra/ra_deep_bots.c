/* SPDX-License-Identifier: MIT
 * ra_deep_bots.c -- the bots of Ra that look further than one turn: `expert` two turns, `master` as far as its limits
 * let it, and on from there by rollouts. */
#ifndef KHEPRI_NO_NETS

#include "ai_parts.h"

#include <stdlib.h>

#include "ra_bots.h"
#include "ra_deep.h"
#include "ra_ending.h"
#include "ra_rollout.h"

/* Positions that each looks at, at the most: expert's are never so many, master's are a fifth of a second's. */
enum { EXPERT_MOST = 1 << 20, MASTER_MOST = 200000, EXPERT_TURNS = 2 };

/* Of master's positions, the part for looking ahead is one in SHARE; the next turn is begun only if GROWTH times the
 * positions so far are left of it. The others are for playing on. */
enum { SHARE = 8, GROWTH = 6 };

/* In an ending, so much of its positions for each action is for going through all, which takes about as long for each. */
enum { ENDING_SHARE = 4 };

/* A lead that nothing further will undo: in the last epoch the nets err by that much. */
enum { CLEAR = RA_SURE / 4 };

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

/* Turn by turn; what was found last stays where the limits do not let it finish. */
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

/* In an ending what is known exactly counts in place of what is reckoned: of some actions only what is certain, since
 * a chance that is known should not be held against one that the net may see too rosily. */
static void
put_known(const struct ra_state *s, const int32_t *win, bool all, struct ra_option *options,
          int count)
{
    int seat = ra_search_seat(s);

    for (int i = 0; i < count; i++) {
        if (!all && win[i] != 0 && win[i] != RA_ENDING_SURE)
            continue;
        ra_ending_put(win[i], seat, s->seats, &options[i].value);
        options[i].use = ra_use(&options[i].value, s->seats, seat);
    }
}

/* One turn ahead into options[RA_MAX_ACTIONS]; returns how many. */
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
    (void)seat;
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
        put_known(s, win, known == count, options, count);
    return ra_bot_answer(s, options, count, ra_search_best(options, count), advice);
}

const struct ai_bot ra_expert_bot = {
    .name = "expert",
    .line = "two turns ahead, on the same net (one, if there is no memory)",
    .game = "ra",
    .scores = true,
    .wins = true,
    .choose = choose_expert,
};

const struct ai_bot ra_master_bot = {
    .name = "master",
    .line = "as far ahead as its time and memory allow, and plays on from there",
    .game = "ra",
    .scores = true,
    .wins = true,
    .searches = true,
    .choose = choose_master,
};

#endif
