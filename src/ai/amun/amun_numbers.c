/* SPDX-License-Identifier: MIT
 * amun_numbers.c -- see amun_numbers.h. */
#include "amun_numbers.h"

#include <string.h>

#include "bits.h"
#include "minmax.h"

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
read_round(struct amun_numbers *t)
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
seats_above(const struct amun_state *s, const struct amun_seat_numbers *of, int seat)
{
    int next = s->space[seat] + 1 + (s->blockade >> seat & 1), count = 0;

    if (next >= s->options.board.bid_count)
        return 0;
    for (int i = 0; i < s->seats; i++) {
        bool here = s->marker[i] == s->marker[seat];

        if (of[i].to_do == AMUN_NOTHING || s->gold[i] < s->options.board.bid_numbers[next])
            continue;
        count += !here || (s->overbid_power >> i & 1) || s->hand[i][AMUN_OVERBID];
    }
    return count;
}

/* A marker that is not overbid owns its province. */
static void
read_bids(struct amun_numbers *t)
{
    const struct amun_state *s = t->s;

    for (int i = 0; i < s->offered_count; i++)
        t->open |= UINT32_C(1) << s->offered[i];
    if (s->phase != AMUN_BID)
        return;
    for (int i = 0; i < s->seats; i++) {
        struct amun_seat_numbers *of = &t->of[i];
        int province = s->marker[i];

        of->to_do = province == AMUN_NONE ? AMUN_TO_PLACE
                    : is_overbid(s, i)    ? AMUN_TO_MOVE
                                          : AMUN_NOTHING;
        if (of->to_do != AMUN_NOTHING)
            continue;
        of->marker = s->space[i];
        of->estate.provinces |= UINT32_C(1) << province;
        of->gold += s->options.board.provinces[province].free_gold -
                    s->options.board.bid_numbers[s->space[i]];
        of->unseen += s->options.board.provinces[province].free_cards;
        t->open &= ~(UINT32_C(1) << province);
    }
    for (int i = 0; i < s->seats; i++)
        t->of[i].threat = t->of[i].marker == AMUN_NOTHING ? 0 : seats_above(s, t->of, i);
}

/* ---- the phases after it ---- */

/* Of seats that chose no -3 card, as amun_items_due(). */
static int
items_due(const struct amun_state *s, int seat)
{
    int above = 0, mine = amun_seats_from(s, s->starting, seat);

    for (int i = 0; i < s->seats; i++)
        above += s->offer[i] > s->offer[seat] ||
                 (s->offer[i] == s->offer[seat] && amun_seats_from(s, s->starting, i) < mine);
    return above == 0 ? 3 : above == 1 ? 2 : 1;
}

/* The income of an estate, as amun_income(), with the cards played on it. */
static int
income_of(const struct amun_state *s, int seat, const struct amun_estate *estate)
{
    int sum =
        estate->farmers * s->temple + estate->always + (s->temple <= 2 ? estate->camel : 0);

    for (int p = 0; s->phase == AMUN_INCOME && seat == s->turn && p < AMUN_PROVINCES; p++) {
        struct amun_state only;

        if (p != s->eight_gold && p != s->harvest)
            continue;
        only = *s;
        only.owned[seat] = (uint16_t)(1u << p);
        if (p == s->eight_gold)
            sum += 8 - amun_income(&only, seat, s->temple);
        else
            sum += amun_farmers_in(s, p);
    }
    return sum;
}

