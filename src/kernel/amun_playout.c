/* SPDX-License-Identifier: MIT
 * amun_playout.c -- see amun_playout.h. The rules list what may be done, and a random player takes one of
 * the list: here the list is counted and the one picked is found, without writing the others. That, and
 * entering the rules behind their checks, is all there is to it.
 */
#include "amun_playout.h"

#include "amun_parts.h"
#include "bits.h"
#include "rng.h"

enum {
    FEW =
        64, /* room for the lists that are made: placements, incomes and bonuses, at most seven */
};

/* ---- sets and the k-th of them ---- */

/* Both for sets of up to 16, and without a branch: how many there are hangs on the game, so a loop over
 * them would be guessed wrongly each time. */
static inline int
count_bits(uint32_t set)
{
    set -= set >> 1 & 0x5555;
    set = (set & 0x3333) + (set >> 2 & 0x3333);
    set = (set + (set >> 4)) & 0x0f0f;
    return (int)((set + (set >> 8)) & 31);
}

static inline int
nth_bit(uint32_t set, int k)
{
    uint32_t twos = set - (set >> 1 & 0x5555); /* counts of two bits, of four, of eight */
    uint32_t fours = (twos & 0x3333) + (twos >> 2 & 0x3333);
    uint32_t eights = (fours + (fours >> 4)) & 0x0f0f;
    int at = 0, low, above;

    low = (int)(eights & 15), above = -(k >= low), k -= low & above, at += 8 & above;
    low = (int)(fours >> at & 7), above = -(k >= low), k -= low & above, at += 4 & above;
    low = (int)(twos >> at & 3), above = -(k >= low), k -= low & above, at += 2 & above;
    return at + (k >= (int)(set >> at & 1));
}

/* The kinds of card that the seat can sell; nothing is sealed but in AMUN_OFFER. */
static uint32_t
kinds_to_sell(const struct amun_state *s, int seat)
{
    uint32_t kinds = 0;

    for (int card = 0; card < AMUN_CARDS; card++)
        kinds |= (uint32_t)amun_unsold(s, seat, card) << card;
    return kinds;
}

/* ---- the actions of each phase, in the order of amun_actions() ---- */

/* What a province offers to the bidder: `count` spaces from `lowest` on. */
struct spaces {
    int province, lowest, count, with;
};

static int
affordable_spaces(const struct amun_state *s, int seat)
{
    const struct amun_board *board = &s->options.board;
    int count = board->bid_count - AMUN_SPACES; /* the numbers that are not there are 0 */

    for (int i = 0; i < AMUN_SPACES; i++)
        count += board->bid_numbers[i] <= s->gold[seat];
    return count;
}

/* amun_lowest_space, without its branches. */
static int
lowest_space(const struct amun_state *s, int seat, int province)
{
    int lowest = 0;

    for (int i = 0; i < s->seats; i++) {
        int above = (s->space[i] + 1 + (s->blockade >> i & 1)) &
                    -(int)((i != seat) & (s->marker[i] == province));

        lowest = above > lowest ? above : lowest;
    }
    return lowest;
}

static game_action
pick_bid(const struct amun_state *s, int seat, uint64_t word)
{
    struct spaces offers[AMUN_SEATS];
    uint32_t sales = kinds_to_sell(s, seat), provinces = 0;
    int affordable = affordable_spaces(s, seat), all = 0, at = 0, k;
    int ways = s->hand[seat][AMUN_BLOCKADE] && !(s->blockade >> seat & 1) ? 2 : 1;

    for (int i = 0; i < s->offered_count; i++)
        provinces |= UINT32_C(1) << s->offered[i];
    AMUN_EACH(province, provinces)
    {
        struct spaces *here = &offers[at++];
        int lowest = lowest_space(s, seat, (int)province);
        int with = amun_bid_needs(s, seat, (int)province);

        *here = (struct spaces){(int)province, lowest, 0, with};
        if (with >= 0 && lowest < affordable)
            here->count = (affordable - lowest) * ways;
        all += here->count;
    }
    k = (int)rng_pick(&word, (uint32_t)(all + count_bits(sales)));
    if (k >= all)
        return amun_act(AMUN_V_SELL, nth_bit(sales, k - all));
    for (at = 0; k >= offers[at].count; at++)
        k -= offers[at].count;
    return amun_bid(offers[at].province, offers[at].lowest + k / ways,
                    offers[at].with | (k % ways ? AMUN_WITH_BLOCKADE : 0));
}

