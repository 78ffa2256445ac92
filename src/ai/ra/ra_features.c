/* SPDX-License-Identifier: MIT
 * ra_features.c -- see ra_features.h. Fields of a display are read by their bit positions from
 * ra.h: reading each tile by name would take longer than the net.
 */
#include "ra_features.h"

#include <string.h>

#include "bits.h"
#include "minmax.h"

static const int8_t civilisation_points[6] = {-5, 0, 0, 5, 10, 15};
static const int8_t kinds_points[9] = {0, 1, 2, 3, 4, 5, 6, 10, 15};
static const int8_t alike_points[8] = {0, 0, 0, 5, 10, 15, 15, 15};

/* The track, with the disasters counted separately. */
struct lot {
    int size, gods, pharaohs, niles, floods, gold;
    int civilisation[RA_CIVILISATIONS], monument[RA_MONUMENTS], disaster[4];
};

struct table {
    const struct ra_state *s;
    struct lot lot;
    const struct ra_seat_numbers *of[RA_SEATS];
    int now[RA_SEATS]; /* all points of the epoch if it ended now */
    int epoch, seats_in, ready;
};

/* value / per, as a feature. */
static int16_t
scaled(int value, int per)
{
    return (int16_t)int_clamp(value * NET_UNIT / per, -NET_FEATURE_MOST, NET_FEATURE_MOST);
}

static void
read_track(const struct ra_state *s, struct lot *lot)
{
    memset(lot, 0, sizeof *lot);
    for (int i = 0; i < RA_TRACK; i++) {
        int kind = s->track[i];

        if (kind == RA_EMPTY)
            continue;
        lot->size++;
        if (kind >= RA_FUNERAL)
            lot->disaster[kind - RA_FUNERAL]++;
        else if (kind >= RA_FORTRESS)
            lot->monument[kind - RA_FORTRESS]++;
        else if (kind >= RA_ASTRONOMY)
            lot->civilisation[kind - RA_ASTRONOMY]++;
        lot->gods += kind == RA_GOD;
        lot->pharaohs += kind == RA_PHARAOH;
        lot->niles += kind == RA_NILE;
        lot->floods += kind == RA_FLOOD;
        lot->gold += kind == RA_GOLD;
    }
}

static int
river_points(int niles, int floods)
{
    return floods ? niles + floods : 0;
}

static void
read_display(ra_display d, struct ra_seat_numbers *t)
{
    t->gods = (int)(d & 15);
    t->pharaohs = (int)(d >> 4 & 31);
    t->niles = (int)(d >> 9 & 31);
    t->floods = (int)(d >> 14 & 15);
    t->gold = (int)(d >> 18 & 7);
    for (int i = 0; i < RA_CIVILISATIONS; i++) {
        t->civilisation[i] = (int)(d >> (21 + 3 * i) & 7);
        t->civilisations += t->civilisation[i] > 0;
        t->civilisation_tiles += t->civilisation[i];
    }
    for (int i = 0; i < RA_MONUMENTS; i++) {
        t->monument[i] = (int)(d >> (36 + 3 * i) & 7);
        t->alike[t->monument[i]]++;
        t->monument_points += alike_points[t->monument[i]];
    }
    t->monument_kinds = RA_MONUMENTS - t->alike[0];
    t->monument_points += kinds_points[t->monument_kinds];
}

static void
read_seat(const struct ra_state *s, int seat, struct ra_seat_numbers *t)
{
    uint32_t ready = s->ready[seat];

    memset(t, 0, sizeof *t);
    read_display(s->tiles[seat], t);
    t->sun_sum = bits_sum(ready | s->spent[seat]);
    for (; ready; ready &= ready - 1) {
        t->ready++;
        t->best_ready = bits_lowest(ready);
    }
    t->plain = 2 * t->gods + river_points(t->niles, t->floods) + 3 * t->gold +
               civilisation_points[t->civilisations];
    if (s->epoch == RA_EPOCHS)
        t->plain += t->monument_points;
}

