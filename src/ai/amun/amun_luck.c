/* SPDX-License-Identifier: MIT
 * amun_luck.c -- the luck of a province, a card or the start for each seat of Amun-Re
 * (ai_luck.h). All possible successors are valued with the same random numbers, so that the
 * value is a function of the state.
 */
#ifndef KHEPRI_NO_NETS

#include "amun_bots.h"

#include <string.h>

#include "rng.h"

/* Samples of further chance on the way to a decision: by a quick search, and by a thorough one. */
enum { QUICK = 1, THOROUGH = 2 };

static void
value_after(const struct amun_judge *judge, const struct amun_state *after, bool ahead,
            double win[AMUN_SEATS])
{
    int samples = ahead ? THOROUGH : QUICK;

    memset(win, 0, AMUN_SEATS * sizeof *win);
    for (int k = 0; k < samples; k++) {
        uint64_t rng = k ? rng_stream(1, (uint64_t)k, 0) : 1;
        struct amun_value value;

        amun_value_of(judge, after, ahead ? &amun_thorough : &amun_quick, &rng, &value);
        for (int i = 0; i < after->seats; i++)
            win[i] += (double)value.win[i] / AMUN_SURE / samples;
    }
}

void
amun_luck(const void *state, game_action action, bool ahead, double win[GAME_MAX_SEATS])
{
    const struct amun_state *s = state;
    struct amun_net net;
    struct amun_judge judge = amun_net_judge(&net, amun_net_weights(s->seats));
    struct game_chance outcomes[AMUN_MAX_CHANCES];
    int count = amun_chances(s, outcomes);
    double total = 0, mean[AMUN_SEATS] = {0};

    judge.begin(judge.self, s);
    for (int i = 0; i < count; i++) {
        struct amun_state after = *s;
        double value[AMUN_SEATS];

        if (amun_apply(&after, GAME_NATURE, outcomes[i].action, NULL) != GAME_OK)
            continue; /* no outcome of chance is refused */
        value_after(&judge, &after, ahead, value);
        for (int seat = 0; seat < s->seats; seat++) {
            mean[seat] += (double)outcomes[i].weight * value[seat];
            if (outcomes[i].action == action)
                win[seat] = value[seat];
        }
        total += outcomes[i].weight;
    }
    for (int seat = 0; seat < s->seats; seat++)
        win[seat] -= mean[seat] / total;
}

#endif
