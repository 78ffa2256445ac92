/* SPDX-License-Identifier: MIT
 * rules_amun_scoring.c -- chapter 14 of rules/amun-re.md: phase 6, scoring. All play the -3 card. */
#include "t_amun.h"

RULE("AR-SCORE-01", "Each pyramid in a player's provinces is worth 1 point.")
{
    scene("phase offer round 3", "0 provinces abu sawu mendes",
          "1 provinces avaris buto thebes", "abu pyramids 3", "sawu pyramids 4",
          "avaris pyramids 5");
    expect("0 counts pyramids 7");
    play("all offer:steal");
    saw("0 score_pyramids 7", "1 score_pyramids 5", "2 score_pyramids 0");
    expect("0 score 7", "1 score 10", "2 score 1"); /* 5 for the east; 1 for a temple */
}

RULE("AR-SCORE-02",
     "Each complete set of pyramids, one in each of a player's three provinces, is worth 3 "
     "points.")
{
    scene("phase offer round 6", "0 provinces abu sawu mendes",
          "1 provinces avaris buto thebes", "2 provinces kharga memphis abydos",
          "abu pyramids 3", "sawu pyramids 2", "mendes pyramids 2", "avaris pyramids 5",
          "buto pyramids 4", "kharga pyramids 1", "memphis pyramids 1", "abydos pyramids 1");
    expect("0 counts pyramids 7 sets 6", "1 counts pyramids 9 sets 0",
           "2 counts pyramids 3 sets 3");
    play("all offer:steal");
    saw("0 score_sets 6 (2)", "1 score_sets 0", "2 score_sets 3 (1)");
}

RULE("AR-SCORE-03",
     "On each side of the Nile the owner of the province with the most pyramids there gets 5 "
     "points. If several have the most, the one of them with most stones decides, and if that "
     "is equal too all their owners get 5, but nobody more than 5 for one side.")
{
    static const char *const owned[] = {"0 provinces abu edfu mendes",
                                        "1 provinces berenike buto dakhla",
                                        "2 provinces thebes memphis sawu"};

    scene("phase offer round 3", owned[0], owned[1], owned[2], "abu pyramids 3 stones 1",
          "berenike pyramids 3 stones 2", "memphis pyramids 1", "buto stones 2");
    expect("0 counts sides 0", "1 counts sides 5", "2 counts sides 5");
    play("all offer:steal");
    saw("1 score_side 5 (east)", "2 score_side 5 (west)");
    saw_not("0 score_side 5 (east)", "1 score_side 5 (west)");

    /* Single provinces, not sums: 3 beat 2 and 2. */
    scene("phase offer round 3", owned[0], owned[1], owned[2], "abu pyramids 2 stones 2",
          "mendes pyramids 2 stones 2", "berenike pyramids 3");
    expect("0 counts sides 0", "1 counts sides 5");

    /* Pyramids and stones tie: both owners get it. */
    scene("phase offer round 3", owned[0], owned[1], owned[2], "abu pyramids 3 stones 1",
          "berenike pyramids 3 stones 1", "thebes pyramids 2 stones 2", "edfu pyramids 1");
    expect("0 counts sides 10", "1 counts sides 5", "2 counts sides 0");

    /* Two tied provinces of one owner, on one side. */
    scene("phase offer round 3", owned[0], owned[1], owned[2], "abu pyramids 2 stones 1",
          "mendes pyramids 2 stones 1", "thebes pyramids 2 stones 1");
    expect("0 counts sides 5", "2 counts sides 5", "1 counts sides 0");
}

RULE("AR-SCORE-03", "A province without a pyramid earns nobody the 5 points; with the option "
                    "`side_award_min_pyramids` set to `0` it can.")
{
    static const char *const owned[] = {"0 provinces abu edfu mendes",
                                        "1 provinces berenike buto dakhla",
                                        "2 provinces avaris amarna sawu"};

    scene("phase offer round 3", owned[0], owned[1], owned[2], "abu stones 1");
    expect("0 counts sides 0", "1 counts sides 0", "2 counts sides 0");
    scene("phase offer round 3 side_award_min_pyramids 0", owned[0], owned[1], owned[2],
          "abu stones 1");
    expect("0 counts sides 10", "1 counts sides 5", "2 counts sides 0"); /* the west: all 0 */
    play("all offer:steal");
    saw("0 score_side 5 (east)", "0 score_side 5 (west)", "1 score_side 5 (west)");
    no_game("players 3 side_award_min_pyramids 2");
}

