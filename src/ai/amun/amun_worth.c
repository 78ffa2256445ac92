/* SPDX-License-Identifier: MIT
 * amun_worth.c -- see amun_worth.h. The numbers are heuristics, tuned against random play only.
 * Only + - * / are used on them, so that a bot chooses alike on every machine.
 */
#include "amun_worth.h"

#include "bits.h"
#include "minmax.h"

/* An item is a stone, a farmer, a card, or a step on a bid. Here is the value of one that gold
 * may buy in a later turn. Then the number of kinds of purchase that share the gold of a turn,
 * and the rough value of a gold. */
static const double ITEM_WORTH = 0.85, PURCHASES = 3.0, GOLD_WORTH = 0.3;
/* The value of a rank in gold at the end. */
static const double RANK_WORTH = 2.0;

static bool
owns(const struct amun_state *s, int seat, int province)
{
    return s->owned[seat] >> province & 1;
}

double
amun_chance(double lead, double swing)
{
    double x = lead / swing;

    return 0.5 + 0.5 * x / (1 + (x < 0 ? -x : x));
}

const struct amun_taste amun_no_taste = {1, 1, 1, 1};

static const struct amun_taste *
taste_of(const struct amun_outlook *o, int seat)
{
    return seat == o->seat ? &o->taste : &amun_no_taste;
}

/* ---- what is to come ---- */

double
amun_offer_of(const struct amun_state *s, int seat)
{
    return s->gold[seat] ? 1 + 0.25 * (s->gold[seat] - 1) : 0;
}

struct amun_harvest
amun_harvest_at(const struct amun_state *s, double total, double swing)
{
    struct amun_harvest harvest = {{0}};
    double above = 1;

    for (int space = 1; space < 4; space++) {
        double higher =
            amun_chance(total - s->options.board.temple_limits[space - 1] - 0.5, swing);

        harvest.chance[space] = above - higher;
        above = higher;
    }
    harvest.chance[4] = above;
    return harvest;
}

static struct amun_harvest
expected_harvest(const struct amun_state *s)
{
    double total = 0;

    for (int i = 0; i < s->seats; i++)
        total += s->gold[i] ? double_clamp(amun_offer_of(s, i), 1, 5) : -3;
    return amun_harvest_at(s, total, 4);
}

static double gold_to_come(const struct amun_outlook *o, const struct amun_state *s, int seat);

static double
unknown_card_worth(const struct amun_outlook *o)
{
    const struct amun_state *s = o->s;
    struct amun_outlook drawing = *o;
    double sum = 0, count = 0;

    drawing.turns += o->buying;

    for (int card = 0; card < AMUN_CARDS; card++) {
        int unseen =
            s->options.board.power_cards[card] - s->hand[o->seat][card] - s->discard[card];

        if (unseen > 0) {
            count += unseen;
            sum += unseen * amun_card_worth(&drawing, s, o->seat, card);
        }
    }
    return count > 0 ? sum / count : 0;
}

struct amun_outlook
amun_look_ahead(const struct amun_state *s, int seat)
{
    int rounds = AMUN_ROUNDS - s->round, here = (AMUN_ROUNDS - s->round) % 3;
    bool bidding = s->phase <= AMUN_BID, sacrificing = s->phase <= AMUN_OFFER;
    bool harvesting = s->phase <= AMUN_INCOME;
    struct amun_outlook o = {.s = s,
                             .seat = seat,
                             .taste = amun_no_taste,
                             .turns = rounds + bidding,
                             .turns_here = here + bidding,
                             .buying = s->phase == AMUN_ACTIONS,
                             .bids = rounds + bidding,
                             .offers = rounds + sacrificing,
                             .incomes = rounds + harvesting,
                             .incomes_here = here + harvesting,
                             .rewards_here = here > 0 || s->phase <= AMUN_OFFER};

    o.later = o.now = expected_harvest(s);
    if (s->phase == AMUN_REWARD || s->phase == AMUN_INCOME || s->phase == AMUN_SCORING) {
        o.now = (struct amun_harvest){{0}};
        o.now.chance[s->temple] = 1;
    }
    o.unknown_card = unknown_card_worth(&o);
    for (int i = 0; i < s->seats; i++)
        o.gold[i] = gold_to_come(&o, s, i);
    return o;
}

/* ---- provinces ---- */

/* Pyramids, and stones as the parts of pyramids that may still be finished before the scoring. */
static double
building(const struct amun_outlook *o, const struct amun_state *s, int province)
{
    double hope = o->turns_here > 0 ? 0.9 : o->rewards_here ? 0.3 : 0;

    return s->pyramids[province] + s->stones[province] * (0.02 + hope / 3);
}

