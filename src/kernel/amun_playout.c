/* SPDX-License-Identifier: MIT
 * amun_playout.c -- see amun_playout.h. A round after the other, each phase a loop of its own, on the table of
 * amun_table.h. What came of it, in games of four players a second on one machine (clang 14, -O3, busy; the
 * yardstick of `khepri bench` made 0.8 M a second there):
 *
 *   the checked rules, by lists of actions                                          58 k
 *   what may be done counted and not listed, on the state of the rules              79 k
 *   the table: a phase calls the next and asks nobody what phase it is; three
 *   places a seat; hands as words; the highest bid of each province kept, and
 *   who is to bid, in place of comparing all markers; what is sealed done at once  210 k
 *   a turn in local variables, its sets kept and not made anew for each action;
 *   the ranks in gold without a branch                                             235 k
 *
 * In the second line a game took 149,000 instructions, and callgrind's predictor guessed 1,375 branches
 * wrongly; now it is 51,000 and 147. Of the single steps, each measured by taking it out of the table's first
 * version: loops over seats of a constant length save 8 % of the instructions and 5 % of the time; places
 * found by multiplication in place of loops save 74 wrong guesses and no time to speak of; to do what five
 * verbs do at once, times 0 or 1, costs 7 % more instructions than a switch and is 2 % faster.
 */
#include "amun_playout.h"

#include "amun_parts.h"
#include "amun_table.h"
#include "bits.h"
#include "rng.h"

/* Parts of the loop over a game, made anew for 3, 4 and 5 seats, so that loops over seats have no ends that
 * could be guessed wrongly. */
#define FOR_SEATS static inline __attribute__((always_inline))

static inline int
pick(struct amun_table *t, int n)
{
    uint64_t word = rng_next(&t->rng);

    return (int)rng_pick(&word, (uint32_t)n);
}

static inline int
at_least(int a, int least)
{
    return a < least ? least : a;
}

FOR_SEATS int
after(int seat, int n)
{
    return seat + 1 == n ? 0 : seat + 1;
}

static inline void
earn(struct amun_table *t, int seat, int gold)
{
    t->gold[seat] = amun_lesser(t->gold[seat] + gold, AMUN_MOST_GOLD);
}

static inline void
score(struct amun_table *t, int seat, int points)
{
    t->score[seat] = amun_lesser(t->score[seat] + points, AMUN_MOST_POINTS);
}

/* From the hand to the discards; `cards` may be none. */
static inline void
discard(struct amun_table *t, int seat, amun_pack cards)
{
    t->hand[seat] -= cards;
    t->discard += cards;
}

/* By the weights of the kinds: first the pair of kinds, then which of the two. */
static inline amun_pack
draw_card(struct amun_table *t)
{
    uint64_t pairs, upto;
    amun_pack card;
    int at, k;

    if (!t->deck) {
        t->deck = t->discard; /* [AR-POW-04] */
        t->discard = 0;
    }
    pairs = amun_pairs(t->deck);
    upto = pairs * AMUN_EACH_PAIR & AMUN_FIELDS;
    k = pick(t, (int)(upto >> 50));
    at = amun_above(upto, AMUN_EACH_PAIR, AMUN_PAIR, k);
    k -= (int)((upto - pairs) >> at & 1023);
    at += AMUN_KIND & -(k >= (int)(t->deck >> at & 31));
    card = UINT64_C(1) << at;
    t->deck -= card;
    return card;
}

/* ---- places and supplies ---- */

static inline int
workers(const struct amun_table *t, int province)
{
    return t->farmers[province] + t->free_farmers[province] + t->printed[province];
}

/* Sets of a seat's places: with an empty farm; where a stone fits; where two stones are. */
static inline uint32_t
farm_places(const struct amun_table *t, int seat)
{
    uint32_t set = 0;

    for (int i = 0; i < AMUN_PLACES; i++) {
        int province = t->mine[seat][i];

        set |= (uint32_t)(t->farms[province] > t->farmers[province]) << i;
    }
    return set & -(uint32_t)(t->left[AMUN_FARMERS] > 0);
}

static inline uint32_t
stone_pairs(const struct amun_table *t, int seat)
{
    uint32_t set = 0;

    for (int i = 0; i < AMUN_PLACES; i++)
        set |= (uint32_t)(t->stones[t->mine[seat][i]] == 2) << i;
    return set;
}