static int
rank_points(int mine, int most, int fewest, int high, int low)
{
    return most == fewest ? 0 : mine == most ? high : mine == fewest ? low : 0;
}

static void
compare_seats(struct table *t)
{
    int most = 0, fewest = 99, high = 0, low = 999;

    for (int i = 0; i < t->s->seats; i++) {
        const struct ra_seat_numbers *of = t->of[i];

        most = of->pharaohs > most ? of->pharaohs : most;
        fewest = of->pharaohs < fewest ? of->pharaohs : fewest;
        high = of->sun_sum > high ? of->sun_sum : high;
        low = of->sun_sum < low ? of->sun_sum : low;
        t->seats_in += of->ready > 0;
        t->ready += of->ready;
    }
    for (int i = 0; i < t->s->seats; i++) {
        const struct ra_seat_numbers *of = t->of[i];

        t->now[i] = of->plain + rank_points(of->pharaohs, most, fewest, 5, -2);
        if (t->s->epoch == RA_EPOCHS)
            t->now[i] += rank_points(of->sun_sum, high, low, 5, -5);
    }
}

/* ---- the list of a seat ---- */

static void
put_suns(const struct table *t, int seat, int16_t *f)
{
    const struct ra_state *s = t->s;
    const struct ra_seat_numbers *my = t->of[seat];
    int above = 0, high = 0, low = 999;

    for (uint32_t suns = s->ready[seat]; suns; suns &= suns - 1)
        f[RA_SF_READY + bits_lowest(suns)] = NET_UNIT;
    for (uint32_t suns = s->spent[seat]; suns; suns &= suns - 1)
        f[RA_SF_SPENT + bits_lowest(suns)] = NET_UNIT;
    f[RA_SF_READY_COUNT + 5 * t->epoch + int_clamp(my->ready, 0, 4)] = NET_UNIT;
    for (int i = 0; i < s->seats; i++) {
        if (i == seat)
            continue;
        above += t->of[i]->best_ready > my->best_ready;
        high = t->of[i]->sun_sum > high ? t->of[i]->sun_sum : high;
        low = t->of[i]->sun_sum < low ? t->of[i]->sun_sum : low;
    }
    f[RA_SF_READY_RANK + above] = NET_UNIT;
    f[RA_SF_ALONE] = my->ready && t->seats_in == 1 ? NET_UNIT : 0;
    f[RA_SF_SUN_SUM] = scaled(my->sun_sum - high, 8);
    f[RA_SF_SUN_SUM + 1] = my->sun_sum > high ? NET_UNIT : 0;
    f[RA_SF_SUN_SUM + 2] = my->sun_sum < low ? NET_UNIT : 0;
}

static void
put_points(const struct table *t, int seat, int16_t *f)
{
    const struct ra_state *s = t->s;
    const struct ra_seat_numbers *my = t->of[seat];
    int best = -99, best_now = -99, most = 0, fewest = 99, lead, lead_now;

    for (int i = 0; i < s->seats; i++) {
        if (i == seat)
            continue;
        best = s->score[i] > best ? s->score[i] : best;
        best_now = int_max(best_now, s->score[i] + t->now[i]);
        most = t->of[i]->pharaohs > most ? t->of[i]->pharaohs : most;
        fewest = t->of[i]->pharaohs < fewest ? t->of[i]->pharaohs : fewest;
    }
    lead = s->score[seat] - best;
    lead_now = s->score[seat] + t->now[seat] - best_now;
    f[RA_SF_SCORE] = scaled(s->score[seat], 16);
    f[RA_SF_LEAD] = scaled(lead, 8);
    f[RA_SF_LEAD + 1 + t->epoch] = scaled(lead, 8);
    f[RA_SF_LEAD_NOW] = scaled(lead_now, 8);
    f[RA_SF_LEAD_NOW + 1 + t->epoch] = scaled(lead_now, 8);
    f[RA_SF_TALLY + t->epoch] = scaled(t->now[seat], 8);
    f[RA_SF_PHARAOHS] = scaled(my->pharaohs, 4);
    f[RA_SF_PHARAOH_LEAD + 6 + int_clamp(my->pharaohs - most, -6, 6)] = NET_UNIT;
    f[RA_SF_PHARAOH_LAST + 1 + int_clamp(my->pharaohs - fewest, -1, 3)] = NET_UNIT;
}

