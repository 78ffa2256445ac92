/* SPDX-License-Identifier: MIT
 * ra_draw.c -- see ra_draw.h. */
#include "ra_draw.h"

#include "ra_step.h"

void
ra_draw_add(int64_t *sums, const struct ra_value *value, int64_t weight)
{
    for (int i = 0; i < RA_SEATS; i++) {
        sums[i] += value->win[i] * weight;
        sums[RA_SEATS + i] += value->score[i] * weight;
    }
}

void
ra_draw_mean(const int64_t *sums, int64_t total, struct ra_value *out)
{
    for (int i = 0; i < RA_SEATS; i++) {
        int64_t win = sums[i] / total;

        out->win[i] = (int32_t)(win < 0 ? 0 : win > RA_SURE ? RA_SURE : win);
        out->score[i] = (int32_t)(sums[RA_SEATS + i] / total);
    }
}

void
ra_draw_look(const struct ra_judge *judge, const struct ra_state *s, struct ra_draw *out)
{
    int64_t sums[2 * RA_SEATS] = {0};

    out->count = out->total = 0;
    for (int kind = 0; kind < RA_KINDS; kind++) {
        struct ra_child *child = &out->child[out->count];

        if (!s->bag[kind])
            continue;
        child->state = *s;
        child->kind = kind;
        child->weight = s->bag[kind];
        child->end = RA_NO_AUCTION_ENDS;
        ra_step_chance(&child->state, ra_tile(kind));
        if (child->state.phase == RA_AUCTION)
            child->end = ra_search_sold(judge, &child->state, &child->value);
        else
            ra_search_after(judge, &child->state, &child->value);
        ra_draw_add(sums, &child->value, child->weight);
        out->total += child->weight;
        out->count++;
    }
    ra_draw_mean(sums, out->total, &out->mean);
}

void
ra_draw_go_on(const struct ra_judge *judge, struct ra_state *s, int end)
{
    struct ra_option options[RA_MAX_ACTIONS];

    if (s->phase == RA_AUCTION)
        ra_search_settle(s, end == RA_NO_AUCTION_ENDS ? ra_search_bidding(judge, s) : end);
    while (s->phase == RA_GODS || s->phase == RA_DISCARD) {
        int count = ra_search_some(judge, s, ra_step_legal(s), options);

        ra_step_apply(s, options[ra_search_best(options, count)].action);
    }
}
