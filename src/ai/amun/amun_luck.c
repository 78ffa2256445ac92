/* SPDX-License-Identifier: MIT
 * amun_luck.c -- the luck of a province, a card or the start for each seat of Amun-Re
 * (ai_luck.h). All possible successors are valued with the same random numbers, so that the
 * value is a function of the state.
 */
#ifndef KHEPRI_NO_NETS

#include "amun_bots.h"

void
amun_luck(const void *state, game_action action, bool ahead, double win[GAME_MAX_SEATS])
{
    const struct amun_state *s = state;
    struct amun_net net;
    struct amun_judge judge = amun_net_judge(&net, amun_net_weights(s->seats));
    struct game_chance outcomes[AMUN_MAX_CHANCES];
    int count = amun_chances(s, outcomes);
    double total = 0, mean[AMUN_SEATS] = {0};

    (void)ahead;
    judge.begin(judge.self, s);
    for (int i = 0; i < count; i++) {
        struct amun_state after = *s;
        struct amun_value value;
        uint64_t rng = 1;

        if (amun_apply(&after, GAME_NATURE, outcomes[i].action, NULL) != GAME_OK)
            continue; /* no outcome of chance is refused */
        amun_value_of(&judge, &after, &amun_quick, &rng, &value);
        for (int seat = 0; seat < s->seats; seat++) {
            mean[seat] += (double)outcomes[i].weight * value.win[seat] / AMUN_SURE;
            if (outcomes[i].action == action)
                win[seat] = (double)value.win[seat] / AMUN_SURE;
        }
        total += outcomes[i].weight;
    }
    for (int seat = 0; seat < s->seats; seat++)
        win[seat] -= mean[seat] / total;
}

#endif