static void
put_tiles(const struct table *t, int seat, int16_t *f)
{
    const struct ra_seat_numbers *my = t->of[seat];

    f[RA_SF_GODS + int_clamp(my->gods, 0, 3)] = NET_UNIT;
    f[RA_SF_NILES + t->epoch] = scaled(my->niles, 4);
    f[RA_SF_FLOODS + int_clamp(my->floods, 0, 3)] = NET_UNIT;
    f[RA_SF_RIVER + (my->floods == 0)] = scaled(my->niles + my->floods, 4);
    f[RA_SF_GOLD] = scaled(my->gold, 1);
    f[RA_SF_CIVILISATIONS + my->civilisations] = NET_UNIT;
    f[RA_SF_CIVILISATION_MORE] = scaled(my->civilisation_tiles - my->civilisations, 2);
    f[RA_SF_MONUMENT_KINDS + my->monument_kinds] = NET_UNIT;
    for (int i = 1; i <= 5; i++)
        f[RA_SF_MONUMENTS_ALIKE + i - 1] = scaled(my->alike[i], 2);
    f[RA_SF_MONUMENT_POINTS + t->epoch] = scaled(my->monument_points, 8);
}

/* The tiles in the bag that the seat waits for. */
static void
put_hopes(const struct table *t, int seat, int16_t *f)
{
    const struct ra_seat_numbers *my = t->of[seat];
    const uint8_t *bag = t->s->bag;
    int missing = 0, third = 0, other = 0;

    for (int i = 0; i < RA_CIVILISATIONS; i++)
        missing += my->civilisation[i] ? 0 : bag[RA_ASTRONOMY + i];
    for (int i = 0; i < RA_MONUMENTS; i++) {
        third += my->monument[i] >= 2 ? bag[RA_FORTRESS + i] : 0;
        other += my->monument[i] ? 0 : bag[RA_FORTRESS + i];
    }
    f[RA_SF_CIVILISATION_MORE + 1] = scaled(missing, 8);
    f[RA_SF_MONUMENT_BAG] = scaled(third, 8);
    f[RA_SF_MONUMENT_BAG + 1] = scaled(other, 16);
}

/* The result of winning the lot for the seat, by part. The parts are points of the epoch without
 * disasters, new kinds, kinds towards three, and the cost of the disasters. */
static void
put_lot(const struct table *t, int seat, int16_t *f)
{
    const struct ra_seat_numbers *my = t->of[seat];
    const struct lot *lot = &t->lot;
    int civilisations = 0, held = 0, kinds = 0, alike = 0, towards = 0, points;

    if (lot->size == 0)
        return;
    for (int i = 0; i < RA_CIVILISATIONS; i++)
        civilisations += lot->civilisation[i] && !my->civilisation[i];
    for (int i = 0; i < RA_MONUMENTS; i++) {
        int after = int_min(my->monument[i] + lot->monument[i], 7);

        kinds += lot->monument[i] && !my->monument[i];
        towards += lot->monument[i] && my->monument[i] ? lot->monument[i] : 0;
        alike += alike_points[after] - alike_points[my->monument[i]];
        held += after;
    }
    points = 2 * lot->gods + 3 * lot->gold +
             river_points(my->niles + lot->niles, my->floods + lot->floods) -
             river_points(my->niles, my->floods) +
             civilisation_points[my->civilisations + civilisations] -
             civilisation_points[my->civilisations];
    f[RA_SF_LOT] = scaled(points, 8);
    f[RA_SF_LOT + 1] = scaled(civilisations, 2);
    f[RA_SF_LOT + 2] = scaled(kinds, 2);
    f[RA_SF_LOT + 3] = scaled(alike, 8);
    f[RA_SF_LOT + 4] = scaled(towards, 2);
    f[RA_SF_LOT + 5] = scaled(int_min(2 * lot->disaster[0], my->pharaohs + lot->pharaohs), 2);
    f[RA_SF_LOT + 6] =
        scaled(int_min(2 * lot->disaster[1], my->floods + lot->floods + my->niles), 2);
    f[RA_SF_LOT + 7] = scaled(int_min(2 * lot->disaster[2], my->civilisation_tiles), 2);
    f[RA_SF_LOT + 8] = scaled(int_min(2 * lot->disaster[3], held), 2);
}

