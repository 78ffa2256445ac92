/* SPDX-License-Identifier: MIT
 * ra_features.c -- see ra_features.h. Fields of a display are read by their bit positions from
 * ra.h: reading each tile by name would take longer than the net.
 */
#include "ra_features.h"

#include <stddef.h>
#include <string.h>

#include "bits.h"
#include "minmax.h"

static const int8_t civilisation_points[6] = {-5, 0, 0, 5, 10, 15};
static const int8_t kinds_points[9] = {0, 1, 2, 3, 4, 5, 6, 10, 15};
static const int8_t alike_points[8] = {0, 0, 0, 5, 10, 15, 15, 15};

/* A list of features, and what changed in it. */
struct list {
    int16_t *at;
    struct net_changes *changes;
};

static inline void
put(struct list l, int feature, int value)
{
    net_change(l.changes, l.at, feature, value);
}

/* value / per, as a feature. */
static inline int
scaled(int value, int per)
{
    return int_clamp(value * NET_UNIT / per, -NET_FEATURE_MOST, NET_FEATURE_MOST);
}

static inline void
put_scaled(struct list l, int feature, int value, int per)
{
    put(l, feature, scaled(value, per));
}

/* The same of a value that is small enough. */
static inline void
put_small(struct list l, int feature, int value, int per)
{
    put(l, feature, value * NET_UNIT / per);
}

/* Of features from `first` on, one is 1; it was that with the number `then`. */
static inline void
put_one(struct list l, int first, int then, int now)
{
    if (l.at[first + now])
        return; /* as before */
    put(l, first + then, 0);
    put(l, first + now, NET_UNIT);
}

/* What differs from the position before; everything at first. `points`: of any seat. `civilisations` and
 * `monuments`: in the bag. `tiles` and `suns` are sets of seats, `lot` is the set of kinds that seats look at. */
struct differences {
    bool all, track, bag, civilisations, monuments, points;
    uint32_t tiles, suns, lot;
};

enum {
    CIVILISATIONS = (1 << RA_FORTRESS) - (1 << RA_ASTRONOMY),
    MONUMENTS = (1 << RA_FUNERAL) - (1 << RA_FORTRESS),
    DISASTERS = (1 << RA_KINDS) - (1 << RA_FUNERAL),
    FOR_POINTS = 1 << RA_GOD | 1 << RA_GOLD | 1 << RA_NILE | 1 << RA_FLOOD | CIVILISATIONS,
    ALL_KINDS = (1 << RA_KINDS) - 1
};

/* ---- the table ---- */

static void
read_track(const struct ra_state *s, struct ra_lot *lot)
{
    memset(lot, 0, sizeof *lot);
    for (int i = 0; i < RA_TRACK; i++) {
        lot->count[s->track[i]]++;
        lot->kinds |= UINT32_C(1) << s->track[i];
    }
    lot->kinds &= ~(UINT32_C(1) << RA_EMPTY);
    lot->size = RA_TRACK - lot->count[RA_EMPTY];
    for (uint32_t set = lot->kinds & MONUMENTS; set; set &= set - 1)
        lot->monuments += lot->count[bits_lowest(set)];
}

/* Returns the kinds that seats must look at: those that are more or fewer than before, and disasters, whose cost
 * depends on others. */
static uint32_t
put_track(struct ra_follower *w, const struct ra_state *s, struct list l)
{
    struct ra_lot before = w->lot;
    uint32_t changed = 0;

    read_track(s, &w->lot);
    put_one(l, RA_CF_LOT_SIZE, before.size, w->lot.size);
    for (uint32_t kinds = before.kinds | w->lot.kinds; kinds; kinds &= kinds - 1) {
        int kind = bits_lowest(kinds);

        if (w->lot.count[kind] == before.count[kind])
            continue;
        put(l, RA_CF_TRACK + kind, w->lot.count[kind] * NET_UNIT);
        changed |= UINT32_C(1) << kind;
    }
    return changed | ((before.kinds | w->lot.kinds) & DISASTERS);
}

static void
put_bag(struct ra_follower *w, const struct ra_state *s, struct list l)
{
    int spaces = ra_track_length(s->seats) - s->ra_tiles, ra = s->bag[RA_RA];

    for (int kind = 0; kind < RA_KINDS; kind++) {
        if (s->bag[kind] == w->s.bag[kind])
            continue;
        put_small(l, RA_CF_BAG + kind, s->bag[kind], 8);
        w->bag += s->bag[kind] - w->s.bag[kind];
    }
    put_small(l, RA_CF_BAG_SIZE, w->bag, 64);
    put(l, RA_CF_RA_SHARE, ra ? scaled(8 * ra, w->bag) : 0);
    put(l, RA_CF_RA_SHARE + 1, ra ? scaled(spaces * w->bag, 16 * ra) : 0);
}

