/* SPDX-License-Identifier: MIT
 * amun_round_test.c -- the clauses of a round of Amun-Re, phases 1 to 5, that are easiest to get wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "amun_at.h"

/* [AR-BID-10, AR-SELL-01] */
static void
only_gold_pays_a_bid(void **unused)
{
    (void)unused;
    begin(3);
    play("start:2");
    play("province:abu");
    play("province:sawu");
    play("province:avaris");
    s.gold[2] = 9;
    refuse("bid:abu:10");
    play("sell:builder");
    play("bid:abu:10");
    assert_int_equal(s.turn, 0);
    refuse("bid:abu:12"); /* no number of the board */
    refuse("bid:abu:10");
    refuse("bid:buto:0"); /* not on offer */
}

/* [AR-CARD-01, 02, AR-AMB-03] */
static void
bidding_cards(void **unused)
{
    (void)unused;
    begin(3);
    give(0, AMUN_BLOCKADE, 1);
    give(1, AMUN_OVERBID, 1);
    play("start:0");
    play("province:abu");
    play("province:sawu");
    play("province:avaris");
    play("bid:abu:0+blockade");
    refuse("bid:abu:1");
    refuse("bid:abu:3+overbid"); /* not the province of the seat's marker */
    play("bid:abu:3");
    play("bid:abu:6");
    assert_int_equal(s.turn, 0);
    play("bid:avaris:0"); /* the blockade moves along, without its suffix */
    refuse("bid:abu:10");
    play("bid:abu:10+overbid");
    refuse("bid:avaris:1");
    play("bid:avaris:3");
    play("bid:abu:15"); /* seat 0: back to a province it left */
    refuse("bid:abu:21+overbid");
    assert_int_equal(s.discard[AMUN_OVERBID], 0);
    play("bid:sawu:0"); /* the last empty one: all is settled */
    assert_int_equal(s.phase, AMUN_ACTIONS);
    assert_int_equal(s.discard[AMUN_BLOCKADE] + s.discard[AMUN_OVERBID], 2);
    assert_int_equal(s.gold[0], 5);
}

/* [AR-POW-04] */
static void
discards_become_the_deck(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_MEMPHIS, 0, 0}};

    (void)unused;
    begin_at(3, 1, AMUN_ACTIONS, own, 1);
    give(1, AMUN_FREE_FARMER, 5);
    for (int card = 0; card < AMUN_CARDS; card++) {
        int keep = card == AMUN_HARVEST;

        s.hand[2][card] = (uint8_t)(s.hand[2][card] + s.deck[card] - keep);
        s.deck[card] = (uint8_t)keep;
    }
    s.hand[2][AMUN_BUILDER] -= 4;
    s.discard[AMUN_BUILDER] = 4;
    play("buy:3");
    refuse("card:builder");
    play("card:harvest");
    assert_int_equal(s.discard[AMUN_BUILDER], 4); /* not before the next is drawn */
    play("card:builder");
    assert_int_equal(s.discard[AMUN_BUILDER], 0);
    assert_int_equal(s.deck[AMUN_BUILDER], 3);
    play("card:builder");
}

/* [AR-PROV-04] */
static void
free_stones_meet_old_ones(void **unused)
{
    (void)unused;
    begin_at(3, 4, AMUN_DRAWING, NULL, 0);
    for (int i = 0; i < 3; i++)
        s.owned[i] = 0;
    s.drawn = 0;
    s.province_deck = 0x1ff; /* with ABYDOS */
    s.stones[AMUN_ABYDOS] = 2;
    s.pyramids[AMUN_ABYDOS] = 1;
    check();
    play("province:abydos");
    assert_int_equal(s.stones[AMUN_ABYDOS], 0);
    assert_int_equal(s.pyramids[AMUN_ABYDOS], 2);
    refuse("province:thebes"); /* out of the game */
}

/* [AR-STONE-05] */
static void
supplies_can_bind(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_ABU, AMUN_MENDES, 0}};

    (void)unused;
    begin_at(3, 2, AMUN_ACTIONS, own, 1);
    set_option("supplies", "limited");
    s.options.board.supplies[AMUN_STONES] = 3;
    s.options.board.supplies[AMUN_PYRAMIDS] = 1;
    s.options.board.supplies[AMUN_FARMERS] = 1;
    s.options.board.name[0] = 'x';
    s.stones[AMUN_ABU] = 2;
    play("farmer:abu");
    refuse("farmer:abu");
    play("stone:abu"); /* the last stone, and the last pyramid: three stones come back */
    assert_int_equal(s.pyramids[AMUN_ABU], 1);
    play("stone:mendes");
    play("stone:mendes");
    refuse("stone:mendes"); /* no pyramid for the third */
    refuse("builder:mendes");
}

