/* SPDX-License-Identifier: MIT
 * rules_amun_bidding.c -- chapter 5 of rules/amun-re.md: phase 2, the bidding. */
#include <stdio.h>

#include "t_amun.h"

RULE("AR-BID-01", "In each round every player acquires exactly one province.")
{
    scene("players 4 phase bid round 2 starting 3 offered abu avaris mendes sawu",
          "0 provinces edfu", "1 provinces buto", "2 provinces dakhla", "3 provinces kharga");
    play("3 bid:abu:3", "0 bid:avaris:1", "1 bid:abu:6", "2 bid:sawu:0", "3 bid:mendes:0");
    expect("0 provinces avaris edfu", "1 provinces abu buto", "2 provinces dakhla sawu",
           "3 provinces kharga mendes", "phase actions");
}

RULE("AR-BID-02",
     "The starting player first and then the others clockwise put their bidding markers on a "
     "space of a province card on offer; nobody may pass.")
{
    scene("players 4 phase bid starting 2 offered abu avaris mendes sawu", "2 gold 1",
          "3 gold 0");
    expect("to_act 2");
    legal("2 bid:abu:0 bid:abu:1 bid:avaris:0 bid:avaris:1 bid:mendes:0 bid:mendes:1 "
          "bid:sawu:0 bid:sawu:1");
    refuse("3 bid:abu:0", GAME_NOT_YOU);
    refuse("2 end", GAME_ILLEGAL);
    refuse("2 bid:edfu:0", GAME_ILLEGAL); /* not on offer */
    play("2 bid:sawu:1");
    expect("to_act 3", "2 marker sawu 1");
    legal("3 bid:abu:0 bid:avaris:0 bid:mendes:0"); /* and no way out */
    play("3 bid:abu:0");
    expect("to_act 0");
    play("0 bid:avaris:0");
    expect("to_act 1");
}

RULE("AR-BID-03",
     "Every province card has the same nine spaces, with the numbers 0, 1, 3, 6, 10, 15, 21, "
     "28 and 36.")
{
    static const char *const refused[] = {"2", "4", "5", "7", "11", "20", "35", "37", "45"};

    scene("phase bid offered abu buto mendes", "buto cards builder", "0 gold 99");
    legal("0 bid:abu:0 bid:abu:1 bid:abu:3 bid:abu:6 bid:abu:10 bid:abu:15 bid:abu:21 "
          "bid:abu:28 bid:abu:36 bid:buto:0 bid:buto:1 bid:buto:3 bid:buto:6 bid:buto:10 "
          "bid:buto:15 bid:buto:21 bid:buto:28 bid:buto:36 bid:mendes:0 bid:mendes:1 "
          "bid:mendes:3 bid:mendes:6 bid:mendes:10 bid:mendes:15 bid:mendes:21 bid:mendes:28 "
          "bid:mendes:36");
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        char step[32];

        snprintf(step, sizeof step, "0 bid:abu:%s", refused[i]);
        refuse(step, GAME_FORMAT); /* no card has such a number */
    }
    for (int i = 0; i < 9; i++)
        assert_int_equal(amun_board_2003.bid_numbers[i], i * (i + 1) / 2);
    assert_int_equal(amun_board_2003.bid_count, 9);
    play("0 bid:abu:36");
    expect("0 marker abu 36");
    scene("phase bid offered abu sawu mendes bid_numbers 0 2 5",
          "0 gold 4"); /* another board */
    legal("0 bid:abu:0 bid:abu:2 bid:sawu:0 bid:sawu:2 bid:mendes:0 bid:mendes:2");
    writes(
        "'board':{'name':'2003','bid_numbers':[0,2,5],'temple_ranges':[{'space':1,'min':null,"
        "'max':2},{'space':2,'min':3,'max':12},{'space':3,'min':13,'max':22},{'space':4,"
        "'min':23,'max':null}],'power_cards':{'blockade':2,");
}

RULE("AR-BID-04",
     "On a card without a marker any space may be chosen, the 0 and high ones too.")
{
    scene("phase bid offered abu sawu mendes");
    legal("0 bid:abu:0 bid:abu:1 bid:abu:3 bid:abu:6 bid:abu:10 bid:abu:15 bid:sawu:0 "
          "bid:sawu:1 bid:sawu:3 bid:sawu:6 bid:sawu:10 bid:sawu:15 bid:mendes:0 "
          "bid:mendes:1 bid:mendes:3 bid:mendes:6 bid:mendes:10 bid:mendes:15");
    play("0 bid:abu:15", "1 bid:sawu:0");
    expect("0 marker abu 15", "1 marker sawu 0");
}