/* How many cards may be bought at most [AR-POW-01, 04]. */
static int
most_to_buy(const struct amun_state *s)
{
    int most = 0, limit;

    if (s->bought | s->farmers_bought | s->stones_bought)
        return 0;
    limit = amun_lesser(amun_limit(s, s->turn), amun_cards_left(s));
    while (most < limit && amun_price(most + 1) <= s->gold[s->turn])
        most++;
    return most;
}

/* The sets of provinces for farmers, stones, free farmers and the builder. */
struct places {
    uint32_t farms, stones, free_farms, builds;
};

static struct places
places_to_act(const struct amun_state *s)
{
    uint32_t mine = s->owned[s->turn];
    struct places p = {0};
    const uint8_t *hand = s->hand[s->turn];
    int gold = s->gold[s->turn];
    bool farmers = amun_left(s, AMUN_FARMERS) > 0, pyramids = amun_left(s, AMUN_PYRAMIDS) > 0;
    bool buys_farmer = !s->stones_bought & (s->farmers_bought < gold) & farmers;
    bool buys_stone = s->stones_bought < gold;
    bool plays_farmer = (hand[AMUN_FREE_FARMER] > 0) & !(s->played & 1) & farmers;
    bool plays_builder = (hand[AMUN_BUILDER] > 0) & !(s->played & 2) & pyramids;

    AMUN_EACH(province, mine)
    {
        p.farms |= (uint32_t)(amun_empty_farms(s, (int)province) > 0) << province;
        p.stones |= (uint32_t)amun_stone_fits(s, (int)province) << province;
        p.builds |= (uint32_t)(s->stones[province] == 2) << province;
    }
    p.farms *= buys_farmer; /* times 0 or 1: no branch */
    p.stones *= buys_stone;
    p.free_farms = mine * plays_farmer;
    p.builds *= plays_builder;
    return p;
}

static game_action
pick_action(const struct amun_state *s, uint64_t word)
{
    struct places p = places_to_act(s);
    const struct {
        enum amun_verb verb;
        uint32_t set;
    } kinds[] = {
        {AMUN_V_SELL, kinds_to_sell(s, s->turn)},
        {AMUN_V_BUY, (UINT32_C(2) << most_to_buy(s)) - 2}, /* 1 to the most */
        {AMUN_V_FARMER, p.farms},
        {AMUN_V_STONE, p.stones},
        {AMUN_V_FREE_FARMER, p.free_farms},
        {AMUN_V_BUILDER, p.builds},
        {AMUN_V_END, 1},
    };
    enum { KINDS = sizeof kinds / sizeof *kinds };
    int counts[KINDS], all = 0, k;

    for (int i = 0; i < KINDS; i++)
        all += counts[i] = count_bits(kinds[i].set);
    k = (int)rng_pick(&word, (uint32_t)all);
    for (int i = 0;; i++) {
        if (k < counts[i])
            return amun_act(kinds[i].verb, nth_bit(kinds[i].set, k));
        k -= counts[i];
    }
}