/* ---- the list of the table ---- */

static void
put_track(const struct table *t, int16_t *f)
{
    const struct ra_state *s = t->s;

    f[RA_CF_ONE] = NET_UNIT;
    f[RA_CF_EPOCH + t->epoch] = NET_UNIT;
    f[RA_CF_RA_TILES + int_clamp(s->ra_tiles, 0, 9)] = NET_UNIT;
    f[RA_CF_CENTRE + s->centre_sun] = NET_UNIT;
    f[RA_CF_LOT_SIZE + t->lot.size] = NET_UNIT;
    for (int i = 0; i < RA_TRACK; i++) {
        if (s->track[i] != RA_EMPTY)
            f[RA_CF_TRACK + s->track[i]] = (int16_t)(f[RA_CF_TRACK + s->track[i]] + NET_UNIT);
    }
}

static void
put_bag(const struct ra_state *s, int16_t *f)
{
    int bag = 0;

    for (int kind = 0; kind < RA_KINDS; kind++) {
        f[RA_CF_BAG + kind] = scaled(s->bag[kind], 8);
        bag += s->bag[kind];
    }
    f[RA_CF_BAG_SIZE] = scaled(bag, 64);
    if (s->bag[RA_RA]) {
        int spaces = ra_track_length(s->seats) - s->ra_tiles;

        f[RA_CF_RA_SHARE] = scaled(8 * s->bag[RA_RA], bag);
        f[RA_CF_RA_SHARE + 1] = scaled(spaces * bag, 16 * s->bag[RA_RA]);
    }
}

static void
put_seats_in(const struct table *t, int16_t *f)
{
    f[RA_CF_SEATS_IN + t->seats_in] = NET_UNIT;
    f[RA_CF_READY_ALL + t->epoch] = scaled(t->ready, 4);
}

static void
put_common(const struct table *t, int16_t *f)
{
    put_track(t, f);
    put_bag(t->s, f);
    put_seats_in(t, f);
}

/* ---- from nothing ---- */

static void
put_distance(const struct ra_state *s, int seat, int16_t *f)
{
    f[RA_SF_DISTANCE + (seat - s->turn + s->seats) % s->seats] = NET_UNIT;
}

void
ra_base_read(const struct ra_state *s, struct ra_base *out)
{
    out->s = *s;
    for (int i = 0; i < s->seats; i++)
        read_seat(s, i, &out->of[i]);
}

void
ra_features(const struct ra_state *s, struct net_lists *out)
{
    struct table t = {.s = s, .epoch = s->epoch - 1};
    struct ra_seat_numbers of[RA_SEATS];

    read_track(s, &t.lot);
    for (int i = 0; i < s->seats; i++) {
        read_seat(s, i, &of[i]);
        t.of[i] = &of[i];
    }
    compare_seats(&t);
    memset(out->common, 0, sizeof out->common);
    put_common(&t, out->common);
    for (int i = 0; i < s->seats; i++) {
        int16_t *f = out->seat[i];

        memset(f, 0, sizeof out->seat[i]);
        put_distance(s, i, f);
        put_suns(&t, i, f);
        put_points(&t, i, f);
        put_tiles(&t, i, f);
        put_hopes(&t, i, f);
        put_lot(&t, i, f);
    }
}

