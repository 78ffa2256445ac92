/* SPDX-License-Identifier: MIT
 * rules_amun_rulings.c -- rules/rulings.md, the open questions of Amun-Re. */
#include "t_amun.h"

RULE("AR-AMB-01",
     "The gold held at the moment of the bid; who wants to bid more sells power cards first.")
{
    scene("phase bid offered abu sawu mendes", "0 gold 5 cards builder harvest");
    refuse("0 bid:abu:6", GAME_ILLEGAL); /* not on the strength of the cards */
    play("0 sell:harvest", "0 bid:abu:6");
    expect("0 cards builder", "0 gold 6");
}

RULE("AR-AMB-02", "With one's own placement or move, and at no other time.")
{
    scene("phase bid offered abu sawu mendes", "0 cards blockade", "1 cards overbid blockade");
    refuse("1 bid:abu:0+blockade", GAME_NOT_YOU);
    play("0 bid:abu:0");
    refuse("0 bid:abu:0+blockade", GAME_NOT_YOU); /* it was placed without */
    play("1 bid:abu:1", "2 bid:sawu:0");
    play("0 bid:sawu:1+blockade"); /* with a move */
    refuse("1 bid:abu:3+overbid", GAME_NOT_YOU);
    refuse("1 bid:abu:1+blockade", GAME_NOT_YOU);
    expect("blockade 0", "to_act 2");
}

RULE("AR-AMB-03", "To the end of the bidding.")
{
    scene("players 4 phase bid offered abu sawu mendes avaris", "0 cards overbid",
          "1 cards overbid");
    play("0 bid:abu:0", "1 bid:abu:1", "2 bid:sawu:0", "3 bid:sawu:1", "0 bid:abu:3+overbid",
         "1 bid:abu:6+overbid", "2 bid:mendes:0", "0 bid:abu:10", "1 bid:abu:15");
    expect("overbid_power 0 1", "0 cards", "1 cards", "to_act 0");
    play("0 bid:mendes:1", "2 bid:sawu:3", "3 bid:mendes:3");
    play("0 bid:mendes:6"); /* on another card as well */
    expect("to_act 3", "0 marker mendes 6");
    play("3 bid:avaris:0");
    expect("overbid_power", "discard overbid 2");
}

RULE(
    "AR-AMB-04",
    "When they are played by one player in one phase, so each kind is played at most once by a "
    "player in a phase.")
{
    scene("round 2", "0 provinces abu mendes cards builder 2",
          "1 provinces buto edfu cards builder", "abu stones 2", "mendes stones 2",
          "buto stones 2");
    play("0 builder:abu");
    refuse("0 builder:mendes", GAME_ILLEGAL);
    play("0 end", "1 builder:buto"); /* another player */
    play("1 end", "2 end", "all offer:steal", "province:sawu", "province:damanhur",
         "province:avaris", "0 bid:sawu:0", "1 bid:damanhur:0", "2 bid:avaris:0");
    play("0 builder:mendes"); /* another round */
    expect("mendes pyramids 1", "0 cards");
    scene("phase bid offered abu sawu mendes", "0 cards blockade 2");
    play("0 bid:abu:0+blockade", "1 bid:abu:3", "2 bid:sawu:0");
    refuse("0 bid:mendes:0+blockade", GAME_ILLEGAL);
    scene("phase offer", "0 cards correction 2");
    refuse("0 offer:1+correction+correction", GAME_FORMAT);
}

RULE("AR-AMB-05",
     "They are farmers, and they count for the farmer bonus and for the harvest increase too.")
{
    scene("phase offer round 3 next_temple 1",
          "0 provinces baharya mendes edfu cards harvest farmer_bonus", "mendes farmers 6",
          "edfu farmers 1");
    play("all offer:steal");
    legal("0 end harvest:baharya harvest:edfu harvest:mendes");
    play("0 harvest:baharya");
    saw("0 harvested 4 (baharya)");
    play("0 bonus:farmer_bonus");
    saw("0 score_bonus 3 (farmer_bonus)");
    scene("phase offer round 2 next_temple 1 baharya_printed_farmers 0",
          "0 provinces baharya edfu cards harvest");
    play("all offer:steal");
    expect("round 3", "0 cards harvest", "0 gold 23"); /* no farmer anywhere */
}