static void
put_seats_in(struct ra_follower *w, struct list l)
{
    int before = w->seats_in, ready = 0;

    w->seats_in = 0;
    for (int i = 0; i < w->s.seats; i++) {
        w->seats_in += w->of[i].ready > 0;
        ready += w->of[i].ready;
    }
    put_one(l, RA_CF_SEATS_IN, before, w->seats_in);
    put_small(l, RA_CF_READY_ALL + w->s.epoch - 1, ready, 4);
}

static void
put_table(struct ra_follower *w, const struct ra_state *s, struct differences *d, struct list l)
{
    if (d->all) {
        put(l, RA_CF_ONE, NET_UNIT);
        put(l, RA_CF_EPOCH + s->epoch - 1, NET_UNIT);
    }
    if (d->all || s->ra_tiles != w->s.ra_tiles)
        put_one(l, RA_CF_RA_TILES, int_min(w->s.ra_tiles, 9), int_min(s->ra_tiles, 9));
    if (d->all || s->centre_sun != w->s.centre_sun)
        put_one(l, RA_CF_CENTRE, w->s.centre_sun, s->centre_sun);
    if (d->track)
        d->lot = put_track(w, s, l);
    if (d->bag)
        put_bag(w, s, l);
}

/* ---- a seat ---- */

static int
river_points(int niles, int floods)
{
    return floods ? niles + floods : 0;
}

static void
read_tiles(ra_display d, int epoch, struct ra_seat_numbers *t)
{
    t->gods = (int)(d & 15);
    t->pharaohs = (int)(d >> 4 & 31);
    t->niles = (int)(d >> 9 & 31);
    t->floods = (int)(d >> 14 & 15);
    t->gold = (int)(d >> 18 & 7);
    t->civilisations = t->civilisation_tiles = t->monument_tiles = t->monument_points = 0;
    t->held = 0;
    memset(t->alike, 0, sizeof t->alike);
    for (int i = 0; i < RA_CIVILISATIONS; i++) {
        int count = (int)(d >> (21 + 3 * i) & 7);

        t->held |= (uint32_t)(count > 0) << (RA_ASTRONOMY + i);
        t->new_civilisation[i] = count ? 0 : 0xff;
        t->civilisations += count > 0;
        t->civilisation_tiles += count;
    }
    for (int i = 0; i < RA_MONUMENTS; i++) {
        int count = (int)(d >> (36 + 3 * i) & 7);

        t->monument[i] = (uint8_t)count;
        t->held |= (uint32_t)(count > 0) << (RA_FORTRESS + i);
        t->new_monument[i] = count ? 0 : 0xff;
        t->pair[i] = count > 1 ? 0xff : 0;
        t->alike[count]++;
        t->monument_tiles += count;
        t->monument_points += alike_points[count];
    }
    t->monument_kinds = RA_MONUMENTS - t->alike[0];
    t->monument_points += kinds_points[t->monument_kinds];
    t->plain = 2 * t->gods + river_points(t->niles, t->floods) + 3 * t->gold +
               civilisation_points[t->civilisations];
    if (epoch == RA_EPOCHS)
        t->plain += t->monument_points;
}

static void
put_tiles(const struct ra_seat_numbers *was, const struct ra_seat_numbers *my, int epoch,
          struct list l)
{
    put_one(l, RA_SF_GODS, int_min(was->gods, 3), int_min(my->gods, 3));
    put_small(l, RA_SF_NILES + epoch, my->niles, 4);
    put_one(l, RA_SF_FLOODS, int_min(was->floods, 3), int_min(my->floods, 3));
    put_small(l, RA_SF_RIVER, my->floods ? my->niles + my->floods : 0, 4);
    put_small(l, RA_SF_RIVER + 1, my->floods ? 0 : my->niles, 4);
    put_small(l, RA_SF_GOLD, my->gold, 1);
    put_one(l, RA_SF_CIVILISATIONS, was->civilisations, my->civilisations);
    put_small(l, RA_SF_CIVILISATION_MORE, my->civilisation_tiles - my->civilisations, 2);
    put_one(l, RA_SF_MONUMENT_KINDS, was->monument_kinds, my->monument_kinds);
    for (int i = 1; i <= 5; i++)
        put_small(l, RA_SF_MONUMENTS_ALIKE + i - 1, my->alike[i], 2);
    put_scaled(l, RA_SF_MONUMENT_POINTS + epoch, my->monument_points, 8);
    put_small(l, RA_SF_PHARAOHS, my->pharaohs, 4);
}