RULE("AR-BID-05",
     "On a card with markers the new one must stand higher than all of them, those of players "
     "who are overbid included; spaces may be left out.")
{
    scene("phase bid offered abu sawu mendes", "2 gold 15");
    play("0 bid:abu:3", "1 bid:abu:6");
    legal("2 bid:abu:10 bid:abu:15 bid:sawu:0 bid:sawu:1 bid:sawu:3 bid:sawu:6 bid:sawu:10 "
          "bid:sawu:15 bid:mendes:0 bid:mendes:1 bid:mendes:3 bid:mendes:6 bid:mendes:10 "
          "bid:mendes:15");
    refuse("2 bid:abu:6", GAME_ILLEGAL);
    refuse("2 bid:abu:1", GAME_ILLEGAL);
    play("2 bid:abu:15"); /* 10 is left out */
    expect("2 marker abu 15", "0 marker abu 3", "1 marker abu 6", "to_act 0");

    scene(
        "players 4 phase bid offered abu sawu mendes avaris"); /* left behind, it counts still */
    play("0 bid:abu:3", "1 bid:abu:6", "2 bid:sawu:0", "3 bid:sawu:1");
    refuse("2 bid:abu:10", GAME_NOT_YOU);
    play("0 bid:mendes:0");
    refuse("2 bid:abu:3", GAME_ILLEGAL);
    refuse("2 bid:abu:6", GAME_ILLEGAL);
    play("2 bid:abu:10");
    expect("to_act 1");
}

RULE("AR-BID-06",
     "Whoever has a higher marker on their card is overbid, and stays so until they move.")
{
    scene("phase bid offered abu sawu mendes");
    play("0 bid:abu:1", "1 bid:abu:3", "2 bid:abu:6");
    expect("to_act 0", "0 marker abu 1", "1 marker abu 3", "2 marker abu 6");
    play("0 bid:sawu:0"); /* 1 and 2 stay where they are; 1 is overbid, 2 is not */
    expect("to_act 1", "1 marker abu 3");
    play("1 bid:sawu:1"); /* 2 is passed over */
    expect("to_act 0");
    play("0 bid:mendes:0");
    expect("phase actions", "0 provinces mendes", "1 provinces sawu", "2 provinces abu");
}

RULE("AR-BID-07",
     "When all have placed, the bidding is over if nobody is overbid; otherwise it goes round "
     "clockwise, beginning with the starting player again, until nobody is.")
{
    scene("players 4 phase bid starting 1 offered abu sawu mendes avaris");
    play("1 bid:abu:0", "2 bid:sawu:0", "3 bid:mendes:0", "0 bid:avaris:0");
    expect("phase actions", "to_act 1");

    scene("players 4 phase bid starting 1 offered abu sawu mendes avaris");
    play("1 bid:abu:0", "2 bid:sawu:0", "3 bid:sawu:1", "0 bid:abu:1");
    expect("phase bid",
           "to_act 1"); /* the starting player, not 2, though 2 was overbid first */
    play("1 bid:mendes:0");
    expect("to_act 2");
    play("2 bid:mendes:1"); /* 3 and 0 are passed over */
    expect("to_act 1");
    play("1 bid:avaris:0");
    expect("phase actions");
}

RULE("AR-BID-08",
     "On their turn, players who are overbid must move their markers to a different card, by "
     "the same rules; a lower number than before is fine there, and so is a card they left "
     "earlier.")
{
    scene("phase bid offered abu sawu mendes", "0 gold 10 cards builder 5");
    play("0 bid:abu:3", "1 bid:abu:6", "2 bid:sawu:1");
    legal("0 sell:builder bid:sawu:3 bid:sawu:6 bid:sawu:10 bid:mendes:0 bid:mendes:1 "
          "bid:mendes:3 bid:mendes:6 bid:mendes:10"); /* abu is no choice, not even higher */
    refuse("0 bid:abu:10", GAME_ILLEGAL);
    refuse("0 end", GAME_ILLEGAL);
    play("0 bid:sawu:3"); /* away from abu ... */
    expect("to_act 2");
    play("2 bid:abu:10");
    expect("to_act 1");
    play("1 bid:sawu:6", "0 sell:builder", "0 sell:builder", "0 sell:builder", "0 sell:builder",
         "0 sell:builder", "0 bid:abu:15"); /* ... and back again */
    expect("0 marker abu 15", "to_act 2");
    play("2 bid:mendes:0"); /* below the former 10 */
    expect("phase actions", "2 gold 20", "0 provinces abu");
}

RULE("AR-BID-09",
     "A player who is not overbid does nothing: such a marker is neither raised nor moved.")
{
    scene("players 4 phase bid offered abu sawu mendes avaris");
    play("0 bid:abu:0", "1 bid:sawu:0", "2 bid:sawu:1", "3 bid:mendes:0");
    expect("to_act 1"); /* 0 is the top of abu and passes */
    refuse("0 bid:abu:1", GAME_NOT_YOU);
    refuse("0 bid:avaris:0", GAME_NOT_YOU);
    legal("0");
    play("1 bid:mendes:1");
    expect("to_act 3");
    play("3 bid:avaris:0");
    expect("phase actions");
}

