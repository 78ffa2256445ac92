/* SPDX-License-Identifier: MIT
 * amun_hard.c -- the bot `hard` of Amun-Re: a search of one decision (amun_search.h) on a value
 * net (amun_net.h), for some samples of hidden information. It draws its offers at random. All
 * arithmetic is on integers, so the same generator gives the same choices everywhere.
 */
#ifndef KHEPRI_NO_NETS

#include "ai_parts.h"

#include "amun_bots.h"

static game_action
choose(const struct game *game, const void *seen, int seat, uint64_t *rng,
       const struct ai_limits *limits, struct ai_advice *advice)
{
    const struct amun_state *s = seen;
    struct amun_net net;
    struct amun_judge judge = amun_net_judge(&net, amun_bot_weights(limits, s->seats));
    struct amun_option options[AMUN_MOST_PLANS];
    struct amun_effort effort = amun_thorough;
    int count;

    (void)game;
    effort.shares_only = !advice; /* an offer is drawn by its share */
    count = amun_bot_search(&judge, s, seat, &effort, AMUN_HARD_GUESSES, AMUN_HARD_MOST, limits,
                            rng, options);
    return amun_bot_answer(&judge, s, seat, options, count, rng, advice);
}

const struct ai_bot amun_hard_bot = {
    .name = "hard",
    .line = "searches one decision ahead, on a net trained by self-play",
    .scores = true,
    .wins = true,
    .choose = choose,
};

#endif
