/* SPDX-License-Identifier: MIT
 * amun_examples_test.c -- the printed examples of Amun-Re. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "amun_at.h"

static void
bidding_example(void **unused)
{
    (void)unused;
    begin(4);
    play("start:0");
    play("province:baharya");
    play("province:dakhla");
    play("card:harvest");
    play("province:abydos");
    assert_int_equal(s.stones[AMUN_ABYDOS], 1);
    play("province:sawu");
    play("bid:abydos:3"); /* red */
    play("bid:sawu:1"); /* black */
    play("bid:abydos:6"); /* blue */
    play("bid:abydos:10"); /* white */
    refuse("bid:abydos:15"); /* not on its own province */
    play("bid:dakhla:0");
    assert_int_equal(s.turn, 2); /* black is not overbid yet and does nothing */
    play("bid:sawu:6");
    assert_int_equal(s.turn, 1);
    play("bid:baharya:0");
    assert_int_equal(s.phase, AMUN_ACTIONS);
    assert_int_equal(s.gold[0], 20 + 12);
    assert_int_equal(s.gold[1], 20);
    assert_int_equal(s.gold[2], 20 - 6);
    assert_int_equal(s.gold[3], 20 - 10);
    assert_int_equal(s.hand[0][AMUN_HARVEST], 1);
    assert_int_equal(amun_owner(&s, AMUN_ABYDOS), 3);
    assert_int_equal(s.stones[AMUN_ABYDOS], 1);
}

static void
purchase_example(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_MEMPHIS, AMUN_ABYDOS, 0}};

    (void)unused;
    begin_at(4, 2, AMUN_ACTIONS, own, 1);
    play("buy:2");
    play("card:builder");
    play("card:harvest");
    for (int i = 0; i < 4; i++)
        play("farmer:abydos");
    for (int i = 0; i < 3; i++)
        play("stone:memphis");
    assert_int_equal(s.gold[0], 20 - 19);
    refuse("stone:memphis"); /* the fourth costs 4 */
    refuse("farmer:abydos"); /* stones were bought */
    refuse("buy:1");
}

static void
limit_example(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_MEMPHIS, AMUN_AMARNA, AMUN_AVARIS},
                                     {AMUN_BUTO, AMUN_MENDES, AMUN_ABU}};

    (void)unused;
    begin_at(4, 3, AMUN_ACTIONS, own, 2);
    refuse("buy:4");
    play("buy:3");
    begin_at(4, 2, AMUN_ACTIONS, own + 1, 1);
    refuse("buy:1");
}

static void
farmers_example(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_BAHARYA, AMUN_BERENIKE, 0}};

    (void)unused;
    begin_at(4, 2, AMUN_ACTIONS, own, 1);
    give(0, AMUN_FREE_FARMER, 2);
    play("farmer:baharya");
    play("farmer:baharya");
    assert_int_equal(s.gold[0], 20 - 3);
    refuse("farmer:baharya");
    refuse("farmer:berenike");
    play("free_farmer:berenike");
    refuse("free_farmer:baharya"); /* one card of a kind a turn */
    assert_int_equal(amun_farmers_in(&s, AMUN_BAHARYA), 4);
    assert_int_equal(amun_farmers_in(&s, AMUN_BERENIKE), 1);
}

static void
stones_example(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_MEMPHIS, AMUN_MENDES, 0}};

    (void)unused;
    begin_at(4, 2, AMUN_ACTIONS, own, 1);
    s.stones[AMUN_MEMPHIS] = 2;
    s.pyramids[AMUN_MENDES] = 1;
    s.stones[AMUN_MENDES] = 1;
    play("stone:memphis");
    play("stone:mendes");
    play("stone:mendes");
    assert_int_equal(s.gold[0], 20 - 6);
    assert_int_equal(s.pyramids[AMUN_MEMPHIS], 1);
    assert_int_equal(s.pyramids[AMUN_MENDES], 2);
    assert_int_equal(s.stones[AMUN_MEMPHIS] + s.stones[AMUN_MENDES], 0);
}

static void
builder_example(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_ABU, AMUN_MENDES, 0}};

    (void)unused;
    begin_at(4, 2, AMUN_ACTIONS, own, 1);
    give(0, AMUN_BUILDER, 1);
    s.stones[AMUN_ABU] = 1;
    s.stones[AMUN_MENDES] = 2;
    refuse("builder:abu");
    play("stone:abu"); /* with a stone just bought */
    play("builder:abu");
    assert_int_equal(s.pyramids[AMUN_ABU], 1);
    refuse("builder:mendes"); /* the other one not in this turn */
}

