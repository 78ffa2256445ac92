/* SPDX-License-Identifier: MIT
 * amun_features.c -- see amun_features.h. The lists use only the numbers of amun_numbers.h. */
#include "amun_features.h"

#include <string.h>

#include "bits.h"
#include "minmax.h"

/* value / per, as a feature. */
static int16_t
scaled(int value, int per)
{
    return (int16_t)int_clamp(value * NET_UNIT / per, -NET_FEATURE_MOST, NET_FEATURE_MOST);
}

/* ---- the list of a seat ---- */

static void
put_gold(const struct amun_numbers *t, int seat, int16_t *f)
{
    const struct amun_seat_numbers *my = &t->of[seat];
    int above = 0, others = 0, gold = my->gold;

    for (int i = 0; i < t->s->seats; i++) {
        if (i == seat)
            continue;
        above += t->of[i].gold > gold;
        others = int_max(others, t->of[i].gold);
    }
    f[AMUN_SF_GOLD + my->turns] = scaled(gold, 10);
    f[AMUN_SF_GOLD_PARTS] = scaled(int_clamp(gold, 0, 6), 3);
    f[AMUN_SF_GOLD_PARTS + 1] = scaled(int_clamp(gold - 6, 0, 9), 5);
    f[AMUN_SF_GOLD_PARTS + 2] = scaled(int_clamp(gold - 15, 0, 15), 8);
    f[AMUN_SF_GOLD_PARTS + 3] = scaled(int_clamp(gold - 30, 0, 200), 16);
    f[AMUN_SF_GOLD_RANK + above] = NET_UNIT;
    f[AMUN_SF_GOLD_LEAD] = scaled(gold - others, 10);
    f[AMUN_SF_GOLD_POINTS] = scaled(my->gold_points, 4);
    if (my->turns == 0) {
        f[AMUN_SF_GOLD_LEAD + 1] = scaled(gold - others, 5);
        f[AMUN_SF_GOLD_POINTS + 1] = scaled(my->gold_points, 4);
    }
}

static void
put_income(const struct amun_numbers *t, int seat, int16_t *f)
{
    const struct amun_seat_numbers *my = &t->of[seat];

    f[AMUN_SF_INCOME] = scaled(my->estate.farmers * t->incomes, 8);
    f[AMUN_SF_INCOME + 1] = scaled(my->estate.always * t->incomes, 8);
    f[AMUN_SF_INCOME + 2] = scaled(my->estate.camel * t->incomes, 8);
    if (my->turns_here > 0) {
        f[AMUN_SF_EMPTY_FARMS + int_min(my->turns_here, 3) - 1] = scaled(my->estate.empty, 4);
        f[AMUN_SF_LIMIT + int_min(my->estate.limit, 4)] = NET_UNIT;
    }
}

static int
span(int lead)
{
    return lead <= -8  ? 0
           : lead < -3 ? 1
           : lead < 0  ? 2
           : lead == 0 ? 3
           : lead <= 3 ? 4
           : lead < 8  ? 5
                       : 6;
}

static void
put_buildings(const struct amun_numbers *t, int seat, int16_t *f)
{
    const struct amun_seat_numbers *my = &t->of[seat];
    int missing = 0, places = int_min(my->estate.count, AMUN_PLACES);

    for (uint32_t rest = my->estate.provinces; rest; rest &= rest - 1)
        f[AMUN_SF_PROVINCE + bits_lowest(rest)] = NET_UNIT;
    f[AMUN_SF_PYRAMIDS + (t->round > 3)] = scaled(my->estate.pyramids, 4);
    for (int i = 0; i < places; i++) {
        int thirds = my->estate.built[i] / 4 * 3 + my->estate.built[i] % 4;

        f[AMUN_SF_BUILT + i] = scaled(thirds, 6);
        missing += int_max(0, 3 * (my->estate.built[places - 1] / 4 + 1) - thirds);
    }
    f[AMUN_SF_SETS] = scaled(my->estate.sets, 2);
    if (places)
        f[AMUN_SF_SET_STONES + int_clamp(missing, 1, 8) - 1] = NET_UNIT;
    f[AMUN_SF_ONE_STONE + int_min(my->estate.stones[1], 3)] = NET_UNIT;
    f[AMUN_SF_TWO_STONES + int_min(my->estate.stones[2], 3)] = NET_UNIT;
    f[AMUN_SF_TEMPLES + int_min(my->estate.temples, 4)] = NET_UNIT;
}

