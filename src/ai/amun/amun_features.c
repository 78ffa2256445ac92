/* SPDX-License-Identifier: MIT
 * amun_features.c -- see amun_features.h. First the table is read into numbers in which what is
 * as good as done counts as done; the lists use only these.
 */
#include "amun_features.h"

#include <string.h>

#include "bits.h"
#include "minmax.h"

enum { PLACES = 3, BONUSES = 5, NOTHING = -1 };

/* What a seat still has to do in the current phase: AMUN_SF_TO_DO. */
enum to_do {
    TO_PLACE,
    TO_MOVE,
    TO_BUY,
    TO_OFFER,
    TO_CORRECT,
    TO_CHOOSE_1,
    TO_CHOOSE_2,
    TO_CHOOSE_3,
    TO_USE
};

/* A seat's numbers, the source of its own list and of the others' lists. */
struct tally {
    int gold, score, turns, turns_here;
    int farmers, empty, always, camel, limit, temples, stones[3];
    int count, built[PLACES]; /* provinces; in each, pyramids times 4 and stones */
    int pyramids, sets, best[2];
    int power, upper, east, banks; /* the conditions of bonus cards, except farmers */
    int hand, unseen, reach[BONUSES], bonus_points;
    int now, gold_points, marker, threat;
    int to_do; /* enum to_do, or NOTHING */
    uint32_t provinces;
};

struct table {
    const struct amun_state *s;
    struct tally of[AMUN_SEATS];
    int stage, round, starting; /* starting: the next starting player, once known */
    int rounds_here,
        incomes; /* to come in the kingdom: after this round; with the current income */
    uint32_t open, to_come;
    int still[2]; /* the best province on each side that may still be acquired */
};

/* value / per, as a feature. */
static int16_t
scaled(int value, int per)
{
    return (int16_t)int_clamp(value * NET_UNIT / per, -NET_FEATURE_MOST, NET_FEATURE_MOST);
}

static int
seats_from(const struct amun_state *s, int from, int seat)
{
    return from >= s->seats ? seat : (seat - from + s->seats) % s->seats;
}

/* Pyramids and, if they are equal, stones: the order on a side of the Nile. */
static int
built_in(const struct amun_state *s, int province)
{
    return s->pyramids[province] * 4 + s->stones[province];
}

/* ---- where the round is ---- */

static int
first_in_offers(const struct amun_state *s)
{
    int first = s->starting;

    for (int k = 1; k < s->seats; k++) {
        int seat = (s->starting + k) % s->seats;

        if (s->offer[seat] > s->offer[first])
            first = seat;
    }
    return first;
}

static void
read_round(struct table *t)
{
    const struct amun_state *s = t->s;
    static const uint8_t stages[AMUN_PHASES] = {
        [AMUN_BID] = 1,    [AMUN_ACTIONS] = 2, [AMUN_OFFER] = 3,   [AMUN_CORRECT] = 4,
        [AMUN_REWARD] = 5, [AMUN_INCOME] = 6,  [AMUN_SCORING] = 6, [AMUN_OVER] = 6};
    bool revealed = s->phase == AMUN_CORRECT || s->phase == AMUN_REWARD;
    bool next = s->phase == AMUN_SCORING && s->round < AMUN_ROUNDS;

    t->stage = next ? 0 : stages[s->phase];
    t->round = s->round + next;
    t->starting = revealed ? first_in_offers(s) : s->starting;
    t->rounds_here = (AMUN_ROUNDS - t->round) % 3;
    t->incomes = t->rounds_here + (t->stage <= 4);
    t->to_come = next ? s->drawn : s->province_deck;
}

/* ---- bidding ---- */

static bool
is_overbid(const struct amun_state *s, int seat)
{
    for (int i = 0; i < s->seats; i++) {
        if (s->marker[i] == s->marker[seat] && s->space[i] > s->space[seat])
            return true;
    }
    return false;
}

/* The number of seats still to bid that could bid above the marker of `seat`. */
static int
seats_above(const struct amun_state *s, const struct tally *of, int seat)
{
    int next = s->space[seat] + 1 + (s->blockade >> seat & 1), count = 0;

    if (next >= s->options.board.bid_count)
        return 0;
    for (int i = 0; i < s->seats; i++) {
        bool here = s->marker[i] == s->marker[seat];

        if (of[i].to_do == NOTHING || s->gold[i] < s->options.board.bid_numbers[next])
            continue;
        count += !here || (s->overbid_power >> i & 1) || s->hand[i][AMUN_OVERBID];
    }
    return count;
}