static inline uint32_t
all_places(const struct amun_table *t)
{
    return (1u << t->held) - 1;
}

static inline uint32_t
stone_places(const struct amun_table *t, uint32_t pairs)
{
    uint32_t thirds =
        pairs & -(uint32_t)(t->left[AMUN_PYRAMIDS] <= 0); /* would be, and cannot */

    return all_places(t) & ~thirds & -(uint32_t)(t->left[AMUN_STONES] > 0);
}

/* Puts `stones` stones (0 or 1) into a province, or turns two into a pyramid by a builder (0 or 1). */
static inline void
build(struct amun_table *t, int province, int stones, int builders)
{
    int count = t->stones[province] + stones, third = count == 3;
    int pyramids = third + builders, gone = 3 * third + 2 * builders;

    t->stones[province] = (uint8_t)(count - gone);
    t->pyramids[province] =
        (uint16_t)amun_lesser(t->pyramids[province] + pyramids, AMUN_MOST_PYRAMIDS);
    t->left[AMUN_STONES] += gone - stones;
    t->left[AMUN_PYRAMIDS] -= pyramids;
}

static inline void
farm(struct amun_table *t, int province, int farmers, int free_farmers)
{
    t->farmers[province] = (uint8_t)(t->farmers[province] + farmers);
    t->free_farmers[province] =
        (uint8_t)amun_lesser(t->free_farmers[province] + free_farmers, AMUN_MOST_FREE_FARMERS);
    t->left[AMUN_FARMERS] -= farmers + free_farmers;
}

/* ---- phase 1 ---- */

static void
draw_province(struct amun_table *t)
{
    int province = amun_nth_bit(t->province_deck, pick(t, amun_count_bits(t->province_deck)));
    const struct amun_ground *ground = &t->board->provinces[province];

    t->province_deck ^= UINT32_C(1) << province;
    t->drawn |= UINT32_C(1) << province;
    t->offered |= UINT32_C(1) << province;
    t->offered_count++;
    t->last = (uint8_t)province;
    t->cards_due = ground->free_cards;
    for (int i = 0; i < ground->free_stones; i++) {
        bool fits =
            t->left[AMUN_STONES] > 0 && (t->stones[province] < 2 || t->left[AMUN_PYRAMIDS] > 0);

        build(t, province, fits, 0); /* [AR-PROV-04] */
    }
}

FOR_SEATS void
play_drawing(struct amun_table *t, int n)
{
    for (;;) {
        for (; t->cards_due && (t->deck | t->discard); t->cards_due--)
            t->lying[t->last] += draw_card(t);
        if (t->offered_count == n)
            break;
        draw_province(t);
    }
    t->cards_due = 0;
}

/* ---- phase 2 ---- */

FOR_SEATS void
begin_bids(struct amun_table *t, int n)
{
    uint32_t rest = t->offered;

    for (int i = 0; i < n; i++, rest &= rest - 1) {
        t->province_at[i] = (uint8_t)bits_lowest(rest);
        t->lowest[i] = t->highest[i] = 0;
        t->place[i] = AMUN_NOWHERE;
    }
    t->bidders = (uint8_t)((1u << n) - 1);
    t->turn = t->starting;
}

/* How many of the numbers the gold suffices for. */
static inline int
affordable_spaces(const struct amun_board *board, int gold)
{
    int16_t count =
        (int16_t)(board->bid_count - AMUN_SPACES); /* those that are not there are 0 */

    for (int i = 0; i < AMUN_SPACES; i++)
        count = (int16_t)(count + (board->bid_numbers[i] <= (int16_t)gold));
    return count;
}

/* Sets the marker; `with` 1: the blockade card too. */
static inline void
bid(struct amun_table *t, int seat, int place, int space, int with)
{
    unsigned bit = 1u << seat;
    int over = place == t->place[seat] && !(t->overbid & bit); /* [AR-BID-08] */

    t->hand[seat] -= amun_one(AMUN_BLOCKADE) * (unsigned)with;
    t->hand[seat] -= amun_one(AMUN_OVERBID) * (unsigned)over;
    t->blockade = (uint8_t)(t->blockade | with << seat);
    t->overbid = (uint8_t)(t->overbid | over << seat);
    t->place[seat] = (uint8_t)place;
    t->space[seat] = (uint8_t)space;
    t->lowest[place] = (uint8_t)(space + 1 + (t->blockade >> seat & 1));
    t->bidders = (uint8_t)((t->bidders & ~bit) | t->highest[place]);
    t->highest[place] = (uint8_t)bit;
}

