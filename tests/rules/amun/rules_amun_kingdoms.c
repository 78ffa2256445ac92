/* SPDX-License-Identifier: MIT
 * rules_amun_kingdoms.c -- chapters 15 and 16 of rules/amun-re.md: between the kingdoms, the end of the game. */
#include "t_amun.h"

RULE("AR-KING-01",
     "After the first scoring nobody owns a province any more, and all farmers are taken off "
     "the board, those on flat land too.")
{
    scene("phase offer round 3", "0 provinces abu baharya mendes", "abu farmers 2 free 3",
          "baharya farmers 1", "mendes farmers 6");
    play("all offer:steal");
    saw_in_order("0 income 18", "0 scored 0", "- kingdom_ended", "0 round_began 4");
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        assert_int_equal(amun_owner(table(), p), AMUN_NONE);
        assert_int_equal(table()->farmers[p] + table()->free_farmers[p], 0);
    }
    expect("0 provinces", "1 provinces", "2 provinces");
    assert_int_equal(amun_farmers_in(table(), AMUN_BAHARYA), 2); /* printed they stay */
}

RULE("AR-KING-02",
     "Pyramids and stones stay, and belong to whoever acquires the province next; gold, power "
     "cards, points, the pharaoh and the temple stay as they are.")
{
    scene("phase offer round 3 starting 1 next_temple 3", "0 provinces edfu mendes buto",
          "0 gold 17 score 4 cards builder harvest 2", "edfu pyramids 3 stones 1",
          "1 provinces thebes dakhla memphis", "2 provinces abydos damanhur kharga");
    play("all offer:steal");
    expect("round 4", "edfu pyramids 3 stones 1 owner none", "0 gold 20",
           "0 cards builder harvest 2", "0 score 15", "starting 1", "temple 3");
    writes("'provinces':{'edfu':{'owner':null,'farmers':0,'free_farmers':0,'stones':1,"
           "'pyramids':3,'gold':0,'cards':[]}}");
    play("province:kharga", "province:mendes", "province:damanhur", "1 bid:kharga:0",
         "2 bid:mendes:0", "0 bid:damanhur:0", "all end", "all offer:steal");
    expect("round 5"); /* the temple is on 3 again */
    play("province:edfu correction", "province:abydos", "province:memphis", "1 bid:abydos:0",
         "2 bid:edfu:0", "0 bid:memphis:0");
    expect("2 provinces edfu mendes", "edfu pyramids 3 stones 1");
    play("1 end");
    legal("2 sell:correction buy:1 farmer:edfu farmer:mendes stone:edfu stone:mendes end");
    play("2 stone:edfu", "2 stone:edfu");
    expect("edfu pyramids 4 stones 0");
}

RULE("AR-KING-03",
     "The province cards used in the old kingdom are mixed as the new supply of them; those "
     "never used are out of the game.")
{
    scene("players 4 phase offer round 3", "0 provinces abu mendes buto",
          "1 provinces thebes dakhla memphis", "2 provinces abydos damanhur kharga",
          "3 provinces edfu sawu amarna");
    expect("province_deck 3"); /* avaris, baharya, berenike */
    play("all offer:steal");
    expect("province_deck 12", "phase provinces", "round 4", "offered");
    writes("'province_deck':['abu','abydos','amarna','buto','dakhla','damanhur','edfu',"
           "'kharga','memphis','mendes','sawu','thebes']");
    assert_int_equal(chance_count(), 12);
    refuse("province:avaris", GAME_ILLEGAL);
    refuse("province:baharya", GAME_ILLEGAL);
    refuse("province:berenike", GAME_ILLEGAL);
    scene("players 3 phase offer round 3");
    play("all offer:steal");
    expect("province_deck 9");
    scene("players 5 phase offer round 3");
    play("all offer:steal");
    expect("province_deck 15");
}

RULE("AR-KING-04", "Whoever was ranked first in the sacrifice of round 3 starts round 4.")
{
    scene("phase offer round 3 starting 2", "0 provinces mendes buto thebes",
          "1 provinces edfu memphis abydos", "2 provinces abu amarna sawu");
    play("0 offer:1", "1 offer:5", "2 offer:4", "1 reward:0,0,0", "2 reward:0,0,0",
         "0 reward:0,0,0");
    expect("round 4", "starting 1");
    play("province:mendes", "province:amarna", "province:sawu");
    expect("phase bid", "to_act 1");
    play("1 bid:amarna:0", "2 bid:sawu:0");
    expect("to_act 0");
}

/* Three players whose provinces give neither income nor points. */
#define BARE                                                                                   \
    "0 provinces mendes buto thebes", "1 provinces memphis dakhla baharya",                    \
        "2 provinces kharga sawu abydos"
#define LAST "phase offer round 6 next_temple 4 baharya_printed_farmers 0"

RULE("AR-END-01", "After the scoring of round 6 whoever has most points wins.")
{
    struct game_result result;

    scene(LAST, BARE, "0 score 35 gold 9", "1 score 34 gold 8", "2 score 38 gold 7");
    play("all offer:steal");
    expect("over", "0 score 41", "1 score 38", "2 score 40", "winners 0");
    saw("0 game_over");
    saw_not("2 game_over");
    writes("'result':{'scores':[41,38,40],'winners':[0]}", "'phase':'over'", "'to_act':[]");
    assert_true(amun_game.result(table(), &result));
    assert_int_equal(result.winners, 1);
    assert_int_equal(result.scores[2], 40);
    scene(LAST, BARE, "0 score 1 gold 9", "1 score 4 gold 8", "2 score 9 gold 7",
          "mendes pyramids 1");
    assert_false(amun_game.result(table(), &result)); /* not yet */
    play("all offer:steal");
    expect("0 score 13", "2 score 11", "winners 0");
}

RULE(
    "AR-END-02",
    "Of those who tie, most pyramids wins, then most stones, both in the three provinces owned "
    "at the end; then the victory is shared.")
{
    /* 22 + 7 pyramids + 5 for a side + 6 for the gold. */
    scene(LAST, BARE, "0 score 22", "1 score 22", "2 gold 0", "mendes pyramids 7 stones 2",
          "dakhla pyramids 7 stones 2", "buto stones 0", "memphis stones 1");
    play("all offer:steal");
    expect("0 score 40", "1 score 40", "winners 1"); /* stones 2 and 3 */
    scene(LAST, BARE, "0 score 22", "1 score 22", "2 gold 0", "mendes pyramids 7 stones 1",
          "buto stones 1", "dakhla pyramids 7 stones 2");
    play("all offer:steal");
    expect("winners 0 1");
    writes("'result':{'scores':[40,40,2],'winners':[0,1]}");
    scene(LAST, BARE, "0 score 22", "1 score 21", "2 gold 0", "mendes pyramids 7 stones 2",
          "dakhla pyramids 8", "buto stones 2");
    play("all offer:steal");
    expect("0 score 40", "1 score 40", "winners 1"); /* pyramids come before stones */
    scene(LAST, BARE, "0 score 22 gold 19", "1 score 24 gold 9", "2 gold 0",
          "mendes pyramids 7", "dakhla pyramids 7");
    play("all offer:steal");
    expect("0 score 40", "1 score 40", "winners 0 1"); /* gold does not count */
    scene(LAST, BARE, "0 score 9", "1 score 9", "2 score 9");
    play("all offer:steal");
    expect("winners 0 1 2");
}