static void
put_sides(const struct amun_numbers *t, int seat, int16_t *f)
{
    const struct amun_seat_numbers *my = &t->of[seat];

    for (int side = 0; side < 2; side++) {
        int lead = my->estate.best[side] - int_max(0, amun_best_of_others(t, seat, side));

        if (my->estate.best[side] < 0)
            continue;
        f[(side == AMUN_WEST ? AMUN_SF_WEST : AMUN_SF_EAST) + span(lead)] = NET_UNIT;
        f[AMUN_SF_SIDE_LEAD + side] = scaled(lead, 8);
        f[AMUN_SF_SIDE_LEAD + 2 + side] =
            scaled(my->estate.best[side] - int_max(0, t->still[side]), 8);
    }
}

static void
put_temple(const struct amun_numbers *t, int seat, int16_t *f)
{
    f[AMUN_SF_TEMPLE_POINTS] = scaled(t->of[seat].estate.temples * t->s->temple, 4);
}

static void
put_points(const struct amun_numbers *t, int seat, int16_t *f)
{
    const struct amun_seat_numbers *my = &t->of[seat];
    int lead = 9999, lead_now = 9999, at_end = 9999, above = 0;

    for (int i = 0; i < t->s->seats; i++) {
        const struct amun_seat_numbers *other = &t->of[i];
        int now = my->score + my->now - other->score - other->now;

        if (i == seat)
            continue;
        lead = int_min(lead, my->score - other->score);
        lead_now = int_min(lead_now, now);
        at_end = int_min(at_end, now + my->gold_points - other->gold_points);
        above += now < 0;
    }
    f[AMUN_SF_NOW + t->rounds_here] = scaled(my->now, 8);
    f[AMUN_SF_LEAD_NOW + t->rounds_here] = scaled(lead_now, 8);
    if (t->round == AMUN_ROUNDS)
        f[AMUN_SF_LEAD_AT_END] = scaled(at_end, 4);
    f[AMUN_SF_SCORE] = scaled(my->score, 16);
    f[AMUN_SF_LEAD + (t->round > 3)] = scaled(lead, 8);
    f[AMUN_SF_PLACE + above] = NET_UNIT;
}

/* How often cards of each kind can still be played; bonus cards wait for at most two scorings. */
static void
read_uses(const struct amun_numbers *t, const struct amun_seat_numbers *my, int8_t *uses)
{
    int rounds = AMUN_ROUNDS - t->round;
    bool using = my->to_do == AMUN_TO_USE;

    uses[AMUN_BLOCKADE] = uses[AMUN_OVERBID] = (int8_t)(rounds + (t->stage <= 1));
    uses[AMUN_FREE_FARMER] = uses[AMUN_BUILDER] = (int8_t)my->turns;
    uses[AMUN_CORRECTION] = (int8_t)(rounds + (t->stage <= 3));
    uses[AMUN_EIGHT_GOLD] = uses[AMUN_HARVEST] =
        (int8_t)(rounds + (t->stage <= 5 || (t->s->phase == AMUN_INCOME && using)));
    for (int bonus = 0; bonus < AMUN_BONUS_KINDS; bonus++)
        uses[AMUN_POWER_BONUS + bonus] =
            (int8_t)((t->round <= 3) + (t->s->phase < AMUN_SCORING || using));
}

static void
put_hand(const struct amun_numbers *t, int seat, int16_t *f)
{
    const struct amun_seat_numbers *my = &t->of[seat];
    int8_t uses[AMUN_CARDS];
    int rest = 0;

    read_uses(t, my, uses);
    for (int card = 0; card < AMUN_CARDS; card++) {
        int held = t->s->hand[seat][card], used = int_min(held, uses[card]);

        f[AMUN_SF_HAND + card] = (int16_t)(used * NET_UNIT);
        rest += held - used;
    }
    f[AMUN_SF_HAND_REST] = scaled(rest, 2);
    f[AMUN_SF_HAND_REST + 1] = scaled(my->unseen, 1);
    for (int bonus = 0; bonus < AMUN_BONUS_KINDS; bonus++) {
        f[AMUN_SF_REACH + bonus] = (int16_t)my->reach[bonus];
        if (t->s->hand[seat][bonus + AMUN_POWER_BONUS])
            f[AMUN_SF_BONUS + bonus] = (int16_t)my->reach[bonus];
    }
}

