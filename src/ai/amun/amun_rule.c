/* SPDX-License-Identifier: MIT
 * amun_rule.c -- the rule bot of Amun-Re: a heuristic that can be stated in words.
 *
 *   1. An action is worth what the seat is worth after it: buildings, gold, income, power cards
 *      (amun_worth.c). A plan is tried on a copy of the view.
 *   2. Bid where province less price leaves most, and the others gain too little to go higher.
 *   3. Of cards, farmers and stones buy the bundle that leaves the seat best off; gold that is kept
 *      buys the first and cheap items of later rounds.
 *   4. Offer what rank and harvest should earn, with some noise, so that nobody can predict it.
 *   5. Play a power card when that earns more than keeping it; sell it when 1 gold does.
 *
 * It uses no hidden card. Only its offers are random.
 */
#include "ai_parts.h"

#include "amun_worth.h"
#include "rng.h"

/* The own loss for the harvest of the others, in gold of about this value; and the noise on
 * offers. */
static const double ENVY = 0.25, GOLD_WORTH = 0.3, BLUR = 0.35;
/* Not all seats that gain by going higher will do so; and a bid may be overbid again. */
static const double READY_TO_OVERBID = 0.85, ON_THE_MOVE_AGAIN = 0.25, LOST_TIME = 0.6;

enum { MOST_STONES = 10 };

/* The gain of each seat by each province on offer, and the cost of each bid number, in points. */
struct market {
    double gain[AMUN_SEATS][AMUN_PROVINCES];
    double cost[AMUN_SEATS][AMUN_SPACES];
};

/* The current decision. */
struct table {
    const struct amun_state *s;
    struct amun_outlook outlook;
    int seat;
    struct market market; /* while bidding */
    double item_gain[4]; /* while offering: of a number of items of a reward */
};

static double
worth(const struct table *t, const struct amun_state *s)
{
    return amun_worth(&t->outlook, s, t->seat);
}

static void
add_stone(struct amun_state *s, int province)
{
    if (++s->stones[province] == 3) {
        s->stones[province] = 0;
        s->pyramids[province]++;
    }
}

static int
empty_farms(const struct amun_state *s, int province)
{
    return s->options.board.provinces[province].farms - s->farmers[province];
}

static bool
owns(const struct amun_state *s, int seat, int province)
{
    return s->owned[seat] >> province & 1;
}

/* A farmer on the first empty farm; false if there is none. */
static bool
add_farmer(struct amun_state *s, int seat)
{
    for (int province = 0; province < AMUN_PROVINCES; province++) {
        if (owns(s, seat, province) && empty_farms(s, province) > 0) {
            s->farmers[province]++;
            return true;
        }
    }
    return false;
}

/* ---- bidding ---- */

static void
take_province(struct amun_state *s, int seat, int province)
{
    const struct amun_ground *ground = &s->options.board.provinces[province];

    s->owned[seat] |= (uint16_t)(1u << province);
    s->gold[seat] = (int16_t)(s->gold[seat] + ground->free_gold);
}

static struct market
survey(const struct amun_state *s, const struct amun_outlook *o)
{
    struct market market = {{{0}}, {{0}}};

    for (int seat = 0; seat < s->seats; seat++) {
        double before = amun_worth(o, s, seat), rich = amun_gold_worth(o, s, seat);

        for (int i = 0; i < s->offered_count; i++) {
            int province = s->offered[i];
            struct amun_state after = *s;

            take_province(&after, seat, province);
            market.gain[seat][province] =
                amun_worth(o, &after, seat) - before +
                s->options.board.provinces[province].free_cards * o->unknown_card;
        }
        for (int space = 0; space < s->options.board.bid_count; space++) {
            struct amun_state after = *s;

            after.gold[seat] = (int16_t)(s->gold[seat] - s->options.board.bid_numbers[space]);
            market.cost[seat][space] = rich - amun_gold_worth(o, &after, seat);
        }
    }
    return market;
}

static bool
can_pay(const struct amun_state *s, int seat, int space)
{
    return space < s->options.board.bid_count &&
           s->options.board.bid_numbers[space] <= s->gold[seat];
}

static bool
holds_a_province(const struct amun_state *s, int seat)
{
    return s->marker[seat] != AMUN_NONE &&
           amun_lowest_space(s, seat, s->marker[seat]) <= s->space[seat];
}