RULE("AR-BID-10",
     "Nobody may bid more than the gold they have at that moment; power cards can be sold "
     "before the bid, but the -3 card and gold lying in the province do not count.")
{
    scene("phase bid offered dakhla sawu mendes", "dakhla cards harvest",
          "0 gold 9 cards blockade builder");
    refuse("0 bid:mendes:10", GAME_ILLEGAL);
    refuse("0 bid:dakhla:10", GAME_ILLEGAL); /* 12 gold lie there */
    play("0 sell:builder");
    expect("0 gold 10", "0 cards blockade", "discard builder", "to_act 0");
    play("0 bid:dakhla:10");
    expect("0 marker dakhla 10");

    scene("phase bid offered abu sawu mendes", "0 gold 0", "1 gold 2", "2 gold 3");
    legal("0 bid:abu:0 bid:sawu:0 bid:mendes:0"); /* the -3 card is worth nothing here */
    play("0 bid:abu:0");
    legal("1 bid:abu:1 bid:sawu:0 bid:sawu:1 bid:mendes:0 bid:mendes:1");
    play("1 bid:abu:1");
    legal("2 bid:abu:3 bid:sawu:0 bid:sawu:1 bid:sawu:3 bid:mendes:0 bid:mendes:1 "
          "bid:mendes:3");
}

RULE("AR-BID-11",
     "At the end each card has exactly one marker: everybody pays their number, takes the "
     "marker back and owns the province.")
{
    scene("players 4 phase bid offered abu sawu mendes avaris");
    play("0 bid:abu:10", "1 bid:sawu:6", "2 bid:mendes:0", "3 bid:avaris:0");
    expect("0 gold 10", "1 gold 14", "2 gold 20", "3 gold 20", "offered");
    expect("0 marker none", "1 marker none", "2 marker none", "3 marker none");
    expect("abu owner 0", "sawu owner 1", "mendes owner 2", "avaris owner 3", "phase actions");
    saw("0 paid 10 (abu)", "1 paid 6 (sawu)", "2 paid 0 (mendes)");

    /* The example of chapter 5, drawn and bid from the start. */
    begin("players 4");
    play("start:0", "province:baharya", "province:dakhla harvest", "province:abydos",
         "province:sawu");
    expect("dakhla cards harvest", "abydos stones 1", "baharya cards", "sawu cards stones 0");
    play("0 bid:abydos:3", "1 bid:sawu:1", "2 bid:abydos:6", "3 bid:abydos:10");
    expect("to_act 0");
    play("0 bid:dakhla:0");
    expect("to_act 2");
    play("2 bid:sawu:6");
    expect("to_act 1");
    play("1 bid:baharya:0");
    expect("phase actions", "3 gold 10", "2 gold 14", "1 gold 20", "0 gold 32");
    expect("0 provinces dakhla", "1 provinces baharya", "2 provinces sawu",
           "3 provinces abydos");
}

RULE("AR-BID-12",
     "After paying, the owner takes the free power cards and the free gold; free stones stay "
     "in the province.")
{
    begin("players 4");
    play("start:0", "province:dakhla harvest", "province:memphis",
         "province:thebes builder overbid", "province:abydos");
    play("0 bid:dakhla:0", "1 bid:memphis:1", "2 bid:thebes:3", "3 bid:abydos:6");
    expect("0 gold 32", "0 cards builder harvest", "1 gold 19", "memphis stones 2",
           "1 cards builder", "2 gold 17", "2 cards builder 2 overbid", "3 gold 14",
           "abydos stones 1");
    saw("0 free_gold 12 (dakhla)");
    writes("'dakhla':{'owner':0,'farmers':0,'free_farmers':0,'stones':0,'pyramids':0,'gold':0,"
           "'cards':[]}",
           "'memphis':{'owner':1,'farmers':0,'free_farmers':0,'stones':2,'pyramids':0,");
}

RULE("AR-BID-13",
     "The power cards of this phase lie face up until it ends, and then go to the discards.")
{
    scene("phase bid offered abu sawu mendes", "0 cards blockade", "1 cards overbid");
    play("0 bid:abu:0+blockade", "1 bid:sawu:0", "2 bid:sawu:1");
    expect("discard", "blockade 0", "0 cards");
    shows(2, "'blockade':[0]", "'overbid_power':[]", "'discard':{}");
    play("1 bid:sawu:3+overbid");
    expect("overbid_power 1", "discard", "1 cards");
    shows(2, "'overbid_power':[1]");
    play("2 bid:mendes:0");
    expect("phase actions", "blockade", "overbid_power", "discard blockade overbid");
    writes("'blockade':[],'overbid_power':[]");
}