/* One bid of the seat on turn, after the cards that it sells. */
FOR_SEATS void
play_bid(struct amun_table *t, int n)
{
    int seat = t->turn, all, k, at, place;

    for (;;) {
        amun_pack hand = t->hand[seat], sales = amun_kinds(hand);
        int twice =
            (amun_of(hand, AMUN_BLOCKADE) > 0) & ~(t->blockade >> seat); /* with it, or not */
        int stays = (amun_of(hand, AMUN_OVERBID) > 0) | (t->overbid >> seat & 1);
        int spaces = affordable_spaces(t->board, t->gold[seat]);
        uint64_t counts = 0, upto;

        for (int i = n - 1; i >= 0; i--) {
            int count = at_least(spaces - t->lowest[i], 0) & -(stays | (t->place[seat] != i));

            counts = counts << AMUN_OFFERED | (uint64_t)(count << twice);
        }
        upto = counts * AMUN_EACH_OFFER & AMUN_FIELDS;
        all = (int)(upto >> 48);
        k = pick(t, all + amun_count_kinds(sales));
        if (k < all) {
            at = amun_above(upto, AMUN_EACH_OFFER, AMUN_OFFERED, k);
            k -= (int)((upto - counts) >> at & 4095);
            place = at / AMUN_OFFERED;
            bid(t, seat, place, t->lowest[place] + (k >> twice), k & twice);
            return;
        }
        discard(t, seat, amun_nth_kind(sales, k - all));
        earn(t, seat, 1);
    }
}

static inline void
take_province(struct amun_table *t, int seat, int place)
{
    int province = t->province_at[place];
    uint8_t *mine = t->mine[seat];
    uint8_t low = mine[0], high = (uint8_t)province;

    if (low > high) {
        low = (uint8_t)province;
        high = mine[0];
    }
    mine[0] = low;
    mine[2] = (uint8_t)at_least(mine[1], high);
    mine[1] = (uint8_t)amun_lesser(mine[1], high);
    t->gold[seat] -= t->board->bid_numbers[t->space[seat]];
    earn(t, seat, t->board->provinces[province].free_gold);
    t->hand[seat] += t->lying[province];
    t->lying[province] = 0;
    t->discard += amun_one(AMUN_BLOCKADE) * (t->blockade >> seat & 1);
    t->discard += amun_one(AMUN_OVERBID) * (t->overbid >> seat & 1);
}

FOR_SEATS void
play_bids(struct amun_table *t, int n)
{
    while (t->bidders) {
        uint32_t wheel;
        int next;

        play_bid(t, n);
        wheel =
            t->bidders | (uint32_t)t->bidders << n | 1u << 2 * n; /* the last bit for nobody */
        next = t->turn + 1 + bits_lowest(wheel >> (t->turn + 1));
        t->turn = (uint8_t)(next >= n ? next - n : next);
    }
    for (int i = 0; i < n; i++)
        take_province(t, i, t->place[i]);
    t->held++;
    t->offered = t->offered_count = t->blockade = t->overbid = 0;
    t->turn = t->starting;
}

/* ---- phase 3 ---- */

/* In the order of their actions. */
enum verb { SELL, BUY, FARMER, STONE, FREE_FARMER, BUILDER, END, VERBS };

/* How many there are in a set of three places. */
static inline uint64_t
count_places(uint32_t set)
{
    static const uint8_t counts[8] = {0, 1, 1, 2, 1, 2, 2, 3};

    return counts[set];
}

/* What the seat on turn has and may do, in local variables: a turn is most of what there is to do. */
struct turn {
    amun_pack hand;
    int gold, limit, seat;
    int bought, farmers_bought, stones_bought, frees, builders; /* the last two: 1 if played */
    uint32_t farms, pairs; /* places with an empty farm, with two stones */
};

/* The sets of what may be done, and a byte for each verb that counts the set. */
struct choices {
    amun_pack sales;
    uint32_t places[VERBS];
    uint64_t counts;
};