/* The tiles of eight kinds in the bag that a mask lets through. The highest byte of the product is the sum of all
 * bytes. It is less than 256, since the game has fewer tiles. */
static int
in_bag(const uint8_t *bag, const uint8_t *mask)
{
    uint64_t counts, let;

    memcpy(&counts, bag, sizeof counts);
    memcpy(&let, mask, sizeof let);
    return (int)((counts & let) * UINT64_C(0x0101010101010101) >> 56);
}

/* The tiles in the bag that the seat waits for. */
static void
put_hopes(const struct ra_seat_numbers *my, const uint8_t *bag, bool civilisations,
          bool monuments, struct list l)
{
    if (civilisations)
        put_small(l, RA_SF_CIVILISATION_MORE + 1,
                  in_bag(bag + RA_ASTRONOMY, my->new_civilisation), 8);
    if (monuments) {
        put_small(l, RA_SF_MONUMENT_BAG, in_bag(bag + RA_FORTRESS, my->pair), 8);
        put_small(l, RA_SF_MONUMENT_BAG + 1, in_bag(bag + RA_FORTRESS, my->new_monument), 16);
    }
}

/* The result of winning the lot for the seat, by part. The parts are points of the epoch without disasters,
 * new kinds, kinds towards three, and the cost of the disasters. Only the parts that depend on these kinds. */
static void
put_lot_points(const struct ra_lot *lot, const struct ra_seat_numbers *my, struct list l)
{
    const uint8_t *lots = lot->count;
    int civilisations = bits_count(lot->kinds & CIVILISATIONS & ~my->held);
    int points = 2 * lots[RA_GOD] + 3 * lots[RA_GOLD] +
                 river_points(my->niles + lots[RA_NILE], my->floods + lots[RA_FLOOD]) -
                 river_points(my->niles, my->floods) +
                 civilisation_points[my->civilisations + civilisations] -
                 civilisation_points[my->civilisations];

    put_small(l, RA_SF_LOT, points, 8);
    put_small(l, RA_SF_LOT + 1, civilisations, 2);
}

static void
put_lot_monuments(const struct ra_lot *lot, const struct ra_seat_numbers *my, struct list l)
{
    int alike = 0, towards = 0;

    for (uint32_t set = lot->kinds & MONUMENTS; set; set &= set - 1) {
        int kind = bits_lowest(set), had = my->monument[kind - RA_FORTRESS];

        towards += had ? lot->count[kind] : 0;
        alike += alike_points[int_min(had + lot->count[kind], 7)] - alike_points[had];
    }
    put_small(l, RA_SF_LOT + 2, bits_count(lot->kinds & MONUMENTS & ~my->held), 2);
    put_small(l, RA_SF_LOT + 3, alike, 8);
    put_small(l, RA_SF_LOT + 4, towards, 2);
}

static void
put_lot_disasters(const struct ra_lot *lot, const struct ra_seat_numbers *my, struct list l)
{
    const uint8_t *lots = lot->count;

    put_small(l, RA_SF_LOT + 5, int_min(2 * lots[RA_FUNERAL], my->pharaohs + lots[RA_PHARAOH]),
              2);
    put_small(l, RA_SF_LOT + 6,
              int_min(2 * lots[RA_DROUGHT], my->floods + lots[RA_FLOOD] + my->niles), 2);
    put_small(l, RA_SF_LOT + 7, int_min(2 * lots[RA_UNREST], my->civilisation_tiles), 2);
    put_small(l, RA_SF_LOT + 8,
              int_min(2 * lots[RA_EARTHQUAKE], my->monument_tiles + lot->monuments), 2);
}

static void
put_lot(const struct ra_lot *lot, const struct ra_seat_numbers *my, uint32_t kinds,
        struct list l)
{
    if (kinds & FOR_POINTS)
        put_lot_points(lot, my, l);
    if (kinds & MONUMENTS)
        put_lot_monuments(lot, my, l);
    if (kinds & DISASTERS)
        put_lot_disasters(lot, my, l);
}

/* ---- a seat among the others ---- */

/* The two largest of some numbers. */
struct largest {
    int most, next;
};

enum { BELOW_ALL = -9999 };

static inline void
take(struct largest *l, int number)
{
    l->next = int_max(l->next, int_min(l->most, number));
    l->most = int_max(l->most, number);
}

/* The largest of the others. */
static inline int
others(const struct largest *l, int mine)
{
    return mine == l->most ? l->next : l->most;
}