/* [AR-SAC-02, 03, 05] */
static void
corrections(void **unused)
{
    (void)unused;
    begin_offers(3, 2, 10);
    give(0, AMUN_CORRECTION, 1);
    give(2, AMUN_CORRECTION, 1);
    s.starting = 2;
    s.temple = 4;
    refuse("1/offer:5+correction");
    refuse("1/offer:0");
    refuse("1/offer:11");
    refuse("1/correct:+3");
    play("0/offer:5+correction");
    play("1/offer:6");
    assert_int_equal(s.gold[0], 10); /* sealed */
    play("offer:steal+correction");
    assert_int_equal(s.phase, AMUN_CORRECT);
    assert_int_equal(s.turn, 2); /* from the starting player */
    assert_int_equal(s.total, 8);
    assert_int_equal(s.temple, 4); /* until the last correction */
    assert_int_equal(s.discard[AMUN_CORRECTION], 2);
    play("correct:+3");
    play("correct:+3");
    assert_int_equal(s.total, 14);
    assert_int_equal(s.temple, 3);
    assert_int_equal(s.turn, 1); /* 6 is still more than 5 */
}

/* [AR-SELL-01] in phase 4: carried out at the reveal. */
static void
sales_are_sealed(void **unused)
{
    (void)unused;
    begin_offers(3, 1, 0);
    give(1, AMUN_CORRECTION, 1);
    refuse("0/offer:1");
    refuse("0/sell:correction");
    play("1/sell:correction");
    assert_int_equal(s.hand[1][AMUN_CORRECTION], 1);
    assert_int_equal(s.gold[1], 0);
    refuse("1/sell:correction");
    refuse("1/offer:1+correction"); /* it is sold */
    play("1/offer:1");
    refuse("1/offer:1"); /* sealed */
    play("0/offer:steal");
    play("offer:steal");
    assert_int_equal(s.hand[1][AMUN_CORRECTION], 0);
    assert_int_equal(s.discard[AMUN_CORRECTION], 1);
    assert_int_equal(s.gold[1], 0);
    assert_int_equal(s.phase, AMUN_REWARD);
}

/* [AR-REW-01..03, 07, AR-AMB-09] */
static void
rewards_in_order(void **unused)
{
    (void)unused;
    begin_offers(5, 1, 10);
    s.starting = 1;
    play("0/offer:5");
    play("1/offer:2");
    play("2/offer:5");
    play("3/offer:steal");
    play("offer:1");
    assert_int_equal(s.turn, 2); /* of two fives the nearer to seat 1 */
    refuse("reward:2,2,0");
    play("reward:2,0,1");
    play("card:builder");
    play("card:harvest");
    play("stone:amarna");
    assert_int_equal(s.turn, 0);
    play("reward:0,2,0");
    play("farmer:abu");
    refuse("stone:abu");
    play("farmer:abu");
    assert_int_equal(s.turn, 1); /* one item each, clockwise from the old starting player */
    play("reward:0,0,0");
    assert_int_equal(s.turn, 4);
    assert_int_equal(s.starting, 1);
    refuse("reward:0,3,0");
    play("reward:0,0,1");
    play("stone:baharya");
    assert_int_equal(s.starting, 2);
    assert_int_equal(s.phase, AMUN_DRAWING); /* seat 2 has no farmer for its harvest increase */
}

/* [AR-REW-03, 07] */
static void
all_steal(void **unused)
{
    (void)unused;
    begin_offers(3, 1, 4);
    s.starting = 2;
    play("0/offer:steal");
    play("1/offer:steal");
    play("offer:steal");
    assert_int_equal(s.starting, 2);
    assert_int_equal(s.temple, 1);
    assert_int_equal(s.round, 2);
    assert_int_equal(s.phase, AMUN_DRAWING);
    assert_int_equal(s.gold[2], 4 + 3); /* AMARNA gives nothing */
    assert_int_equal(s.gold[0], 4 + 3 + 4); /* ABU always */
}

/* [AR-CARD-06, 07, AR-AMB-20] */
static void
income_cards(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_ABU, AMUN_MENDES, 0}};

    (void)unused;
    begin_at(3, 2, AMUN_OFFER, own, 1);
    empty_hands();
    give(0, AMUN_EIGHT_GOLD, 2);
    give(0, AMUN_HARVEST, 1);
    s.farmers[AMUN_ABU] = 2;
    s.farmers[AMUN_MENDES] = 4;
    play("0/offer:20");
    play("1/offer:steal");
    play("offer:steal");
    assert_int_equal(s.temple, 3);
    play("reward:0,0,0");
    assert_int_equal(s.gold[0], 0);
    play("eight_gold:abu");
    refuse("eight_gold:mendes"); /* never two of a kind */
    play("harvest:mendes");
    assert_int_equal(s.gold[0], 8 + 4 * 4); /* no end is asked for: nothing is left */
    assert_int_equal(s.phase, AMUN_DRAWING);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_gold_pays_a_bid),
        cmocka_unit_test(bidding_cards),
        cmocka_unit_test(discards_become_the_deck),
        cmocka_unit_test(free_stones_meet_old_ones),
        cmocka_unit_test(supplies_can_bind),
        cmocka_unit_test(corrections),
        cmocka_unit_test(sales_are_sealed),
        cmocka_unit_test(rewards_in_order),
        cmocka_unit_test(all_steal),
        cmocka_unit_test(income_cards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