/* How many cards can be bought at most with so much gold [AR-ACT-02]. */
static inline int
buyable(int gold)
{
    static const uint8_t most[46] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5,
                                     5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7,
                                     7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9};

    return most[amun_lesser(gold, 45)]; /* no limit is above 9 */
}

static inline int
limit_of(const struct amun_table *t, int seat)
{
    const uint8_t *mine = t->mine[seat];
    int limit = at_least(t->limit[mine[0]], t->limit[mine[1]]);

    return at_least(limit, t->limit[mine[2]]);
}

static inline void
list_choices(const struct amun_table *t, const struct turn *turn, struct choices *c)
{
    amun_pack sales = amun_kinds(turn->hand);
    int farmers = t->left[AMUN_FARMERS] > 0, pyramids = t->left[AMUN_PYRAMIDS] > 0;
    int buys = !(turn->bought | turn->farmers_bought | turn->stones_bought);
    int plays = amun_of(sales, AMUN_FREE_FARMER) & ~turn->frees & farmers;
    int builds = amun_of(sales, AMUN_BUILDER) & ~turn->builders & pyramids;
    int most = amun_lesser(amun_lesser(turn->limit, buyable(turn->gold)),
                           amun_pack_size(t->deck + t->discard));

    c->sales = sales;
    c->places[SELL] = 0; /* of no province */
    c->places[FARMER] = turn->farms & -(uint32_t)(farmers & !turn->stones_bought &
                                                  (turn->farmers_bought < turn->gold));
    c->places[STONE] =
        stone_places(t, turn->pairs) & -(uint32_t)(turn->stones_bought < turn->gold);
    c->places[FREE_FARMER] = all_places(t) & -(uint32_t)plays;
    c->places[BUILDER] = turn->pairs & -(uint32_t)builds;
    c->counts = (uint64_t)amun_count_kinds(sales) << AMUN_VERB * SELL |
                (uint64_t)(most & -buys) << AMUN_VERB * BUY |
                count_places(c->places[FARMER]) << AMUN_VERB * FARMER |
                count_places(c->places[STONE]) << AMUN_VERB * STONE |
                count_places(c->places[FREE_FARMER]) << AMUN_VERB * FREE_FARMER |
                count_places(c->places[BUILDER]) << AMUN_VERB * BUILDER |
                UINT64_C(1) << AMUN_VERB * END;
}

/* The k-th of a set of three places; of an empty one, any. */
static inline int
nth_place(uint32_t set, int k)
{
    static const uint8_t nth[8][4] = {{0}, {0}, {1}, {0, 1}, {2}, {0, 2}, {1, 2}, {0, 1, 2}};

    return nth[set][k & 3];
}

/* What a verb does to cards, farmers and stones, all at once and times 0 or 1: which of the verbs it is
 * cannot be guessed, so to do what five of them do costs less than to branch to one. */
static inline void
take_action(struct amun_table *t, struct turn *turn, int verb, int place, amun_pack sale)
{
    int farms = verb == FARMER, stones = verb == STONE, frees = verb == FREE_FARMER;
    int builders = verb == BUILDER, sells = verb == SELL, province = t->mine[turn->seat][place];
    amun_pack played = (sale & -(amun_pack)sells) |
                       (amun_pack)frees << AMUN_KIND * AMUN_FREE_FARMER |
                       (amun_pack)builders << AMUN_KIND * AMUN_BUILDER;

    turn->hand -= played;
    t->discard += played;
    turn->frees |= frees;
    turn->builders |= builders;
    turn->farmers_bought += farms;
    turn->stones_bought += stones;
    turn->gold -= (turn->farmers_bought & -farms) + (turn->stones_bought & -stones);
    turn->gold = amun_lesser(turn->gold + sells, AMUN_MOST_GOLD);
    farm(t, province, farms, frees);
    build(t, province, stones, builders);
    turn->farms &= ~((uint32_t)(t->farms[province] <= t->farmers[province]) << place);
    turn->pairs &= ~(1u << place);
    turn->pairs |= (uint32_t)(t->stones[province] == 2) << place;
}

static inline struct turn
begin_turn(const struct amun_table *t, int seat)
{
    return (struct turn){.hand = t->hand[seat],
                         .gold = t->gold[seat],
                         .limit = limit_of(t, seat),
                         .seat = seat,
                         .bought = t->bought,
                         .farmers_bought = t->farmers_bought,
                         .stones_bought = t->stones_bought,
                         .frees = t->played & 1,
                         .builders = t->played >> 1,
                         .farms = farm_places(t, seat),
                         .pairs = stone_pairs(t, seat)};
}

