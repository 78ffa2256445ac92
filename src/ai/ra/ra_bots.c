/* SPDX-License-Identifier: MIT
 * ra_bots.c -- see ra_bots.h. */
#include "ra_bots.h"

#include "ra_further.h"
#include "ra_net.h"
#include "ra_step.h"

#include "ai_parts.h"

static void
share_value(const struct ra_value *value, int seats, double *win, double *score)
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
            share_value(&options[i].value, s->seats, option->win, option->score);
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

/* Before the deal all are equally likely. */
static void
value_of_deals(const struct ra_judge *judge, const struct ra_state *s, struct ra_value *out)
{
    struct game_chance deals[RA_MAX_CHANCES];
    int64_t win[RA_SEATS] = {0}, score[RA_SEATS] = {0};
    int count = ra_chances(s, deals);

    for (int i = 0; i < count; i++) {
        struct ra_state after = *s;
        struct ra_value value;

        ra_step_chance(&after, deals[i].action);
        ra_search_value(judge, &after, &value);
        for (int seat = 0; seat < s->seats; seat++) {
            win[seat] += value.win[seat];
            score[seat] += value.score[seat];
        }
    }
    for (int seat = 0; seat < s->seats; seat++) {
        out->win[seat] = (int32_t)(win[seat] / count);
        out->score[seat] = (int32_t)(score[seat] / count);
    }
}

void
ra_state_value(const void *state, struct ai_value *out)
{
    const struct ra_state *s = state;
    struct ra_net net;
    struct ra_judge judge = ra_net_judge(&net, ra_net_weights(s->seats));
    struct ra_value value = {{0}, {0}};

    if (s->phase == RA_DEAL) {
        value_of_deals(&judge, s, &value);
    } else if (ra_step_legal(s)) {
        struct ra_option options[RA_MAX_ACTIONS];
        int count = ra_near_search(s, NULL, options);

        value = options[ra_search_best(options, count)].value;
    } else {
        ra_search_value(&judge, s, &value);
    }
    *out = (struct ai_value){{0}, {0}};
    share_value(&value, s->seats, out->win, out->score);
}

#endif
