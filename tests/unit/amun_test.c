/* SPDX-License-Identifier: MIT
 * amun_test.c -- the printed examples of Amun-Re, and the clauses that are easiest to get wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "khepri/amun.h"
#include "moves.h"

/* ---- a table to play at ---- */

static struct amun_state s;

static const uint8_t all[AMUN_PROVINCES] = {
    AMUN_ABU,      AMUN_ABYDOS,  AMUN_AMARNA, AMUN_AVARIS,   AMUN_BAHARYA,
    AMUN_BERENIKE, AMUN_BUTO,    AMUN_DAKHLA, AMUN_DAMANHUR, AMUN_EDFU,
    AMUN_KHARGA,   AMUN_MEMPHIS, AMUN_MENDES, AMUN_SAWU,     AMUN_THEBES};

static void
check(void)
{
    const char *wrong = amun_check(&s);

    if (wrong)
        fail_msg("the state is not consistent: %s", wrong);
}

static void
begin(int seats)
{
    struct amun_options options;

    amun_game.defaults(&options);
    assert_int_equal(amun_setup(&s, seats, &options), GAME_OK);
}

static void
set_option(const char *key, const char *value)
{
    assert_int_equal(amun_game.set_option(&s.options, key, value), GAME_OK);
}

static void
play(const char *text)
{
    if (moves_apply(&amun_game, &s, text, NULL) != GAME_OK)
        fail_msg("%s should be legal", text);
    check();
}

static void
refuse(const char *text)
{
    struct amun_state before = s;

    if (moves_apply(&amun_game, &s, text, NULL) == GAME_OK)
        fail_msg("%s should be refused", text);
    assert_memory_equal(&s, &before, sizeof s);
}

/* Each seat owns as many provinces as the round says, first those in `wanted`, seat by seat, ended by
 * AMUN_NONE for a seat that takes any; what is left goes round in order. Seat 0 starts. */
static void
begin_at(int seats, int round, enum amun_phase phase, const uint8_t wanted[][3], int given)
{
    int each = (round - 1) % 3 + 1;
    uint32_t taken = 0;

    begin(seats);
    s.round = (uint8_t)round;
    s.phase = (uint8_t)phase;
    s.starting = 0;
    s.temple = round > 1 || phase >= AMUN_REWARD ? 2 : 0;
    for (int i = 0; i < given; i++) {
        for (int k = 0; k < each; k++) {
            s.owned[i] |= (uint16_t)(1u << wanted[i][k]);
            taken |= UINT32_C(1) << wanted[i][k];
        }
    }
    for (int i = given, p = 0; i < seats; i++) {
        for (int k = 0; k < each; p++) {
            if (taken >> all[p] & 1)
                continue;
            s.owned[i] |= (uint16_t)(1u << all[p]);
            taken |= UINT32_C(1) << all[p];
            k++;
        }
    }
    s.drawn = (uint16_t)taken;
    s.province_deck = (uint16_t)(((1u << AMUN_PROVINCES) - 1) & ~taken);
    for (int p = AMUN_PROVINCES - 1, over = 15 - 3 * seats; round > 3 && over; p--) {
        if (s.province_deck >> p & 1) {
            s.province_deck &= (uint16_t) ~(1u << p);
            over--;
        }
    }
}

static void
give(int seat, enum amun_card card, int count)
{
    s.hand[seat][card] = (uint8_t)(s.hand[seat][card] + count);
    s.deck[card] = (uint8_t)(s.deck[card] - count);
}

static void
empty_hands(void)
{
    for (int i = 0; i < s.seats; i++) {
        s.deck[AMUN_BUILDER] = (uint8_t)(s.deck[AMUN_BUILDER] + s.hand[i][AMUN_BUILDER]);
        s.hand[i][AMUN_BUILDER] = 0;
    }
}

/* Into phase 4 of round `round`, everybody with an empty hand and as much gold. */
static void
begin_offers(int seats, int round, int gold)
{
    begin_at(seats, round, AMUN_OFFER, NULL, 0);
    empty_hands();
    for (int i = 0; i < seats; i++)
        s.gold[i] = (int16_t)gold;
}

/* Scores the kingdom: enters phase 6 by way of everybody's stolen 3 gold and income without farmers. */
static void
score_now(int temple)
{
    for (int i = 0; i < s.seats - 1; i++) {
        char text[] = "0/offer:steal";

        text[0] = (char)('0' + i);
        play(text);
    }
    play(temple == 1 ? "offer:steal" : temple == 2 ? "offer:15" : "offer:25");
    while (s.phase == AMUN_REWARD)
        play("reward:0,0,0");
}

/* ---- the printed examples ---- */

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

/* ---- clauses ---- */

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
    refuse("bid:abu:3+overbid"); /* not his marker's province */
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
        cmocka_unit_test(bidding_example),
        cmocka_unit_test(purchase_example),
        cmocka_unit_test(limit_example),
        cmocka_unit_test(farmers_example),
        cmocka_unit_test(stones_example),
        cmocka_unit_test(builder_example),
        cmocka_unit_test(sacrifice_example),
        cmocka_unit_test(income_example),
        cmocka_unit_test(sides_example),
        cmocka_unit_test(temples_example),
        cmocka_unit_test(final_scoring_example),
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
        cmocka_unit_test(sides_without_pyramids),
        cmocka_unit_test(gold_at_the_end),
        cmocka_unit_test(cards_left_are_sold),
        cmocka_unit_test(one_bonus_of_a_kind),
        cmocka_unit_test(between_the_kingdoms),
        cmocka_unit_test(ties_at_the_end),
        cmocka_unit_test(bonus_conditions),
        cmocka_unit_test(temple_spaces),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