static inline void
play_turn(struct amun_table *t, int seat)
{
    struct turn turn = begin_turn(t, seat);

    for (;;) {
        struct choices c;
        uint64_t upto;
        int at, k, verb;

        for (; t->to_draw; t->to_draw--)
            turn.hand += draw_card(t);
        list_choices(t, &turn, &c);
        upto = c.counts * AMUN_EACH_VERB;
        k = pick(t, (int)(upto >> AMUN_VERB * END & 255));
        at = amun_above(upto, AMUN_EACH_VERB, AMUN_VERB, k);
        k -= (int)((upto - c.counts) >> at & 255);
        verb = at / AMUN_VERB;
        if (verb == END)
            break;
        if (verb == BUY) {
            turn.bought = k + 1;
            t->to_draw = (uint8_t)(k + 1);
            turn.gold -= amun_price(k + 1);
        } else {
            take_action(t, &turn, verb, nth_place(c.places[verb], k),
                        amun_nth_kind(c.sales, k));
        }
    }
    t->hand[seat] = turn.hand;
    t->gold[seat] = turn.gold;
}

FOR_SEATS void
play_turns(struct amun_table *t, int n)
{
    do {
        play_turn(t, t->turn);
        t->bought = t->farmers_bought = t->stones_bought = t->played = 0;
        t->turn = (uint8_t)after(t->turn, n);
    } while (t->turn != t->starting);
}

/* ---- phase 4 ---- */

FOR_SEATS void
begin_offers(struct amun_table *t, int n)
{
    for (int i = 0; i < n; i++)
        t->offer[i] = 0;
    t->total = 0;
    t->made = t->steals = t->corrects = 0;
}

/* What a seat seals is done at once: nobody asks for it before the reveal, and so there is no reveal. */
static inline void
play_offer(struct amun_table *t, int seat)
{
    for (;;) {
        amun_pack sales = amun_kinds(t->hand[seat]);
        int twice = amun_of(sales, AMUN_CORRECTION); /* with it, or not */
        int sold = amun_count_kinds(sales), purse = t->gold[seat], steals, corrects, offer;
        int k = pick(t, sold + ((purse + 1) << twice)) - sold;

        if (k < 0) {
            discard(t, seat, amun_nth_kind(sales, k + sold));
            earn(t, seat, 1);
            continue;
        }
        corrects = k & twice;
        steals = k >> twice == purse; /* the last of them */
        offer = ((k >> twice) + 1) & -!steals;
        discard(t, seat, amun_one(AMUN_CORRECTION) * (unsigned)corrects);
        t->corrects = (uint8_t)(t->corrects | corrects << seat);
        t->steals = (uint8_t)(t->steals | steals << seat);
        t->offer[seat] = offer;
        t->gold[seat] -= offer;
        t->total += offer - 3 * steals;
        return;
    }
}

FOR_SEATS void
play_offers(struct amun_table *t, int n)
{
    for (int i = 0; i < n; i++) {
        if (!(t->made >> i & 1))
            play_offer(t, i);
    }
    t->due = t->corrects;
}

/* Who corrects first is the same for the total [AR-SAC-03]. */
static inline void
play_corrections(struct amun_table *t)
{
    for (; t->due; t->due &= (uint8_t)(t->due - 1))
        t->total += pick(t, 2) ? 3 : -3;
}

/* The two highest offers, ties clockwise from the starting player [AR-REW-01]. */
struct leaders {
    int first, second;
};

FOR_SEATS struct leaders
leaders_of(const struct amun_table *t, int n)
{
    int first = 0, second = 0; /* the offer, then who is earlier, then the seat */

    for (int i = 0; i < n; i++) {
        int late = i - t->starting, key;

        late += n & -(late < 0);
        key = t->offer[i] << 6 | (n - late) << 3 | i;
        second = at_least(second, amun_lesser(first, key));
        first = at_least(first, key);
    }
    return (struct leaders){first & 7, second & 7};
}

FOR_SEATS void
begin_rewards(struct amun_table *t, int n)
{
    t->temple = (uint8_t)amun_temple_space(t->board, t->total);
    t->due = (uint8_t)(~(unsigned)t->steals & ((1u << n) - 1)); /* [AR-REW-03] */
}

