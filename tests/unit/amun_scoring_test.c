/* SPDX-License-Identifier: MIT
 * amun_scoring_test.c -- the clauses on points, kingdoms and the end of Amun-Re that are easiest to get wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "amun_at.h"

/* [AR-SCORE-03, AR-AMB-11] */
static void
sides_without_pyramids(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_ABU, AMUN_MENDES, AMUN_EDFU}};

    (void)unused;
    begin_at(3, 3, AMUN_OFFER, own, 1);
    s.stones[AMUN_ABU] = 1;
    assert_int_equal(amun_score(&s, 0).sides, 0);
    set_option("side_award_min_pyramids", "0");
    assert_int_equal(amun_score(&s, 0).sides, 10); /* east by a stone, west with all others */
    assert_int_equal(amun_score(&s, 1).sides, 5);
    s.stones[AMUN_MENDES] = 1;
    assert_int_equal(amun_score(&s, 0).sides, 10); /* two tied of one owner: 5 once */
}

/* The score that gold brings, by seat, at the end of a game in which nothing else scores. */
static void
rank_gold(int seats, const int gold[], const int points[], const char *ties)
{
    begin_at(seats, 6, AMUN_OFFER, NULL, 0);
    empty_hands();
    set_option("gold_tie_ranks", ties);
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        s.options.board.provinces[p].income_always = 0;
        s.options.board.provinces[p].income_camel = 0;
        s.options.board.provinces[p].temples = 0;
    }
    s.options.baharya_printed_farmers = 0;
    s.options.board.name[0] = 'x';
    for (int i = 0; i < seats; i++)
        s.gold[i] = (int16_t)gold[i];
    score_now(1);
    assert_int_equal(s.phase, AMUN_OVER);
    for (int i = 0; i < seats; i++)
        assert_int_equal(s.score[i], points[i]);
}

/* [AR-SCORE-06, AR-AMB-13, 14] */
static void
gold_at_the_end(void **unused)
{
    (void)unused;
    rank_gold(4, (int[]){20, 20, 9, 5}, (int[]){6, 6, 2, 0}, "drop_all");
    rank_gold(4, (int[]){7, 7, 7, 0}, (int[]){6, 6, 6, 0}, "drop_all");
    rank_gold(4, (int[]){7, 7, 7, 0}, (int[]){6, 6, 6, 2}, "drop_one");
    rank_gold(5, (int[]){1, 9, 4, 4, 0}, (int[]){0, 6, 4, 4, 0}, "drop_one");
    rank_gold(3, (int[]){0, 0, 0}, (int[]){6, 6, 6}, "drop_all");
}

/* [AR-AMB-15]: cards left over count as gold. */
static void
cards_left_are_sold(void **unused)
{
    (void)unused;
    begin_at(3, 6, AMUN_OFFER, NULL, 0);
    give(1, AMUN_BLOCKADE, 2);
    score_now(1);
    assert_int_equal(s.phase, AMUN_OVER);
    assert_int_equal(amun_hand_size(&s, 1), 0);
    assert_int_equal(s.discard[AMUN_BLOCKADE], 2);
    assert_int_equal(s.discard[AMUN_BUILDER], 3);
}

/* [AR-SCORE-05, AR-CARD-00, AR-AMB-17] */
static void
one_bonus_of_a_kind(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_ABYDOS, AMUN_MENDES, AMUN_ABU}};

    (void)unused;
    begin_at(4, 3, AMUN_OFFER, own, 1);
    empty_hands();
    give(0, AMUN_FARMER_BONUS, 2);
    give(0, AMUN_SIDE_BONUS, 1);
    s.farmers[AMUN_ABYDOS] = 5;
    s.farmers[AMUN_MENDES] = 4;
    score_now(1);
    assert_int_equal(s.phase, AMUN_SCORING);
    play("bonus:farmer_bonus");
    assert_int_equal(s.phase,
                     AMUN_DRAWING); /* the other cannot be played: no end is asked for */
    assert_int_equal(s.hand[0][AMUN_FARMER_BONUS], 1);
    assert_int_equal(s.score[0], 3);
}

