/* SPDX-License-Identifier: MIT
 * amun_levels.c -- the levels of Amun-Re around `hard`, all on the same net. `medium` errs
 * occasionally. `expert` and `master` play the best plans on to the end of the round
 * (amun_deep.h).
 */
#ifndef KHEPRI_NO_NETS

#include "ai_parts.h"

#include "amun_bots.h"
#include "amun_deep.h"
#include "amun_net.h"

/* ---- medium ---- */

/* The noise on the value of a plan, in chance of winning, as ai_mistake() adds it; and one of
 * how many offers is random. */
enum { OFF = AMUN_SURE / 20, ANY_OFFER = 4 };

/* The maximum of positions in a decision. */
enum { MEDIUM_MOST = 3000 };

static game_action
choose_medium(const struct game *game, const void *seen, int seat, uint64_t *rng,
              const struct ai_limits *limits, struct ai_advice *advice)
{
    const struct amun_state *s = seen;
    struct amun_net net;
    struct amun_judge judge = amun_net_judge(&net, amun_bot_weights(limits, s->seats));
    struct amun_option options[AMUN_MOST_PLANS];
    int count =
        amun_bot_search(&judge, s, seat, &amun_quick, 1, MEDIUM_MOST, limits, rng, options);

    (void)game;
    for (int i = 0; i < count; i++) {
        options[i].use += ai_mistake(OFF, rng);
        if (s->phase == AMUN_OFFER)
            options[i].share += AMUN_SHARES / ((ANY_OFFER - 1) * count);
    }
    return amun_bot_answer(&judge, s, seat, options, count, rng, advice);
}

const struct ai_bot amun_medium_bot = {
    .name = "medium",
    .line = "hard with less search and occasional mistakes",
    .scores = true,
    .wins = true,
    .choose = choose_medium,
};

/* ---- expert and master ---- */

/* As thorough as `hard`, with more rounds of regret matching. */
static const struct amun_effort master_look = {.plans = 120,
                                               .offers = AMUN_MOST_OFFERS,
                                               .jumps = AMUN_SPACES,
                                               .draws = 2,
                                               .moods = 4,
                                               .ahead = 2,
                                               .rounds = 300};
static const struct amun_depth expert = {
    .effort = &amun_thorough, .guesses = 4, .plans = 4, .trials = 16, .positions = 20000};
static const struct amun_depth master = {
    .effort = &master_look, .guesses = 8, .plans = 8, .trials = 1000, .positions = 200000};

static game_action
choose_deep(const struct amun_state *s, int seat, const struct amun_depth *depth,
            const struct ai_limits *limits, uint64_t *rng, struct ai_advice *advice)
{
    struct amun_net net;
    struct amun_judge judge = amun_net_judge(&net, amun_bot_weights(limits, s->seats));
    struct amun_option options[AMUN_MOST_PLANS];
    int count = amun_deep_search(&judge, s, seat, depth, limits, rng, options);

    return amun_bot_answer(&judge, s, seat, options, count, rng, advice);
}

static game_action
choose_expert(const struct game *game, const void *seen, int seat, uint64_t *rng,
              const struct ai_limits *limits, struct ai_advice *advice)
{
    const struct ai_limits own = {.net = limits ? limits->net : NULL,
                                  .stop = limits ? limits->stop : NULL,
                                  .self = limits ? limits->self
                                                 : NULL}; /* its positions are its own */

    (void)game;
    return choose_deep(seen, seat, &expert, &own, rng, advice);
}

static game_action
choose_master(const struct game *game, const void *seen, int seat, uint64_t *rng,
              const struct ai_limits *limits, struct ai_advice *advice)
{
    (void)game;
    return choose_deep(seen, seat, &master, limits, rng, advice);
}

const struct ai_bot amun_expert_bot = {
    .name = "expert",
    .line = "plays the best plans on to the end of the round",
    .scores = true,
    .wins = true,
    .choose = choose_expert,
};

const struct ai_bot amun_master_bot = {
    .name = "master",
    .line = "plays the best plans on, as often as its time allows",
    .scores = true,
    .wins = true,
    .searches = true,
    .choose = choose_master,
};

#endif
