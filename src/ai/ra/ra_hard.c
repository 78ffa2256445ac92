/* SPDX-License-Identifier: MIT
 * ra_hard.c -- the bots `hard` and `medium` of Ra. `hard` plays the best action by a search of
 * one turn (ra_search.h), now and then of two (ra_further.h), on a value net (ra_net.h). It uses
 * no randomness. Its only floating point is in ra_thumb.h, which gives the same results
 * everywhere: only + - * /, without contraction (meson.build).
 */
#ifndef KHEPRI_NO_NETS

#include "ai_parts.h"
#include "bits.h"

#include "ra_bots.h"
#include "ra_further.h"
#include "ra_net.h"
#include "ra_step.h"

static game_action
choose_hard(const struct game *game, const void *seen, int seat, uint64_t *rng,
            const struct ai_limits *limits, struct ai_advice *advice)
{
    const struct ra_state *s = seen;
    uint64_t legal = ra_step_legal(s);
    struct ra_option options[RA_MAX_ACTIONS];
    int count;

    (void)game;
    (void)seat;
    (void)rng;
    if (!advice && !(legal & (legal - 1)))
        return ra_step_action(bits_lowest64(legal)); /* the only one */
    count = ra_hard_search(s, limits, options);
    return ra_bot_answer(s, options, count, ra_search_best(options, count), advice);
}

/* ---- the same, and mistaken now and then ---- */

/* The noise on the value of an action, in chance of winning, as ai_mistake() adds it. A second
 * turn would drown in it. */
enum { OFF = RA_SURE / 14 };

static game_action
choose_medium(const struct game *game, const void *seen, int seat, uint64_t *rng,
              const struct ai_limits *limits, struct ai_advice *advice)
{
    const struct ra_state *s = seen;
    struct ra_option options[RA_MAX_ACTIONS];
    int count = ra_near_search(s, limits, options);

    (void)game;
    for (int i = 0; i < count; i++)
        options[i].use += ai_mistake(OFF, rng);
    ra_search_prefer_sure(options, count, seat);
    return ra_bot_answer(s, options, count, ra_search_best(options, count), advice);
}

const struct ai_bot ra_hard_bot = {
    .name = "hard",
    .line = "searches one turn ahead, two if it is close, on a net trained by self-play",
    .scores = true,
    .wins = true,
    .choose = choose_hard,
};

const struct ai_bot ra_medium_bot = {
    .name = "medium",
    .line = "hard with occasional mistakes",
    .scores = true,
    .wins = true,
    .choose = choose_medium,
};

#endif