static void
read_phase(const struct amun_numbers *t, int seat, struct amun_seat_numbers *of)
{
    const struct amun_state *s = t->s;
    bool waits =
        amun_seats_from(s, s->starting, seat) >= amun_seats_from(s, s->starting, s->turn);
    bool due = s->due >> seat & 1;

    if (s->phase == AMUN_ACTIONS && waits) {
        of->to_do = AMUN_TO_BUY;
        of->unseen += s->turn == seat ? s->to_draw : 0;
    } else if (s->phase == AMUN_OFFER) {
        of->to_do = AMUN_TO_OFFER;
    } else if (s->phase == AMUN_CORRECT) {
        of->to_do = due ? AMUN_TO_CORRECT : AMUN_NOTHING;
    } else if (s->phase == AMUN_REWARD) {
        int left = s->to_draw + s->to_farm + s->to_build;

        if (due)
            of->to_do = AMUN_TO_CHOOSE_1 + items_due(s, seat) - 1;
        else if (s->turn == seat && left > s->to_draw)
            of->to_do = AMUN_TO_CHOOSE_1 + int_min(left, 3) - 1;
        of->unseen += s->turn == seat ? s->to_draw : 0;
    } else if ((s->phase == AMUN_INCOME || s->phase == AMUN_SCORING) && waits) {
        of->to_do = AMUN_TO_USE;
    }
    if ((s->phase == AMUN_CORRECT || s->phase == AMUN_REWARD) && (s->steals >> seat & 1))
        of->gold += 3;
    if (s->phase == AMUN_REWARD || (s->phase == AMUN_INCOME && waits))
        of->gold += income_of(s, seat, &of->estate);
    of->turns_here = t->rounds_here + (t->stage <= 1 || of->to_do == AMUN_TO_BUY);
    of->turns = AMUN_ROUNDS - t->round + (t->stage <= 1 || of->to_do == AMUN_TO_BUY);
}

/* ---- provinces ---- */

static void
read_provinces(const struct amun_state *s, struct amun_seat_numbers *of)
{
    for (uint32_t rest = of->estate.provinces; rest; rest &= rest - 1) {
        int p = bits_lowest(rest), here = built_in(s, p),
            at = int_min(of->estate.count, AMUN_PLACES - 1);
        const struct amun_ground *ground = &s->options.board.provinces[p];

        of->estate.farmers += amun_farmers_in(s, p);
        of->estate.empty += ground->farms - s->farmers[p];
        of->estate.always += ground->income_always;
        of->estate.camel += ground->income_camel;
        of->estate.limit = int_max(of->estate.limit, ground->limit);
        of->estate.temples += ground->temples;
        of->estate.stones[int_min(s->stones[p], 2)]++;
        of->estate.pyramids += s->pyramids[p];
        of->estate.best[ground->side] = int_max(of->estate.best[ground->side], here);
        of->estate.power += ground->limit + ground->free_cards;
        of->estate.upper += ground->egypt == AMUN_UPPER;
        of->estate.east += ground->side == AMUN_EAST;
        of->estate.banks += ground->bank;
        for (; at > 0 && of->estate.built[at - 1] < here; at--)
            of->estate.built[at] = of->estate.built[at - 1];
        of->estate.built[at] = here;
        of->estate.count++;
    }
    of->estate.sets =
        of->estate.count >= AMUN_PLACES ? of->estate.built[AMUN_PLACES - 1] / 4 : 0;
}

/* How close a bonus is, 0 to 16; 16 only if its condition holds. */
static int
nearness(const struct amun_seat_numbers *of, int bonus)
{
    static const uint8_t alike[4] = {3, 4, 7, 16};
    int count = int_min(of->estate.count, 3), sum;

    switch (bonus + AMUN_POWER_BONUS) {
    case AMUN_POWER_BONUS:
        return count == 3 ? 16 * (of->estate.power >= 7)
                          : int_clamp(2 + 3 * of->estate.power - 4 * count, 0, 14);
    case AMUN_FARMER_BONUS:
        if (count == 3 && of->estate.farmers >= 9)
            return 16;
        return of->turns_here ? int_clamp(of->estate.farmers + 3 * of->turns_here - 4, 0, 14)
                              : 0;
    case AMUN_EGYPT_BONUS:
        sum = of->estate.upper;
        break;
    case AMUN_SIDE_BONUS:
        sum = of->estate.east;
        break;
    default:
        sum = of->estate.banks;
        break;
    }
    return sum == 0 || sum == of->estate.count ? alike[count] : 0;
}

