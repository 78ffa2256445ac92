/* SPDX-License-Identifier: MIT
 * ra_hint.c -- what a hint adds of the bag of Ra: the next tile, and when the epoch may end. */
#include "ra_hint.h"

#include <stdio.h>

#include "phrase.h"
#include "ra_odds.h"

enum { ODDS_SHOWN = 5 };

/* A chance ends its line. */
static void
put_chance(struct text *out, double chance)
{
    char number[32];

    snprintf(number, sizeof number, "%.1f", 100 * chance);
    put_format(out, "%s %%\n", decimal(number));
}

void
ra_tell_odds(const void *seen, struct text *out)
{
    struct filling with = {0};
    struct ra_odds odds;
    int shown = 0;

    ra_odds_of(seen, &odds);
    if (odds.tiles == 0)
        return;
    with.count = odds.tiles;
    text_char(out, '\n');
    fill(out, phrase("ra.hint.bag.title"), &with);
    put_format(out, "%s%s ", phrase("term.semicolon"), phrase("ra.kind.ra"));
    put_chance(out, (double)odds.of[RA_RA] / odds.tiles);
    for (int k = 1; k <= RA_ODDS_DRAWS && shown < ODDS_SHOWN; k++) {
        if (odds.full[k - 1] < 0.001)
            continue;
        with.n = k;
        fill(out, plural("ra.hint.bag.epoch", k), &with);
        text_put(out, phrase("term.colon"));
        put_chance(out, odds.full[k - 1]);
        shown++;
    }
}
