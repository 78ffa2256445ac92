/* SPDX-License-Identifier: MIT
 * amun_plans.c -- see amun_plans.h. */
#include "amun_plans.h"

#include <string.h>

#include "amun_step.h"
#include "minmax.h"

enum { MOST_STONES = 10, MOST_FARMERS = 12, PLACES = 3, WAYS = 3, POINT = 60 };

static void
add(struct amun_plan *plan, game_action a)
{
    if (plan->count < AMUN_PLAN_ROOM)
        plan->actions[plan->count++] = a;
}

/* ---- stones ---- */

/* Some ways to place a number of stones: the best by a quick estimate, which ignores later
 * rounds. */
struct way {
    uint8_t stones[PLACES];
    uint8_t builder; /* the place of the played builder, or PLACES */
    int32_t score;
};

struct ways {
    int count; /* without a builder, the best first */
    bool built;
    struct way at[WAYS], best_built; /* with one, if `built` */
};

struct yard {
    struct amun_state s; /* the buildings; changed and restored */
    int seat, places;
    uint8_t province[PLACES];
    bool builder;
};

static struct yard
yard_of(const struct amun_state *s, int seat)
{
    struct yard y = {.s = *s, .seat = seat};

    for (int p = 0; p < AMUN_PROVINCES && y.places < PLACES; p++) {
        if (s->owned[seat] >> p & 1)
            y.province[y.places++] = (uint8_t)p;
    }
    y.builder = s->phase == AMUN_ACTIONS && s->hand[seat][AMUN_BUILDER] && !(s->played & 2);
    return y;
}

/* Complete pyramids score. Stones are parts of pyramids, and count like pyramids where others
 * lack parts of sets. */
static int32_t
estimate(const struct yard *y)
{
    int lowest = INT32_MAX, parts = 0;

    for (int i = 0; i < y->places; i++) {
        int here =
            3 * y->s.pyramids[y->province[i]] + y->s.stones[y->province[i]]; /* in stones */

        lowest = int_min(lowest, here);
    }
    for (int i = 0; i < y->places; i++) {
        int here = 3 * y->s.pyramids[y->province[i]] + y->s.stones[y->province[i]];

        parts += 10 * y->s.stones[y->province[i]] + 12 * int_min(here, lowest + 3);
    }
    return POINT * amun_score(&y->s, y->seat).total + parts;
}

/* A builder acts as one more stone, if there are two stones at some time. False: there are not.
 */
static bool
build(struct yard *y, const struct way *way)
{
    for (int i = 0; i < y->places; i++) {
        int p = y->province[i], sum = y->s.stones[p] + way->stones[i];

        if (way->builder == i) {
            if (sum < 2)
                return false;
            sum++;
        }
        y->s.pyramids[p] = (uint16_t)(y->s.pyramids[p] + sum / 3);
        y->s.stones[p] = (uint8_t)(sum % 3);
    }
    return true;
}

static void
keep(struct ways *ways, const struct way *way, int most)
{
    int at = ways->count;

    if (at == most && way->score <= ways->at[at - 1].score)
        return;
    at = at == most ? at - 1 : at;
    for (; at > 0 && ways->at[at - 1].score < way->score; at--)
        ways->at[at] = ways->at[at - 1];
    ways->at[at] = *way;
    ways->count = int_min(ways->count + 1, most);
}

static void
try_way(struct yard *y, struct way *way, struct ways *ways, int most)
{
    const struct amun_state *s = &y->s;
    uint16_t pyramids[PLACES];
    uint8_t stones[PLACES];

    for (int i = 0; i < y->places; i++) {
        pyramids[i] = s->pyramids[y->province[i]];
        stones[i] = s->stones[y->province[i]];
    }
    if (build(y, way)) {
        way->score = estimate(y);
        keep(ways, way, most);
    }
    for (int i = 0; i < y->places; i++) {
        y->s.pyramids[y->province[i]] = pyramids[i];
        y->s.stones[y->province[i]] = stones[i];
    }
}