/* The largest gain of `seat` by a province other than this one. */
static double
gain_elsewhere(const struct table *t, int seat, int province)
{
    const struct amun_state *s = t->s;
    double best = -1e9;

    for (int i = 0; i < s->offered_count; i++) {
        int other = s->offered[i], space = amun_lowest_space(s, seat, other);
        double gain;

        if (other == province || !can_pay(s, seat, space))
            continue;
        gain = t->market.gain[seat][other] - t->market.cost[seat][space];
        best = gain > best ? gain : best;
    }
    return best;
}

/* The chance that nobody goes higher in that province; `next` is the lowest space above. */
static double
chance_to_hold(const struct table *t, int province, int next)
{
    double chance = 1;

    for (int seat = 0; seat < t->s->seats; seat++) {
        double more, threat;

        if (seat == t->seat || !can_pay(t->s, seat, next))
            continue;
        more = t->market.gain[seat][province] - t->market.cost[seat][next] -
               gain_elsewhere(t, seat, province);
        threat = READY_TO_OVERBID * amun_chance(more, 1.0);
        if (holds_a_province(t->s, seat) && t->s->marker[seat] != province)
            threat *= ON_THE_MOVE_AGAIN;
        chance *= 1 - threat;
    }
    return chance;
}

static double
value_of_bid(const struct table *t, game_action a)
{
    int province = amun_arg(a) >> 8, space = amun_arg(a) >> 2 & 63, with = amun_arg(a) & 3;
    int next = space + 1 + (with & AMUN_WITH_BLOCKADE || t->s->blockade >> t->seat & 1);
    double hold = chance_to_hold(t, province, next);
    double gain = t->market.gain[t->seat][province] - t->market.cost[t->seat][space];
    double instead = gain_elsewhere(t, t->seat, province) - LOST_TIME;
    double value = hold * gain + (1 - hold) * instead;

    if (with & AMUN_WITH_BLOCKADE)
        value -= amun_card_worth(&t->outlook, t->s, t->seat, AMUN_BLOCKADE);
    if (with & AMUN_WITH_OVERBID)
        value -= amun_card_worth(&t->outlook, t->s, t->seat, AMUN_OVERBID);
    return value;
}

/* ---- building ---- */

/* The value of the property, possibly after a builder. */
static double
property_with_builder(const struct table *t, const struct amun_state *s)
{
    double best = amun_property_worth(&t->outlook, s, t->seat);
    bool builder =
        s->phase == AMUN_ACTIONS && s->hand[t->seat][AMUN_BUILDER] && !(s->played & 2);
    double kept = builder ? amun_card_worth(&t->outlook, s, t->seat, AMUN_BUILDER) : 0;

    for (int province = 0; builder && province < AMUN_PROVINCES; province++) {
        struct amun_state after;
        double value;

        if (!owns(s, t->seat, province) || s->stones[province] < 2)
            continue;
        after = *s;
        after.stones[province] = 0;
        after.pyramids[province]++;
        value = amun_property_worth(&t->outlook, &after, t->seat) - kept;
        best = value > best ? value : best;
    }
    return best;
}

/* The best property with `stones` more stones, over all ways to place them from `first` on. */
static double
property_with(const struct table *t, const struct amun_state *s, int stones, int first)
{
    double best = stones ? -1e9 : property_with_builder(t, s);

    for (int province = first; stones && province < AMUN_PROVINCES; province++) {
        struct amun_state after;
        double value;

        if (!owns(s, t->seat, province))
            continue;
        after = *s;
        add_stone(&after, province);
        value = property_with(t, &after, stones - 1, province);
        best = value > best ? value : best;
    }
    return best;
}

/* The value of the best purchases that are still possible this turn: farmers, if allowed, and
 * stones. The value of gold covers later purchases, so nothing is bought that leaves too
 * little. */
static double
value_of_buying_on(const struct table *t, const struct amun_state *s, bool farmers)
{
    double property[MOST_STONES + 1], best = -1e9;
    double rest = worth(t, s) - amun_property_worth(&t->outlook, s, t->seat) -
                  amun_gold_worth(&t->outlook, s, t->seat);
    struct amun_state farming = *s;
    int most = 0, gold;

    for (int k = 0; k <= MOST_STONES; k++) {
        if (amun_price(s->stones_bought + k) - amun_price(s->stones_bought) > s->gold[t->seat])
            break;
        property[k] = property_with(t, s, k, 0);
        most = k;
    }
    for (;;) {
        gold = farming.gold[t->seat];
        for (int k = 0; k <= most; k++) {
            struct amun_state after = farming;
            int price = amun_price(s->stones_bought + k) - amun_price(s->stones_bought);
            double value;

            if (price > gold)
                break;
            after.gold[t->seat] = (int16_t)(gold - price);
            value = property[k] + rest + amun_gold_worth(&t->outlook, &after, t->seat);
            best = value > best ? value : best;
        }
        if (!farmers || gold <= farming.farmers_bought || !add_farmer(&farming, t->seat))
            return best;
        farming.farmers_bought++;
        farming.gold[t->seat] = (int16_t)(gold - farming.farmers_bought);
    }
}