RULE("AR-SCORE-04",
     "Each province temple gives its owner as many points as the temple space says: Damanhur "
     "has two temples, Edfu and Amarna one each.")
{
    static const char *const temples[] = {"next_temple 1", "next_temple 2", "next_temple 3",
                                          "next_temple 4"};

    for (int space = 1; space <= 4; space++) {
        scene("phase offer round 3", temples[space - 1], "0 provinces damanhur abu sawu",
              "1 provinces edfu mendes buto", "2 provinces amarna avaris thebes");
        play("all offer:steal");
        assert_int_equal(table()->score[0], 2 * space); /* 6 on space 3 */
        assert_int_equal(table()->score[1], space);
        assert_int_equal(table()->score[2], space);
    }
    scene("phase offer round 3 next_temple 3", "0 provinces damanhur edfu amarna");
    play("all offer:steal");
    expect("0 score 12");
    saw("0 score_temples 12 (4)");
}

RULE("AR-SCORE-05",
     "Each bonus card that is played, and whose condition holds, is worth 3 points, but no two "
     "alike in one scoring.")
{
    scene("phase offer round 3", "0 provinces mendes buto baharya",
          "0 cards farmer_bonus 2 egypt_bonus power_bonus", "mendes farmers 6",
          "buto farmers 1"); /* 9 farmers, all in lower Egypt */
    play("all offer:steal");
    expect("phase scoring", "to_act 0", "0 score 0");
    legal("0 end bonus:egypt_bonus bonus:farmer_bonus");
    refuse("0 bonus:power_bonus", GAME_ILLEGAL);
    play("0 bonus:farmer_bonus");
    expect("0 score 3", "0 cards farmer_bonus egypt_bonus power_bonus", "discard farmer_bonus");
    refuse("0 bonus:farmer_bonus", GAME_ILLEGAL); /* one is kept */
    legal("0 end bonus:egypt_bonus");
    play("0 bonus:egypt_bonus");
    expect("0 score 6", "round 4", "0 cards farmer_bonus power_bonus");
}

RULE("AR-SCORE-06",
     "At the end of the new kingdom only, gold is ranked: most earns 6 points, second most 4,"
     " third most 2. Whoever ties gets the points of the rank in full, and as many ranks are "
     "passed over as make up for it.")
{
    static const char *const poor[] = {
        /* no income, no points */
        "0 provinces mendes buto thebes", "1 provinces edfu memphis dakhla",
        "2 provinces kharga sawu avaris", "3 provinces amarna abydos damanhur"};
    static const char four[] = "players 4 phase offer round 6 next_temple 4";

    scene(four, poor[0], poor[1], poor[2], poor[3], "0 gold 20", "1 gold 20", "2 gold 9",
          "3 gold 5");
    play("all offer:steal");
    saw("0 score_gold 6 (1)", "1 score_gold 6 (1)", "2 score_gold 2 (3)", "3 score_gold 0 (4)");
    scene(four, poor[0], poor[1], poor[2], poor[3], "0 gold 5", "1 gold 7", "2 gold 9",
          "3 gold 5");
    play("all offer:steal");
    saw("2 score_gold 6 (1)", "1 score_gold 4 (2)", "0 score_gold 2 (3)", "3 score_gold 2 (3)");
    scene(four, poor[0], poor[1], poor[2], poor[3], "0 gold 7", "1 gold 7", "2 gold 7",
          "3 gold 5");
    play("all offer:steal");
    saw("0 score_gold 6 (1)", "1 score_gold 6 (1)", "2 score_gold 6 (1)", "3 score_gold 0 (4)");
    scene(four, poor[0], poor[1], poor[2], poor[3], "0 gold 9", "1 gold 7", "2 gold 7",
          "3 gold 7");
    play("all offer:steal");
    saw("0 score_gold 6 (1)", "1 score_gold 4 (2)", "2 score_gold 4 (2)", "3 score_gold 4 (2)");
    scene(four, poor[0], poor[1], poor[2], poor[3]);
    play("all offer:steal");
    saw("0 score_gold 6 (1)", "3 score_gold 6 (1)");

    scene("players 4 phase offer round 3 next_temple 4", poor[0], poor[1], poor[2], poor[3],
          "0 gold 99");
    play("all offer:steal"); /* the old kingdom: nothing for gold */
    expect("0 score 0", "2 score 0");
    saw_not("0 score_gold 6 (1)");
}