/* The best ways to place `count` stones with this builder. */
static void
try_ways(struct yard *y, int count, int builder, struct ways *ways, int most)
{
    for (int a = 0; a <= count; a++) {
        for (int b = 0; b <= count - a; b++) {
            struct way way = {.stones = {(uint8_t)a, (uint8_t)b, (uint8_t)(count - a - b)},
                              .builder = (uint8_t)builder};

            if ((y->places < 3 && way.stones[2]) || (y->places < 2 && b))
                continue;
            try_way(y, &way, ways, most);
        }
    }
}

/* The best without a builder, and the best with one. */
static struct ways
ways_to_place(struct yard *y, int count)
{
    struct ways ways = {0}, built = {0};

    if (y->places == 0) {
        ways.count = count == 0;
        ways.at[0] = (struct way){.builder = PLACES};
        return ways;
    }
    try_ways(y, count, PLACES, &ways, WAYS);
    for (int i = 0; y->builder && i < y->places; i++)
        try_ways(y, count, i, &built, 1);
    ways.built = built.count > 0;
    ways.best_built = built.at[0];
    return ways;
}

static int
count_ways(const struct ways *ways, int most)
{
    return int_min(ways->count, most) + ways->built;
}

/* Of the best `most` without a builder, and the one with it. */
static const struct way *
way_at(const struct ways *ways, int most, int i)
{
    return i < int_min(ways->count, most) ? &ways->at[i] : &ways->best_built;
}

static void
add_stones(struct amun_plan *plan, const struct yard *y, const struct way *way)
{
    for (int i = 0; i < y->places; i++) {
        int here = y->s.stones[y->province[i]];
        bool built = way->builder != i;

        for (int k = 0; k <= way->stones[i]; k++) {
            if (!built && here == 2) {
                add(plan, amun_act(AMUN_V_BUILDER, y->province[i]));
                here = 0;
                built = true;
            }
            if (k < way->stones[i]) {
                add(plan, amun_act(AMUN_V_STONE, y->province[i]));
                here = (here + 1) % 3;
            }
        }
    }
}

/* ---- farmers ---- */

static int
empty_farms(const struct amun_state *s, int province)
{
    return s->options.board.provinces[province].farms - s->farmers[province];
}

static int
all_empty_farms(const struct yard *y)
{
    int sum = 0;

    for (int i = 0; i < y->places; i++)
        sum += empty_farms(&y->s, y->province[i]);
    return sum;
}

/* The province where most farmers can stand together: a harvest increase earns most there. */
static int
best_ground(const struct yard *y, const uint8_t taken[PLACES])
{
    int best = -1, most = -1;

    for (int i = 0; i < y->places; i++) {
        int p = y->province[i], company = amun_farmers_in(&y->s, p) + empty_farms(&y->s, p);

        if (empty_farms(&y->s, p) > taken[i] && company > most) {
            most = company;
            best = i;
        }
    }
    return best;
}

static void
add_farmers(struct amun_plan *plan, const struct yard *y, int count)
{
    uint8_t taken[PLACES] = {0};

    for (int i = 0; i < count; i++) {
        int at = best_ground(y, taken);

        if (at < 0)
            return;
        add(plan, amun_act(AMUN_V_FARMER, y->province[at]));
        taken[at]++;
    }
}

static void
add_free_farmer(struct amun_plan *plan, const struct yard *y)
{
    int best = 0, most = -1;

    for (int i = 0; i < y->places; i++) {
        int p = y->province[i], company = amun_farmers_in(&y->s, p) + empty_farms(&y->s, p);

        if (company > most) {
            most = company;
            best = i;
        }
    }
    add(plan, amun_act(AMUN_V_FREE_FARMER, y->province[best]));
}

/* ---- keeping plans ---- */

struct plans {
    const struct amun_state *s;
    int seat, count, room;
    struct amun_plan *out;
};

