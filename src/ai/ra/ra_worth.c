/* SPDX-License-Identifier: MIT
 * ra_worth.c -- see ra_worth.h. The numbers are heuristics: the score sheet, smoothed by what
 * may still come, and tuned in some thousand games. Only + - * / are used on them, so that a
 * bot chooses alike on every machine.
 */
#include "ra_worth.h"

#include "bits.h"
#include "minmax.h"

/* The value of an average tile to an average player, and the number of tiles to expect for a sun.
 * Then the extra value of a sun for each higher number. */
static const double TILE_WORTH = 1.7, MOST_TILES_A_SUN = 6.0, PIP_WORTH = 0.35;

const struct ra_taste ra_no_taste = {1, 1, 1, 1, 1, 1, 1, 1};

/* The tiles to come are divided among the ready suns. Any sun may win a lot, so they are worth
 * about the same: giving high ones more weight lost two of three games against this. */
static double
keep_sun(const struct ra_outlook *o)
{
    double tiles = o->ready_suns ? o->tiles_to_come / o->ready_suns : 0;

    return TILE_WORTH * double_clamp(tiles, 0, MOST_TILES_A_SUN);
}

struct ra_outlook
ra_look_ahead(const struct ra_state *s, int seat, const struct ra_taste *taste)
{
    struct ra_outlook o = {
        .s = s, .seat = seat, .taste = *taste, .epochs_after = RA_EPOCHS - s->epoch};
    int others = 0, spaces = ra_track_length(s->seats) - s->ra_tiles;

    for (int kind = RA_RA + 1; kind < RA_KINDS; kind++)
        others += s->bag[kind];
    /* Until the r-th of R Ra tiles, each other tile comes with probability r / (R + 1). */
    o.tiles_to_come = (double)others * spaces / (s->bag[RA_RA] + 1);
    o.epoch_left = (double)spaces / ra_track_length(s->seats);
    for (int i = 0; i < s->seats; i++) {
        o.ready_suns += bits_count(s->ready[i]);
        o.fewest_pharaohs[i] = RA_TILES;
        for (int j = 0; j < s->seats; j++) {
            int held = ra_held(s->tiles[j], RA_PHARAOH);

            if (j != i && held > o.most_pharaohs[i])
                o.most_pharaohs[i] = held;
            if (j != i && held < o.fewest_pharaohs[i])
                o.fewest_pharaohs[i] = held;
        }
    }
    o.sun_keep = keep_sun(&o);
    return o;
}

/* ---- displays ---- */

/* The chance to stay ahead with a lead of `lead` when scores may still change by about `swing`.
 */
static double
chance_to_lead(double lead, double swing)
{
    double x = lead / swing;

    return 0.5 + 0.5 * x / (1 + (x < 0 ? -x : x));
}

/* 5 for most pharaohs, -2 for fewest, in this epoch and the ones after it. */
static double
pharaohs_worth(const struct ra_outlook *o, int seat, int held)
{
    double worth = 0;

    for (int later = 0; later <= o->epochs_after; later++) {
        double swing = 0.25 + 1.5 * o->epoch_left + 1.2 * later;

        worth += 5 * chance_to_lead(held - o->most_pharaohs[seat] + 0.25, swing);
        worth -= 2 * chance_to_lead(o->fewest_pharaohs[seat] - held + 0.25, swing);
    }
    return worth;
}

/* Niles wait for a flood; they stay, so they may find one in a later epoch. */
static double
river_worth(const struct ra_outlook *o, int niles, int floods)
{
    double now = floods ? niles + floods : niles * 0.5 * o->epoch_left;

    return now + 0.6 * niles * o->epochs_after + (floods > 1 ? 0.2 : 0);
}

static double
civilisations_worth(const struct ra_outlook *o, int different, int held)
{
    static const double now[RA_CIVILISATIONS + 1] = {-5, 0, 0, 5, 10, 15};
    static const double hope[RA_CIVILISATIONS + 1] = {3.5, 1.2, 2.8, 2.2, 1.8, 0};

    return now[different] + hope[different] * o->epoch_left + 0.15 * (held - different);
}

/* Monuments score at the end of the game: before that, half a set is worth its chance of
 * completion. */