static double
value_of_cards(const struct table *t, int count)
{
    struct amun_state after = *t->s;

    after.gold[t->seat] = (int16_t)(after.gold[t->seat] - amun_price(count));
    return value_of_buying_on(t, &after, true) + count * t->outlook.unknown_card;
}

/* Farmers stand together, for the card that raises the harvest of one province. */
static double
company(const struct amun_state *s, int province)
{
    return 0.01 * amun_farmers_in(s, province);
}

static double
value_of_farmer(const struct table *t, int province)
{
    struct amun_state after = *t->s;
    double value;

    after.farmers[province]++;
    if (after.phase == AMUN_REWARD)
        return worth(t, &after) + company(&after, province);
    after.farmers_bought++;
    after.gold[t->seat] = (int16_t)(after.gold[t->seat] - after.farmers_bought);
    value = value_of_buying_on(t, &after, true);
    return value + company(&after, province);
}

static double
value_of_stone(const struct table *t, int province)
{
    struct amun_state after = *t->s;

    add_stone(&after, province);
    if (after.phase == AMUN_REWARD)
        return property_with(t, &after, after.to_build - 1, 0);
    after.stones_bought++;
    after.gold[t->seat] = (int16_t)(after.gold[t->seat] - after.stones_bought);
    return value_of_buying_on(t, &after, false);
}

/* May farmers still be bought in this turn? Stones come after them. */
static bool
before_stones(const struct amun_state *s)
{
    return s->phase == AMUN_ACTIONS && s->stones_bought == 0;
}

static double
value_of_free_farmer(const struct table *t, int province)
{
    struct amun_state after = *t->s;

    after.hand[t->seat][AMUN_FREE_FARMER]--;
    after.free_farmers[province]++;
    return value_of_buying_on(t, &after, before_stones(t->s)) + company(&after, province);
}

static double
value_of_builder(const struct table *t, int province)
{
    struct amun_state after = *t->s;

    after.hand[t->seat][AMUN_BUILDER]--;
    after.played |= 2;
    after.stones[province] = (uint8_t)(after.stones[province] - 2);
    after.pyramids[province]++;
    return value_of_buying_on(t, &after, before_stones(t->s));
}

/* ---- the sacrifice ---- */

static double
value_of_reward(const struct table *t, int cards, int farmers, int stones)
{
    struct amun_state after = *t->s;
    double before = amun_property_worth(&t->outlook, t->s, t->seat);

    for (int i = 0; i < farmers; i++) {
        if (!add_farmer(&after, t->seat))
            return -1e9;
    }
    return worth(t, &after) - before + property_with(t, &after, stones, 0) +
           cards * t->outlook.unknown_card;
}

/* The value of the best reward of `items` items. */
static double
gain_of_items(const struct table *t, int items)
{
    double best = 0, before = value_of_reward(t, 0, 0, 0);

    for (int farmers = 0; farmers <= items; farmers++) {
        for (int stones = 0; farmers + stones <= items; stones++) {
            double gain =
                value_of_reward(t, items - farmers - stones, farmers, stones) - before;

            best = gain > best ? gain : best;
        }
    }
    return best;
}

/* The value of the seat less the weighted harvest of the others, if the sacrifice comes to
 * about `total` and leaves the seat with `gold`. */
static double
value_of_total(const struct table *t, double total, double swing, int gold)
{
    struct amun_outlook o = t->outlook;
    struct amun_state after = *t->s;
    double theirs = 0;

    o.now = amun_harvest_at(t->s, total, swing);
    after.gold[t->seat] = (int16_t)gold;
    for (int i = 0; i < t->s->seats; i++) {
        for (int space = 1; i != t->seat && space <= 4; space++)
            theirs += o.now.chance[space] * amun_income(t->s, i, space);
    }
    return amun_worth(&o, &after, t->seat) - ENVY * GOLD_WORTH * theirs / (t->s->seats - 1);
}