static int
rank_points(int mine, int most, int fewest, int high, int low)
{
    return most == fewest ? 0 : mine == most ? high : mine == fewest ? low : 0;
}

static void
put_set(struct list l, int first, uint32_t then, uint32_t now)
{
    for (uint32_t set = then ^ now; set; set &= set - 1) {
        int sun = bits_lowest(set);

        put(l, first + sun, now >> sun & 1 ? NET_UNIT : 0);
    }
}

static void
read_suns(const struct ra_state *s, int seat, int epoch, struct ra_seat_numbers *my,
          struct list l)
{
    int before = my->ready;

    my->sun_sum = bits_sum(s->ready[seat] | s->spent[seat]);
    my->best_ready = my->ready = 0;
    for (uint32_t set = s->ready[seat]; set; set &= set - 1) {
        my->ready++;
        my->best_ready = bits_lowest(set);
    }
    put_one(l, RA_SF_READY_COUNT + 5 * (epoch - 1), int_min(before, 4), int_min(my->ready, 4));
}

static void
put_suns(struct ra_follower *w, struct list *lists)
{
    struct largest high = {BELOW_ALL, BELOW_ALL}, low = {BELOW_ALL, BELOW_ALL};
    int seats = w->s.seats;

    for (int i = 0; i < seats; i++) {
        take(&high, w->of[i].sun_sum);
        take(&low, -w->of[i].sun_sum);
    }
    for (int i = 0; i < seats; i++) {
        struct ra_seat_numbers *my = &w->of[i];
        int best = others(&high, my->sun_sum), above = 0;

        for (int j = 0; j < seats; j++)
            above += w->of[j].best_ready > my->best_ready;
        put_one(lists[i], RA_SF_READY_RANK, my->above, above);
        my->above = above;
        put(lists[i], RA_SF_ALONE, my->ready && w->seats_in == 1 ? NET_UNIT : 0);
        put_scaled(lists[i], RA_SF_SUN_SUM, my->sun_sum - best, 8);
        put(lists[i], RA_SF_SUN_SUM + 1, my->sun_sum > best ? NET_UNIT : 0);
        put(lists[i], RA_SF_SUN_SUM + 2,
            my->sun_sum < -others(&low, -my->sun_sum) ? NET_UNIT : 0);
    }
    w->suns_most = high.most;
    w->suns_fewest = -low.most;
}

static void
put_points(struct ra_follower *w, const struct ra_state *s, struct list *lists)
{
    struct largest best = {BELOW_ALL, BELOW_ALL}, best_now = {BELOW_ALL, BELOW_ALL},
                   most = {BELOW_ALL, BELOW_ALL}, few = {BELOW_ALL, BELOW_ALL};
    int epoch = s->epoch - 1, now[RA_SEATS], all[RA_SEATS];

    for (int i = 0; i < s->seats; i++) {
        take(&most, w->of[i].pharaohs);
        take(&few, -w->of[i].pharaohs);
    }
    for (int i = 0; i < s->seats; i++) {
        now[i] = w->of[i].plain + rank_points(w->of[i].pharaohs, most.most, -few.most, 5, -2);
        if (s->epoch == RA_EPOCHS)
            now[i] += rank_points(w->of[i].sun_sum, w->suns_most, w->suns_fewest, 5, -5);
        all[i] = s->score[i] + now[i];
        take(&best, s->score[i]);
        take(&best_now, all[i]);
    }
    for (int i = 0; i < s->seats; i++) {
        struct ra_seat_numbers *my = &w->of[i];
        int lead = scaled(s->score[i] - others(&best, s->score[i]), 8);
        int lead_now = scaled(all[i] - others(&best_now, all[i]), 8);
        int over = 6 + int_clamp(my->pharaohs - others(&most, my->pharaohs), -6, 6);
        int under = 1 + int_clamp(my->pharaohs + others(&few, -my->pharaohs), -1, 3);

        put_scaled(lists[i], RA_SF_SCORE, s->score[i], 16);
        put(lists[i], RA_SF_LEAD, lead);
        put(lists[i], RA_SF_LEAD + 1 + epoch, lead);
        put(lists[i], RA_SF_LEAD_NOW, lead_now);
        put(lists[i], RA_SF_LEAD_NOW + 1 + epoch, lead_now);
        put_scaled(lists[i], RA_SF_TALLY + epoch, now[i], 8);
        put_one(lists[i], RA_SF_PHARAOH_LEAD, my->over, over);
        put_one(lists[i], RA_SF_PHARAOH_LAST, my->under, under);
        my->over = over;
        my->under = under;
    }
}