/* If supplies are limited, a plan may find nothing left; cards drawn in between do not change
 * the supplies. */
static bool
can_be_done(const struct plans *p, const struct amun_plan *plan)
{
    struct amun_state s = *p->s;

    for (int i = 0; i < plan->count; i++) {
        if (amun_verb(plan->actions[i]) == AMUN_V_END)
            break;
        if (!amun_step_legal(&s, p->seat, plan->actions[i]))
            return false;
        if (amun_verb(plan->actions[i]) == AMUN_V_REWARD &&
            (amun_arg(plan->actions[i]) & 15) == 0)
            break;
        amun_step(&s, p->seat, plan->actions[i]);
        s.to_draw = 0;
        if (s.phase != p->s->phase || s.turn != p->s->turn)
            break;
    }
    return true;
}

static void
put(struct plans *p, const struct amun_plan *plan)
{
    if (p->count == AMUN_MOST_PLANS)
        return;
    if (p->s->options.supplies_limited && !can_be_done(p, plan))
        return;
    p->out[p->count++] = *plan;
}

static void
put_one(struct plans *p, game_action a)
{
    put(p, &(struct amun_plan){.count = 1, .actions = {a}});
}

/* ---- turns of buying ---- */

static int
cards_there(const struct amun_state *s)
{
    int count = 0;

    for (int card = 0; card < AMUN_CARDS; card++)
        count += s->deck[card] + s->discard[card];
    return count;
}

struct shop {
    struct yard yard;
    int gold, cards, farmers,
        stones; /* the supply, and the maximum that can be bought of each */
    bool free_farmer;
    int farmers_before, stones_before; /* already bought in this turn */
    int ways, farmer_step, stone_step;
    struct ways placed[MOST_STONES + 1];
};

static int
price_after(int before, int count)
{
    return amun_price(before + count) - amun_price(before);
}

static struct shop
shop_of(const struct amun_state *s, int seat)
{
    struct shop shop = {.yard = yard_of(s, seat), .gold = s->gold[seat]};

    shop.farmers_before = s->farmers_bought;
    shop.stones_before = s->stones_bought;
    shop.free_farmer =
        s->hand[seat][AMUN_FREE_FARMER] && !(s->played & 1) && shop.yard.places > 0;
    if (!s->bought && !s->farmers_bought && !s->stones_bought) {
        for (int i = 0; i < shop.yard.places; i++) {
            int limit = s->options.board.provinces[shop.yard.province[i]].limit;

            shop.cards = limit > shop.cards ? limit : shop.cards;
        }
        shop.cards = int_min(shop.cards, cards_there(s));
    }
    if (!s->stones_bought)
        shop.farmers = int_min(all_empty_farms(&shop.yard), MOST_FARMERS);
    shop.stones = shop.yard.places ? MOST_STONES : 0;
    while (amun_price(shop.cards) > shop.gold)
        shop.cards--;
    while (price_after(shop.farmers_before, shop.farmers) > shop.gold)
        shop.farmers--;
    while (price_after(shop.stones_before, shop.stones) > shop.gold)
        shop.stones--;
    return shop;
}

/* Is this number tried? Small ones always, then each `step`-th, and the maximum. */
static bool
on_grid(int number, int most, int step)
{
    return number <= 1 || number == most || number % step == 0;
}

static int
left_after(const struct shop *shop, int cards, int farmers, int stones)
{
    return shop->gold - amun_price(cards) - price_after(shop->farmers_before, farmers) -
           price_after(shop->stones_before, stones);
}