/* ---- from a similar position ---- */

/* Zeros for the features first..last. */
static void
clear(int16_t *f, int first, int last)
{
    memset(f + first, 0, (size_t)(last - first + 1) * sizeof *f);
}

/* What differs from the base: suns or points of any seat, tiles of some, what seats wait for, the lot. */
struct differences {
    bool suns, points, hopes, bag, lot;
    uint8_t tiles; /* a set of seats */
};

static struct differences
find_differences(const struct ra_state *a, const struct ra_state *b)
{
    struct differences d = {.points = memcmp(a->score, b->score, sizeof a->score) != 0,
                            .bag = memcmp(a->bag, b->bag, sizeof a->bag) != 0 ||
                                   a->ra_tiles != b->ra_tiles,
                            .hopes = memcmp(a->bag + RA_ASTRONOMY, b->bag + RA_ASTRONOMY,
                                            RA_FUNERAL - RA_ASTRONOMY) != 0,
                            .lot = memcmp(a->track, b->track, sizeof a->track) != 0};

    for (int i = 0; i < a->seats; i++) {
        d.suns |= a->ready[i] != b->ready[i] || a->spent[i] != b->spent[i];
        d.tiles |= (uint8_t)((a->tiles[i] != b->tiles[i]) << i);
    }
    d.points |= d.suns || d.tiles;
    return d;
}

static void
put_seat_from(const struct table *t, const struct differences *d, int seat, int16_t *f)
{
    bool tiles = d->tiles >> seat & 1;

    clear(f, RA_SF_DISTANCE, RA_SF_END_DISTANCE);
    put_distance(t->s, seat, f);
    if (d->suns) {
        clear(f, RA_SF_READY, RA_SF_END_ALONE);
        put_suns(t, seat, f);
    }
    if (d->points) {
        clear(f, RA_SF_SCORE, RA_SF_END_TALLY);
        clear(f, RA_SF_PHARAOHS, RA_SF_END_PHARAOH_LAST);
        put_points(t, seat, f);
    }
    if (tiles) {
        clear(f, RA_SF_GODS, RA_SF_END_GODS);
        clear(f, RA_SF_NILES, RA_SF_END_MONUMENT_BAG);
        put_tiles(t, seat, f);
    }
    if (tiles || d->hopes)
        put_hopes(t, seat, f);
    if (tiles || d->lot) {
        clear(f, RA_SF_LOT, RA_SF_END_LOT);
        put_lot(t, seat, f);
    }
}

void
ra_features_from(const struct ra_base *base, const struct net_lists *near,
                 const struct ra_state *s, struct net_lists *out)
{
    struct table t = {.s = s, .epoch = s->epoch - 1};
    struct differences d;
    struct ra_seat_numbers of[RA_SEATS];

    if (s->epoch != base->s.epoch) {
        ra_features(s, out);
        return;
    }
    d = find_differences(s, &base->s);
    read_track(s, &t.lot);
    for (int i = 0; i < s->seats; i++) {
        bool same = !(d.tiles >> i & 1) && s->ready[i] == base->s.ready[i] &&
                    s->spent[i] == base->s.spent[i];

        t.of[i] = same ? &base->of[i] : &of[i];
        if (!same)
            read_seat(s, i, &of[i]);
    }
    compare_seats(&t);
    memcpy(out->common, near->common, sizeof out->common);
    clear(out->common, RA_CF_ONE, RA_CF_END_TRACK);
    put_track(&t, out->common);
    if (d.bag) {
        clear(out->common, RA_CF_RA_SHARE, RA_CF_END_RA_SHARE);
        put_bag(s, out->common);
    }
    clear(out->common, RA_CF_SEATS_IN, RA_CF_END_READY_ALL);
    put_seats_in(&t, out->common);
    memcpy(out->seat, near->seat, (size_t)s->seats * sizeof out->seat[0]);
    for (int i = 0; i < s->seats; i++)
        put_seat_from(&t, &d, i, out->seat[i]);
}