static inline void
place_reward(struct amun_table *t, int seat)
{
    for (; t->to_draw; t->to_draw--)
        t->hand[seat] += draw_card(t);
    while (t->to_farm | t->to_build) {
        uint32_t farms = farm_places(t, seat) & -(uint32_t)(t->to_farm > 0);
        uint32_t fits = stone_places(t, stone_pairs(t, seat)) & -(uint32_t)(t->to_build > 0);
        int first = (int)count_places(farms), k = pick(t, first + (int)count_places(fits));
        int builds = k >= first;
        int place = nth_place(builds ? fits : farms, k - (first & -builds));
        int province = t->mine[seat][place];

        t->to_build = (uint8_t)(t->to_build - builds);
        t->to_farm = (uint8_t)(t->to_farm - !builds);
        farm(t, province, !builds, 0);
        build(t, province, builds, 0);
    }
}

/* All rewards of cards, farmers and stones, at most three together, in ascending order; and the sets of
 * those with at most so many cards, farmers, stones, or items. To list them by comparing took a loop of
 * twenty for each reward. */
static const uint8_t rewards[] = {0,  1,  2,  3,  4,  5,  6,  8,  9,  12,
                                  16, 17, 18, 20, 21, 24, 32, 33, 36, 48}; /* 16 C + 4 F + S */
static const uint32_t upto_cards[] = {0x003ff, 0x0ffff, 0x7ffff, 0xfffff};
static const uint32_t upto_farmers[] = {0xb1c0f, 0xf7c7f, 0xffdff, 0xfffff};
static const uint32_t upto_stones[] = {0xda691, 0xfefb3, 0xffff7, 0xfffff};
static const uint32_t upto_items[] = {0x00001, 0x00413, 0x12cb7, 0xfffff};

static inline void
play_reward(struct amun_table *t, int seat, int items)
{
    const uint8_t *mine = t->mine[seat];
    int cards = amun_lesser(amun_pack_size(t->deck + t->discard), 3), farmers = 0;
    int stones = 2 * t->held + 3 * t->left[AMUN_PYRAMIDS], which;
    uint32_t set;

    for (int i = 0; i < AMUN_PLACES; i++) {
        farmers += t->farms[mine[i]] - t->farmers[mine[i]];
        stones -= t->stones[mine[i]];
    }
    farmers = amun_lesser(amun_lesser(farmers, t->left[AMUN_FARMERS]), 3);
    stones = amun_lesser(amun_lesser(stones, t->left[AMUN_STONES]), 3);
    set = upto_cards[cards] & upto_farmers[farmers] & upto_stones[stones] & upto_items[items];
    which = rewards[amun_nth_bit(set, pick(t, amun_count_bits(set)))];
    t->to_draw = (uint8_t)(which >> 4);
    t->to_farm = (uint8_t)(which >> 2 & 3);
    t->to_build = (uint8_t)(which & 3);
    place_reward(t, seat);
}

/* `t->turn` has something to place only where the playout began so. [AR-REW-02] */
FOR_SEATS void
play_rewards(struct amun_table *t, int n)
{
    struct leaders l = leaders_of(t, n);
    int seat = t->starting;

    place_reward(t, t->turn);
    if (t->due >> l.first & 1)
        play_reward(t, l.first, 3);
    if (t->due >> l.second & 1)
        play_reward(t, l.second, 2);
    t->due &= (uint8_t) ~(1u << l.first | 1u << l.second);
    for (int i = 0; i < n; i++, seat = after(seat, n)) {
        if (t->due >> seat & 1)
            play_reward(t, seat, 1);
    }
    for (int i = 0; i < n; i++)
        earn(t, i, 3 * (t->steals >> i & 1)); /* [AR-SAC-06] */
    t->starting = (uint8_t)l.first; /* [AR-REW-07] */
}

/* ---- phase 5 ---- */