/* A marker that is not overbid owns its province. */
static void
read_bids(struct table *t)
{
    const struct amun_state *s = t->s;

    for (int i = 0; i < s->offered_count; i++)
        t->open |= UINT32_C(1) << s->offered[i];
    if (s->phase != AMUN_BID)
        return;
    for (int i = 0; i < s->seats; i++) {
        struct tally *of = &t->of[i];
        int province = s->marker[i];

        of->to_do = province == AMUN_NONE ? TO_PLACE : is_overbid(s, i) ? TO_MOVE : NOTHING;
        if (of->to_do != NOTHING)
            continue;
        of->marker = s->space[i];
        of->provinces |= UINT32_C(1) << province;
        of->gold += s->options.board.provinces[province].free_gold -
                    s->options.board.bid_numbers[s->space[i]];
        of->unseen += s->options.board.provinces[province].free_cards;
        t->open &= ~(UINT32_C(1) << province);
    }
    for (int i = 0; i < s->seats; i++)
        t->of[i].threat = t->of[i].marker == NOTHING ? 0 : seats_above(s, t->of, i);
}

/* ---- the phases after it ---- */

static int
income_of(const struct amun_state *s, int seat)
{
    int sum = amun_income(s, seat, s->temple);

    for (int p = 0; s->phase == AMUN_INCOME && seat == s->turn && p < AMUN_PROVINCES; p++) {
        struct amun_state only = *s;

        if (p != s->eight_gold && p != s->harvest)
            continue;
        only.owned[seat] = (uint16_t)(1u << p);
        if (p == s->eight_gold)
            sum += 8 - amun_income(&only, seat, s->temple);
        else
            sum += amun_farmers_in(s, p);
    }
    return sum;
}

static void
read_phase(const struct table *t, int seat, struct tally *of)
{
    const struct amun_state *s = t->s;
    bool waits = seats_from(s, s->starting, seat) >= seats_from(s, s->starting, s->turn);
    bool due = s->due >> seat & 1;

    if (s->phase == AMUN_ACTIONS && waits) {
        of->to_do = TO_BUY;
        of->unseen += s->turn == seat ? s->to_draw : 0;
    } else if (s->phase == AMUN_OFFER) {
        of->to_do = TO_OFFER;
    } else if (s->phase == AMUN_CORRECT) {
        of->to_do = due ? TO_CORRECT : NOTHING;
    } else if (s->phase == AMUN_REWARD) {
        int left = s->to_draw + s->to_farm + s->to_build;

        if (due)
            of->to_do = TO_CHOOSE_1 + amun_items_due(s, seat) - 1;
        else if (s->turn == seat && left > s->to_draw)
            of->to_do = TO_CHOOSE_1 + int_min(left, 3) - 1;
        of->unseen += s->turn == seat ? s->to_draw : 0;
    } else if ((s->phase == AMUN_INCOME || s->phase == AMUN_SCORING) && waits) {
        of->to_do = TO_USE;
    }
    if ((s->phase == AMUN_CORRECT || s->phase == AMUN_REWARD) && (s->steals >> seat & 1))
        of->gold += 3;
    if (s->phase == AMUN_REWARD || (s->phase == AMUN_INCOME && waits))
        of->gold += income_of(s, seat);
    of->turns_here = t->rounds_here + (t->stage <= 1 || of->to_do == TO_BUY);
    of->turns = AMUN_ROUNDS - t->round + (t->stage <= 1 || of->to_do == TO_BUY);
}

/* ---- provinces ---- */

static void
read_provinces(const struct amun_state *s, struct tally *of)
{
    for (uint32_t rest = of->provinces; rest; rest &= rest - 1) {
        int p = bits_lowest(rest), here = built_in(s, p), at = int_min(of->count, PLACES - 1);
        const struct amun_ground *ground = &s->options.board.provinces[p];

        of->farmers += amun_farmers_in(s, p);
        of->empty += ground->farms - s->farmers[p];
        of->always += ground->income_always;
        of->camel += ground->income_camel;
        of->limit = int_max(of->limit, ground->limit);
        of->temples += ground->temples;
        of->stones[int_min(s->stones[p], 2)]++;
        of->pyramids += s->pyramids[p];
        of->best[ground->side] = int_max(of->best[ground->side], here);
        of->power += ground->limit + ground->free_cards;
        of->upper += ground->egypt == AMUN_UPPER;
        of->east += ground->side == AMUN_EAST;
        of->banks += ground->bank;
        for (; at > 0 && of->built[at - 1] < here; at--)
            of->built[at] = of->built[at - 1];
        of->built[at] = here;
        of->count++;
    }
    of->sets = of->count >= PLACES ? of->built[PLACES - 1] / 4 : 0;
}

