/* SPDX-License-Identifier: MIT
 * ra_thumb.c -- see ra_thumb.h. */
#include "ra_thumb.h"

#include "bits.h"

/* The confidence that others bid as estimated, and the own loss for each point of a rival's
 * profit. */
static const double SURE_TO_LOSE = 0.75, SURE_TO_WIN = 0.92, ENVY = 0.4;

int
ra_thumb_track(const struct ra_state *s, uint8_t kinds[RA_TRACK])
{
    int count = 0;

    for (int i = 0; i < RA_TRACK; i++) {
        if (s->track[i] != RA_EMPTY)
            kinds[count++] = s->track[i];
    }
    return count;
}

struct ra_thumb
ra_thumb_lot(const struct ra_outlook *o, const uint8_t *kinds, int count)
{
    struct ra_thumb t = {.s = o->s, .outlook = o};

    for (int i = 0; i < o->s->seats; i++) {
        if (o->s->ready[i])
            t.gain[i] = ra_lot_gain(o, i, kinds, count);
    }
    return t;
}

int
ra_thumb_lowest(uint32_t suns, int high)
{
    uint32_t above = suns & ~((UINT32_C(2) << high) - 1);

    return above ? bits_lowest(above) : 0;
}

double
ra_thumb_profit(const struct ra_thumb *t, int seat, int high, int *sun)
{
    double profit;

    *sun = ra_thumb_lowest(t->s->ready[seat], high);
    if (*sun == 0)
        return 0;
    profit = t->gain[seat] - ra_sun_cost(t->outlook, *sun);
    if (profit <= 0)
        *sun = 0;
    return profit > 0 ? profit : 0;
}

double
ra_thumb_sun_cost(const struct ra_thumb *t, int seat, int sun)
{
    double liking = seat == t->outlook->seat ? t->outlook->taste.suns : 1;

    return liking * ra_sun_cost(t->outlook, sun);
}

double
ra_thumb_envy(const struct ra_thumb *t, double profit)
{
    return -ENVY * profit / (t->s->seats - 1);
}

/* The profit of the seat that bid `high`. */
static double
profit_of_bidder(const struct ra_thumb *t, int high)
{
    for (int i = 0; high && i < t->s->seats; i++) {
        if (t->s->ready[i] >> high & 1)
            return t->gain[i] - ra_sun_cost(t->outlook, high);
    }
    return 0;
}

/* A later seat, or the highest bidder, has it. */
double
ra_thumb_pass(const struct ra_thumb *t, int seat, int high)
{
    double profit = profit_of_bidder(t, high);

    while (seat != t->s->turn) {
        int sun;
        double theirs;

        seat = (seat + 1) % t->s->seats;
        theirs = ra_thumb_profit(t, seat, high, &sun);
        if (sun) {
            high = sun;
            profit = theirs;
        }
    }
    return ra_thumb_envy(t, profit > 0 ? profit : 0);
}

/* The chance that no later seat bids more than `sun`. */
static double
chance_to_win(const struct ra_thumb *t, int seat, int sun)
{
    double chance = 1;

    while (seat != t->s->turn) {
        int theirs;

        seat = (seat + 1) % t->s->seats;
        if (ra_thumb_lowest(t->s->ready[seat], sun) == 0)
            continue;
        ra_thumb_profit(t, seat, sun, &theirs);
        chance *= theirs ? 1 - SURE_TO_LOSE : SURE_TO_WIN;
    }
    return chance;
}

void
ra_thumb_hope(const struct ra_thumb *t, int seat, uint32_t suns, struct ra_thumb_hopes *out)
{
    for (; suns; suns &= suns - 1) {
        int sun = bits_lowest(suns);

        out->chance[sun] = chance_to_win(t, seat, sun);
        out->profit[sun] = t->gain[seat] - ra_thumb_sun_cost(t, seat, sun);
    }
}

static double
value_of_bid(const struct ra_thumb_hopes *hopes, int sun, double pass)
{
    return hopes->chance[sun] * hopes->profit[sun] + (1 - hopes->chance[sun]) * pass;
}

double
ra_thumb_bid(const struct ra_thumb *t, int seat, int high, int sun)
{
    struct ra_thumb_hopes hopes;

    ra_thumb_hope(t, seat, UINT32_C(1) << sun, &hopes);
    return value_of_bid(&hopes, sun, ra_thumb_pass(t, seat, high));
}

int
ra_thumb_answer(const struct ra_thumb *t, const struct ra_thumb_hopes *hopes, int seat,
                int high, bool forced)
{
    uint32_t suns = t->s->ready[seat] & ~((UINT32_C(2) << high) - 1);
    double pass = ra_thumb_pass(t, seat, high), best = forced ? -1e9 : pass;
    int answer = high;

    for (; suns; suns &= suns - 1) {
        int sun = bits_lowest(suns);
        double value = value_of_bid(hopes, sun, pass);

        if (value > best) {
            best = value;
            answer = sun;
        }
    }
    return answer;
}