/* ---- all together ---- */

static struct differences
find_differences(const struct ra_follower *w, const struct ra_state *s)
{
    const struct ra_state *t = &w->s;
    struct differences d = {.all = !w->there};

    if (d.all) {
        uint32_t seats = (1u << s->seats) - 1;

        return (struct differences){true, true, true, true, true, true, seats, seats, 0};
    }
    d.track = memcmp(s->track, t->track, sizeof s->track) != 0;
    if (memcmp(s->bag, t->bag, sizeof s->bag) != 0) {
        d.bag = true;
        d.civilisations =
            memcmp(s->bag + RA_ASTRONOMY, t->bag + RA_ASTRONOMY, RA_CIVILISATIONS) != 0;
        d.monuments = memcmp(s->bag + RA_FORTRESS, t->bag + RA_FORTRESS, RA_MONUMENTS) != 0;
    }
    d.bag |= s->ra_tiles != t->ra_tiles;
    if (memcmp(s, t, offsetof(struct ra_state, epoch_score)) == 0)
        return d; /* tiles, suns and scores are the same */
    d.points = memcmp(s->score, t->score, sizeof s->score) != 0;
    for (int i = 0; i < s->seats; i++) {
        d.tiles |= (uint32_t)(s->tiles[i] != t->tiles[i]) << i;
        d.suns |= (uint32_t)(s->ready[i] != t->ready[i] || s->spent[i] != t->spent[i]) << i;
    }
    d.points |= d.tiles || (d.suns && s->epoch == RA_EPOCHS);
    return d;
}

static void
put_distances(const struct ra_follower *w, const struct ra_state *s, struct list *lists)
{
    for (int i = 0; i < s->seats; i++)
        put_one(lists[i], RA_SF_DISTANCE, (i - w->s.turn + s->seats) % s->seats,
                (i - s->turn + s->seats) % s->seats);
}

static void
put_seat(struct ra_follower *w, const struct ra_state *s, const struct differences *d, int seat,
         struct list l)
{
    struct ra_seat_numbers *my = &w->of[seat];
    bool tiles = d->tiles >> seat & 1;

    if (d->suns >> seat & 1) {
        put_set(l, RA_SF_READY, w->s.ready[seat], s->ready[seat]);
        put_set(l, RA_SF_SPENT, w->s.spent[seat], s->spent[seat]);
        read_suns(s, seat, s->epoch, my, l);
    }
    if (tiles) {
        struct ra_seat_numbers was = *my;

        read_tiles(s->tiles[seat], s->epoch, my);
        put_tiles(&was, my, s->epoch - 1, l);
    }
    if (tiles || d->civilisations || d->monuments)
        put_hopes(my, s->bag, tiles || d->civilisations, tiles || d->monuments, l);
    put_lot(&w->lot, my, tiles && w->lot.size ? ALL_KINDS : d->lot, l);
}

static bool
differs_for_seats(const struct differences *d)
{
    return d->tiles || d->suns || d->lot || d->civilisations || d->monuments;
}

void
ra_follow(struct ra_follower *w, const struct ra_state *s, struct net_lists *lists)
{
    struct differences d = find_differences(w, s);
    struct list of[NET_SEATS], table = {lists->common, &w->changes[NET_SEATS]};

    for (int i = 0; i < NET_SEATS; i++) {
        of[i] = (struct list){lists->seat[i], &w->changes[i]};
        w->changes[i].count = 0;
    }
    w->changes[NET_SEATS].count = 0;
    if (d.all)
        w->s.seats = s->seats;
    put_table(w, s, &d, table);
    if (d.all || s->turn != w->s.turn)
        put_distances(w, s, of);
    for (int i = 0; i < s->seats && differs_for_seats(&d); i++)
        put_seat(w, s, &d, i, of[i]);
    w->s = *s;
    if (d.suns) {
        put_seats_in(w, table);
        put_suns(w, of);
    }
    if (d.points)
        put_points(w, s, of);
    w->there = true;
}

void
ra_follow_nothing(struct ra_follower *w, struct net_lists *lists)
{
    memset(lists, 0, sizeof *lists);
    memset(&w->s, 0, sizeof w->s);
    memset(&w->lot, 0, sizeof w->lot);
    memset(w->of, 0, sizeof w->of);
    w->there = false;
    w->bag = w->seats_in = 0;
}

void
ra_features(const struct ra_state *s, struct net_lists *out)
{
    struct ra_follower w;

    ra_follow_nothing(&w, out);
    ra_follow(&w, s, out);
}
