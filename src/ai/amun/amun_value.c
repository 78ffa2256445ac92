/* SPDX-License-Identifier: MIT
 * amun_value.c -- see amun_value.h. */
#include "amun_value.h"

#include <string.h>

#include "amun_step.h"
#include "rng.h"

/* The weight of one point of lead, in chance of winning: enough to break ties, and no more. */
enum { USE_OF_POINT = AMUN_SURE / 400 / AMUN_POINT };

const struct amun_effort amun_quick = {
    .plans = 40, .offers = 8, .jumps = 3, .draws = 1, .moods = 1, .ahead = 1, .rounds = 12};
const struct amun_effort amun_thorough = {.plans = 120,
                                          .offers = 15,
                                          .jumps = AMUN_SPACES,
                                          .draws = 2,
                                          .moods = 4,
                                          .ahead = 2,
                                          .rounds = 80};
const struct amun_effort amun_deep = {.plans = 180,
                                      .offers = 15,
                                      .jumps = AMUN_SPACES,
                                      .draws = 4,
                                      .moods = 12,
                                      .ahead = 3,
                                      .rounds = 300};

int32_t
amun_use(const struct amun_value *value, int seats, int seat)
{
    int32_t ahead = seats * value->score[seat];

    for (int i = 0; i < seats; i++)
        ahead -= value->score[i];
    return value->win[seat] + ahead / (seats - 1) * USE_OF_POINT;
}

bool
amun_quiet(const struct amun_state *s)
{
    switch ((enum amun_phase)s->phase) {
    case AMUN_DRAWING:
        return s->offered_count == 0;
    case AMUN_ACTIONS:
        return !s->to_draw && !s->bought && !s->farmers_bought && !s->stones_bought &&
               !s->played;
    case AMUN_OFFER:
        return !s->made;
    case AMUN_REWARD:
        return s->due >> s->turn & 1;
    case AMUN_INCOME:
        return s->eight_gold == AMUN_NONE && s->harvest == AMUN_NONE;
    case AMUN_START:
    case AMUN_BID:
    case AMUN_CORRECT:
    case AMUN_SCORING:
    case AMUN_OVER:
    case AMUN_PHASES:
        break;
    }
    return false;
}

void
amun_value_of_end(const struct amun_state *s, struct amun_value *out)
{
    game_seats winners = amun_winners(s);
    int count = 0;

    memset(out, 0, sizeof *out);
    for (int i = 0; i < s->seats; i++)
        count += winners >> i & 1;
    for (int i = 0; i < s->seats; i++) {
        out->win[i] = winners >> i & 1 ? AMUN_SURE / count : 0;
        out->score[i] = s->score[i] * AMUN_POINT;
    }
}

void
amun_follow(struct amun_state *s, int seat, const struct amun_plan *plan, uint64_t *rng)
{
    for (int i = 0; i < plan->count; i++) {
        amun_step(s, seat, plan->actions[i]);
        while ((s->phase == AMUN_ACTIONS || s->phase == AMUN_REWARD) && s->to_draw)
            amun_step_nature(s, rng);
    }
}

int
amun_search_best(const struct amun_option *options, int count, uint64_t *rng)
{
    int32_t total = 0;
    int best = 0;

    for (int i = 0; i < count; i++) {
        total += options[i].share;
        if (options[i].use > options[best].use)
            best = i;
    }
    if (total > 0) {
        int32_t pick = (int32_t)rng_below(rng, (uint32_t)total);

        for (best = 0; pick >= options[best].share; best++)
            pick -= options[best].share;
    }
    return best;
}
