/* SPDX-License-Identifier: MIT
 * ra_bots.c -- see ra_bots.h. */
#include "ra_bots.h"

#include "ra_net.h"
#include "ra_step.h"

#include "ai_parts.h"

void
ra_bot_share(const struct ra_value *value, int seats, double *win, double *score)
{
    for (int i = 0; i < seats; i++) {
        win[i] = (double)value->win[i] / RA_SURE;
        score[i] = (double)value->score[i] / RA_POINT;
    }
}

static struct ai_end
end_of(const struct ra_state *s, int sun)
{
    struct ai_end end = {.there = sun != RA_NO_AUCTION_ENDS, .seat = -1};

    for (int i = 0; sun > 0 && i < s->seats; i++) {
        if (s->ready[i] >> sun & 1)
            end = (struct ai_end){true, (int8_t)i, (int16_t)sun};
    }
    return end;
}

game_action
ra_bot_answer(const struct ra_state *s, const struct ra_option *options, int count, int chosen,
              struct ai_advice *advice)
{
    if (advice) {
        advice->count = count;
        for (int i = 0; i < count; i++) {
            struct ai_option *option = &advice->options[i];

            *option = (struct ai_option){.action = ra_step_action(options[i].action),
                                         .worth = (double)options[i].use / RA_SURE,
                                         .ends = end_of(s, options[i].end)};
            ra_bot_share(&options[i].value, s->seats, option->win, option->score);
        }
    }
    return ra_step_action(options[chosen].action);
}

#ifndef KHEPRI_NO_NETS

struct ra_judge
ra_bot_judge(const struct ra_state *s, const struct ai_limits *limits, struct ra_net *net)
{
    const int16_t *weights = ra_bot_weights(limits, s->seats);
    struct ra_judge judge;

    return ra_net_keep(weights, s->seats, &judge) ? judge : ra_net_judge(net, weights);
}

#endif