static void
sacrifice_example(void **unused)
{
    (void)unused;
    begin_offers(4, 1, 10);
    play("0/offer:9");
    play("2/offer:4");
    play("1/offer:steal");
    play("offer:steal");
    assert_int_equal(s.total, 7);
    assert_int_equal(s.temple, 2);
    assert_int_equal(amun_items_due(&s, 0), 3);
    assert_int_equal(amun_items_due(&s, 2), 2);
    assert_int_equal(amun_items_due(&s, 1), 0);
}

static void
income_example(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_MEMPHIS, AMUN_ABU, AMUN_SAWU}};

    (void)unused;
    begin_at(4, 3, AMUN_OFFER, own, 1);
    s.farmers[AMUN_MEMPHIS] = 1;
    s.farmers[AMUN_ABU] = 2;
    assert_int_equal(amun_income(&s, 0, 2), 17);
    assert_int_equal(amun_income(&s, 0, 3), 13); /* the camel stays at home */
}

static void
sides_example(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_EDFU, AMUN_ABU, AMUN_MENDES},
                                     {AMUN_BERENIKE, AMUN_SAWU, AMUN_KHARGA}};

    (void)unused;
    begin_at(4, 3, AMUN_OFFER, own, 2);
    s.pyramids[AMUN_EDFU] = 3;
    s.pyramids[AMUN_ABU] = 2;
    s.stones[AMUN_ABU] = 1;
    s.pyramids[AMUN_BERENIKE] = 2;
    s.stones[AMUN_BERENIKE] = 1;
    s.pyramids[AMUN_SAWU] = 2; /* no stone: not among the tied */
    assert_int_equal(amun_score(&s, 0).sides, 10);
    assert_int_equal(amun_score(&s, 1).sides, 5);
    assert_int_equal(amun_score(&s, 2).sides, 0);
}

static void
temples_example(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_DAMANHUR, AMUN_ABU, AMUN_MENDES}};

    (void)unused;
    begin_at(4, 3, AMUN_OFFER, own, 1);
    s.temple = 3;
    assert_int_equal(amun_score(&s, 0).temples, 6);
}

/* Blue: 7 pyramids, a set, both sides, the temple of EDFU on space 1, two bonus cards, least gold. */
static void
final_scoring_example(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_EDFU, AMUN_ABYDOS, AMUN_THEBES},
                                     {AMUN_ABU, AMUN_AMARNA, AMUN_MEMPHIS},
                                     {AMUN_BERENIKE, AMUN_AVARIS, AMUN_KHARGA},
                                     {AMUN_SAWU, AMUN_DAKHLA, AMUN_BAHARYA}};

    (void)unused;
    begin_at(4, 6, AMUN_OFFER, own, 4);
    empty_hands();
    give(0, AMUN_EGYPT_BONUS, 1);
    give(0, AMUN_BANK_BONUS, 1);
    s.gold[0] = 0;
    s.pyramids[AMUN_EDFU] = 4;
    s.pyramids[AMUN_ABYDOS] = 1;
    s.pyramids[AMUN_THEBES] = 2;
    s.pyramids[AMUN_ABU] = 1;
    score_now(1);
    assert_int_equal(s.phase, AMUN_SCORING);
    assert_int_equal(s.score[0], 7 + 3 + 10 + 1);
    refuse("bonus:side_bonus");
    play("bonus:egypt_bonus");
    play("bonus:bank_bonus"); /* then nothing is left to be played: no end is asked for */
    assert_int_equal(s.phase, AMUN_OVER);
    assert_int_equal(s.score[0], 27);
    assert_int_equal(amun_winners(&s), 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bidding_example),       cmocka_unit_test(purchase_example),
        cmocka_unit_test(limit_example),         cmocka_unit_test(farmers_example),
        cmocka_unit_test(stones_example),        cmocka_unit_test(builder_example),
        cmocka_unit_test(sacrifice_example),     cmocka_unit_test(income_example),
        cmocka_unit_test(sides_example),         cmocka_unit_test(temples_example),
        cmocka_unit_test(final_scoring_example),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