/* Calls the function for each bundle of the grid; returns the number of plans. */
static int
each_bundle(struct shop *shop, struct plans *p)
{
    int count = 0;

    for (int c = 0; c <= shop->cards; c++) {
        for (int f = 0; f <= shop->farmers; f++) {
            for (int n = 0; n <= shop->stones; n++) {
                const struct ways *ways = &shop->placed[n];
                int ways_here = count_ways(ways, shop->ways);

                if (left_after(shop, c, f, n) < 0)
                    break;
                if (!on_grid(f, shop->farmers, shop->farmer_step) ||
                    !on_grid(n, shop->stones, shop->stone_step))
                    continue;
                count += ways_here * (1 + shop->free_farmer);
                for (int i = 0; p && i < ways_here << shop->free_farmer; i++) {
                    struct amun_plan plan = {0};

                    if (c)
                        add(&plan, amun_act(AMUN_V_BUY, c));
                    if (shop->free_farmer && i >= ways_here)
                        add_free_farmer(&plan, &shop->yard);
                    add_farmers(&plan, &shop->yard, f);
                    add_stones(&plan, &shop->yard, way_at(ways, shop->ways, i % ways_here));
                    add(&plan, amun_act(AMUN_V_END, 0));
                    put(p, &plan);
                }
            }
        }
    }
    return count;
}

/* A coarser grid and fewer ways, until the number of plans is about right. */
static void
plan_purchase(struct plans *p)
{
    struct shop shop = shop_of(p->s, p->seat);

    for (int n = 0; n <= shop.stones; n++)
        shop.placed[n] = ways_to_place(&shop.yard, n);
    for (shop.ways = WAYS, shop.farmer_step = shop.stone_step = 1;;) {
        if (each_bundle(&shop, NULL) <= p->room || shop.stone_step > 4)
            break;
        if (shop.ways > 1)
            shop.ways--;
        else if (shop.farmer_step <= shop.stone_step)
            shop.farmer_step++;
        else
            shop.stone_step++;
    }
    each_bundle(&shop, p);
}

/* ---- rewards ---- */

/* The placement after a reward is chosen. */
static void
plan_placing(struct plans *p, struct yard *y, const struct amun_plan *start, int farmers,
             int stones)
{
    struct ways ways = ways_to_place(y, stones);

    for (int i = 0; i < count_ways(&ways, WAYS); i++) {
        struct amun_plan plan = *start;

        add_farmers(&plan, y, farmers);
        add_stones(&plan, y, way_at(&ways, WAYS, i));
        put(p, &plan);
    }
}

static void
plan_reward(struct plans *p)
{
    const struct amun_state *s = p->s;
    struct yard y = yard_of(s, p->seat);
    int items = amun_items_due(s, p->seat), cards = int_min(items, cards_there(s));
    int farms = all_empty_farms(&y);

    if (!(s->due >> p->seat & 1)) {
        plan_placing(p, &y, &(struct amun_plan){0}, s->to_farm, s->to_build);
        return;
    }
    for (int c = cards; c >= 0; c--) {
        for (int f = 0; f <= farms && c + f <= items; f++) {
            int n = items - c - f;
            struct amun_plan start = {.count = 1, .actions = {amun_reward(c, f, n)}};

            if (n && !y.places)
                continue;
            plan_placing(p, &y, &start, f, n);
        }
    }
}

/* ---- offers ---- */

/* What a seat may offer: its gold, and one for each card that it has sold with the offer. */
static int
purse(const struct plans *p)
{
    int gold = p->s->gold[p->seat];

    for (int card = 0; card < AMUN_CARDS; card++)
        gold += p->s->sold[p->seat][card];
    return gold < AMUN_MOST_GOLD ? gold : AMUN_MOST_GOLD;
}

static void
put_offer(struct plans *p, int gold, bool correction)
{
    if (gold < 1 || gold > purse(p))
        return;
    for (int i = 0; i < p->count; i++) {
        if (p->out[i].actions[0] == amun_offer(gold, correction))
            return;
    }
    if (p->count < p->room && p->count < AMUN_MOST_OFFERS)
        put_one(p, amun_offer(gold, correction));
}

/* The -3 card. Small sums one by one, larger ones in wider steps. One gold more than
 * another seat owns, which certainly beats its offer. A correction goes with the smallest
 * offer, and with some gold. */