/* Cards for the income of one seat, of which few have any. */
static void
play_income_cards(struct amun_table *t, int seat)
{
    uint32_t worked = 0, eights, harvests;

    for (int i = 0; i < AMUN_PLACES; i++)
        worked |= (uint32_t)(workers(t, t->mine[seat][i]) > 0) << i;
    for (;;) {
        amun_pack hand = t->hand[seat];
        int k, count;

        eights =
            t->eight_gold == AMUN_NOWHERE && amun_of(hand, AMUN_EIGHT_GOLD) ? all_places(t) : 0;
        harvests = t->harvest == AMUN_NOWHERE && amun_of(hand, AMUN_HARVEST) ? worked : 0;
        if (!(eights | harvests))
            return;
        count = (int)count_places(eights);
        k = pick(t, 1 + count + (int)count_places(harvests)) - 1;
        if (k < 0)
            return;
        if (k < count) {
            t->eight_gold = (uint8_t)nth_place(eights, k);
            discard(t, seat, amun_one(AMUN_EIGHT_GOLD));
        } else {
            t->harvest = (uint8_t)nth_place(harvests, k - count);
            discard(t, seat, amun_one(AMUN_HARVEST));
        }
    }
}

static inline void
take_income(struct amun_table *t, int seat)
{
    const uint8_t *further = t->further[t->temple > 2];
    int sum = 0;

    for (int i = 0; i < AMUN_PLACES; i++) {
        int province = t->mine[seat][i], each = t->temple + (t->harvest == i);
        int gold = workers(t, province) * each + further[province];

        sum += t->eight_gold == i ? 8 : gold; /* [AR-CARD-06] */
    }
    earn(t, seat, sum);
}

FOR_SEATS void
play_incomes(struct amun_table *t, int n)
{
    const amun_pack cards = amun_one(AMUN_EIGHT_GOLD) * 31 | amun_one(AMUN_HARVEST) * 31;

    do {
        if (t->hand[t->turn] & cards)
            play_income_cards(t, t->turn);
        take_income(t, t->turn);
        t->eight_gold = t->harvest = AMUN_NOWHERE;
        t->turn = (uint8_t)after(t->turn, n);
    } while (t->turn != t->starting);
}

/* ---- phase 6 ---- */

static inline uint32_t
traits_of(const struct amun_table *t, int seat)
{
    const uint8_t *mine = t->mine[seat];

    return (uint32_t)t->traits[mine[0]] + t->traits[mine[1]] + t->traits[mine[2]];
}

/* The points of all seats for a side, by the best province of each [AR-SCORE-03]. */
FOR_SEATS void
score_side(struct amun_table *t, int n, int side)
{
    int best[AMUN_SEATS], bar = 4 * t->side_award_min; /* pyramids first, then stones */

    for (int i = 0; i < n; i++) {
        best[i] = -1;
        for (int k = 0; k < AMUN_PLACES; k++) {
            int province = t->mine[i][k],
                worth = 4 * t->pyramids[province] + t->stones[province];
            int here = (t->traits[province] >> AMUN_IS_EAST & 1) == side;

            best[i] = at_least(best[i], (worth + 1) * here - 1);
        }
        bar = at_least(bar, best[i]);
    }
    for (int i = 0; i < n; i++)
        score(t, i, 5 * (best[i] >= bar));
}

FOR_SEATS void
begin_scoring(struct amun_table *t, int n)
{
    for (int i = 0; i < n; i++) {
        int a = t->pyramids[t->mine[i][0]], b = t->pyramids[t->mine[i][1]];
        int c = t->pyramids[t->mine[i][2]];
        int temples = (int)(traits_of(t, i) >> AMUN_HAS_TEMPLES & 31);
        int sets = amun_lesser(amun_lesser(amun_lesser(a, b), c), AMUN_MOST_PYRAMIDS);

        score(t, i, a + b + c + 3 * sets + temples * t->temple);
    }
    score_side(t, n, AMUN_WEST);
    score_side(t, n, AMUN_EAST);
    t->bonuses = 0;
}

/* The bonus cards of which the condition holds for a seat of three provinces [AR-CARD-08..12]. */
static amun_pack
bonuses_that_hold(const struct amun_table *t, int seat)
{
    uint32_t traits = traits_of(t, seat);
    int farmers = 0;

    for (int i = 0; i < AMUN_PLACES; i++)
        farmers += workers(t, t->mine[seat][i]);
    return amun_one(AMUN_POWER_BONUS) * ((traits >> AMUN_HAS_POWER) >= 7) |
           amun_one(AMUN_FARMER_BONUS) * (farmers >= 9) |
           amun_one(AMUN_EGYPT_BONUS) * ((traits >> AMUN_IS_UPPER & 3) % 3 == 0) |
           amun_one(AMUN_SIDE_BONUS) * ((traits >> AMUN_IS_EAST & 3) % 3 == 0) |
           amun_one(AMUN_BANK_BONUS) * ((traits >> AMUN_IS_BANK & 3) % 3 == 0);
}