/* How close a bonus is, 0 to 16; 16 only if its condition holds. */
static int
nearness(const struct tally *of, int bonus)
{
    static const uint8_t alike[4] = {3, 4, 7, 16};
    int count = int_min(of->count, 3), sum;

    switch (bonus + AMUN_POWER_BONUS) {
    case AMUN_POWER_BONUS:
        return count == 3 ? 16 * (of->power >= 7)
                          : int_clamp(2 + 3 * of->power - 4 * count, 0, 14);
    case AMUN_FARMER_BONUS:
        if (count == 3 && of->farmers >= 9)
            return 16;
        return of->turns_here ? int_clamp(of->farmers + 3 * of->turns_here - 4, 0, 14) : 0;
    case AMUN_EGYPT_BONUS:
        sum = of->upper;
        break;
    case AMUN_SIDE_BONUS:
        sum = of->east;
        break;
    default:
        sum = of->banks;
        break;
    }
    return sum == 0 || sum == of->count ? alike[count] : 0;
}

static void
read_hand(const struct table *t, int seat, struct tally *of)
{
    const uint8_t *hand = t->s->hand[seat];
    bool counts = t->s->phase != AMUN_SCORING || of->to_do == TO_USE;

    for (int card = 0; card < AMUN_CARDS; card++)
        of->hand += hand[card];
    for (int bonus = 0; bonus < BONUSES; bonus++) {
        int card = bonus + AMUN_POWER_BONUS;

        of->reach[bonus] = nearness(of, bonus);
        if (counts && of->reach[bonus] == 16 && hand[card] &&
            !(t->s->phase == AMUN_SCORING && seat == t->s->turn && (t->s->bonuses >> card & 1)))
            of->bonus_points += 3;
    }
}

/* ---- all seats beside each other ---- */

static int
best_of_others(const struct table *t, int seat, int side)
{
    int best = -1;

    for (int i = 0; i < t->s->seats; i++)
        best = i == seat ? best : int_max(best, t->of[i].best[side]);
    return best;
}

static int
points_for_gold(const struct table *t, int seat)
{
    static const uint8_t points[AMUN_SEATS] = {6, 4, 2, 0, 0};
    int above = 0, mine = t->of[seat].gold + t->of[seat].hand;

    for (int i = 0; i < t->s->seats; i++)
        above += t->of[i].gold + t->of[i].hand > mine;
    return points[above];
}

static void
compare_seats(struct table *t)
{
    const struct amun_state *s = t->s;

    for (int side = 0; side < 2; side++) {
        t->still[side] = -1;
        for (uint32_t rest = t->open | t->to_come; rest; rest &= rest - 1) {
            int p = bits_lowest(rest);

            if (s->options.board.provinces[p].side == side)
                t->still[side] = int_max(t->still[side], built_in(s, p));
        }
    }
    for (int i = 0; i < s->seats; i++) {
        struct tally *of = &t->of[i];

        of->gold_points = points_for_gold(t, i);
        if (s->phase == AMUN_OVER || (s->phase == AMUN_SCORING && t->round == AMUN_ROUNDS)) {
            of->now = s->phase == AMUN_OVER ? 0 : of->bonus_points; /* the rest is scored */
            continue;
        }
        of->now = of->pyramids + 3 * of->sets + of->temples * s->temple + of->bonus_points;
        for (int side = 0; side < 2; side++) {
            if (of->best[side] >= 4 * s->options.side_award_min && of->best[side] >= 0 &&
                of->best[side] >= best_of_others(t, i, side))
                of->now += 5;
        }
    }
}

