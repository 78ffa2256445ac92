/* SPDX-License-Identifier: MIT
 * ra_score.c -- points of displays and suns [RA-SCORE], and the winner [RA-END].
 */
#include "ra_parts.h"

#include "bits.h"
#include "minmax.h"

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

/* The fields of a category, of three bits each, lowest first. */
static uint32_t
fields_of(ra_display d, int first, int last)
{
    int shift = ra_fields[first].shift;

    return (uint32_t)(d >> shift & ((UINT64_C(8) << (ra_fields[last].shift - shift)) - 1));
}

int
ra_different(ra_display d, int first, int last)
{
    uint32_t fields = fields_of(d, first, last);

    return bits_count((fields | fields >> 1 | fields >> 2) & 011111111);
}

int
ra_sun_sum(const struct ra_state *s, int seat)
{
    return bits_sum(s->ready[seat] | s->spent[seat]);
}

static void
widen(struct ra_range *range, int value)
{
    range->high = int_max(range->high, value);
    range->low = int_min(range->low, value);
}

/* `most` for the highest, `fewest` for the lowest, 0 when all are equal. */
static int16_t
rank_points(int value, struct ra_range range, int most, int fewest)
{
    if (range.high == range.low)
        return 0;
    return (int16_t)(value == range.high ? most : value == range.low ? fewest : 0);
}

void
ra_rank(struct ra_ranks *r, int pharaohs, int suns)
{
    widen(&r->pharaohs, pharaohs);
    widen(&r->suns, suns);
}

int16_t
ra_pharaoh_points(const struct ra_ranks *r, int pharaohs)
{
    return rank_points(pharaohs, r->pharaohs, 5, -2); /* [RA-SCORE-03] */
}

int16_t
ra_sun_points(const struct ra_ranks *r, int suns)
{
    return rank_points(suns, r->suns, 5, -5); /* [RA-SCORE-09] */
}

/* [RA-SCORE-07] by the number of kinds, [RA-SCORE-08] by how many are alike. */
static const uint8_t kinds_points[RA_MONUMENTS + 1] = {0, 1, 2, 3, 4, 5, 6, 10, 15};
static const uint8_t alike_points[6] = {0, 0, 0, 5, 10, 15};

static int
sets_points(ra_display d)
{
    int points = 0;

    for (uint32_t held = fields_of(d, RA_FORTRESS, RA_TEMPLE); held; held >>= 3)
        points += alike_points[held & 7];
    return points;
}

static int
monument_points(ra_display d)
{
    return kinds_points[ra_different(d, RA_FORTRESS, RA_TEMPLE)] + sets_points(d);
}

static struct ra_ranks
ranks_of(const struct ra_state *s)
{
    struct ra_ranks r = RA_NO_RANKS;

    for (int i = 0; i < s->seats; i++)
        ra_rank(&r, ra_count(s->tiles[i], RA_PHARAOH),
                s->epoch == RA_EPOCHS ? ra_sun_sum(s, i) : 0);
    return r;
}

/* What no other seat has a say in. */
static struct ra_tally
tally_of_display(ra_display d, int epoch)
{
    static const int8_t civilisation_points[] = {-5, 0, 0, 5, 10, 15}; /* [RA-SCORE-06] */
    int floods = ra_count(d, RA_FLOOD);
    struct ra_tally t = {0};

    t.gods = (int16_t)(2 * ra_count(d, RA_GOD)); /* [RA-SCORE-02] */
    t.river = (int16_t)(floods ? floods + ra_count(d, RA_NILE) : 0); /* [RA-SCORE-04] */
    t.gold = (int16_t)(3 * ra_count(d, RA_GOLD)); /* [RA-SCORE-05] */
    t.civilisation = civilisation_points[ra_different(d, RA_ASTRONOMY, RA_ART)];
    if (epoch == RA_EPOCHS) { /* [RA-SCORE-10] */
        t.monument_kinds = kinds_points[ra_different(d, RA_FORTRESS, RA_TEMPLE)];
        t.monument_sets = (int16_t)sets_points(d);
    }
    t.total = (int16_t)(t.gods + t.river + t.gold + t.civilisation + t.monument_kinds +
                        t.monument_sets);
    return t;
}

static struct ra_tally
tally_of(const struct ra_state *s, int seat, const struct ra_ranks *r)
{
    struct ra_tally t = tally_of_display(s->tiles[seat], s->epoch);

    t.pharaohs = ra_pharaoh_points(r, ra_count(s->tiles[seat], RA_PHARAOH));
    if (s->epoch == RA_EPOCHS)
        t.suns = ra_sun_points(r, ra_sun_sum(s, seat));
    t.total = (int16_t)(t.total + t.pharaohs + t.suns);
    return t;
}

int
ra_display_points(ra_display d, int epoch)
{
    return tally_of_display(d, epoch).total;
}

struct ra_tally
ra_score(const struct ra_state *s, int seat)
{
    const struct ra_ranks r = ranks_of(s);

    return tally_of(s, seat, &r);
}

void
ra_score_all(const struct ra_state *s, struct ra_tally out[RA_SEATS])
{
    const struct ra_ranks r = ranks_of(s);

    for (int i = 0; i < s->seats; i++)
        out[i] = tally_of(s, i, &r);
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
