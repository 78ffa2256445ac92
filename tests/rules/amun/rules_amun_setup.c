/* SPDX-License-Identifier: MIT
 * rules_amun_setup.c -- chapters 1 to 3 of rules/amun-re.md: the box, setting up, the course of the game. */
#include <stdio.h>
#include <string.h>

#include "t_amun.h"

RULE("AR-COMP-01",
     "There are 66 gold cards: 61 that are worth 392 gold together, and five that say -3. The "
     "bank gives change freely and never runs out.")
{
    /* More than 392 gold in hands, and the bank still pays. */
    scene("phase offer round 2 next_temple 4", "0 gold 300 provinces abu berenike",
          "1 gold 300", "2 gold 300", "abu farmers 2");
    play("all offer:steal");
    expect("0 gold 323"); /* 3, 2 x 4 + 4, and 8 */
    scene("phase offer round 2", "0 gold 20", "1 gold 20", "2 gold 20");
    play("0 offer:19", "1 offer:13", "2 offer:7"); /* any amount, whatever the cards */
    expect("0 gold 1", "1 gold 7", "2 gold 13", "total 39");
    scene("phase offer round 2 next_temple 1", "0 gold 9998 provinces abu berenike");
    play("all offer:steal");
    expect("0 gold 9999"); /* what is beyond stays in the bank */
}

RULE("AR-COMP-02", "There are 39 power cards, in these numbers.")
{
    for (int players = 3; players <= 5; players++) {
        char line[32], builders[32];

        snprintf(line, sizeof line, "players %d", players);
        begin(line);
        snprintf(builders, sizeof builders, "deck builder %d", 8 - players);
        expect("deck blockade 2 overbid 2 free_farmer 5 correction 4 eight_gold 3 harvest 5",
               "deck power_bonus 2 farmer_bonus 2 egypt_bonus 2 side_bonus 2 bank_bonus 2",
               builders);
    }
    expect("discard", "0 cards builder", "4 cards builder", "deck_size 34");
}

/* clang-format off */
static const char *const printed[] = { /* the table of rules/amun-re.md */
    /* side egypt bank: limit farms printed, free cards stones gold, always camel, temples */
    "abu east upper 1: 1 2 0, 0 0 0, 4 0, 0",
    "abydos west upper 1: 2 5 0, 0 1 0, 0 0, 0",
    "amarna east lower 1: 1 4 0, 0 0 0, 0 0, 1",
    "avaris east lower 0: 1 3 0, 0 0 0, 0 8, 0",
    "baharya west lower 0: 3 2 2, 0 0 0, 0 0, 0",
    "berenike east upper 0: 1 0 0, 0 0 0, 8 0, 0",
    "buto west lower 1: 0 5 0, 1 0 0, 0 0, 0",
    "dakhla west upper 0: 1 2 0, 1 0 12, 0 0, 0",
    "damanhur west lower 0: 1 2 0, 0 0 0, 0 0, 2",
    "edfu west upper 1: 1 3 0, 1 0 0, 0 0, 1",
    "kharga west upper 0: 4 1 0, 0 0 0, 0 5, 0",
    "memphis west lower 1: 3 3 0, 0 2 0, 0 0, 0",
    "mendes east lower 1: 0 6 0, 0 0 0, 0 0, 0",
    "sawu east upper 0: 2 1 0, 0 0 0, 0 7, 0",
    "thebes east upper 1: 1 4 0, 2 0 0, 0 0, 0",
};
/* clang-format on */

RULE("AR-COMP-03", "Fifteen provinces are on the board, and each has one province card.")
{
    begin("players 3");
    play("start:0");
    expect("province_deck 15");
    assert_int_equal(chance_count(), 15);
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        char action[32];

        snprintf(action, sizeof action, "province:%s", amun_province_name(p));
        assert_int_equal(chance_weight(action), 1);
        for (int other = 0; other < p; other++)
            assert_string_not_equal(amun_province_name(p), amun_province_name(other));
    }
    play("province:sawu");
    refuse("province:sawu", GAME_ILLEGAL); /* no double */
}

