/* SPDX-License-Identifier: MIT
 * rules_amun_income.c -- chapter 13 of rules/amun-re.md: phase 5, income. All play the -3 card, which brings 3. */
#include <stdio.h>

#include "t_amun.h"

RULE("AR-INC-01",
     "From the starting player clockwise, each player gets as much gold as the temple space "
     "says for each farmer in their provinces, on farms and on flat land; empty farms give "
     "nothing.")
{
    for (int space = 1; space <= 4; space++) {
        char line[48], gold[24];

        snprintf(line, sizeof line, "phase offer round 2 next_temple %d", space);
        scene(line, "0 provinces mendes edfu", "mendes farmers 2 free 1", "edfu farmers 2");
        play("all offer:steal");
        snprintf(gold, sizeof gold, "0 gold %d", 23 + 5 * space); /* 15 on space 3 */
        expect(gold);
        assert_int_equal(amun_income(table(), 0, space), 5 * space);
    }
    scene("phase offer round 2 next_temple 3 starting 1", "0 provinces mendes edfu",
          "1 provinces buto thebes", "2 provinces amarna memphis", "mendes farmers 6",
          "buto farmers 5 free 2");
    play("all offer:steal");
    expect("0 gold 41", "1 gold 44", "2 gold 23");
    saw_in_order("1 harvested 21 (buto)", "1 income 21", "2 income 0",
                 "0 harvested 18 (mendes)", "0 income 18");

    scene("phase offer round 2", "0 provinces abu mendes", "1 provinces avaris berenike",
          "2 provinces buto edfu"); /* the new starting player is the first */
    play("0 offer:steal", "1 offer:1", "2 offer:7", "2 reward:0,0,0", "1 reward:0,0,0");
    saw_in_order("2 starting", "2 income 0", "0 income 4", "1 income 16");
}

RULE("AR-INC-02", "Abu gives its owner 4 gold more and Berenike 8, always.")
{
    scene("phase offer round 2 next_temple 4", "0 provinces berenike edfu",
          "1 provinces abu mendes");
    play("all offer:steal");
    expect("0 gold 31", "1 gold 27");
    saw("0 further_income 8 (berenike)", "1 further_income 4 (abu)");
    for (int space = 1; space <= 4; space++) {
        assert_int_equal(amun_income(table(), 0, space), 8);
        assert_int_equal(amun_income(table(), 1, space), 4);
    }
}

RULE(
    "AR-INC-03",
    "Kharga gives its owner 5 gold more, Sawu 7 and Avaris 8, but only while the temple stands "
    "on space 1 or 2.")
{
    scene("phase offer round 2 next_temple 2", "0 provinces kharga edfu",
          "1 provinces sawu mendes", "2 provinces avaris buto");
    expect("0 income 1 5", "0 income 2 5", "0 income 3 0", "0 income 4 0");
    expect("1 income 1 7", "1 income 2 7", "1 income 3 0", "1 income 4 0");
    expect("2 income 1 8", "2 income 2 8", "2 income 3 0", "2 income 4 0");
    play("all offer:steal");
    expect("0 gold 28", "1 gold 30", "2 gold 31");
    scene("phase offer round 2 next_temple 3", "0 provinces kharga edfu",
          "1 provinces sawu mendes", "2 provinces avaris buto");
    play("all offer:steal");
    expect("0 gold 23", "1 gold 23", "2 gold 23");
    scene("phase offer round 2 next_temple 1", "2 provinces avaris buto");
    play("all offer:steal");
    expect("2 gold 31");
    scene("phase offer round 2 next_temple 4", "2 provinces avaris buto");
    play("all offer:steal");
    expect("2 gold 23");
}

RULE("AR-INC-04", "This further income needs no farmers, and a province may give both kinds.")
{
    scene("phase offer round 3 next_temple 2", "2 provinces memphis abu sawu",
          "memphis farmers 1", "abu farmers 2"); /* the example of chapter 13 */
    expect("2 income 2 17");
    play("all offer:steal");
    expect("2 gold 40");
    saw("2 harvested 2 (memphis)", "2 harvested 4 (abu)", "2 further_income 4 (abu)",
        "2 further_income 7 (sawu)", "2 income 17");
}

RULE("AR-INC-05",
     "8 gold and harvest increase may be played at one's own income, both of them if one "
     "likes.")
{
    scene("phase offer round 2 next_temple 2", "0 provinces mendes amarna", "mendes farmers 3",
          "0 cards eight_gold harvest", "1 cards harvest", "1 provinces buto edfu",
          "buto farmers 1");
    play("all offer:steal");
    expect("phase income", "to_act 0", "0 gold 23");
    legal("0 end eight_gold:amarna eight_gold:mendes harvest:mendes");
    refuse("1 harvest:buto", GAME_NOT_YOU);
    play("0 eight_gold:amarna", "0 harvest:mendes");
    expect("0 gold 40", "0 cards", "discard eight_gold harvest", "to_act 1"); /* 8 and 3 x 3 */
    play("1 end"); /* may: need not */
    expect("1 gold 25", "1 cards harvest", "round 3");
}