static double
monuments_worth(const struct ra_outlook *o, const int count[RA_MONUMENTS])
{
    static const double different_now[RA_MONUMENTS + 1] = {0, 1, 2, 3, 4, 5, 6, 10, 15};
    static const double different_hope[RA_MONUMENTS + 1] = {0,   0.3, 0.6, 0.9, 1.3,
                                                            1.9, 2.8, 1.6, 0};
    static const double alike_now[6] = {0, 0, 0, 5, 10, 15};
    static const double alike_hope[6] = {0, 0.1, 1.4, 0.7, 0.5, 0};
    double to_come = double_clamp((o->epochs_after + o->epoch_left) / 2, 0, 1);
    double worth = 0;
    int different = 0;

    for (int i = 0; i < RA_MONUMENTS; i++) {
        different += count[i] > 0;
        worth += alike_now[count[i]] + alike_hope[count[i]] * to_come;
    }
    return worth + different_now[different] + different_hope[different] * to_come;
}

/* The expected points of a display for `seat` from now to the end of the game. Its fields are read by
 * their bit positions from ra.h. */
static double
display_worth(const struct ra_outlook *o, int seat, ra_display d)
{
    const struct ra_taste *taste = seat == o->seat ? &o->taste : &ra_no_taste;
    int monuments[RA_MONUMENTS], different = 0, civilisations = 0;

    for (int i = 0; i < RA_CIVILISATIONS; i++) {
        int held = (int)(d >> (21 + 3 * i) & 7);

        civilisations += held;
        different += held > 0;
    }
    for (int i = 0; i < RA_MONUMENTS; i++)
        monuments[i] = (int)(d >> (36 + 3 * i) & 7);
    return taste->gods * (2.0 * (int)(d & 15)) + taste->gold * (3.0 * (int)(d >> 18 & 7)) +
           taste->pharaohs * pharaohs_worth(o, seat, (int)(d >> 4 & 31)) +
           taste->river * river_worth(o, (int)(d >> 9 & 31), (int)(d >> 14 & 15)) +
           taste->civilisations * civilisations_worth(o, different, civilisations) +
           taste->monuments * monuments_worth(o, monuments);
}

/* ---- lots ---- */

double
ra_tile_loss(const struct ra_outlook *o, int seat, ra_display d, int kind)
{
    return display_worth(o, seat, d) -
           display_worth(o, seat, d - ra_one_tile((enum ra_kind)kind));
}

/* Removes the tile of the kinds first..last that matters least; none if there is none. */
static ra_display
lose_least(const struct ra_outlook *o, int seat, ra_display d, int first, int last)
{
    double least = 1e9;
    int which = -1;

    for (int kind = first; kind <= last; kind++) {
        double loss = ra_held(d, (enum ra_kind)kind) ? ra_tile_loss(o, seat, d, kind) : 1e9;

        if (loss < least) {
            least = loss;
            which = kind;
        }
    }
    return which < 0 ? d : d - ra_one_tile((enum ra_kind)which);
}

/* Removes one tile for a disaster. */
static ra_display
suffer(const struct ra_outlook *o, int seat, ra_display d, int disaster)
{
    switch (disaster) {
    case RA_FUNERAL:
        return lose_least(o, seat, d, RA_PHARAOH, RA_PHARAOH);
    case RA_DROUGHT:
        return ra_held(d, RA_FLOOD) ? d - ra_one_tile(RA_FLOOD)
                                    : lose_least(o, seat, d, RA_NILE, RA_NILE);
    case RA_UNREST:
        return lose_least(o, seat, d, RA_ASTRONOMY, RA_ART);
    default:
        return lose_least(o, seat, d, RA_FORTRESS, RA_TEMPLE);
    }
}

double
ra_lot_gain(const struct ra_outlook *o, int seat, const uint8_t *kinds, int count)
{
    ra_display before = o->s->tiles[seat], d = before;

    for (int i = 0; i < count; i++)
        d += ra_one_tile((enum ra_kind)kinds[i]); /* 0 for a disaster */
    for (int i = 0; i < count; i++) {
        if (kinds[i] >= RA_FUNERAL) {
            d = suffer(o, seat, d, kinds[i]);
            d = suffer(o, seat, d, kinds[i]);
        }
    }
    return display_worth(o, seat, d) - display_worth(o, seat, before);
}

/* ---- suns ---- */

/* The centre sun is available in the next epoch, and at the end suns count by their sum. */
double
ra_sun_cost(const struct ra_outlook *o, int sun)
{
    return o->sun_keep + PIP_WORTH * (sun - o->s->centre_sun);
}