static game_action
pick_offer(const struct amun_state *s, int seat, uint64_t word)
{
    uint32_t sales = kinds_to_sell(s, seat);
    int ways = sales >> AMUN_CORRECTION & 1 ? 2 : 1, purse = amun_purse(s, seat);
    int sold = count_bits(sales);
    int k = (int)rng_pick(&word, (uint32_t)(sold + ways * (purse + 1)));

    if (k < sold)
        return amun_act(AMUN_V_SELL, nth_bit(sales, k));
    k -= sold;
    if (k < ways * purse)
        return amun_offer(1 + k / ways, k % ways != 0);
    return amun_act(AMUN_V_STEAL, k - ways * purse);
}

/* Cards, farmers and stones, at most `items` together, in ascending order: all twenty, of which those that
 * the seat may have are kept. */
static game_action
pick_reward(const struct amun_state *s, uint64_t word)
{
    static const uint8_t every[] = {0,  1,  2,  3,  4,  5,  6,  8,  9, 12, 16,
                                    17, 18, 20, 21, 24, 32, 33, 36, 48}; /* 16 C + 4 F + S */
    int items = amun_items_due(s, s->turn), cards = amun_cards_left(s);
    int farmers = amun_lesser(amun_all_empty_farms(s, s->turn), amun_left(s, AMUN_FARMERS));
    int stones = amun_most_stones(s, s->turn), kept = 0, which;
    uint8_t list[sizeof every + 1];

    for (size_t i = 0; i < sizeof every; i++) {
        int c = every[i] >> 4, f = every[i] >> 2 & 3, n = every[i] & 3;

        list[kept] = every[i];
        kept += (c <= cards) & (f <= farmers) & (n <= stones) & (c + f + n <= items);
    }
    which = list[rng_pick(&word, (uint32_t)kept)];
    return amun_reward(which >> 4, which >> 2 & 3, which & 3);
}

static game_action
pick_listed(const struct amun_state *s, int seat, uint64_t word)
{
    game_action list[FEW];

    return list[rng_pick(&word, (uint32_t)amun_actions(s, seat, list))];
}

static game_action
pick_for(const struct amun_state *s, int seat, uint64_t word)
{
    switch ((enum amun_phase)s->phase) {
    case AMUN_BID:
        return pick_bid(s, seat, word);
    case AMUN_ACTIONS:
        return pick_action(s, word);
    case AMUN_OFFER:
        return pick_offer(s, seat, word);
    case AMUN_CORRECT:
        return amun_act(AMUN_V_CORRECT, (int)rng_pick(&word, 2));
    case AMUN_REWARD:
        if (s->due >> seat & 1)
            return pick_reward(s, word);
        break;
    case AMUN_INCOME:
    case AMUN_SCORING:
    case AMUN_START:
    case AMUN_DRAWING:
    case AMUN_OVER:
    case AMUN_PHASES:
        break;
    }
    return pick_listed(s, seat, word);
}

static game_action
pick_chance(const struct amun_state *s, uint64_t word)
{
    const uint8_t *cards;
    int card = 0, k;

    if (s->phase == AMUN_START)
        return amun_act(AMUN_V_START, (int)rng_pick(&word, s->seats));
    if (s->phase == AMUN_DRAWING && !amun_card_pending(s)) {
        k = (int)rng_pick(&word, (uint32_t)count_bits(s->province_deck));
        return amun_act(AMUN_V_PROVINCE, nth_bit(s->province_deck, k));
    }
    cards = amun_draw_from(s);
    k = (int)rng_pick(&word, (uint32_t)amun_count(cards));
    while (k >= cards[card])
        k -= cards[card++];
    return amun_act(AMUN_V_CARD, card);
}

void
amun_playout(struct amun_state *s, uint64_t *rng)
{
    game_seats seats;

    while ((seats = amun_to_move(s)) != 0) {
        uint64_t word = rng_next(rng);

        if (seats >> GAME_NATURE & 1) {
            amun_move(s, GAME_NATURE, pick_chance(s, word), NULL);
        } else {
            int seat = bits_lowest(seats);

            amun_move(s, seat, pick_for(s, seat, word), NULL);
        }
    }
}
