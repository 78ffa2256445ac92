/* SPDX-License-Identifier: MIT
 * ra_odds.c -- see ra_odds.h. */
#include "ra_odds.h"

#include <string.h>

#include "estimate.h"

/* Draw after draw: chances[i] is the probability of i Ra tiles so far; the last entry is for
 * `wanted` or more. Tiles are not put back. */
static void
draw_on(struct ra_odds *odds, int wanted)
{
    double chances[RA_TILES + 1] = {1};
    int ra = odds->of[RA_RA];

    for (int k = 0; k < RA_ODDS_DRAWS; k++) {
        for (int i = (k + 1 < wanted ? k + 1 : wanted) - 1; i >= 0 && k < odds->tiles; i--) {
            double next = (double)(ra - i) / (odds->tiles - k);

            chances[i + 1] += chances[i] * (next > 0 ? next : 0);
            chances[i] *= 1 - (next > 0 ? next : 0);
        }
        odds->full[k] = chances[wanted];
    }
}

void
ra_odds_of(const struct ra_state *s, struct ra_odds *out)
{
    int wanted = ra_track_length(s->seats) - s->ra_tiles;

    memset(out, 0, sizeof *out);
    if (s->phase == RA_DEAL || s->phase == RA_OVER)
        return;
    for (int kind = 0; kind < RA_KINDS; kind++) {
        out->of[kind] = s->bag[kind];
        out->tiles += s->bag[kind];
    }
    if (wanted > 0)
        draw_on(out, wanted);
}

static int32_t
units(double chance)
{
    return (int32_t)(chance * ESTIMATE_SURE + 0.5);
}

void
ra_json_odds(struct text *t, const struct ra_odds *odds)
{
    json_open(t, '{');
    json_key_int(t, "tiles", odds->tiles);
    json_key_open(t, "kinds", '{');
    for (int kind = 0; kind < RA_KINDS; kind++) {
        if (!odds->of[kind])
            continue;
        json_key(t, ra_kind_name((enum ra_kind)kind));
        json_open(t, '[');
        json_int(t, odds->of[kind]);
        json_win(t, units((double)odds->of[kind] / odds->tiles));
        json_close(t, ']');
    }
    json_close(t, '}');
    json_key_open(t, "epoch_ends", '[');
    for (int k = 0; k < RA_ODDS_DRAWS; k++)
        json_win(t, units(odds->full[k]));
    json_close(t, ']');
    json_close(t, '}');
}
