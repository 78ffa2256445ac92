/* SPDX-License-Identifier: MIT
 * amun_playout_turns.h -- phase 3 of a playout: buying and playing cards, farmers and stones.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_PLAYOUT_TURNS_H
#define KHEPRI_AMUN_PLAYOUT_TURNS_H

#include "amun_playout_parts.h"

/* In the order of their actions. */
enum verb { SELL, BUY, FARMER, STONE, FREE_FARMER, BUILDER, END, VERBS };

/* The seat on turn in local variables: turns are most of the work. */
struct turn {
    amun_pack hand;
    int gold, limit, seat;
    int bought, farmers_bought, stones_bought, frees, builders; /* the last two: 1 if played */
    uint32_t farms, pairs; /* places with an empty farm, with two stones */
};

/* The sets of legal actions, and a byte for each verb that counts its set. */
struct choices {
    amun_pack sales;
    uint32_t places[VERBS];
    uint64_t counts;
};

/* The maximum number of cards for that gold [AR-ACT-02]. */
static inline int
buyable(int gold)
{
    static const uint8_t most[46] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5,
                                     5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7,
                                     7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9};

    return most[int_min(gold, 45)]; /* no limit is above 9 */
}

static inline int
limit_of(const struct amun_table *t, int seat)
{
    const uint8_t *mine = t->mine[seat];
    int limit = int_max(t->limit[mine[0]], t->limit[mine[1]]);

    return int_max(limit, t->limit[mine[2]]);
}

static inline void
list_choices(const struct amun_table *t, const struct turn *turn, struct choices *c)
{
    amun_pack sales = amun_kinds(turn->hand);
    int farmers = t->left[AMUN_FARMERS] > 0, pyramids = t->left[AMUN_PYRAMIDS] > 0;
    int buys = !(turn->bought | turn->farmers_bought | turn->stones_bought);
    int plays = amun_of(sales, AMUN_FREE_FARMER) & ~turn->frees & farmers;
    int builds = amun_of(sales, AMUN_BUILDER) & ~turn->builders & pyramids;
    int most = int_min(int_min(turn->limit, buyable(turn->gold)),
                           amun_pack_size(t->deck + t->discard));

    c->sales = sales;
    c->places[SELL] = 0; /* without a province */
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

/* The effect of a verb on cards, farmers and stones, all at once and times 0 or 1. The verb is
 * unpredictable, so doing all five costs less than branching to one. */
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
    turn->gold = int_min(turn->gold + sells, AMUN_MOST_GOLD);
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

#endif
