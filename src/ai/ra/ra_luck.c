/* SPDX-License-Identifier: MIT
 * ra_luck.c -- the luck of a tile or the deal for each seat of Ra (ai_luck.h). Positions with a
 * seat on turn are valued by the net, directly or by a search of one turn, for all possible
 * outcomes.
 */
#ifndef KHEPRI_NO_NETS

#include "ra_bots.h"
#include "ra_step.h"

void
ra_luck(const void *state, game_action action, bool ahead, double win[GAME_MAX_SEATS])
{
    const struct ra_state *s = state;
    struct ra_net net;
    struct ra_judge judge = ra_bot_judge(s, NULL, &net);
    struct game_chance outcomes[RA_MAX_CHANCES];
    int count = ra_chances(s, outcomes);
    double total = 0, mean[RA_SEATS] = {0};

    judge.begin(judge.self, s);
    for (int i = 0; i < count; i++) {
        struct ra_state after = *s;
        struct ra_value value;

        ra_step_chance(&after, outcomes[i].action);
        if (after.phase == RA_TURN && !ahead)
            judge.value(judge.self, &after, &value);
        else
            ra_search_value(&judge, &after, &value);
        for (int seat = 0; seat < s->seats; seat++) {
            mean[seat] += (double)outcomes[i].weight * value.win[seat] / RA_SURE;
            if (outcomes[i].action == action)
                win[seat] = (double)value.win[seat] / RA_SURE;
        }
        total += outcomes[i].weight;
    }
    for (int seat = 0; seat < s->seats; seat++)
        win[seat] -= mean[seat] / total;
}

#endif