RULE("AR-COMP-03", "The board shows this in them.")
{
    assert_int_equal(sizeof printed / sizeof printed[0], AMUN_PROVINCES);
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        const struct amun_ground *g = &amun_board_2003.provinces[p];
        char row[96];

        snprintf(row, sizeof row, "%s %s %s %d: %d %d %d, %d %d %d, %d %d, %d",
                 amun_province_name(p), g->side == AMUN_WEST ? "west" : "east",
                 g->egypt == AMUN_LOWER ? "lower" : "upper", g->bank, g->limit, g->farms,
                 g->printed_farmers, g->free_cards, g->free_stones, g->free_gold,
                 g->income_always, g->income_camel, g->temples);
        assert_string_equal(row, printed[p]);
    }
    begin("players 4 board 2003"); /* the one that is played on */
    writes("'options':{'baharya_printed_farmers':2,'supplies':'unlimited',"
           "'side_award_min_pyramids':1,'gold_tie_ranks':'drop_all','board':'2003'}");
    assert_memory_equal(&table()->options.board, &amun_board_2003, sizeof amun_board_2003);
    no_game("players 4 board 2004");
}

RULE("AR-COMP-04",
     "There are 15 building stones, pyramids worth 45 single ones (15 single and 15 double), "
     "and 45 farmers.")
{
    assert_int_equal(amun_board_2003.supplies[AMUN_STONES], 15);
    assert_int_equal(amun_board_2003.supplies[AMUN_PYRAMIDS], 15 + 15 * 2);
    assert_int_equal(amun_board_2003.supplies[AMUN_FARMERS], 45);
}

RULE("AR-COMP-05",
     "Each of at most five players has one bidding marker, one scoring marker and three "
     "province markers; there is one temple of Amun-Re and one pharaoh.")
{
    scene("players 5 phase bid round 3", "buto cards harvest", "dakhla cards harvest",
          "edfu cards builder", "thebes cards builder 2",
          "offered buto dakhla edfu thebes sawu");
    play("0 bid:buto:0", "1 bid:dakhla:0", "2 bid:edfu:0", "3 bid:thebes:0");
    expect("3 marker thebes 0", "4 marker none");
    play("4 bid:sawu:0");
    expect("phase actions", "province_deck 0");
    for (int seat = 0; seat < 5; seat++) {
        int owned = 0;

        for (int p = 0; p < AMUN_PROVINCES; p++)
            owned += amun_owner(table(), p) == seat;
        assert_int_equal(owned, 3);
    }
}

RULE("AR-COMP-06",
     "Gold cards and power cards have the same back, so the cards in a hand do not show how "
     "many of each they are.")
{
    scene("players 3 round 2", "0 gold 7 cards builder 2 harvest", "1 cards blockade");
    shows(0, "{'gold':7,'score':0,'cards':{'builder':2,'harvest':1}}", "'cards':{'count':1}");
    shows(1, "{'gold':7,'score':0,'cards':{'count':3}}", "'cards':{'blockade':1}");
    shows(-1, "'cards':{'count':3}", "'cards':{'count':1}", "'cards':{'count':0}");
}

RULE("AR-SETUP-01", "Three to five people can play.")
{
    no_game("players 1");
    no_game("players 2");
    no_game("players 6");
    for (int players = 3; players <= 5; players++) {
        char line[16];

        snprintf(line, sizeof line, "players %d", players);
        begin(line);
        assert_int_equal(table()->seats, players);
    }
}

RULE("AR-SETUP-02",
     "Each player starts with one builder; the other power cards are mixed and become the "
     "deck, 36 of them with three players, 35 with four and 34 with five.")
{
    begin("players 3");
    expect("deck_size 36", "deck builder 5", "0 cards builder", "1 cards builder",
           "2 cards builder");
    begin("players 4");
    expect("deck_size 35", "deck builder 4", "3 cards builder");
    begin("players 5");
    expect("deck_size 34", "deck builder 3", "4 cards builder");
    play("start:0", "province:edfu"); /* mixed: each card that is left is as likely */
    assert_int_equal(chance_count(), 12);
    assert_int_equal(chance_weight("card:builder"), 3);
    assert_int_equal(chance_weight("card:harvest"), 5);
    assert_int_equal(chance_weight("card:bank_bonus"), 2);
}

RULE("AR-SETUP-03", "All fifteen province cards lie face down, mixed.")
{
    begin("players 4");
    expect("province_deck 15", "offered");
    play("start:2");
    assert_int_equal(chance_count(), 15);
    assert_int_equal(chance_weight("province:abu"), chance_weight("province:thebes"));
}

RULE("AR-SETUP-04",
     "Each player gets 20 gold and one -3 card, and keeps that card for the whole game.")
{
    begin("players 5");
    expect("0 gold 20", "1 gold 20", "2 gold 20", "3 gold 20", "4 gold 20");
    for (int round = 1; round <= 6; round++) { /* it can be played in every round */
        char line[32];

        snprintf(line, sizeof line, "phase offer round %d", round);
        scene(line, "0 gold 1");
        legal("0 offer:1 offer:steal");
        play("all offer:steal");
    }
}

