/* SPDX-License-Identifier: MIT
 * ra_score.c -- points of displays and suns [RA-SCORE], and the winner [RA-END].
 */
#include "ra_parts.h"

#include <string.h>

/* clang-format off */
const struct ra_field ra_fields[RA_KINDS] = {
    [RA_GOD] = {0, 4},         [RA_PHARAOH] = {4, 5},      [RA_NILE] = {9, 5},
    [RA_FLOOD] = {14, 4},      [RA_GOLD] = {18, 3},        [RA_ASTRONOMY] = {21, 3},
    [RA_AGRICULTURE] = {24, 3}, [RA_WRITING] = {27, 3},    [RA_RELIGION] = {30, 3},
    [RA_ART] = {33, 3},        [RA_FORTRESS] = {36, 3},    [RA_OBELISK] = {39, 3},
    [RA_PALACE] = {42, 3},     [RA_PYRAMID] = {45, 3},     [RA_SPHINX] = {48, 3},
    [RA_STATUE] = {51, 3},     [RA_STEP_PYRAMID] = {54, 3}, [RA_TEMPLE] = {57, 3},
};
/* clang-format on */

int
ra_held(ra_display d, enum ra_kind kind)
{
    return ra_count(d, (int)kind);
}

ra_display
ra_one_tile(enum ra_kind kind)
{
    return ra_fields[kind].bits ? ra_one((int)kind) : 0;
}

int
ra_held_range(ra_display d, int first, int last)
{
    int held = 0;

    for (int kind = first; kind <= last; kind++)
        held += ra_count(d, kind);
    return held;
}

int
ra_different(ra_display d, int first, int last)
{
    int different = 0;

    for (int kind = first; kind <= last; kind++)
        different += ra_count(d, kind) > 0;
    return different;
}

int
ra_sun_sum(const struct ra_state *s, int seat)
{
    uint32_t suns = s->ready[seat] | s->spent[seat];
    int sum = 0;

    for (int sun = 1; sun <= RA_SUNS; sun++)
        sum += (suns >> sun & 1) ? sun : 0;
    return sum;
}

/* `most` for the highest of values[seats], `fewest` for the lowest, 0 when all are equal. */
static int16_t
rank_points(const int *values, int seats, int seat, int most, int fewest)
{
    int high = values[0], low = values[0];

    for (int i = 1; i < seats; i++) {
        high = values[i] > high ? values[i] : high;
        low = values[i] < low ? values[i] : low;
    }
    if (high == low)
        return 0;
    return (int16_t)(values[seat] == high ? most : values[seat] == low ? fewest : 0);
}

/* [RA-SCORE-07] by the number of kinds, [RA-SCORE-08] by how many are alike. */
static const uint8_t kinds_points[RA_MONUMENTS + 1] = {0, 1, 2, 3, 4, 5, 6, 10, 15};
static const uint8_t alike_points[6] = {0, 0, 0, 5, 10, 15};

static int
sets_points(ra_display d)
{
    int points = 0;

    for (int kind = RA_FORTRESS; kind <= RA_TEMPLE; kind++)
        points += alike_points[ra_count(d, kind)];
    return points;
}

static int
monument_points(ra_display d)
{
    return kinds_points[ra_different(d, RA_FORTRESS, RA_TEMPLE)] + sets_points(d);
}

struct ra_tally
ra_score(const struct ra_state *s, int seat)
{
    static const int8_t civilisation_points[] = {-5, 0, 0, 5, 10, 15}; /* [RA-SCORE-06] */
    ra_display d = s->tiles[seat];
    int pharaohs[RA_SEATS], suns[RA_SEATS], floods = ra_count(d, RA_FLOOD);
    struct ra_tally t = {0};

    for (int i = 0; i < s->seats; i++) {
        pharaohs[i] = ra_count(s->tiles[i], RA_PHARAOH);
        suns[i] = ra_sun_sum(s, i);
    }
    t.gods = (int16_t)(2 * ra_count(d, RA_GOD)); /* [RA-SCORE-02] */
    t.pharaohs = rank_points(pharaohs, s->seats, seat, 5, -2); /* [RA-SCORE-03] */
    t.river = (int16_t)(floods ? floods + ra_count(d, RA_NILE) : 0); /* [RA-SCORE-04] */
    t.gold = (int16_t)(3 * ra_count(d, RA_GOLD)); /* [RA-SCORE-05] */
    t.civilisation = civilisation_points[ra_different(d, RA_ASTRONOMY, RA_ART)];
    if (s->epoch == RA_EPOCHS) { /* [RA-SCORE-10] */
        t.monument_kinds = kinds_points[ra_different(d, RA_FORTRESS, RA_TEMPLE)];
        t.monument_sets = (int16_t)sets_points(d);
        t.suns = rank_points(suns, s->seats, seat, 5, -5); /* [RA-SCORE-09] */
    }
    t.total = (int16_t)(t.gods + t.pharaohs + t.river + t.gold + t.civilisation +
                        t.monument_kinds + t.monument_sets + t.suns);
    return t;
}

