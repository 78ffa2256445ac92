/* SPDX-License-Identifier: MIT
 * ra_value.c -- the value of a position of Ra for each seat (ai_value()).
 */
#ifndef KHEPRI_NO_NETS

#include "ra_bots.h"
#include "ra_further.h"
#include "ra_net.h"
#include "ra_step.h"

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
    struct ra_judge judge = ra_bot_judge(s, NULL, &net);
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
    ra_bot_share(&value, s->seats, out->win, out->score);
}

#endif