/* The expected items of an offer: 3 before all others, 2 before all but one, else 1. */
static double
gain_of_offer(const struct table *t, int gold)
{
    const struct amun_state *s = t->s;
    double first = 1, second = 0;

    for (int i = 0; i < s->seats; i++) {
        int behind = (t->seat - s->starting + s->seats) % s->seats;
        bool ours_in_tie = behind < (i - s->starting + s->seats) % s->seats;
        double theirs = amun_offer_of(s, i), ahead;

        if (i == t->seat)
            continue;
        ahead = amun_chance(gold - theirs + (ours_in_tie ? 0.5 : -0.5), 1 + 0.4 * theirs);
        if (gold > s->gold[i])
            ahead = 1; /* that seat cannot offer as much */
        second = second * ahead + first * (1 - ahead);
        first *= ahead;
    }
    return t->outlook.taste.rewards * (first * t->item_gain[3] + second * t->item_gain[2] +
                                       (1 - first - second) * t->item_gain[1]);
}

static double
value_of_offer(const struct table *t, int gold, bool steal, bool correction)
{
    double others = 0, total, value, swing = 2.0 + t->s->seats;
    int left = t->s->gold[t->seat] + (steal ? 3 : -gold);

    for (int i = 0; i < t->s->seats; i++) {
        if (i != t->seat)
            others += t->s->gold[i] ? amun_offer_of(t->s, i) : -3;
    }
    total = others + (steal ? -3 : gold);
    value = value_of_total(t, total, swing, left);
    if (correction) {
        double less = value_of_total(t, total - 3, swing, left);
        double more = value_of_total(t, total + 3, swing, left);

        value = (less > more ? less : more) + 0.2; /* it is known after the reveal */
        value -= amun_card_worth(&t->outlook, t->s, t->seat, AMUN_CORRECTION);
    }
    return value + (steal ? 0 : gain_of_offer(t, gold));
}

static double
value_of_correction(const struct table *t, bool up)
{
    int change = up ? 3 : -3;

    return value_of_total(t, t->s->total + change, 0.3, t->s->gold[t->seat]);
}

/* ---- power cards of income and scoring; selling ---- */

static double
gain_of_gold(const struct table *t, int gold)
{
    struct amun_state after = *t->s;

    after.gold[t->seat] = (int16_t)(after.gold[t->seat] + gold);
    return amun_gold_worth(&t->outlook, &after, t->seat) -
           amun_gold_worth(&t->outlook, t->s, t->seat);
}

/* The expected value of a card after this income. */
static double
worth_later(const struct table *t, int card)
{
    struct amun_outlook later = t->outlook;

    later.incomes--;
    return amun_card_worth(&later, t->s, t->seat, card);
}

static double
value_of_eight_gold(const struct table *t, int province)
{
    struct amun_state only = *t->s;

    only.owned[t->seat] = (uint16_t)(1u << province);
    return gain_of_gold(t, 8 - amun_income(&only, t->seat, t->s->temple)) -
           worth_later(t, AMUN_EIGHT_GOLD);
}

static double
value_of_harvest(const struct table *t, int province)
{
    if (t->s->eight_gold == province)
        return -1;
    return gain_of_gold(t, amun_farmers_in(t->s, province)) - worth_later(t, AMUN_HARVEST);
}

/* The gain of selling the card for 1 gold. */
static double
gain_of_sale(const struct table *t, int card)
{
    struct amun_state after = *t->s;

    after.hand[t->seat][card]--;
    return gain_of_gold(t, 1) + amun_hand_worth(&t->outlook, &after, t->seat) -
           amun_hand_worth(&t->outlook, t->s, t->seat) - 0.05;
}

/* ---- all together ---- */

static struct table
look_at(const struct amun_state *s, int seat, const struct amun_taste *taste)
{
    struct table t = {.s = s, .outlook = amun_look_ahead(s, seat), .seat = seat};

    t.outlook.taste = *taste;
    t.outlook.unknown_card *= taste->cards;
    if (s->phase == AMUN_BID)
        t.market = survey(s, &t.outlook);
    for (int items = 1; s->phase == AMUN_OFFER && items <= 3; items++)
        t.item_gain[items] = gain_of_items(&t, items);
    return t;
}