static void
put_duties(const struct amun_numbers *t, int seat, int16_t *f)
{
    const struct amun_state *s = t->s;
    const struct amun_seat_numbers *my = &t->of[seat];

    f[AMUN_SF_ORDER + amun_seats_from(s, t->starting, seat)] = NET_UNIT;
    if (s->phase != AMUN_OFFER && s->phase != AMUN_OVER && s->phase >= AMUN_BID)
        f[AMUN_SF_ON_TURN] = s->turn == seat ? NET_UNIT : 0;
    if (my->to_do != AMUN_NOTHING)
        f[AMUN_SF_TO_DO + my->to_do] = NET_UNIT;
    if (my->marker != AMUN_NOTHING) {
        f[AMUN_SF_MARKER + int_min(my->marker, 8)] = NET_UNIT;
        f[AMUN_SF_THREAT + my->threat] = NET_UNIT;
    }
    f[AMUN_SF_ACTIVE] = s->blockade >> seat & 1 ? NET_UNIT : 0;
    f[AMUN_SF_ACTIVE + 1] = s->overbid_power >> seat & 1 ? NET_UNIT : 0;
}

/* ---- the list of the table ---- */

static void
put_stage(const struct amun_numbers *t, int16_t *f)
{
    const struct amun_state *s = t->s;

    f[AMUN_CF_ONE] = NET_UNIT;
    f[AMUN_CF_STAGE + t->stage] = NET_UNIT;
    f[AMUN_CF_ROUND + t->round - 1] = NET_UNIT;
    f[AMUN_CF_TEMPLE + s->temple] = NET_UNIT;
    if (s->phase == AMUN_CORRECT)
        f[AMUN_CF_TEMPLE_NEXT + amun_temple_space(&s->options.board, s->total) - 1] = NET_UNIT;
}

static void
put_all_provinces(const struct amun_numbers *t, int16_t *f)
{
    const struct amun_state *s = t->s;

    for (int p = 0; p < AMUN_PROVINCES; p++) {
        f[AMUN_CF_OPEN + p] = t->open >> p & 1 ? NET_UNIT : 0;
        f[AMUN_CF_TO_COME + p] = t->to_come >> p & 1 ? NET_UNIT : 0;
        f[AMUN_CF_STANDS + p] = scaled(3 * s->pyramids[p] + s->stones[p], 6);
    }
}

static void
put_sums(const struct amun_numbers *t, int16_t *f)
{
    int gold = 0, farmers = 0, cards = 0, to_act = 0;

    for (int i = 0; i < t->s->seats; i++) {
        gold += t->of[i].gold;
        farmers += t->of[i].estate.farmers;
        cards += t->of[i].hand;
        to_act += t->of[i].to_do != AMUN_NOTHING;
    }
    f[AMUN_CF_ALL] = scaled(gold, 32);
    f[AMUN_CF_ALL + 1] = scaled(farmers, 8);
    f[AMUN_CF_ALL + 2] = scaled(cards, 8);
    f[AMUN_CF_TO_ACT + to_act] = NET_UNIT;
}

/* ---- from nothing, and from a similar position ---- */

static void
put_from_nothing(const struct amun_numbers *t, struct net_lists *out)
{
    memset(out->common, 0, sizeof out->common);
    put_stage(t, out->common);
    put_all_provinces(t, out->common);
    put_sums(t, out->common);
    for (int i = 0; i < t->s->seats; i++) {
        int16_t *f = out->seat[i];

        memset(f, 0, sizeof out->seat[i]);
        put_duties(t, i, f);
        put_gold(t, i, f);
        put_income(t, i, f);
        put_buildings(t, i, f);
        put_sides(t, i, f);
        put_temple(t, i, f);
        put_points(t, i, f);
        put_hand(t, i, f);
    }
}

/* Zeros for the features first..last. */
static void
clear(int16_t *f, int first, int last)
{
    memset(f + first, 0, (size_t)(last - first + 1) * sizeof *f);
}

