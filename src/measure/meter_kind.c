/* SPDX-License-Identifier: MIT
 * meter_kind.c -- sorts of decisions; see meter.h. */
#include "meter.h"

#include <string.h>

static bool
ra_has_god(const struct ra_state *s)
{
    return ra_held(s->tiles[s->turn], RA_GOD) > 0 && ra_lot_size(s) > 0;
}

/* The last with a sun, and only one, in the last epoch: from there all can be known. */
static bool
ra_is_ending(const struct ra_state *s)
{
    int suns = 0;

    for (int i = 0; i < s->seats; i++)
        suns += __builtin_popcount(s->ready[i]);
    return s->epoch == RA_EPOCHS && suns == 1;
}

static const char *
ra_kind_of(const struct ra_state *s)
{
    if (s->phase == RA_DISCARD)
        return "discard";
    if (ra_is_ending(s))
        return "ending";
    if (s->phase == RA_AUCTION)
        return s->high_sun ? "bid" : "first_bid";
    return s->phase == RA_GODS || ra_has_god(s) ? "god" : "turn";
}

static const char *
amun_kind_of(const struct amun_state *s)
{
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

const char *
meter_kind(const struct game *game, const void *state)
{
    return strcmp(game->name, "ra") == 0 ? ra_kind_of(state) : amun_kind_of(state);
}

int
meter_part(const struct game *game, const void *state)
{
    const struct amun_state *amun = state;
    const struct ra_state *ra = state;

    if (strcmp(game->name, "ra") == 0)
        return ra->epoch;
    return amun->round > AMUN_ROUNDS / 2 ? 2 : 1;
}

bool
meter_has_endings(const struct game *game)
{
    return strcmp(game->name, "ra") == 0;
}

bool
meter_plays_on(const struct game *game)
{
    return strcmp(game->name, "amun_re") == 0;
}

bool
meter_is_fair(const struct game *game, const void *state, int seat)
{
    game_action actions[GAMES_MAX_ACTIONS];
    int count = game->actions(state, seat, actions);
    const struct amun_state *amun = state;
    const struct ra_state *ra = state;

    if (count < 2 || count > AI_OPTIONS)
        return false;
    if (strcmp(game->name, "ra") != 0)
        return amun->phase != AMUN_OFFER;
    return ra_lot_size(ra) > 0 || ra->phase == RA_DISCARD;
}