RULE("AR-AMB-06", "It makes a pyramid at once, so the bidders see it.")
{
    scene("phase provinces round 4", "abydos stones 2", "memphis stones 2");
    play("province:memphis", "province:abydos", "province:abu");
    expect("phase bid", "memphis stones 1 pyramids 1", "abydos stones 0 pyramids 1");
    shows(1, "'memphis':{'owner':null,'farmers':0,'free_farmers':0,'stones':1,'pyramids':1");
}

RULE("AR-AMB-07",
     "By default they do not; the option `supplies` makes the numbers in the box binding.")
{
    scene("round 3", "0 provinces abu sawu mendes", "abu stones 2 pyramids 90",
          "mendes farmers 5 free 50");
    play("0 farmer:mendes", "0 stone:abu");
    expect("abu pyramids 91");
    scene("round 3 supplies limited", "0 provinces abu sawu mendes", "abu stones 2 pyramids 45",
          "mendes farmers 5 free 40");
    refuse("0 farmer:mendes", GAME_ILLEGAL);
    refuse("0 stone:abu", GAME_ILLEGAL);
    writes("'supplies':'limited'");
}

RULE("AR-AMB-08", "They are named at once, and fewer may be taken.")
{
    scene("phase offer round 2");
    play("0 offer:2", "1 offer:1", "2 offer:steal");
    play("0 reward:1,0,0 builder"); /* one of three; and that was it */
    expect("to_act 1", "due 1");
    refuse("0 reward:1,0,0", GAME_NOT_YOU);
    play("1 reward:0,0,0");
    expect("round 3", "1 cards");
}

RULE("AR-AMB-09", "From the old one.")
{
    scene("players 5 phase offer starting 3");
    play("0 offer:1", "1 offer:9", "2 offer:1", "3 offer:1", "4 offer:5");
    writes("'rewards_due':[{'seat':1,'items':3},{'seat':4,'items':2},{'seat':3,'items':1},"
           "{'seat':0,'items':1},{'seat':2,'items':1}]"); /* not 2, the left of the new one */
}

RULE("AR-AMB-10", "They need not: gold is an amount, and the bank changes it freely.")
{
    scene("phase offer", "0 gold 4");
    legal("0 offer:1 offer:2 offer:3 offer:4 offer:steal");
    scene("phase bid bid_numbers 0 7 13");
    play("0 bid:abu:7", "1 bid:abydos:13", "2 bid:amarna:0");
    expect("0 gold 13", "1 gold 7");
}

RULE("AR-AMB-11", "Nobody does, by default.")
{
    scene("phase offer round 3", "0 provinces mendes buto thebes", "mendes stones 2");
    expect("0 counts sides 0", "1 counts sides 0", "2 counts sides 0");
    play("all offer:steal");
    expect("0 score 0");
}

RULE("AR-AMB-12", "That player gets 5 points, once.")
{
    scene("phase offer round 3", "0 provinces mendes buto thebes", "mendes pyramids 1",
          "thebes pyramids 1");
    play("all offer:steal");
    saw("0 score_side 5 (east)");
    expect("0 score 7");
}

/* Five players in round 6 whose gold is what is said, plus 3 each. */
#define FIVE(option)                                                                           \
    "players 5 phase offer round 6 next_temple 4 baharya_printed_farmers 0 " option,           \
        "0 provinces mendes buto thebes", "1 provinces memphis dakhla baharya",                \
        "2 provinces kharga sawu abydos", "3 provinces amarna edfu damanhur",                  \
        "4 provinces avaris abu berenike"

RULE("AR-AMB-13",
     "Two: if n seats tie, n - 1 ranks are passed over, unless `gold_tie_ranks` is "
     "`drop_one`.")
{
    static const char *const gold[] = {"0 gold 20", "1 gold 20", "2 gold 20", "3 gold 9"};

    scene(FIVE(""), gold[0], gold[1], gold[2], gold[3], "4 gold 0"); /* 12 of income for 4 */
    play("all offer:steal");
    saw("0 score_gold 6 (1)", "1 score_gold 6 (1)", "2 score_gold 6 (1)", "4 score_gold 0 (4)",
        "3 score_gold 0 (5)");
    scene(FIVE("gold_tie_ranks drop_one"), gold[0], gold[1], gold[2], gold[3], "4 gold 0");
    play("all offer:steal");
    saw("0 score_gold 6 (1)", "1 score_gold 6 (1)", "2 score_gold 6 (1)", "4 score_gold 2 (3)",
        "3 score_gold 0 (4)");
    writes("'gold_tie_ranks':'drop_one'");
    scene(FIVE(""), "0 gold 30", "1 gold 20", "2 gold 20", gold[3], "4 gold 8");
    play("all offer:steal"); /* second: three of them */
    saw("0 score_gold 6 (1)", "1 score_gold 4 (2)", "2 score_gold 4 (2)", "4 score_gold 4 (2)",
        "3 score_gold 0 (5)");
    scene(FIVE("gold_tie_ranks drop_one"), "0 gold 30", "1 gold 20", "2 gold 20", gold[3],
          "4 gold 8");
    play("all offer:steal");
    saw("4 score_gold 4 (2)", "3 score_gold 0 (4)");
}