RULE("AR-SETUP-05", "Everybody starts with 0 points.")
{
    begin("players 5");
    expect("0 score 0", "1 score 0", "2 score 0", "3 score 0", "4 score 0");
}

RULE("AR-SETUP-06",
     "The temple starts off its track and gets a space in the first sacrifice, before any "
     "income depends on it.")
{
    begin("players 3");
    expect("temple 0");
    writes("'temple':null");
    scene("phase offer", "0 provinces avaris");
    expect("temple 0");
    play("all offer:steal");
    expect("temple 1", "0 gold 31"); /* the camels of Avaris come by */
    writes("'temple':1");
}

RULE("AR-SETUP-07", "Somebody is the first starting player.")
{
    begin("players 4");
    expect("starting none", "phase start", "to_act chance");
    writes("'starting':null");
    assert_int_equal(chance_count(), 4);
    refuse("start:4", GAME_ILLEGAL);
    refuse("0 start:0", GAME_NOT_YOU);
    play("start:3");
    expect("starting 3", "phase provinces", "round 1");
    saw("3 starts", "3 round_began 1");
}

RULE("AR-FLOW-01",
     "The old kingdom is played in rounds 1 to 3 and the new kingdom in rounds 4 to 6; after "
     "round 6 the game is over.")
{
    scene("phase offer round 3");
    play("all offer:steal");
    expect("phase provinces", "round 4");
    saw("- kingdom_ended", "0 round_began 4");
    scene("phase offer round 5");
    play("all offer:steal");
    expect("phase provinces", "round 6");
    saw_not("- kingdom_ended");
    scene("phase offer round 6");
    play("all offer:steal");
    expect("phase over", "over", "to_act nobody", "round 6");
    refuse("province:abu", GAME_NOT_YOU);
    refuse("0 end", GAME_NOT_YOU);
}

RULE("AR-FLOW-02",
     "A round has the phases provinces, bidding, actions, sacrifice and income, in this order; "
     "a sixth phase, scoring, follows only in rounds 3 and 6.")
{
    begin("players 3");
    play("start:0");
    expect("phase provinces", "to_act chance");
    play("province:abu", "province:amarna", "province:mendes");
    expect("phase bid", "to_act 0");
    play("0 bid:abu:0", "1 bid:amarna:0", "2 bid:mendes:0");
    expect("phase actions", "to_act 0");
    play("all end");
    expect("phase offer", "to_act 0 1 2");
    play("all offer:steal");
    saw("0 income 4", "1 income 0");
    saw_not("0 scored 0");
    expect("phase provinces", "round 2");

    scene("phase offer round 2"); /* rounds 2, 4 and 5 go on without a scoring */
    play("all offer:steal");
    expect("phase provinces", "round 3");
    saw_not("0 scored 0");
    scene("phase offer round 4");
    play("all offer:steal");
    expect("round 5", "phase provinces");
    saw_not("0 scored 0");
    scene("phase offer round 5");
    play("all offer:steal");
    expect("round 6", "phase provinces");
    saw_not("0 scored 0");
    scene("phase offer round 3", "0 provinces mendes sawu buto");
    play("all offer:steal");
    saw_in_order("0 income 7", "0 scored 0");
    scene("phase offer round 6", "0 provinces mendes sawu buto", "0 gold 0");
    play("all offer:steal");
    saw_in_order("0 income 7", "0 scored 0");
}

RULE("AR-FLOW-03",
     "Provinces with all that stands in them, gold, power cards, points, the pharaoh and the "
     "temple stay from round to round; so a player owns one, two and then three provinces "
     "after the bidding of the rounds of a kingdom.")
{
    scene("phase offer round 1 starting 1", "0 provinces mendes cards builder gold 13 score 9",
          "mendes farmers 2 free 1 stones 2 pyramids 4");
    play("all offer:steal");
    expect("round 2", "0 provinces mendes", "0 cards builder", "0 gold 19", "0 score 9",
           "starting 1", "temple 1", "mendes farmers 2 free 1 stones 2 pyramids 4");
    play("province:buto harvest", "province:avaris", "province:memphis");
    play("1 bid:avaris:0", "2 bid:memphis:0", "0 bid:buto:0");
    expect("0 provinces buto mendes", "phase actions");
    play("1 end", "2 end");
    legal("0 sell:builder sell:harvest farmer:buto farmer:mendes stone:buto stone:mendes "
          "builder:mendes end"); /* in either of the two */
    play("0 farmer:mendes", "0 farmer:buto", "0 end", "all offer:steal", "0 end");
    expect("round 3", "0 provinces buto mendes", "mendes farmers 3", "buto farmers 1");
}