/* `known`: what an equal estate has in reach, or NULL. */
static void
read_hand(const struct amun_numbers *t, int seat, const int *known,
          struct amun_seat_numbers *of)
{
    const uint8_t *hand = t->s->hand[seat];
    bool counts = t->s->phase != AMUN_SCORING || of->to_do == AMUN_TO_USE;

    for (int card = 0; card < AMUN_CARDS; card++)
        of->hand += hand[card];
    for (int bonus = 0; bonus < AMUN_BONUS_KINDS; bonus++) {
        int card = bonus + AMUN_POWER_BONUS;

        of->reach[bonus] = known ? known[bonus] : nearness(of, bonus);
        if (counts && of->reach[bonus] == 16 && hand[card] &&
            !(t->s->phase == AMUN_SCORING && seat == t->s->turn && (t->s->bonuses >> card & 1)))
            of->bonus_points += 3;
    }
}

/* ---- all seats beside each other ---- */

static void
rank_sides(struct amun_numbers *t)
{
    for (int side = 0; side < 2; side++) {
        int *two = t->best_two[side];

        two[0] = two[1] = -1;
        for (int i = 0; i < t->s->seats; i++) {
            int best = t->of[i].estate.best[side];

            if (best > two[0]) {
                two[1] = two[0];
                two[0] = best;
            } else if (best > two[1]) {
                two[1] = best;
            }
        }
    }
}

static int
points_for_gold(const struct amun_numbers *t, int seat)
{
    static const uint8_t points[AMUN_SEATS] = {6, 4, 2, 0, 0};
    int above = 0, mine = t->of[seat].gold + t->of[seat].hand;

    for (int i = 0; i < t->s->seats; i++)
        above += t->of[i].gold + t->of[i].hand > mine;
    return points[above];
}

static void
read_what_is_left(struct amun_numbers *t)
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
}

static void
compare_seats(struct amun_numbers *t)
{
    const struct amun_state *s = t->s;

    for (int i = 0; i < s->seats; i++) {
        struct amun_seat_numbers *of = &t->of[i];

        of->gold_points = points_for_gold(t, i);
        if (s->phase == AMUN_OVER || (s->phase == AMUN_SCORING && t->round == AMUN_ROUNDS)) {
            of->now = s->phase == AMUN_OVER ? 0 : of->bonus_points; /* the rest is scored */
            continue;
        }
        of->now = of->estate.pyramids + 3 * of->estate.sets + of->estate.temples * s->temple +
                  of->bonus_points;
        for (int side = 0; side < 2; side++) {
            if (of->estate.best[side] >= 4 * s->options.side_award_min &&
                of->estate.best[side] >= 0 && of->estate.best[side] == t->best_two[side][0])
                of->now += 5;
        }
    }
}

/* The provinces are scored and about to be returned. */
static struct amun_seat_numbers
bare(const struct amun_seat_numbers *of)
{
    struct amun_seat_numbers bare = {.estate = {.best = {-1, -1}},
                                     .gold = of->gold,
                                     .score = of->score + of->bonus_points,
                                     .turns = of->turns,
                                     .turns_here = of->turns_here,
                                     .hand = of->hand,
                                     .marker = AMUN_NOTHING,
                                     .to_do = of->to_do};

    for (int bonus = 0; bonus < AMUN_BONUS_KINDS; bonus++)
        bare.reach[bonus] = nearness(&bare, bonus);
    return bare;
}

/* ---- what a similar position has in common ---- */

/* In these phases nobody bids and nothing is scored: provinces are what they are. */
static bool
is_settled(const struct amun_state *s)
{
    return s->phase != AMUN_BID && s->phase != AMUN_SCORING && s->phase != AMUN_OVER;
}

static bool
are_alike(const struct amun_state *a, const struct amun_state *b)
{
    return a->phase == b->phase && a->round == b->round && a->seats == b->seats &&
           is_settled(a) && memcmp(&a->options, &b->options, sizeof a->options) == 0;
}