RULE("AR-AMB-14", "It does: every rank earns its points, whatever the amount.")
{
    scene("phase offer round 6 next_temple 4 baharya_printed_farmers 0",
          "0 provinces mendes buto thebes", "1 provinces memphis dakhla baharya",
          "2 provinces kharga sawu abydos", "0 gold 2 cards correction", "1 gold 1",
          "2 gold 8");
    play("0 offer:2", "1 offer:1", "2 offer:8", "2 reward:0,0,0", "0 reward:0,0,0",
         "1 reward:0,0,0");
    expect("over", "0 gold 1", "1 gold 0", "2 gold 0"); /* the card left over is 1 gold */
    saw("0 score_gold 6 (1)", "1 score_gold 4 (2)", "2 score_gold 4 (2)");
    scene("phase offer round 6 next_temple 4 baharya_printed_farmers 0",
          "0 provinces mendes buto thebes", "1 provinces memphis dakhla baharya",
          "2 provinces kharga sawu abydos", "0 gold 2", "1 gold 1", "2 gold 0");
    play("all offer:steal");
    saw("2 score_gold 2 (3)"); /* the last of three */
}

RULE("AR-AMB-15",
     "After the bonus cards of round 6 all are sold for 1 gold each, before gold is ranked.")
{
    scene("phase offer round 6 next_temple 4", "0 provinces mendes buto thebes",
          "1 provinces memphis dakhla abydos", "2 provinces kharga sawu avaris",
          "0 gold 8 cards builder 4 bank_bonus", "1 gold 10", "2 gold 2");
    play("all offer:steal");
    expect("phase scoring", "0 gold 11", "to_act 0");
    play("0 bonus:bank_bonus");
    saw_in_order("0 score_bonus 3 (bank_bonus)", "0 cashed 4 (4)", "0 score_gold 6 (1)",
                 "1 score_gold 4 (2)");
    expect("over", "0 gold 15", "0 cards", "discard builder 4 bank_bonus");
    scene("phase offer round 3 next_temple 4", "0 cards builder 4"); /* not after the old one */
    play("all offer:steal");
    expect("round 4", "0 cards builder 4");
}

RULE("AR-AMB-16",
     "A card is sold before one's own bid, in one's own turn of phase 3, or with one's offer, "
     "where the sale is carried out when the offers are revealed.")
{
    scene("phase offer", "0 gold 1 cards builder 2", "1 gold 5", "2 gold 5");
    play("1 offer:2", "0 sell:builder", "0 sell:builder", "0 offer:3");
    expect("0 gold 1", "0 cards builder 2", "discard"); /* sealed */
    play("2 offer:1");
    expect("0 gold 0", "0 cards", "discard builder 2");
    saw("0 sold builder (2)");
    refuse("1 sell:builder", GAME_NOT_YOU);
    scene("phase bid offered abu sawu mendes", "0 cards harvest");
    play("0 bid:abu:0", "1 bid:abu:1", "2 bid:sawu:0", "0 sell:harvest"); /* a later move too */
    expect("0 gold 21", "to_act 0");
}

RULE("AR-AMB-17",
     "One player after the other, from the starting player clockwise, and nobody has to play "
     "one.")
{
    scene("phase offer round 3 starting 2", "0 provinces abu sawu mendes cards side_bonus",
          "1 provinces edfu buto memphis cards side_bonus",
          "2 provinces avaris baharya amarna cards egypt_bonus");
    play("all offer:steal");
    expect("to_act 2");
    refuse("0 bonus:side_bonus", GAME_NOT_YOU);
    play("2 end"); /* keeps it for round 6 */
    expect("to_act 0", "2 cards egypt_bonus");
    play("0 bonus:side_bonus");
    expect("to_act 1");
    play("1 end");
    expect("round 4", "1 cards side_bonus", "0 cards");
}