/* What the best provinces of the others and those still to come say of the sides of this seat. */
static bool
has_same_sides(const struct amun_numbers *t, const struct amun_numbers *near, int seat)
{
    return amun_best_of_others(t, seat, 0) == amun_best_of_others(near, seat, 0) &&
           amun_best_of_others(t, seat, 1) == amun_best_of_others(near, seat, 1) &&
           t->still[0] == near->still[0] && t->still[1] == near->still[1];
}

static void
put_changed_provinces(const struct amun_numbers *t, const struct amun_numbers *near,
                      struct net_lists *out)
{
    if (t->changed || t->open != near->open || t->to_come != near->to_come)
        put_all_provinces(t, out->common);
    for (int i = 0; i < t->s->seats; i++) {
        int16_t *f = out->seat[i];
        bool same = t->same_estates >> i & 1;

        if (!same || t->of[i].turns_here != near->of[i].turns_here) {
            clear(f, AMUN_SF_INCOME, AMUN_SF_END_LIMIT);
            put_income(t, i, f);
        }
        if (!same) {
            clear(f, AMUN_SF_PROVINCE, AMUN_SF_END_TEMPLES);
            put_buildings(t, i, f);
            put_sides(t, i, f);
        } else if (!has_same_sides(t, near, i)) {
            clear(f, AMUN_SF_WEST, AMUN_SF_END_SIDE_LEAD);
            put_sides(t, i, f);
        }
    }
}

/* All that put_points() reads of seats. */
static bool
has_same_points(const struct amun_numbers *t, const struct amun_numbers *near)
{
    bool gold = t->round == AMUN_ROUNDS;

    for (int i = 0; i < t->s->seats; i++) {
        const struct amun_seat_numbers *a = &t->of[i], *b = &near->of[i];

        if (a->now != b->now || a->score != b->score ||
            (gold && a->gold_points != b->gold_points))
            return false;
    }
    return true;
}

/* What estates, hands and points decide stays where they are the same. */
static void
put_the_rest(const struct amun_numbers *t, const struct amun_numbers *base,
             const struct net_lists *near, struct net_lists *out)
{
    bool same_points = has_same_points(t, base);

    memcpy(out->common, near->common, sizeof out->common);
    clear(out->common, AMUN_CF_ONE, AMUN_CF_END_TEMPLE_NEXT);
    clear(out->common, AMUN_CF_ALL, AMUN_CF_END_TO_ACT);
    put_stage(t, out->common);
    put_sums(t, out->common);
    for (int i = 0; i < t->s->seats; i++) {
        int16_t *f = out->seat[i];

        memcpy(f, near->seat[i], sizeof out->seat[i]);
        clear(f, AMUN_SF_ORDER, AMUN_SF_END_GOLD_POINTS);
        clear(f, AMUN_SF_MARKER, AMUN_SF_END_ACTIVE);
        put_duties(t, i, f);
        put_gold(t, i, f);
        put_temple(t, i, f);
        if (!same_points) {
            clear(f, AMUN_SF_NOW, AMUN_SF_END_PLACE);
            put_points(t, i, f);
        }
        if (!(t->same_hands >> i & 1)) {
            clear(f, AMUN_SF_HAND, AMUN_SF_END_BONUS);
            put_hand(t, i, f);
        }
    }
}

void
amun_features(const struct amun_state *s, struct net_lists *out)
{
    struct amun_numbers t;

    amun_numbers_read(s, NULL, &t);
    put_from_nothing(&t, out);
}

void
amun_base_read(const struct amun_state *s, struct amun_base *out, struct net_lists *lists)
{
    out->s = *s;
    amun_numbers_read(&out->s, NULL, &out->numbers);
    put_from_nothing(&out->numbers, lists);
}

void
amun_features_from(const struct amun_base *base, const struct net_lists *near,
                   const struct amun_state *s, struct net_lists *out)
{
    struct amun_numbers t;

    amun_numbers_read(s, &base->numbers, &t);
    if (t.alike) {
        put_the_rest(&t, &base->numbers, near, out);
        put_changed_provinces(&t, &base->numbers, out);
    } else {
        put_from_nothing(&t, out);
    }
}