/* [AR-KING-01..03] */
static void
between_the_kingdoms(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_EDFU, AMUN_MENDES, AMUN_ABU}};

    (void)unused;
    begin_at(4, 3, AMUN_OFFER, own, 1);
    s.pyramids[AMUN_EDFU] = 3;
    s.stones[AMUN_EDFU] = 1;
    s.farmers[AMUN_ABU] = 2;
    s.free_farmers[AMUN_MENDES] = 1;
    assert_int_equal(s.province_deck & s.drawn, 0);
    score_now(2);
    assert_int_equal(s.round, 4);
    assert_int_equal(s.starting, 3);
    assert_int_equal(s.temple, 2);
    assert_int_equal(s.drawn, 0);
    assert_int_equal(s.owned[0], 0);
    assert_int_equal(s.farmers[AMUN_ABU] + s.free_farmers[AMUN_MENDES], 0);
    assert_int_equal(s.pyramids[AMUN_EDFU], 3);
    assert_int_equal(s.stones[AMUN_EDFU], 1);
    assert_int_equal(__builtin_popcount(s.province_deck), 12);
}

/* [AR-END-02] */
static void
ties_at_the_end(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_BERENIKE, AMUN_MENDES, AMUN_ABU},
                                     {AMUN_KHARGA, AMUN_DAKHLA, AMUN_BUTO}};

    (void)unused;
    begin_at(3, 6, AMUN_OVER, own, 2);
    empty_hands();
    s.score[0] = s.score[1] = 40;
    s.score[2] = 39;
    s.pyramids[AMUN_ABU] = 7;
    s.pyramids[AMUN_BUTO] = 7;
    check();
    assert_int_equal(amun_winners(&s), 3);
    s.stones[AMUN_KHARGA] = 1;
    assert_int_equal(amun_winners(&s), 2);
    s.pyramids[AMUN_MENDES] = 1;
    assert_int_equal(amun_winners(&s), 1);
}

/* [AR-CARD-08..12] */
static void
bonus_conditions(void **unused)
{
    static const uint8_t own[][3] = {{AMUN_MEMPHIS, AMUN_ABYDOS, AMUN_BUTO},
                                     {AMUN_KHARGA, AMUN_DAKHLA, AMUN_EDFU}};

    (void)unused;
    begin_at(3, 3, AMUN_OFFER, own, 2);
    assert_false(amun_bonus_holds(&s, 0, AMUN_POWER_BONUS)); /* 3 + 2 + 0 and a free card: 6 */
    assert_true(amun_bonus_holds(&s, 1, AMUN_POWER_BONUS)); /* 4 + 1 + 1 and two free cards */
    assert_false(amun_bonus_holds(&s, 0, AMUN_EGYPT_BONUS)); /* lower, upper, lower */
    assert_true(amun_bonus_holds(&s, 1, AMUN_EGYPT_BONUS));
    assert_true(amun_bonus_holds(&s, 0, AMUN_SIDE_BONUS));
    assert_true(amun_bonus_holds(&s, 0, AMUN_BANK_BONUS));
    assert_false(amun_bonus_holds(&s, 1, AMUN_BANK_BONUS)); /* no, no, yes */
    s.farmers[AMUN_ABYDOS] = 5;
    s.farmers[AMUN_BUTO] = 3;
    assert_false(amun_bonus_holds(&s, 0, AMUN_FARMER_BONUS));
    s.free_farmers[AMUN_BUTO] = 1;
    assert_true(amun_bonus_holds(&s, 0, AMUN_FARMER_BONUS));
}

/* [AR-SAC-04] */
static void
temple_spaces(void **unused)
{
    static const int totals[] = {-9, 2, 3, 12, 13, 22, 23, 999};
    static const int spaces[] = {1, 1, 2, 2, 3, 3, 4, 4};

    (void)unused;
    for (int i = 0; i < 8; i++)
        assert_int_equal(amun_temple_space(&amun_board_2003, totals[i]), spaces[i]);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_without_pyramids), cmocka_unit_test(gold_at_the_end),
        cmocka_unit_test(cards_left_are_sold),    cmocka_unit_test(one_bonus_of_a_kind),
        cmocka_unit_test(between_the_kingdoms),   cmocka_unit_test(ties_at_the_end),
        cmocka_unit_test(bonus_conditions),       cmocka_unit_test(temple_spaces),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