RULE("AR-AMB-18",
     "It is not offered: builder and free farmer need a place, harvest increase a farmer, and "
     "bonus cards their condition.")
{
    scene("0 provinces mendes cards builder gold 0", "mendes stones 1");
    legal("0 sell:builder end");
    scene("0 provinces mendes cards free_farmer gold 0 ");
    legal("0 sell:free_farmer free_farmer:mendes end");
    scene("supplies limited", "0 provinces mendes cards free_farmer gold 0", "1 provinces abu",
          "abu free 45"); /* no farmer is left */
    legal("0 sell:free_farmer end");
    scene("phase offer round 3", "0 provinces abu mendes edfu cards harvest side_bonus");
    play("all offer:steal");
    expect("round 4", "0 cards harvest side_bonus"); /* never asked */
}

RULE(
    "AR-AMB-19",
    "When a card must be drawn and none is there; cards that are active in the bidding are not "
    "among them.")
{
    scene("deck builder", "discard harvest 2", "2 cards rest", "0 provinces mendes",
          "1 provinces memphis");
    play("0 end", "1 buy:1 builder"); /* the last one: nothing happens yet */
    expect("deck_size 0", "discard harvest 2");
    play("1 end", "2 end", "all offer:steal");
    saw_not("- reshuffled 2");
    scene("phase bid offered abu sawu mendes", "0 cards blockade", "deck", "discard harvest",
          "2 cards rest");
    play("0 bid:abu:0+blockade", "1 bid:sawu:0");
    expect("discard harvest", "deck_size 0");
}

RULE("AR-AMB-20", "That is allowed and gives 8, for 8 gold replaces all income.")
{
    scene("phase offer round 2 next_temple 4", "0 provinces mendes abu",
          "0 cards eight_gold harvest", "mendes farmers 6");
    play("all offer:steal", "0 eight_gold:mendes", "0 harvest:mendes");
    expect("0 gold 35", "discard eight_gold harvest"); /* 23, 8, and Abu */
    scene("phase offer round 2 next_temple 4", "0 provinces mendes abu",
          "0 cards eight_gold harvest", "mendes farmers 6");
    play("all offer:steal", "0 harvest:mendes",
         "0 eight_gold:mendes"); /* the other way round */
    expect("0 gold 35");
}

RULE("AR-AMB-21",
     "Any number, one more with each card, and a player plays one such card in a turn.")
{
    scene("0 provinces berenike cards free_farmer 5", "berenike free 40");
    play("0 free_farmer:berenike");
    expect("berenike free 41");
    refuse("0 free_farmer:berenike", GAME_ILLEGAL);
}

RULE("AR-AMB-22",
     "It may not: power cards are bought in one lot, their number named first, and farmers and "
     "stones at a price that rises through the whole turn.")
{
    scene("0 provinces memphis cards builder free_farmer");
    play("0 buy:1 harvest");
    refuse("0 buy:1", GAME_ILLEGAL);
    refuse("0 buy:2", GAME_ILLEGAL);
    play("0 farmer:memphis", "0 free_farmer:memphis", "0 sell:harvest", "0 farmer:memphis");
    expect("0 gold 17"); /* 1 + 1 + 2, and 1 for the card sold: a pause makes nothing cheaper */
    play("0 stone:memphis", "0 stone:memphis", "0 builder:memphis", "0 stone:memphis");
    expect("0 gold 11"); /* 1 + 2 + 3 */
}

RULE("AR-AMB-23",
     "At any moment of the player's turn in phase 3, before, between or after the purchases.")
{
    static const char *const orders[][5] = {
        {"0 builder:memphis", "0 free_farmer:memphis", "0 buy:1 harvest", "0 farmer:memphis",
         "0 stone:memphis"},
        {"0 buy:1 harvest", "0 free_farmer:memphis", "0 farmer:memphis", "0 builder:memphis",
         "0 stone:memphis"},
        {"0 buy:1 harvest", "0 farmer:memphis", "0 builder:memphis", "0 stone:memphis",
         "0 free_farmer:memphis"},
    };

    for (int i = 0; i < 3; i++) {
        scene("0 provinces memphis cards builder free_farmer", "memphis stones 2");
        for (int step = 0; step < 5; step++)
            play(orders[i][step]);
        expect("memphis stones 1 pyramids 1 farmers 1 free 1", "0 gold 17", "0 cards harvest");
    }
}

