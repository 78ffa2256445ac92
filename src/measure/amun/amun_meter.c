/* SPDX-License-Identifier: MIT
 * amun_meter.c -- what Amun-Re brings to the laboratory. */
#include "amun_exploit.h"
#include "game_meter.h"

static const char *
kind_of(const void *state)
{
    const struct amun_state *s = state;

    switch ((enum amun_phase)s->phase) {
    case AMUN_BID:
        return "bid";
    case AMUN_ACTIONS:
        return "buy";
    case AMUN_OFFER:
        return "offer";
    case AMUN_CORRECT:
        return "correction";
    case AMUN_REWARD:
        return "reward";
    case AMUN_START:
    case AMUN_DRAWING:
    case AMUN_INCOME:
    case AMUN_SCORING:
    case AMUN_OVER:
    case AMUN_PHASES:
        break;
    }
    return "other";
}

/* The kingdom. */
static int
part_of(const void *state)
{
    const struct amun_state *s = state;

    return s->round > AMUN_ROUNDS / 2 ? 2 : 1;
}

/* Of sealed offers none is best: khepri exploit is for those. */
static bool
is_fair(const void *state)
{
    const struct amun_state *s = state;

    return s->phase != AMUN_OFFER;
}

const struct game_meter amun_meter = {
    .kind = kind_of,
    .part = part_of,
    .is_fair = is_fair,
    .plays_on = true,
    .exploit = amun_exploit,
};