/* Three points for each pyramid that all three provinces have. Provinces that are not bought
 * yet will have some too, so a pyramid above the lowest province may complete a set. */
static double
sets_worth(const struct amun_outlook *o, const struct amun_state *s, int seat)
{
    double of[3], lowest = 1e9, sum = 0, hope = o->turns_here > 0 ? 0.4 : 0;
    int count = 0;

    for (int province = 0; province < AMUN_PROVINCES && count < 3; province++) {
        if (owns(s, seat, province))
            of[count++] = building(o, s, province);
    }
    for (; count < 3; count++)
        of[count] = s->round > 3 ? 1.8 : 0.9;
    for (int i = 0; i < 3; i++)
        lowest = of[i] < lowest ? of[i] : lowest;
    for (int i = 0; i < 3; i++)
        sum += of[i] < lowest + 1 ? of[i] : lowest + 1;
    return 3 * ((1 - hope) * lowest + hope * sum / 3);
}

/* Five points for the best building on a side of the Nile. */
static double
side_worth(const struct amun_outlook *o, const struct amun_state *s, int seat, int side)
{
    double ours = 0, theirs = 0;

    for (int province = 0; province < AMUN_PROVINCES; province++) {
        double built = building(o, s, province);

        if (s->options.board.provinces[province].side != side)
            continue;
        if (owns(s, seat, province))
            ours = built > ours ? built : ours;
        else if (amun_owner(s, province) != AMUN_NONE || o->turns_here > 0)
            theirs = built > theirs ? built : theirs;
    }
    if (ours < 0.3)
        return 0;
    return 5 * amun_chance(ours - theirs, 0.1 + 0.5 * o->turns_here);
}

static double
temples_worth(const struct amun_outlook *o, const struct amun_state *s, int seat)
{
    const struct amun_harvest *harvest = s->round % 3 == 0 ? &o->now : &o->later;
    double points = 0;
    int temples = 0;

    for (int province = 0; province < AMUN_PROVINCES; province++) {
        if (owns(s, seat, province))
            temples += s->options.board.provinces[province].temples;
    }
    for (int space = 1; space <= 4; space++)
        points += harvest->chance[space] * space;
    return temples * points;
}

double
amun_property_worth(const struct amun_outlook *o, const struct amun_state *s, int seat)
{
    double worth = sets_worth(o, s, seat) + side_worth(o, s, seat, AMUN_WEST) +
                   side_worth(o, s, seat, AMUN_EAST) + temples_worth(o, s, seat);

    for (int province = 0; province < AMUN_PROVINCES; province++) {
        if (owns(s, seat, province))
            worth += building(o, s, province);
    }
    return taste_of(o, seat)->building * worth;
}

/* ---- gold ---- */

/* Empty farms will be filled in later turns, and then harvested. */
static double
empty_farms_yield(const struct amun_outlook *o, const struct amun_state *s, int seat,
                  double each)
{
    int empty = 0, harvests = o->incomes_here - o->buying;

    for (int province = 0; province < AMUN_PROVINCES; province++) {
        if (owns(s, seat, province))
            empty += s->options.board.provinces[province].farms - s->farmers[province];
    }
    empty = int_min(empty, 4 * o->turns_here);
    return empty * double_clamp(harvests * each - 2.5, 0, 20);
}

/* The gold of `seat` and its income to come in this kingdom. */
static double
gold_to_come(const struct amun_outlook *o, const struct amun_state *s, int seat)
{
    double gold = s->gold[seat], each = 0;

    for (int space = 1; space <= 4; space++) {
        double income = amun_income(s, seat, space);

        each += o->later.chance[space] * space;
        if (o->incomes_here > 0)
            gold += income *
                    (o->now.chance[space] + (o->incomes_here - 1) * o->later.chance[space]);
    }
    return gold + empty_farms_yield(o, s, seat, each);
}

/* The number of items of a kind for that sum: the k-th costs k. */
static double
items_for(double gold)
{
    double items = 0;

    for (int price = 1; price < 30; price++) {
        if (gold < price)
            return items + gold / price;
        items++;
        gold -= price;
    }
    return items;
}

/* Points for the rank in gold after the last round. */
static double
rank_worth(const struct amun_outlook *o, const struct amun_state *s, int seat, double gold)
{
    double worth = 0;

    for (int i = 0; i < s->seats; i++) {
        if (i != seat)
            worth += RANK_WORTH * amun_chance(gold - o->gold[i], 3.0 + 6 * o->turns);
    }
    return double_clamp(worth, 0, 6);
}