static void
plan_offer(struct plans *p)
{
    static const uint8_t sums[] = {1, 2, 3, 5, 7, 10, 14, 19, 25, 32};
    const struct amun_state *s = p->s;
    bool correction = s->hand[p->seat][AMUN_CORRECTION] > s->sold[p->seat][AMUN_CORRECTION];
    int richest = 0;

    put_one(p, amun_act(AMUN_V_STEAL, 0));
    if (correction) {
        put_one(p, amun_act(AMUN_V_STEAL, 1));
        put_offer(p, 1, true);
        put_offer(p, 4, true);
    }
    for (int i = 0; i < s->seats; i++) {
        if (i != p->seat && s->gold[i] > richest)
            richest = s->gold[i];
    }
    put_offer(p, richest + 1, false);
    for (size_t i = 0; i < sizeof sums && sums[i] <= richest + 1; i++)
        put_offer(p, sums[i], false);
}

/* ---- cards ---- */

static void
plan_income(struct plans *p)
{
    const struct amun_state *s = p->s;
    game_action legal[256];
    int count = amun_actions(s, p->seat, legal);

    put_one(p, amun_act(AMUN_V_END, 0));
    for (int i = 0; i < count; i++) {
        if (amun_verb(legal[i]) == AMUN_V_END)
            continue;
        for (int j = -1; j < count; j++) { /* alone, and before the card of the other kind */
            struct amun_state after = *s;
            struct amun_plan plan = {.count = 1, .actions = {legal[i]}};

            if (j >= 0 && (amun_verb(legal[i]) != AMUN_V_EIGHT_GOLD ||
                           amun_verb(legal[j]) != AMUN_V_HARVEST))
                continue;
            amun_step(&after, p->seat, legal[i]);
            if (after.phase == AMUN_INCOME && after.turn == p->seat &&
                after.starting == s->starting)
                add(&plan, j < 0 ? amun_act(AMUN_V_END, 0) : legal[j]);
            else if (j >= 0)
                continue;
            put(p, &plan);
        }
    }
}

/* Each set of the bonus cards whose condition holds: three points a card now, or one gold
 * later. */
static void
plan_scoring(struct plans *p)
{
    const struct amun_state *s = p->s;
    game_action legal[256];
    int count = amun_actions(s, p->seat, legal);

    for (unsigned set = 0; set < 1u << (count - 1); set++) {
        struct amun_plan plan = {0};

        for (int i = 1; i < count; i++) {
            if (set >> (i - 1) & 1)
                add(&plan, legal[i]);
        }
        if (set + 1 < 1u << (count - 1)) /* after the last one the scoring ends by itself */
            add(&plan, legal[0]);
        put(p, &plan);
    }
}

static void
plan_any(struct plans *p)
{
    game_action legal[256];
    int count = amun_actions(p->s, p->seat, legal);

    for (int i = 0; i < count; i++) {
        if (amun_verb(legal[i]) != AMUN_V_SELL)
            put_one(p, legal[i]);
    }
}

int
amun_plans(const struct amun_state *s, int seat, struct amun_plan *out, int room)
{
    struct plans p = {.s = s, .seat = seat, .room = room, .out = out};

    switch ((enum amun_phase)s->phase) {
    case AMUN_ACTIONS:
        plan_purchase(&p);
        break;
    case AMUN_OFFER:
        plan_offer(&p);
        break;
    case AMUN_REWARD:
        plan_reward(&p);
        break;
    case AMUN_INCOME:
        plan_income(&p);
        break;
    case AMUN_SCORING:
        plan_scoring(&p);
        break;
    case AMUN_START:
    case AMUN_DRAWING:
    case AMUN_BID:
    case AMUN_CORRECT:
    case AMUN_OVER:
    case AMUN_PHASES:
        break;
    }
    if (p.count == 0)
        plan_any(&p);
    return p.count;
}
