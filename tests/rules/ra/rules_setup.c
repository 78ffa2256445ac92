/* SPDX-License-Identifier: MIT
 * rules_setup.c -- chapters 1 and 2 of rules/ra.md: what is in the box, and setting up. */
#include "t_ra.h"

static const char *const editions[] = {"1999", "2005", "2016"};

static void
begin_edition(const char *edition, int players)
{
    char line[48] = "players N edition YYYY";

    line[8] = (char)('0' + players);
    for (int i = 0; i < 4; i++)
        line[18 + i] = edition[i];
    begin(line);
}

RULE("RA-COMP-01", "The game has 180 tiles, in these numbers.")
{
    for (int i = 0; i < 3; i++) {
        begin_edition(editions[i], 3);
        expect("left 180");
        expect("bag ra 30 god 8 pharaoh 25 nile 25 flood 12 gold 5");
        expect("bag astronomy 5 agriculture 5 writing 5 religion 5 art 5");
        expect(
            "bag fortress 5 obelisk 5 palace 5 pyramid 5 sphinx 5 statue 5 step_pyramid 5 temple 5");
        expect("bag funeral 2 drought 2 unrest 4 earthquake 2");
    }
    assert_int_equal(ra_kind_count(RA_UNREST), 4);
    assert_int_equal(ra_kind_count(RA_RA), 30);
}

RULE("RA-COMP-02", "There are sixteen suns, numbered 1 to 16, no number twice.")
{
    begin("players 5");
    play("deal:1,2,3,4,5");
    expect("centre 1", "0 suns 16 7 2", "1 suns 15 8 3", "2 suns 14 9 4", "3 suns 13 10 5",
           "4 suns 12 11 6");
    assert_int_equal(ra_suns_in_play(5), 0x1fffe); /* bits 1 to 16 */
}

RULE("RA-COMP-03", "Points have no upper limit; the tokens they are kept in are mere change.")
{
    scene("players 3 epoch 1 turn 0 ra 7", "0 score 200 tiles gold 5", "1 score 238",
          "2 score 319");
    expect("0 score 200", "1 score 238", "2 score 319");
    play("0 draw ra");
    expect("0 net 1 10", "0 score 210"); /* gold 15, no civilisation -5 */
    expect("1 score 233", "2 score 314");
}

RULE("RA-COMP-04",
     "The board has a Ra track of ten printed spaces and an auction track of eight.")
{
    scene("players 5 turn 0 ra 9");
    play("0 draw nile", "1 draw nile", "2 draw nile", "3 draw nile", "4 draw nile",
         "0 draw nile", "1 draw nile");
    legal("2 draw invoke");
    play("2 draw nile");
    expect("lot 8");
    legal("3 invoke"); /* eight spaces, and all are taken */
    assert_int_equal(ra_track_length(5), 10);
}

RULE("RA-COMP-05",
     "Whether the tiles wait face down on the table (1999) or in a bag (2005, 2016) changes "
     "nothing in play, nor does the figure that reminds everybody who the Ra player is.")
{
    for (int i = 0; i < 3; i++) {
        begin_edition(editions[i], 3);
        play("deal:3,1,2", "1 draw nile", "2 draw pharaoh", "0 draw ra");
        play("1 bid:2", "2 pass", "0 bid:10");
        expect("0 tiles nile pharaoh", "0 suns 11 7 4", "0 spent 1", "centre 10", "turn 1",
               "left 177");
    }
}

RULE("RA-SETUP-01", "Two to five people can play; the 1999 edition needs at least three.")
{
    for (int players = 2; players <= 5; players++) {
        begin_edition("2005", players);
        begin_edition("2016", players);
        if (players > 2)
            begin_edition("1999", players);
    }
    no_game("players 2 edition 1999");
    no_game("players 1 edition 2016");
    no_game("players 6 edition 2016");
    no_game("players 6 edition 2005");
    no_game("players 6 edition 1999");
    no_game("players 0");
}

RULE("RA-SETUP-02",
     "All 180 tiles are mixed. Each draw takes one of the tiles left, all with the same "
     "chance, and a tile that was drawn never goes back.")
{
    begin("players 3");
    play("deal:1,2,3", "0 draw");
    assert_int_equal(chance_count(), RA_KINDS);
    assert_int_equal(chance_weight("tile:ra"), 30); /* as many chances as tiles */
    assert_int_equal(chance_weight("tile:pharaoh"), 25);
    assert_int_equal(chance_weight("tile:funeral"), 2);
    play("tile:funeral", "1 draw funeral", "2 draw");
    expect("left 178");
    assert_int_equal(chance_weight("tile:funeral"), 0);
    assert_int_equal(chance_weight("tile:ra"), 30);
    assert_int_equal(chance_count(), RA_KINDS - 1);
    refuse("tile:funeral", GAME_ILLEGAL);
}

RULE("RA-SETUP-03", "Everybody starts with 10 points.")
{
    for (int players = 2; players <= 5; players++) {
        begin_edition("2016", players);
        for (int seat = 0; seat < players; seat++)
            assert_int_equal(table()->score[seat], 10);
    }
}

