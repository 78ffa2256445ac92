/* SPDX-License-Identifier: MIT
 * rules_amun_sacrifice.c -- chapter 11 of rules/amun-re.md: phase 4, the sacrifice. */
#include <stdio.h>

#include "t_amun.h"

RULE("AR-SAC-01",
     "All players offer at the same time and in secret, either 1 gold or more, or the -3 card "
     "alone; to offer nothing is not possible, so who has no gold must offer the -3 card.")
{
    scene("phase offer", "0 gold 3", "1 gold 0", "2 gold 1");
    expect("to_act 0 1 2");
    legal("0 offer:1 offer:2 offer:3 offer:steal");
    legal("1 offer:steal");
    legal("2 offer:1 offer:steal");
    refuse("0 offer:0", GAME_ILLEGAL);
    refuse("0 offer:4", GAME_ILLEGAL);
    refuse("1 offer:1", GAME_ILLEGAL);
    refuse("0 end", GAME_ILLEGAL);
    play("2 offer:1"); /* in any order */
    expect("to_act 0 1");
    refuse("2 offer:steal", GAME_NOT_YOU); /* once */
    shows(0, "'offers':{'2':{'sealed':true}}");
    play("0 offer:3");
    shows(1, "'offers':{'0':{'sealed':true},'2':{'sealed':true}}", "'gold':3");
    shows(0, "'offers':{'0':{'gold':3,'correction':false,'sold':[]},'2':{'sealed':true}}");
    shows(-1, "'offers':{'0':{'sealed':true},'2':{'sealed':true}}");
    play("1 offer:steal");
    expect("total 1");
    shows(-1, "'0':{'gold':3,'correction':false,'sold':[]}",
          "'1':{'steal':true,'correction':false,'sold':[]}");
}

RULE("AR-SAC-02",
     "Any offer can have one sacrifice correction card with it; gold and the -3 card can never "
     "be offered together.")
{
    scene("phase offer", "0 gold 2 cards correction 2", "1 cards builder gold 1", "2 gold 1");
    legal("0 sell:correction offer:1 offer:1+correction offer:2 offer:2+correction "
          "offer:steal offer:steal+correction");
    refuse("1 offer:1+correction", GAME_ILLEGAL); /* has none */
    refuse("1 offer:steal+correction", GAME_ILLEGAL);
    refuse("0 offer:1+steal", GAME_FORMAT);
    refuse("0 offer:steal+1", GAME_FORMAT);
    refuse("0 offer:1+correction+correction", GAME_FORMAT);
    play("0 offer:steal+correction", "1 offer:1", "2 offer:1");
    expect("phase correct", "to_act 0", "0 cards correction", "discard correction", "total -1");
    saw("0 offered -3 (1)", "1 offered 1");
}

RULE("AR-SAC-03",
     "The total is the sum of all offers, a -3 card counting as -3; then all who put in a "
     "correction, clockwise from the starting player, must raise or lower it by 3 each.")
{
    scene("players 4 phase offer"); /* the example of chapter 11 */
    play("0 offer:9", "1 offer:4", "2 offer:steal", "3 offer:steal");
    expect("total 7", "temple 2");
    scene("players 4 phase offer", "2 cards correction");
    play("0 offer:9", "1 offer:4", "2 offer:steal+correction", "3 offer:steal");
    expect("total 7", "phase correct", "to_act 2", "due 2");
    legal("2 correct:+3 correct:-3");
    play("2 correct:+3");
    expect("total 10", "phase reward");

    scene("players 4 phase offer starting 2", "0 cards correction", "1 cards correction",
          "3 cards correction");
    play("0 offer:5+correction", "1 offer:5+correction", "2 offer:1", "3 offer:1+correction");
    expect("total 12", "to_act 3", "due 0 1 3");
    writes("'corrections_due':[3,0,1]");
    play("3 correct:-3");
    expect("total 9", "to_act 0", "due 0 1");
    play("0 correct:-3");
    expect("total 6", "to_act 1");
    play("1 correct:-3");
    expect("total 3", "phase reward", "temple 2");
    saw("1 corrected -3", "- total 3", "- temple 2");
}

/* Three players whose offers come to `total`, the first being rich. */
static void
sacrifice_of(int total)
{
    char offer[24];

    scene("phase offer", "0 gold 99");
    snprintf(offer, sizeof offer, "0 offer:%d", total + 6);
    play(offer, "1 offer:steal", "2 offer:steal");
}

RULE("AR-SAC-04",
     "The total sets the temple space: 1 up to 2, 2 from 3 to 12, 3 from 13 to 22, and 4 from "
     "23 on.")
{
    static const int totals[][2] = {{-5, 1}, {0, 1},  {1, 1},  {2, 1},  {3, 2},
                                    {4, 2},  {11, 2}, {12, 2}, {13, 3}, {14, 3},
                                    {21, 3}, {22, 3}, {23, 4}, {24, 4}, {93, 4}};

    for (size_t i = 0; i < sizeof totals / sizeof totals[0]; i++) {
        char line[16];

        sacrifice_of(totals[i][0]);
        snprintf(line, sizeof line, "temple %d", totals[i][1]);
        expect(line);
        assert_int_equal(amun_temple_space(&amun_board_2003, totals[i][0]), totals[i][1]);
    }
    assert_int_equal(amun_temple_space(&amun_board_2003, -27), 1);
    assert_int_equal(amun_temple_space(&amun_board_2003, 50000), 4);
}

RULE("AR-SAC-05", "A correction changes the total only, never an offer or what it earns.")
{
    scene("phase offer round 2", "0 cards correction");
    play("0 offer:5+correction", "1 offer:6", "2 offer:1", "0 correct:+3");
    expect("total 15", "temple 3", "to_act 1", "0 gold 15", "1 gold 14");
    legal("1 reward:0,0,0 reward:0,0,1 reward:0,0,2 reward:0,0,3 reward:0,1,0 reward:0,1,1 "
          "reward:0,1,2 reward:0,2,0 reward:0,2,1 reward:0,3,0 reward:1,0,0 reward:1,0,1 "
          "reward:1,0,2 reward:1,1,0 reward:1,1,1 reward:1,2,0 reward:2,0,0 reward:2,0,1 "
          "reward:2,1,0 reward:3,0,0");
    play("1 reward:0,0,0", "0 reward:0,0,2", "0 stone:abu", "0 stone:abu", "2 reward:0,0,0");
    expect("starting 1");
}

RULE(
    "AR-SAC-06",
    "The gold that was offered goes to the bank; whoever played the -3 card takes it back, and "
    "3 gold with it, after the rewards.")
{
    scene("phase offer round 2", "0 gold 4 provinces mendes abu", "1 provinces amarna edfu",
          "2 provinces buto thebes");
    play("0 offer:steal", "1 offer:10", "2 offer:1");
    expect("0 gold 4", "1 gold 10", "2 gold 19", "phase reward");
    play("1 reward:0,0,0");
    expect("0 gold 4");
    play("2 reward:0,0,0"); /* ranked second: the -3 card ranks below */
    saw("0 stole 3");
    expect("0 gold 11", "1 gold 10", "2 gold 19", "round 3"); /* with 4 from Abu */
    scene("phase offer round 3", "0 gold 0");
    legal("0 offer:steal"); /* and the card is there again */
}