static void
play_bonuses(struct amun_table *t, int seat)
{
    amun_pack holds = bonuses_that_hold(t, seat), set, card;

    while ((set = holds & amun_kinds(t->hand[seat]) & ~t->bonuses) != 0) {
        int k = pick(t, 1 + amun_count_kinds(set)) - 1;

        if (k < 0)
            break;
        card = amun_nth_kind(set, k);
        discard(t, seat, card);
        t->bonuses |= card;
        score(t, seat, 3); /* [AR-SCORE-05] */
    }
    t->bonuses = 0;
}

FOR_SEATS void
play_scoring(struct amun_table *t, int n)
{
    do {
        play_bonuses(t, t->turn);
        t->turn = (uint8_t)after(t->turn, n);
    } while (t->turn != t->starting);
}

/* [AR-KING-01..03] */
static inline void
end_kingdom(struct amun_table *t)
{
    t->province_deck = t->drawn;
    t->drawn = 0;
    t->held = 0;
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        t->left[AMUN_FARMERS] += t->farmers[p] + t->free_farmers[p];
        t->farmers[p] = t->free_farmers[p] = 0;
    }
    for (int i = 0; i < AMUN_SEATS; i++)
        t->mine[i][0] = t->mine[i][1] = t->mine[i][2] = AMUN_BARREN;
}

/* [AR-AMB-15]: cards left over are sold. */
FOR_SEATS void
cash_in(struct amun_table *t, int n)
{
    for (int i = 0; i < n; i++) {
        earn(t, i, amun_pack_size(t->hand[i]));
        discard(t, i, t->hand[i]);
    }
}

/* ---- the course of a game ---- */

/* From any phase on to the end: the first round joins in where the phase is. */
FOR_SEATS void
play(struct amun_table *t, int n)
{
    enum amun_phase phase = (enum amun_phase)t->phase;

    if (phase == AMUN_START)
        t->starting = (uint8_t)pick(t, n); /* [AR-SETUP-07] */
    for (;; t->round++, phase = AMUN_START) {
        if (phase <= AMUN_DRAWING) {
            play_drawing(t, n);
            begin_bids(t, n);
        }
        if (phase <= AMUN_BID)
            play_bids(t, n);
        if (phase <= AMUN_ACTIONS) {
            play_turns(t, n);
            begin_offers(t, n);
        }
        if (phase <= AMUN_OFFER)
            play_offers(t, n);
        if (phase <= AMUN_CORRECT) {
            play_corrections(t);
            begin_rewards(t, n);
        }
        if (phase <= AMUN_REWARD) {
            play_rewards(t, n);
            t->turn = t->starting;
        }
        if (phase <= AMUN_INCOME) {
            play_incomes(t, n);
            if (t->round % 3 != 0)
                continue;
            begin_scoring(t, n);
        }
        play_scoring(t, n);
        if (t->round == AMUN_ROUNDS)
            break;
        end_kingdom(t);
    }
    cash_in(t, n);
}

/* [AR-SCORE-06]; without a branch but for the option, since nobody can guess who is the richer. */
static void
score_gold(struct amun_state *s)
{
    static const uint8_t points[AMUN_SEATS] = {6, 4, 2, 0, 0};

    for (int i = 0; i < s->seats; i++) {
        int rank = 0, gained;

        for (int j = 0; j < s->seats; j++)
            rank += s->gold[j] > s->gold[i];
        gained = s->options.gold_tie_drop_one ? amun_gold_points(s, i, &rank) : points[rank];
        s->score[i] = (int16_t)amun_lesser(s->score[i] + gained, AMUN_MOST_POINTS);
    }
}

void
amun_playout(struct amun_state *s, uint64_t *rng)
{
    struct amun_table t;

    if (s->phase == AMUN_OVER)
        return;
    amun_table_set(&t, s);
    t.rng = *rng;
    if (t.seats == 3)
        play(&t, 3);
    else if (t.seats == 4)
        play(&t, 4);
    else
        play(&t, 5);
    *rng = t.rng;
    amun_table_end(&t, s);
    score_gold(s);
}