/* The provinces where something else stands. */
static uint32_t
changed_provinces(const struct amun_state *a, const struct amun_state *b)
{
    uint32_t set = 0;

    if (memcmp(a->pyramids, b->pyramids, sizeof a->pyramids) == 0 &&
        memcmp(a->stones, b->stones, sizeof a->stones) == 0 &&
        memcmp(a->farmers, b->farmers, sizeof a->farmers) == 0 &&
        memcmp(a->free_farmers, b->free_farmers, sizeof a->free_farmers) == 0)
        return 0;
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        bool same = a->pyramids[p] == b->pyramids[p] && a->stones[p] == b->stones[p] &&
                    a->farmers[p] == b->farmers[p] && a->free_farmers[p] == b->free_farmers[p];

        set |= (uint32_t)!same << p;
    }
    return set;
}

static void
compare(struct amun_numbers *t, const struct amun_numbers *near)
{
    uint32_t left = t->open | t->to_come;

    t->alike = are_alike(t->s, near->s);
    if (!t->alike)
        return;
    t->changed = changed_provinces(t->s, near->s);
    t->same_still =
        t->open == near->open && t->to_come == near->to_come && !(t->changed & left);
    for (int i = 0; i < t->s->seats; i++) {
        if (t->s->owned[i] == near->s->owned[i] && !(t->changed & t->s->owned[i]))
            t->same_estates |= (uint8_t)(1u << i);
    }
}

/* The hand of `seat`, and all that says what it may still do. */
static bool
has_same_hand(const struct amun_numbers *t, const struct amun_numbers *near, int seat)
{
    const struct amun_seat_numbers *a = &t->of[seat], *b = &near->of[seat];

    return memcmp(t->s->hand[seat], near->s->hand[seat], sizeof t->s->hand[seat]) == 0 &&
           a->turns == b->turns && a->turns_here == b->turns_here && a->unseen == b->unseen &&
           (a->to_do == AMUN_TO_USE) == (b->to_do == AMUN_TO_USE);
}

static void
read_seat(struct amun_numbers *t, const struct amun_numbers *near, int seat)
{
    struct amun_seat_numbers *of = &t->of[seat];
    bool same = near && (t->same_estates >> seat & 1);

    if (same)
        of->estate = near->of[seat].estate;
    else
        read_provinces(t->s, of);
    read_phase(t, seat, of);
    if (same && has_same_hand(t, near, seat)) {
        t->same_hands |= (uint8_t)(1u << seat);
        of->hand = near->of[seat].hand;
        of->bonus_points = near->of[seat].bonus_points;
        memcpy(of->reach, near->of[seat].reach, sizeof of->reach);
        return;
    }
    read_hand(t, seat,
              same && of->turns_here == near->of[seat].turns_here ? near->of[seat].reach : NULL,
              of);
}

void
amun_numbers_read(const struct amun_state *s, const struct amun_numbers *near,
                  struct amun_numbers *out)
{
    struct amun_numbers *t = out;
    bool next = s->phase == AMUN_SCORING && s->round < AMUN_ROUNDS;

    *t = (struct amun_numbers){.s = s};
    read_round(t);
    for (int i = 0; i < s->seats; i++) {
        t->of[i].gold = s->gold[i];
        t->of[i].score = s->score[i];
        t->of[i].marker = t->of[i].to_do = AMUN_NOTHING;
        t->of[i].estate.best[0] = t->of[i].estate.best[1] = -1;
        t->of[i].estate.provinces = s->owned[i];
    }
    read_bids(t);
    if (near)
        compare(t, near);
    for (int i = 0; i < s->seats; i++) {
        read_seat(t, near, i);
        if (next)
            t->of[i] = bare(&t->of[i]);
    }
    if (near && t->same_still)
        memcpy(t->still, near->still, sizeof t->still);
    else
        read_what_is_left(t);
    rank_sides(t);
    compare_seats(t);
}