static void
read_table(struct table *t)
{
    const struct amun_state *s = t->s;
    bool next = s->phase == AMUN_SCORING && s->round < AMUN_ROUNDS;

    read_round(t);
    for (int i = 0; i < s->seats; i++)
        t->of[i] = (struct tally){.gold = s->gold[i],
                                  .score = s->score[i],
                                  .marker = NOTHING,
                                  .best = {-1, -1},
                                  .to_do = NOTHING,
                                  .provinces = s->owned[i]};
    read_bids(t);
    for (int i = 0; i < s->seats; i++) {
        struct tally *of = &t->of[i];

        read_phase(t, i, of);
        read_provinces(s, of);
        read_hand(t, i, of);
        if (next) { /* the provinces are scored and about to be returned */
            struct tally bare = {.gold = of->gold,
                                 .score = of->score + of->bonus_points,
                                 .turns = of->turns,
                                 .turns_here = of->turns_here,
                                 .hand = of->hand,
                                 .marker = NOTHING,
                                 .best = {-1, -1},
                                 .to_do = of->to_do};

            for (int bonus = 0; bonus < BONUSES; bonus++)
                bare.reach[bonus] = nearness(&bare, bonus);
            *of = bare;
        }
    }
    compare_seats(t);
}

/* ---- the list of a seat ---- */