/* The display of monuments that scores most after giving up `owed` tiles of the kinds from
 * `kind` on; at most 330 ways, for two earthquakes. */
static ra_display
best_without(ra_display d, int kind, int owed)
{
    ra_display best, with;

    if (owed == 0 || kind > RA_TEMPLE)
        return d;
    best = best_without(d, kind + 1, owed);
    if (ra_count(d, kind)) {
        with = best_without(d - ra_one(kind), kind, owed - 1);
        if (ra_held_range(with, RA_FORTRESS, RA_TEMPLE) <
                ra_held_range(best, RA_FORTRESS, RA_TEMPLE) ||
            (ra_held_range(with, RA_FORTRESS, RA_TEMPLE) ==
                 ra_held_range(best, RA_FORTRESS, RA_TEMPLE) &&
             monument_points(with) > monument_points(best)))
            best = with;
    }
    return best;
}

/* Civilisation tiles given up for unrest: of the kind held most, so that the fewest kinds are
 * lost. */
static ra_display
without_civilisation(ra_display d, int owed)
{
    for (; owed > 0; owed--) {
        int most = RA_ASTRONOMY;

        for (int kind = RA_ASTRONOMY; kind <= RA_ART; kind++) {
            if (ra_count(d, kind) > ra_count(d, most))
                most = kind;
        }
        if (!ra_count(d, most))
            break;
        d -= ra_one(most);
    }
    return d;
}

static ra_display
without(ra_display d, int kind, int count)
{
    int held = ra_count(d, kind);

    return d - ra_one(kind) * (unsigned)(count < held ? count : held);
}

/* A display with the lot added, and its disasters carried out at the lowest cost now. */
static ra_display
with_lot(const struct ra_state *s, ra_display d)
{
    int count[4] = {0}, floods;

    for (int i = 0; i < RA_TRACK; i++) {
        int kind = s->track[i];

        if (ra_is_disaster(kind))
            count[kind - RA_FUNERAL]++;
        else if (kind != RA_EMPTY)
            d += ra_one(kind);
    }
    floods = ra_count(d, RA_FLOOD) < 2 * count[1] ? ra_count(d, RA_FLOOD) : 2 * count[1];
    d = without(d, RA_PHARAOH, 2 * count[0]);
    d = without(d, RA_FLOOD, floods);
    d = without(d, RA_NILE, 2 * count[1] - floods);
    d = without_civilisation(d, 2 * count[2]);
    return best_without(d, RA_FORTRESS, 2 * count[3]);
}

void
ra_lot_worth(const struct ra_state *s, int seat, int sun, int out[RA_SEATS])
{
    struct ra_state after = *s;

    after.tiles[seat] = with_lot(s, s->tiles[seat]);
    if (sun) {
        after.ready[seat] &= ~(UINT32_C(1) << sun);
        after.spent[seat] |= UINT32_C(1) << s->centre_sun;
    }
    for (int i = 0; i < s->seats; i++)
        out[i] = ra_score(&after, i).total - ra_score(s, i).total;
}

int
ra_winner(const struct ra_state *s)
{
    int best = s->score[0];
    game_seats tied = 0;

    for (int i = 1; i < s->seats; i++)
        best = s->score[i] > best ? s->score[i] : best;
    for (int i = 0; i < s->seats; i++)
        tied |= (game_seats)((s->score[i] == best) << i);
    return ra_highest_sun_owner(s, tied); /* [RA-END-02] */
}