RULE("AR-AMB-24", "Chance says it, each seat being as likely.")
{
    begin("players 5");
    assert_int_equal(chance_count(), 5);
    assert_int_equal(chance_weight("start:0"), chance_weight("start:4"));
    assert_true(chance_weight("start:2") > 0);
    play("start:4");
    expect("starting 4");
}

RULE("AR-AMB-25", "It must raise or lower the total by 3.")
{
    scene("phase offer", "0 cards correction");
    play("0 offer:1+correction", "1 offer:1", "2 offer:1");
    legal("0 correct:+3 correct:-3");
    refuse("0 end", GAME_ILLEGAL);
    refuse("0 correct:0", GAME_FORMAT);
}

RULE("AR-AMB-26", "It is shown to everybody.")
{
    scene("round 2", "0 gold 7", "1 gold 13");
    for (int seat = GAME_SPECTATOR; seat < 3; seat++)
        shows(seat, "{'gold':7,'score':0", "{'gold':13,'score':0");
}

RULE("AR-AMB-27", "They do.")
{
    scene("phase offer round 3 starting 2 next_temple 4", "0 gold 33 cards blockade 2",
          "0 provinces mendes buto thebes");
    play("all offer:steal");
    expect("round 4", "0 gold 36", "0 cards blockade 2", "starting 2");
}

RULE("AR-AMB-28", "It stays on its space.")
{
    scene("phase offer round 3 next_temple 4");
    play("all offer:steal", "province:abu", "province:abydos", "province:amarna");
    expect("round 4", "temple 4");
    play("0 bid:abu:0", "1 bid:abydos:0", "2 bid:amarna:0", "all end", "0 offer:10");
    expect("temple 4");
}

RULE("AR-AMB-29", "It cannot: one pays first, and takes then.")
{
    scene("phase bid offered dakhla sawu mendes", "dakhla cards builder", "0 gold 0");
    refuse("0 bid:dakhla:1", GAME_ILLEGAL);
    play("0 bid:dakhla:0", "1 bid:sawu:0", "2 bid:mendes:0");
    expect("0 gold 12");
    saw_in_order("0 paid 0 (dakhla)", "0 free_gold 12 (dakhla)");
}

RULE("AR-AMB-30", "It does not.")
{
    scene("phase offer round 6 next_temple 4 baharya_printed_farmers 0",
          "0 provinces mendes buto thebes", "1 provinces memphis dakhla baharya",
          "2 provinces kharga sawu abydos", "0 gold 5", "1 gold 8", "2 gold 1");
    play("0 offer:steal", "1 offer:1", "2 offer:1", "1 reward:0,0,0", "2 reward:0,0,0");
    expect("0 gold 8", "1 gold 7", "2 gold 0"); /* nothing is taken off for the card */
    saw("0 score_gold 6 (1)", "1 score_gold 4 (2)");
}

RULE("AR-AMB-31", "It cannot.")
{
    scene("phase offer round 2", "0 provinces berenike kharga");
    play("0 offer:5", "1 offer:steal", "2 offer:steal");
    refuse("0 reward:0,2,0", GAME_ILLEGAL); /* one farm */
    play("0 reward:0,1,2", "0 stone:kharga", "0 farmer:kharga", "0 stone:kharga");
    expect("round 3");
}

RULE("AR-AMB-32",
     "Neither: the cards are drawn blind, and always as many as there are players.")
{
    scene("phase provinces starting 1");
    expect("to_act chance");
    legal("1");
    refuse("1 province:abu", GAME_NOT_YOU);
    refuse("1 end", GAME_NOT_YOU);
    play("province:abu", "province:abydos");
    expect("to_act chance");
    play("province:amarna");
    expect("to_act 1");
}

RULE("AR-AMB-33", "Those in the three provinces owned at the end.")
{
    /* 24 + 5 + 5 + 6 and 24 + 4 + 5 + 1 + 6. Edfu is 2's now, whoever built there: it helps nobody else. */
    scene("phase offer round 6 next_temple 1 baharya_printed_farmers 0",
          "0 provinces mendes buto thebes", "1 provinces amarna dakhla baharya",
          "2 provinces kharga edfu abydos", "mendes pyramids 4", "edfu pyramids 9",
          "amarna pyramids 4", "thebes pyramids 1", "0 score 24", "1 score 24", "2 gold 0");
    play("all offer:steal");
    expect("0 score 40", "1 score 40", "2 score 17", "winners 0");
}