static void
put_gold(const struct table *t, int seat, int16_t *f)
{
    const struct tally *my = &t->of[seat];
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
    f[AMUN_SF_INCOME] = scaled(my->farmers * t->incomes, 8);
    f[AMUN_SF_INCOME + 1] = scaled(my->always * t->incomes, 8);
    f[AMUN_SF_INCOME + 2] = scaled(my->camel * t->incomes, 8);
    if (my->turns_here > 0) {
        f[AMUN_SF_EMPTY_FARMS + int_min(my->turns_here, 3) - 1] = scaled(my->empty, 4);
        f[AMUN_SF_LIMIT + int_min(my->limit, 4)] = NET_UNIT;
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
put_buildings(const struct table *t, int seat, int16_t *f)
{
    const struct tally *my = &t->of[seat];
    int missing = 0, places = int_min(my->count, PLACES);

    for (uint32_t rest = my->provinces; rest; rest &= rest - 1)
        f[AMUN_SF_PROVINCE + bits_lowest(rest)] = NET_UNIT;
    f[AMUN_SF_PYRAMIDS + (t->round > 3)] = scaled(my->pyramids, 4);
    for (int i = 0; i < places; i++) {
        int thirds = my->built[i] / 4 * 3 + my->built[i] % 4;

        f[AMUN_SF_BUILT + i] = scaled(thirds, 6);
        missing += int_max(0, 3 * (my->built[places - 1] / 4 + 1) - thirds);
    }
    f[AMUN_SF_SETS] = scaled(my->sets, 2);
    if (places)
        f[AMUN_SF_SET_STONES + int_clamp(missing, 1, 8) - 1] = NET_UNIT;
    f[AMUN_SF_ONE_STONE + int_min(my->stones[1], 3)] = NET_UNIT;
    f[AMUN_SF_TWO_STONES + int_min(my->stones[2], 3)] = NET_UNIT;
    for (int side = 0; side < 2; side++) {
        int lead = my->best[side] - int_max(0, best_of_others(t, seat, side));

        if (my->best[side] < 0)
            continue;
        f[(side == AMUN_WEST ? AMUN_SF_WEST : AMUN_SF_EAST) + span(lead)] = NET_UNIT;
        f[AMUN_SF_SIDE_LEAD + side] = scaled(lead, 8);
        f[AMUN_SF_SIDE_LEAD + 2 + side] =
            scaled(my->best[side] - int_max(0, t->still[side]), 8);
    }
    f[AMUN_SF_TEMPLES + int_min(my->temples, 4)] = NET_UNIT;
    f[AMUN_SF_TEMPLE_POINTS] = scaled(my->temples * t->s->temple, 4);
}

static void
put_points(const struct table *t, int seat, int16_t *f)
{
    const struct tally *my = &t->of[seat];
    int lead = 9999, lead_now = 9999, at_end = 9999, above = 0;

    for (int i = 0; i < t->s->seats; i++) {
        const struct tally *other = &t->of[i];
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

/* How often cards of a kind can still be played; bonus cards wait for at most two scorings. */
static int
uses(const struct table *t, const struct tally *my, int card)
{
    int rounds = AMUN_ROUNDS - t->round;

    switch (card) {
    case AMUN_BLOCKADE:
    case AMUN_OVERBID:
        return rounds + (t->stage <= 1);
    case AMUN_FREE_FARMER:
    case AMUN_BUILDER:
        return my->turns;
    case AMUN_CORRECTION:
        return rounds + (t->stage <= 3);
    case AMUN_EIGHT_GOLD:
    case AMUN_HARVEST:
        return rounds + (t->stage <= 5 || (t->s->phase == AMUN_INCOME && my->to_do == TO_USE));
    default:
        return (t->round <= 3) + (t->s->phase < AMUN_SCORING || my->to_do == TO_USE);
    }
}

static void
put_hand(const struct table *t, int seat, int16_t *f)
{
    const struct tally *my = &t->of[seat];
    int rest = 0;

    for (int card = 0; card < AMUN_CARDS; card++) {
        int held = t->s->hand[seat][card], used = int_min(held, uses(t, my, card));

        f[AMUN_SF_HAND + card] = scaled(used, 1);
        rest += held - used;
    }
    f[AMUN_SF_HAND_REST] = scaled(rest, 2);
    f[AMUN_SF_HAND_REST + 1] = scaled(my->unseen, 1);
    for (int bonus = 0; bonus < BONUSES; bonus++) {
        f[AMUN_SF_REACH + bonus] = (int16_t)my->reach[bonus];
        if (t->s->hand[seat][bonus + AMUN_POWER_BONUS])
            f[AMUN_SF_BONUS + bonus] = (int16_t)my->reach[bonus];
    }
}

static void
put_duties(const struct table *t, int seat, int16_t *f)
{
    const struct amun_state *s = t->s;
    const struct tally *my = &t->of[seat];

    f[AMUN_SF_ORDER + seats_from(s, t->starting, seat)] = NET_UNIT;
    if (s->phase != AMUN_OFFER && s->phase != AMUN_OVER && s->phase >= AMUN_BID)
        f[AMUN_SF_ON_TURN] = s->turn == seat ? NET_UNIT : 0;
    if (my->to_do != NOTHING)
        f[AMUN_SF_TO_DO + my->to_do] = NET_UNIT;
    if (my->marker != NOTHING) {
        f[AMUN_SF_MARKER + int_min(my->marker, 8)] = NET_UNIT;
        f[AMUN_SF_THREAT + my->threat] = NET_UNIT;
    }
    f[AMUN_SF_ACTIVE] = s->blockade >> seat & 1 ? NET_UNIT : 0;
    f[AMUN_SF_ACTIVE + 1] = s->overbid_power >> seat & 1 ? NET_UNIT : 0;
}

/* ---- the list of the table ---- */

static void
put_common(const struct table *t, int16_t *f)
{
    const struct amun_state *s = t->s;
    int gold = 0, farmers = 0, cards = 0, to_act = 0;

    for (int i = 0; i < s->seats; i++) {
        gold += t->of[i].gold;
        farmers += t->of[i].farmers;
        cards += t->of[i].hand;
        to_act += t->of[i].to_do != NOTHING;
    }
    f[AMUN_CF_ONE] = NET_UNIT;
    f[AMUN_CF_STAGE + t->stage] = NET_UNIT;
    f[AMUN_CF_ROUND + t->round - 1] = NET_UNIT;
    f[AMUN_CF_TEMPLE + s->temple] = NET_UNIT;
    if (s->phase == AMUN_CORRECT)
        f[AMUN_CF_TEMPLE_NEXT + amun_temple_space(&s->options.board, s->total) - 1] = NET_UNIT;
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        f[AMUN_CF_OPEN + p] = t->open >> p & 1 ? NET_UNIT : 0;
        f[AMUN_CF_TO_COME + p] = t->to_come >> p & 1 ? NET_UNIT : 0;
        f[AMUN_CF_STANDS + p] = scaled(3 * s->pyramids[p] + s->stones[p], 6);
    }
    f[AMUN_CF_ALL] = scaled(gold, 32);
    f[AMUN_CF_ALL + 1] = scaled(farmers, 8);
    f[AMUN_CF_ALL + 2] = scaled(cards, 8);
    f[AMUN_CF_TO_ACT + to_act] = NET_UNIT;
}

void
amun_features(const struct amun_state *s, struct net_lists *out)
{
    struct table t = {.s = s};

    read_table(&t);
    memset(out->common, 0, sizeof out->common);
    put_common(&t, out->common);
    for (int i = 0; i < s->seats; i++) {
        int16_t *f = out->seat[i];

        memset(f, 0, sizeof out->seat[i]);
        put_duties(&t, i, f);
        put_gold(&t, i, f);
        put_buildings(&t, i, f);
        put_points(&t, i, f);
        put_hand(&t, i, f);
    }
}