/* Gold is spread over the later turns, where each further item costs more. */
double
amun_gold_worth(const struct amun_outlook *o, const struct amun_state *s, int seat)
{
    double gold = gold_to_come(o, s, seat), shares = PURCHASES * o->turns;
    double worth = rank_worth(o, s, seat, gold);

    if (shares > 0)
        worth = worth * 0.5 + shares * ITEM_WORTH * items_for(gold / shares);
    return taste_of(o, seat)->gold * worth;
}

/* ---- power cards ---- */

/* The chance that a bonus card will count in this kingdom: none once the provinces break its
 * condition. */
static double
bonus_chance(const struct amun_outlook *o, const struct amun_state *s, int seat, int card)
{
    static const double alike[4] = {0.2, 0.3, 0.5, 1};
    int count = bits_count(s->owned[seat]), sum = 0, cards = 0, farmers = 0;

    if (count == 3 && (card != AMUN_FARMER_BONUS || o->turns_here == 0))
        return amun_bonus_holds(s, seat, card) ? 1 : 0;
    for (int province = 0; province < AMUN_PROVINCES; province++) {
        const struct amun_ground *ground = &s->options.board.provinces[province];

        if (!owns(s, seat, province))
            continue;
        sum += card == AMUN_EGYPT_BONUS  ? ground->egypt
               : card == AMUN_SIDE_BONUS ? ground->side
                                         : ground->bank;
        cards += ground->limit + ground->free_cards;
        farmers += amun_farmers_in(s, province);
    }
    if (card == AMUN_POWER_BONUS)
        return double_clamp(0.3 + 0.2 * (cards - 2.0 * count), 0, 1);
    if (card == AMUN_FARMER_BONUS)
        return double_clamp((farmers + 2.5 * o->turns_here - 6) / 6, 0, 0.9);
    return sum == 0 || sum == count ? alike[count] : 0;
}

static double
bonus_worth(const struct amun_outlook *o, const struct amun_state *s, int seat, int card)
{
    double now = bonus_chance(o, s, seat, card), later = s->round <= 3 ? 0.3 : 0;

    return 3 * (now + (1 - now) * later);
}

double
amun_card_worth(const struct amun_outlook *o, const struct amun_state *s, int seat, int card)
{
    double waiting = 0;

    switch (card) {
    case AMUN_BLOCKADE:
        waiting = int_min(o->bids, 1) * 0.7;
        break;
    case AMUN_OVERBID:
        waiting = int_min(o->bids, 1) * 0.5;
        break;
    case AMUN_FREE_FARMER:
        waiting = o->turns > 0 ? 1.2 : 0;
        break;
    case AMUN_BUILDER:
        waiting = o->turns > 0 ? 1.0 : 0;
        break;
    case AMUN_CORRECTION:
        waiting = int_min(o->offers, 1) * 0.6;
        break;
    case AMUN_EIGHT_GOLD:
        waiting = int_min(o->incomes, 1) * 6 * GOLD_WORTH;
        break;
    case AMUN_HARVEST:
        waiting = int_min(o->incomes, 1) * 4 * GOLD_WORTH;
        break;
    default:
        waiting = bonus_worth(o, s, seat, card);
        break;
    }
    return waiting > GOLD_WORTH ? waiting : GOLD_WORTH; /* any card sells for 1 gold */
}

/* A second card of a kind waits for another round. */
double
amun_hand_worth(const struct amun_outlook *o, const struct amun_state *s, int seat)
{
    double worth = 0;

    if (s->veil & AMUN_VEIL_HAND(seat))
        return 0;
    for (int card = 0; card < AMUN_CARDS; card++) {
        int held = s->hand[seat][card];
        int rounds = card >= AMUN_POWER_BONUS ? 1 : AMUN_ROUNDS + 1 - s->round;
        int used = int_min(held, rounds);

        worth += used * amun_card_worth(o, s, seat, card) + (held - used) * GOLD_WORTH;
    }
    return taste_of(o, seat)->cards * worth;
}

/* A high limit of cards will be used. */
static double
limit_worth(const struct amun_outlook *o, const struct amun_state *s, int seat)
{
    int limit = 0;

    for (int province = 0; province < AMUN_PROVINCES; province++) {
        if (owns(s, seat, province))
            limit = int_max(limit, s->options.board.provinces[province].limit);
    }
    return taste_of(o, seat)->cards * (0.25 * limit * o->turns_here);
}

double
amun_worth(const struct amun_outlook *o, const struct amun_state *s, int seat)
{
    return amun_property_worth(o, s, seat) + amun_gold_worth(o, s, seat) +
           amun_hand_worth(o, s, seat) + limit_worth(o, s, seat);
}