RULE("AR-SCORE-06",
     "With the option `gold_tie_ranks` set to `drop_one`, any tie passes over one rank only.")
{
    static const char *const poor[] = {
        "0 provinces mendes buto thebes", "1 provinces memphis abu dakhla",
        "2 provinces kharga sawu avaris", "3 provinces amarna abydos damanhur",
        "4 provinces baharya berenike edfu"};
    static const char five[] =
        "players 5 phase offer round 6 next_temple 4 gold_tie_ranks drop_one";

    scene(five, poor[0], poor[1], poor[2], poor[3], poor[4], "0 gold 30", "1 gold 26",
          "2 gold 30", "3 gold 7", "4 gold 0"); /* Abu gives 4, Berenike and Baharya 16 */
    play("all offer:steal"); /* 33, 33, 33, 10, 19 */
    saw("0 score_gold 6 (1)", "1 score_gold 6 (1)", "2 score_gold 6 (1)", "4 score_gold 2 (3)",
        "3 score_gold 0 (4)");
    scene(five, poor[0], poor[1], poor[2], poor[3], poor[4], "0 gold 30", "1 gold 26",
          "2 gold 9", "3 gold 7", "4 gold 0");
    play("all offer:steal"); /* two tie: as without the option */
    saw("0 score_gold 6 (1)", "1 score_gold 6 (1)", "4 score_gold 2 (3)", "2 score_gold 0 (4)",
        "3 score_gold 0 (5)");
    no_game("players 3 gold_tie_ranks drop_none");
}

RULE("AR-SCORE-07",
     "Only what stands in provinces owned now is scored: the three acquired in this kingdom.")
{
    scene("phase offer round 6",
          "in_play abu sawu mendes avaris buto thebes kharga memphis abydos",
          "0 provinces abu sawu mendes", "abu pyramids 1", "sawu pyramids 1",
          "mendes pyramids 1", "abydos pyramids 9 stones 1",
          "2 provinces kharga memphis abydos"); /* 2 acquired it, whoever built there before */
    expect("0 counts pyramids 3 sets 3 sides 5 temples 0 total 11",
           "2 counts pyramids 9 sets 0 sides 5 temples 0 total 14");
    play("all offer:steal");
    saw("0 scored 11", "2 scored 14");

    /* The example of chapter 14, with gold that leaves seat 2 the least of four. */
    scene("players 4 phase offer round 6 next_temple 1",
          "2 provinces edfu abu dakhla cards egypt_bonus farmer_bonus bank_bonus",
          "0 provinces mendes buto berenike", "1 provinces thebes memphis damanhur",
          "3 provinces amarna sawu abydos", "2 gold 1", "edfu pyramids 4 farmers 3",
          "abu pyramids 2 farmers 2", "dakhla pyramids 1 farmers 2 free 2",
          "berenike pyramids 2", "mendes pyramids 1 stones 2");
    play("all offer:steal");
    expect("2 score 21", "0 score 8"); /* 7, 3, 5 and 5, 1; and 5 for the tie of Berenike */
    legal("2 end bonus:egypt_bonus bonus:farmer_bonus");
    play("2 bonus:egypt_bonus", "2 bonus:farmer_bonus");
    saw("2 score_gold 0 (4)");
    expect("over", "2 score 27");
}