RULE("RA-SETUP-04",
     "Suns 1 to 9 are used with two players, 1 to 13 with three or four, and all sixteen "
     "with five.")
{
    static const int highest[] = {[2] = 9, [3] = 13, [4] = 13, [5] = 16};
    static const int sums[] = {[2] = 45, [3] = 91, [4] = 91, [5] = 136};

    for (int players = 2; players <= 5; players++) {
        int sum = 0;

        for (int sun = 0; sun <= 20; sun++) {
            bool used = ra_suns_in_play(players) >> sun & 1;

            assert_int_equal(used, sun >= 1 && sun <= highest[players]);
            sum += used ? sun : 0;
        }
        assert_int_equal(sum, sums[players]);
    }
}

RULE("RA-SETUP-04",
     "Each player gets four suns when two or three play, and three suns when four or five "
     "play.")
{
    begin("players 2");
    play("deal:1,2");
    expect("0 suns 9 6 5 2", "1 suns 8 7 4 3");
    begin("players 3");
    play("deal:1,2,3");
    expect("0 suns 13 8 5 2");
    begin("players 4");
    play("deal:1,2,3,4");
    expect("0 suns 13 6 2");
    begin("players 5");
    play("deal:1,2,3,4,5");
    expect("0 suns 16 7 2");
}

RULE("RA-SETUP-05",
     "All suns but the 1 are sorted into as many groups as there are players, like this.")
{
    begin("players 2");
    play("deal:1,2");
    expect("0 suns 9 6 5 2", "1 suns 8 7 4 3");
    begin("players 3");
    play("deal:1,2,3");
    expect("0 suns 13 8 5 2", "1 suns 12 9 6 3", "2 suns 11 10 7 4");
    begin("players 4");
    play("deal:1,2,3,4");
    expect("0 suns 13 6 2", "1 suns 12 7 3", "2 suns 11 8 4", "3 suns 10 9 5");
    begin("players 5");
    play("deal:1,2,3,4,5");
    expect("0 suns 16 7 2", "1 suns 15 8 3", "2 suns 14 9 4", "3 suns 13 10 5",
           "4 suns 12 11 6");
}

RULE("RA-SETUP-06",
     "Each player gets one of the groups by chance, and lays its suns out ready.")
{
    static const int orders[] = {[2] = 2, [3] = 6, [4] = 24, [5] = 120};

    for (int players = 2; players <= 5; players++) {
        struct game_chance chances[RA_MAX_CHANCES];

        begin_edition("2016", players);
        expect("phase deal", "to_act chance");
        assert_int_equal(ra_chances(table(), chances), orders[players]);
        for (int i = 0; i < orders[players]; i++)
            assert_int_equal(chances[i].weight, chances[0].weight);
    }
    begin("players 4");
    refuse("deal:1,1,2,3", GAME_ILLEGAL);
    refuse("0 deal:1,2,3,4", GAME_NOT_YOU);
    play("deal:3,1,4,2");
    expect("0 suns 11 8 4", "1 suns 13 6 2", "2 suns 10 9 5", "3 suns 12 7 3");
    expect("0 spent", "1 spent", "2 spent", "3 spent");
}

RULE("RA-SETUP-07", "Sun 1 starts in the centre of the board, face up.")
{
    for (int players = 2; players <= 5; players++) {
        begin_edition("2005", players);
        expect("centre 1");
    }
    play("deal:1,2,3,4,5");
    expect("centre 1");
}

RULE("RA-SETUP-08",
     "How long the Ra track is depends on the number of players: six spaces for two, eight "
     "for three, nine for four and ten for five.")
{
    scene("players 2 turn 0 ra 4");
    play("0 draw ra");
    expect("phase auction", "ra 5", "epoch 1"); /* five of six */
    scene("players 2 turn 0 ra 5");
    play("0 draw ra");
    expect("epoch 2", "ra 0");
    scene("players 3 turn 0 ra 6");
    play("0 draw ra");
    expect("phase auction", "ra 7", "epoch 1");
    scene("players 3 turn 0 ra 7");
    play("0 draw ra");
    expect("epoch 2", "ra 0");
    scene("players 4 turn 0 ra 7");
    play("0 draw ra");
    expect("phase auction", "ra 8", "epoch 1");
    scene("players 4 turn 0 ra 8");
    play("0 draw ra");
    expect("epoch 2", "ra 0");
    scene("players 5 turn 0 ra 8");
    play("0 draw ra");
    expect("phase auction", "ra 9", "epoch 1");
    scene("players 5 turn 0 ra 9");
    play("0 draw ra");
    expect("epoch 2", "ra 0");
}

RULE("RA-SETUP-08", "The printed spaces that are not used are the first ones from the left.")
{
    static const int unused[] = {[2] = 4, [3] = 2, [4] = 1, [5] = 0};

    for (int players = 2; players <= 5; players++)
        assert_int_equal(10 - ra_track_length(players), unused[players]);
}