static double
value_of(const struct table *t, game_action a, uint64_t *rng)
{
    int arg = amun_arg(a);

    switch (amun_verb(a)) {
    case AMUN_V_BID:
        return value_of_bid(t, a);
    case AMUN_V_BUY:
        return value_of_cards(t, arg);
    case AMUN_V_FARMER:
        return value_of_farmer(t, arg);
    case AMUN_V_STONE:
        return value_of_stone(t, arg);
    case AMUN_V_FREE_FARMER:
        return value_of_free_farmer(t, arg);
    case AMUN_V_BUILDER:
        return value_of_builder(t, arg);
    case AMUN_V_END:
        return t->s->phase == AMUN_ACTIONS ? worth(t, t->s) : 0;
    case AMUN_V_OFFER:
        return value_of_offer(t, arg >> 1, false, arg & 1) + BLUR * rng_below(rng, 1000) / 1000;
    case AMUN_V_STEAL:
        return value_of_offer(t, 0, true, arg & 1) + BLUR * rng_below(rng, 1000) / 1000;
    case AMUN_V_CORRECT:
        return value_of_correction(t, arg == 1);
    case AMUN_V_REWARD:
        return value_of_reward(t, arg >> 4, arg >> 2 & 3, arg & 3);
    case AMUN_V_EIGHT_GOLD:
        return value_of_eight_gold(t, arg);
    case AMUN_V_HARVEST:
        return value_of_harvest(t, arg);
    case AMUN_V_BONUS:
        return 3;
    case AMUN_V_SELL:
    case AMUN_V_START:
    case AMUN_V_PROVINCE:
    case AMUN_V_CARD:
        break;
    }
    return 0;
}

/* The value of each action. A sale is better than the best of the others by the gain of 1 gold
 * over the card. Returns the best. */
static int
weigh(const struct table *t, const game_action *legal, int count, double *values, uint64_t *rng)
{
    double highest = -1e9;
    int best = -1;

    for (int i = 0; i < count; i++) {
        if (amun_verb(legal[i]) == AMUN_V_SELL)
            continue;
        values[i] = value_of(t, legal[i], rng);
        if (best < 0 || values[i] > highest) {
            highest = values[i];
            best = i;
        }
    }
    for (int i = 0; i < count; i++) {
        if (amun_verb(legal[i]) != AMUN_V_SELL)
            continue;
        values[i] = highest + gain_of_sale(t, amun_arg(legal[i]));
        if (values[i] > values[best])
            best = i;
    }
    return best;
}

static game_action
choose_by(const struct amun_taste *taste, const struct amun_state *seen, int seat,
          uint64_t *rng, struct ai_advice *advice)
{
    game_action legal[AMUN_MAX_ACTIONS];
    double values[AMUN_MAX_ACTIONS];
    int count = amun_actions(seen, seat, legal), best;
    struct table t = look_at(seen, seat, taste);

    best = weigh(&t, legal, count, values, rng);
    ai_advise(advice, legal, values, count);
    return legal[best];
}

/* ---- the bots ---- */

/* building, gold, cards, rewards */
static const struct amun_taste builder_taste = {1.5, 0.9, 0.9, 1};
static const struct amun_taste farmer_taste = {0.9, 1.4, 0.9, 0.8};
static const struct amun_taste priest_taste = {1, 0.9, 1, 1.8};
static const struct amun_taste scribe_taste = {0.9, 0.9, 1.8, 1};

AI_CHOOSE(choose_rule, amun_no_taste)
AI_CHOOSE(choose_builder, builder_taste)
AI_CHOOSE(choose_farmer, farmer_taste)
AI_CHOOSE(choose_priest, priest_taste)
AI_CHOOSE(choose_scribe, scribe_taste)

static game_action
choose_novice(const struct game *game, const void *seen, int seat, uint64_t *rng,
              const struct ai_limits *limits, struct ai_advice *advice)
{
    game_action action = choose_rule(game, seen, seat, rng, limits, advice);

    return ai_beginner(game, seen, seat, action, rng);
}

AI_BOT(amun_rule_bot, "rule", choose_rule, "a heuristic that counts points");
AI_BOT(amun_novice_bot, "novice", choose_novice, "like rule, but often at random");
AI_BOT(amun_easy_bot, "easy", choose_rule, "a heuristic that counts points");
AI_BOT(amun_builder_bot, "easy:builder", choose_builder, "like rule, but fond of pyramids");
AI_BOT(amun_farmer_bot, "easy:farmer", choose_farmer, "like rule, but fond of gold");
AI_BOT(amun_priest_bot, "easy:priest", choose_priest, "like rule, but generous to the god");
AI_BOT(amun_scribe_bot, "easy:scribe", choose_scribe, "like rule, but fond of power cards");
