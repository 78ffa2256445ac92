/* SPDX-License-Identifier: MIT
 * rules_amun_asking.c -- rules/rulings.md, what the program asks in Amun-Re, and how the state says where
 * it is: man/khepri-records.7. */
#include "t_amun.h"

RULE("AR-ASK-01",
     "A player is asked whenever the rules put them on the spot, even when only one action is "
     "legal; the exceptions are those named here.")
{
    scene("players 4 phase bid offered abu sawu mendes avaris", "3 gold 0");
    play("0 bid:abu:0", "1 bid:sawu:0", "2 bid:mendes:0");
    legal("3 bid:avaris:0");
    scene("0 provinces mendes gold 0");
    legal("0 end");
    expect("to_act 0");
    scene("phase offer", "0 gold 0", "1 gold 0", "2 gold 0");
    expect("to_act 0 1 2");
    legal("1 offer:steal");
    scene("phase offer", "0 provinces berenike", "deck", "discard", "2 cards rest",
          "supplies limited", "1 provinces abu", "abu pyramids 45 stones 2",
          "berenike stones 2");
    play("0 offer:1", "1 offer:steal", "2 offer:steal");
    legal("0 reward:0,0,0"); /* no card, no farm, no pyramid */
    expect("to_act 0");
}

RULE("AR-ASK-02",
     "Province cards are drawn one by one, each followed by the free cards for it before the "
     "next; free stones and gold are put there without being named.")
{
    begin("players 3");
    play("start:0", "province:thebes");
    expect("to_act chance", "phase provinces", "offered thebes");
    refuse("province:abu", GAME_ILLEGAL);
    play("card:harvest");
    refuse("province:abu", GAME_ILLEGAL); /* there are two */
    play("card:builder");
    refuse("card:builder", GAME_ILLEGAL);
    play("province:memphis");
    expect("memphis stones 2");
    saw("- free_stone memphis");
    play("province:dakhla");
    expect("phase provinces", "to_act chance"); /* its card is still to come */
    writes("'gold':12,'cards':[]");
    play("card:harvest");
    expect("phase bid", "to_act 0");
}

RULE("AR-ASK-03", "In the bidding only those are asked who have not placed yet or are overbid.")
{
    scene("players 5 phase bid offered abu sawu mendes avaris amarna starting 4");
    play("4 bid:abu:0", "0 bid:sawu:0", "1 bid:abu:1", "2 bid:mendes:0");
    expect("to_act 3"); /* 4 is overbid, but 3 has not placed yet */
    play("3 bid:sawu:1");
    expect("to_act 4");
    play("4 bid:avaris:0");
    expect("to_act 0");
    legal("4");
    refuse("1 bid:amarna:0", GAME_NOT_YOU);
    play("0 bid:amarna:0");
    expect("phase actions", "to_act 4");
}

RULE("AR-ASK-04",
     "Overbid in the same province is named with a bid exactly when the marker stays on its "
     "card and the power is not active yet; a blockade may be named with any bid while none of "
     "that player's is active, and both with one bid.")
{
    scene("phase bid offered abu sawu mendes", "0 cards overbid blockade gold 3");
    legal("0 sell:blockade sell:overbid bid:abu:0 bid:abu:0+blockade bid:abu:1 "
          "bid:abu:1+blockade bid:abu:3 bid:abu:3+blockade bid:mendes:0 bid:mendes:0+blockade "
          "bid:mendes:1 bid:mendes:1+blockade bid:mendes:3 bid:mendes:3+blockade bid:sawu:0 "
          "bid:sawu:0+blockade bid:sawu:1 bid:sawu:1+blockade bid:sawu:3 bid:sawu:3+blockade");
    play("0 bid:abu:0", "1 bid:abu:1", "2 bid:sawu:0");
    legal("0 sell:blockade sell:overbid bid:abu:3+overbid bid:abu:3+blockade+overbid "
          "bid:mendes:0 bid:mendes:0+blockade bid:mendes:1 bid:mendes:1+blockade bid:mendes:3 "
          "bid:mendes:3+blockade bid:sawu:1 bid:sawu:1+blockade bid:sawu:3 "
          "bid:sawu:3+blockade");
    play("0 bid:abu:3+blockade+overbid");
    expect("blockade 0", "overbid_power 0", "0 cards");
    writes("'markers':{'0':{'province':'abu','number':3},'1':{'province':'abu','number':1},"
           "'2':{'province':'sawu','number':0}},'blockade':[0],'overbid_power':[0]");
    play("1 bid:mendes:0");
    expect("phase actions", "discard blockade overbid");
}

RULE("AR-ASK-05",
     "With the last bid, at once, all pay, owners are set, free gold and cards are taken and "
     "the active cards go to the discards.")
{
    scene("phase bid round 2 starting 2 offered dakhla edfu mendes", "dakhla cards harvest",
          "edfu cards builder", "0 cards blockade");
    play("2 bid:dakhla:6", "0 bid:edfu:1+blockade");
    expect("2 gold 20", "0 gold 20", "dakhla owner none cards harvest");
    play("1 bid:mendes:3");
    expect("2 gold 26", "0 gold 19", "1 gold 17", "2 cards harvest", "0 cards builder",
           "discard blockade", "phase actions", "to_act 2", "dakhla owner 2 cards");
    writes("'offered':[]", "'markers':{},'blockade':[],'overbid_power':[]",
           "'edfu':{'owner':0,'farmers':0,'free_farmers':0,'stones':0,'pyramids':0,'gold':0,"
           "'cards':[]}");
}

RULE("AR-ASK-06",
     "In phase 3 farmers and stones are named one at a time; after a farmer no cards can be "
     "bought any more, and after a stone neither cards nor farmers; selling, free farmer and "
     "builder are possible all the time, and the player says when the turn ends.")
{
    scene("0 provinces memphis cards builder free_farmer harvest", "memphis stones 1");
    writes("'turn':{'seat':0,'bought':0,'to_draw':0,'farmers':0,'stones':0,"
           "'free_farmer':false,'builder':false,'step':'cards'}");
    play("0 sell:harvest", "0 free_farmer:memphis");
    writes("'free_farmer':true,'builder':false,'step':'cards'");
    play("0 farmer:memphis");
    writes("'bought':0,'to_draw':0,'farmers':1,'stones':0,'free_farmer':true,"
           "'builder':false,'step':'farmers'");
    refuse("0 buy:1", GAME_ILLEGAL);
    play("0 farmer:memphis", "0 stone:memphis");
    writes("'farmers':2,'stones':1,'free_farmer':true,'builder':false,'step':'stones'");
    legal("0 sell:builder stone:memphis builder:memphis end");
    play("0 builder:memphis");
    writes("'builder':true,'step':'stones'");
    play("0 stone:memphis", "0 end");
    expect("to_act 1");
    writes("'turn':{'seat':1,'bought':0,'to_draw':0,'farmers':0,'stones':0,"
           "'free_farmer':false,'builder':false,'step':'cards'}");
    play("1 end", "2 end");
    writes("'turn':null", "'phase':'offer'");
}

RULE("AR-ASK-06", "Cards that were bought are drawn, one by one, before anything else is done.")
{
    scene("0 provinces memphis");
    play("0 buy:3");
    expect("to_act chance", "phase actions", "0 gold 14", "0 cards");
    writes("'turn':{'seat':0,'bought':3,'to_draw':3,'farmers':0,'stones':0,"
           "'free_farmer':false,'builder':false,'step':'farmers'}",
           "'to_act':'chance'");
    refuse("0 farmer:memphis", GAME_NOT_YOU);
    refuse("0 end", GAME_NOT_YOU);
    play("card:harvest", "card:builder");
    writes("'bought':3,'to_draw':1");
    expect("0 cards harvest builder", "to_act chance");
    play("card:overbid");
    expect("to_act 0", "0 cards harvest builder overbid");
}

RULE("AR-ASK-07",
     "All players seal their offers in any order, each after selling as many cards as they "
     "like; until the last offer is in, hands, gold and discards stay as they were, and nobody "
     "else sees what is sealed, or who has sold.")
{
    scene("phase offer round 2", "0 gold 2 cards builder 2 harvest correction",
          "1 gold 9 cards blockade");
    play("0 sell:builder", "0 sell:harvest");
    expect("to_act 0 1 2", "0 gold 2", "0 cards builder 2 harvest correction", "discard");
    refuse("0 sell:harvest", GAME_ILLEGAL); /* sold already */
    refuse("0 offer:5", GAME_ILLEGAL);
    legal("0 sell:builder sell:correction offer:1 offer:2 offer:3 offer:4 offer:1+correction "
          "offer:2+correction offer:3+correction offer:4+correction offer:steal "
          "offer:steal+correction");
    writes("'offers':{'0':{'sold':['builder','harvest']}},'total':null,'corrections_due':[],"
           "'rewards_due':[],'placing':null}");
    shows(0, "'offers':{'0':{'sold':['builder','harvest']}}");
    shows(1, "'offers':{}", "{'gold':2,'score':0,'cards':{'count':4}}", "'discard':{}");
    shows(-1, "'offers':{}");
    play("1 offer:4", "0 offer:3+correction");
    writes("'offers':{'0':{'gold':3,'correction':true,'sold':['builder','harvest']},"
           "'1':{'gold':4,'correction':false,'sold':[]}}");
    shows(1, "'offers':{'0':{'sealed':true},'1':{'gold':4,'correction':false,'sold':[]}}");
    shows(2, "'offers':{'0':{'sealed':true},'1':{'sealed':true}}",
          "{'gold':2,'score':0,'cards':{'count':4}}");
    expect("0 gold 2", "1 gold 9", "discard", "to_act 2");
    refuse("0 sell:builder", GAME_NOT_YOU);
    scene("phase offer", "0 cards correction"); /* a card cannot be sold and put in */
    play("0 sell:correction");
    refuse("0 offer:1+correction", GAME_ILLEGAL);
}

RULE("AR-ASK-08",
     "With the last offer, at once, the cards sold go to the discards and bring 1 gold each, "
     "the corrections go to the discards, and the gold offered leaves its owners.")
{
    scene("phase offer round 2", "0 gold 2 cards builder 2 harvest correction", "1 gold 9",
          "2 gold 0");
    play("0 sell:builder", "0 sell:harvest", "0 offer:3+correction", "1 offer:4",
         "2 offer:steal");
    expect("0 gold 1", "0 cards builder", "discard builder harvest correction", "1 gold 5",
           "2 gold 0", "phase correct");
    saw("0 sold builder (1)", "0 sold harvest (1)", "0 offered 3 (1)", "1 offered 4",
        "2 offered -3");
    writes("'offers':{'0':{'gold':3,'correction':true,'sold':['builder','harvest']},"
           "'1':{'gold':4,'correction':false,'sold':[]},"
           "'2':{'steal':true,'correction':false,'sold':[]}},'total':4,'corrections_due':[0]");
    shows(2, "'0':{'gold':3,'correction':true,'sold':['builder','harvest']}");
}

RULE("AR-ASK-09",
     "The temple stays on its old space until no correction is due any more; then it is set, "
     "and rewards are chosen.")
{
    scene("phase offer round 2 temple 4", "1 cards correction", "2 cards correction");
    play("0 offer:3", "1 offer:1+correction", "2 offer:1+correction");
    expect("temple 4", "phase correct", "to_act 1", "total 5");
    play("1 correct:-3");
    expect("temple 4", "total 2", "to_act 2");
    writes("'corrections_due':[2],'rewards_due':[]");
    play("2 correct:+3");
    expect("temple 2", "total 5", "phase reward", "to_act 0");
    writes("'corrections_due':[],'rewards_due':[{'seat':0,'items':3},{'seat':1,'items':2},"
           "{'seat':2,'items':1}],'placing':null");
    scene("phase offer", "1 cards correction"); /* in round 1 there is no old space */
    play("0 offer:3", "1 offer:1+correction", "2 offer:1");
    writes("'temple':null");
}

RULE("AR-ASK-10",
     "The first chooses, then the second, then the others clockwise from the starting player; "
     "the items are named as three numbers, `0,0,0` included, and a player with no item due is "
     "not asked.")
{
    scene("players 5 phase offer round 2 starting 3");
    play("0 offer:1", "1 offer:2", "2 offer:8", "3 offer:steal", "4 offer:6");
    expect("to_act 2");
    play("2 reward:0,0,0");
    expect("to_act 4");
    refuse("4 reward:1,1,1", GAME_ILLEGAL);
    refuse("4 reward:3,0,0", GAME_ILLEGAL);
    play("4 reward:0,0,0");
    expect("to_act 0"); /* 3 is passed over */
    legal("0 reward:0,0,0 reward:0,0,1 reward:0,1,0 reward:1,0,0");
    play("0 reward:0,0,0");
    expect("to_act 1");
    writes("'rewards_due':[{'seat':1,'items':1}],'placing':null");
    play("1 reward:0,0,0");
    expect("round 3");
}

RULE("AR-ASK-11",
     "What was chosen is drawn and placed before the next player chooses: cards first, then "
     "farmers and stones one at a time in any order, even where there is only one place for "
     "them.")
{
    scene("phase offer", "0 provinces mendes");
    play("0 offer:3", "1 offer:1", "2 offer:1", "0 reward:1,1,1");
    expect("to_act chance", "placing 1 1 1", "due 1 2");
    writes("'rewards_due':[{'seat':1,'items':2},{'seat':2,'items':1}],"
           "'placing':{'seat':0,'cards':1,'farmers':1,'stones':1}",
           "'phase':'reward','to_act':'chance'");
    refuse("0 farmer:mendes", GAME_NOT_YOU);
    play("card:harvest");
    expect("to_act 0", "placing 0 1 1", "0 cards harvest");
    legal("0 farmer:mendes stone:mendes");
    play("0 stone:mendes");
    writes("'placing':{'seat':0,'cards':0,'farmers':1,'stones':0}");
    legal("0 farmer:mendes"); /* the only one */
    play("0 farmer:mendes");
    expect("to_act 1", "mendes farmers 1 stones 1");
    writes("'placing':null");
}

RULE(
    "AR-ASK-12",
    "After the last reward, or at once when none is due, whoever played the -3 card gets the 3 "
    "gold, the pharaoh moves, and income begins.")
{
    scene("phase offer round 2", "0 gold 4", "1 gold 9", "1 cards eight_gold");
    play("0 offer:steal", "1 offer:8", "2 offer:steal");
    expect("0 gold 4", "starting 0");
    play("1 reward:0,0,1");
    expect("0 gold 4", "starting 0"); /* still to be placed */
    play("1 stone:avaris");
    expect("0 gold 7", "2 gold 23", "1 gold 1", "starting 1", "phase income", "to_act 1");
    writes("'sacrifice':null", "'income':{'eight_gold':null,'harvest':null}");
    saw_in_order("0 stole 3", "2 stole 3", "1 starting");
    scene("phase offer round 2", "2 cards eight_gold");
    play("all offer:steal"); /* none due */
    expect("phase income", "to_act 2");
    writes("'sacrifice':null");
}

RULE(
    "AR-ASK-13",
    "At the income a player is asked only who can play 8 gold or harvest increase, and is done "
    "once nothing more can be played; the income is added when the player is done.")
{
    scene("players 4 phase offer round 2 starting 1 next_temple 2",
          "0 provinces mendes edfu cards harvest 2 eight_gold 2",
          "1 provinces buto thebes cards harvest", "2 provinces amarna memphis cards builder",
          "3 provinces abu abydos cards eight_gold", "mendes farmers 2", "amarna farmers 1");
    play("all offer:steal");
    expect("to_act 3"); /* 1 has no farmer, 2 no such card */
    saw_in_order("1 income 0", "2 income 2");
    saw_not("3 income 4");
    expect("3 gold 23", "1 gold 23", "2 gold 25");
    legal("3 end eight_gold:abu eight_gold:abydos");
    play("3 end");
    expect("3 gold 27", "to_act 0");
    writes("'income':{'eight_gold':null,'harvest':null}");
    legal("0 end eight_gold:edfu eight_gold:mendes harvest:mendes");
    play("0 eight_gold:mendes");
    expect("0 gold 23", "to_act 0"); /* not yet */
    writes("'income':{'eight_gold':'mendes','harvest':null}");
    legal("0 end harvest:mendes"); /* allowed, where 8 gold lies */
    play("0 end");
    expect("0 gold 31", "round 3", "0 cards harvest 2 eight_gold");
    writes("'income':null");
    scene("phase offer round 2 next_temple 2", "0 provinces baharya edfu cards harvest");
    play("all offer:steal", "0 harvest:baharya"); /* nothing more: done */
    expect("0 gold 29", "round 3");
    scene("phase offer round 2 next_temple 2",
          "0 provinces mendes edfu cards harvest eight_gold", "mendes farmers 1");
    play("all offer:steal", "0 harvest:mendes");
    expect("to_act 0", "phase income"); /* 8 gold is still there */
    legal("0 end eight_gold:edfu eight_gold:mendes");
    writes("'income':{'eight_gold':null,'harvest':'mendes'}");
}

RULE(
    "AR-ASK-14",
    "When a scoring begins, pyramids, sets, sides and province temples are added to all scores "
    "at once; then a player is asked only who can score a bonus card, each card adds its "
    "points at once, and the player is done once nothing more can be played.")
{
    scene("phase offer round 3 starting 1 next_temple 2",
          "0 provinces abu sawu mendes cards side_bonus egypt_bonus",
          "1 provinces edfu memphis buto cards builder side_bonus power_bonus bank_bonus",
          "2 provinces kharga amarna dakhla cards bank_bonus", "abu pyramids 1",
          "edfu pyramids 2", "0 score 5");
    play("all offer:steal");
    expect("phase scoring", "to_act 1", "0 score 11", "1 score 9",
           "2 score 2"); /* all at once */
    saw("0 score_pyramids 1", "0 score_side 5 (east)", "1 score_temples 2 (1)", "1 scored 9",
        "2 score_temples 2 (1)");
    writes("'bonuses':[]");
    legal("1 end bonus:bank_bonus bonus:side_bonus"); /* 3 + 1 + 0 and 2 cards: 6 of 7 */
    play("1 bonus:side_bonus");
    expect("1 score 12", "discard side_bonus", "1 cards builder power_bonus bank_bonus");
    writes("'bonuses':['side_bonus']");
    legal("1 end bonus:bank_bonus");
    play("1 bonus:bank_bonus"); /* done; 2 is not asked, 0 is */
    expect("1 score 15", "to_act 0");
    writes("'bonuses':[]");
    legal("0 end bonus:side_bonus");
    play("0 end");
    expect("0 score 11", "round 4", "2 cards bank_bonus");
    writes("'bonuses':null");
}

RULE(
    "AR-ASK-15",
    "After the last player of round 3 owners and farmers go and round 4 begins; after the last "
    "of round 6 all cards are sold, gold is ranked and the game is over, with owners, farmers, "
    "pharaoh and temple as they are.")
{
    scene("phase offer round 3 starting 1 next_temple 2",
          "0 provinces abu sawu mendes cards side_bonus", "mendes farmers 3 free 1");
    play("all offer:steal");
    expect("phase scoring", "round 3", "mendes owner 0 farmers 3 free 1"); /* not yet */
    play("0 end");
    expect("phase provinces", "round 4", "mendes owner none farmers 0 free 0");
    writes("'bonuses':null");

    scene("phase offer round 6 starting 1 next_temple 2",
          "0 provinces abu sawu mendes cards side_bonus builder", "mendes farmers 3 free 1",
          "2 cards blockade 2", "mendes stones 1 pyramids 2");
    play("all offer:steal");
    expect("phase scoring", "round 6", "2 cards blockade 2");
    play("0 end");
    expect("over", "round 6", "mendes owner 0 farmers 3 free 1 stones 1 pyramids 2",
           "starting 1", "temple 2", "0 provinces abu mendes sawu",
           "discard side_bonus builder blockade 2", "0 cards", "2 cards", "to_act nobody");
    saw("0 cashed 2 (2)", "2 cashed 2 (2)");
    writes("'round':6,'phase':'over','to_act':[],'starting':1,'temple':2",
           "'mendes':{'owner':0,'farmers':3,'free_farmers':1,'stones':1,'pyramids':2,'gold':0,"
           "'cards':[]}",
           "'bonuses':null", "'result':{'scores':[");
}

RULE("AR-ASK-16",
     "The discards become the deck as part of the draw that needs them, which can be any card "
     "among them; until that card is drawn they still lie where they are.")
{
    scene("phase provinces", "deck", "discard harvest 2 builder", "2 cards rest");
    play("province:edfu");
    expect("to_act chance", "deck_size 0", "discard harvest 2 builder", "edfu cards");
    writes("'deck':{'count':0,'kinds':{}},'discard':{'builder':1,'harvest':2}");
    assert_int_equal(chance_count(), 2);
    assert_int_equal(chance_weight("card:harvest"), 2);
    play("card:builder");
    expect("deck_size 2", "deck harvest 2", "discard", "edfu cards builder");
    saw_in_order("- reshuffled 3", "- free_card builder (edfu)");

    scene("deck", "discard builder", "0 provinces memphis", "2 cards rest"); /* bought */
    play("0 buy:1");
    expect("discard builder", "deck_size 0");
    play("card:builder");
    expect("discard", "0 cards builder");
    scene("phase offer", "deck", "discard builder", "2 cards rest"); /* rewarded */
    play("0 offer:1", "1 offer:steal", "2 offer:steal", "0 reward:1,0,0");
    expect("discard builder", "deck_size 0", "to_act chance");
    play("card:builder");
    saw("- reshuffled 1", "0 drew builder");
}

RULE("AR-ASK-16",
     "Cards bought or chosen are never more than deck and discards together; when both are "
     "empty, free cards not yet drawn are left out.")
{
    scene("deck builder", "discard builder", "0 provinces memphis", "2 cards rest");
    legal("0 buy:1 buy:2 farmer:memphis stone:memphis end");
    scene("phase offer", "deck builder", "discard builder", "2 cards rest",
          "0 provinces mendes");
    play("0 offer:1", "1 offer:steal", "2 offer:steal");
    refuse("0 reward:3,0,0", GAME_ILLEGAL);
    play("0 reward:2,0,1 builder builder");
    expect("0 cards builder 2", "to_act 0", "deck_size 0", "discard");
    scene("phase provinces", "deck builder", "discard", "2 cards rest");
    play("province:thebes builder"); /* one of two */
    expect("thebes cards builder", "to_act chance", "deck_size 0", "discard");
    play("province:dakhla"); /* none, but the gold */
    writes("'gold':12,'cards':[]");
    play("province:abu");
    expect("phase bid", "dakhla cards");
    play("0 bid:thebes:0", "1 bid:dakhla:0", "2 bid:abu:0");
    expect("0 cards builder", "1 gold 32", "1 cards");
}

/* Three seats with all nine provinces that the scenes below speak of. */
#define NINE                                                                                   \
    "0 provinces abu sawu mendes", "1 provinces avaris amarna memphis",                        \
        "2 provinces kharga edfu abydos"

RULE("AR-ASK-17",
     "With `limited` supplies a stone needs one in the supply, and a pyramid in the supply too "
     "if it would be the third; a builder needs a pyramid, and a farmer, on a farm or on flat "
     "land, a farmer; printed farmers are no farmers of the supply. Free stones are placed one "
     "by one while that is possible.")
{
    scene("round 3 supplies limited", NINE, "0 cards builder gold 50", "abu stones 2",
          "sawu stones 1", "avaris pyramids 44");
    play("0 stone:abu"); /* the last pyramid */
    expect("abu pyramids 1 stones 0");
    play("0 stone:sawu");
    refuse("0 builder:sawu", GAME_ILLEGAL);
    refuse("0 stone:sawu", GAME_ILLEGAL);
    play("0 stone:abu", "0 stone:abu");
    refuse("0 stone:abu", GAME_ILLEGAL);

    scene("round 2 supplies limited", "0 provinces baharya mendes cards free_farmer",
          "1 provinces abu amarna", "abu free 43", "mendes farmers 1"); /* 44, and 2 printed */
    play("0 farmer:baharya");
    legal("0 sell:free_farmer stone:baharya stone:mendes end");
    scene("round 2 supplies limited", "0 provinces baharya mendes cards free_farmer",
          "1 provinces abu amarna", "abu free 43", "mendes farmers 1");
    play("0 free_farmer:baharya");
    legal("0 buy:1 buy:2 buy:3 stone:baharya stone:mendes end");

    /* Free stones: one left of two; no pyramid for a third; and a third that brings three back. */
    scene("players 5 round 6 phase provinces supplies limited", "0 provinces abu sawu",
          "1 provinces avaris amarna", "2 provinces kharga abydos",
          "3 provinces mendes baharya", "4 provinces damanhur berenike", "abu stones 2",
          "sawu stones 2", "avaris stones 2", "amarna stones 2", "kharga stones 2",
          "abydos stones 2", "mendes stones 2");
    play("province:memphis");
    expect("memphis stones 1");
    scene("phase provinces round 4 supplies limited", "memphis stones 1 pyramids 45");
    play("province:memphis");
    expect("memphis stones 2 pyramids 45");
    scene("phase provinces round 4 supplies limited", "memphis stones 2 pyramids 45",
          "abydos stones 2");
    play("province:memphis", "province:abydos");
    expect("memphis stones 2", "abydos stones 2 pyramids 0");
    scene("players 5 round 6 phase provinces supplies limited", "0 provinces abu sawu",
          "1 provinces avaris amarna", "2 provinces kharga abydos",
          "3 provinces mendes baharya", "4 provinces damanhur berenike", "abu stones 2",
          "sawu stones 2", "avaris stones 2", "amarna stones 2", "kharga stones 2",
          "abydos stones 2", "memphis stones 2");
    play("province:memphis"); /* one, three come back, another */
    expect("memphis stones 1 pyramids 1");
}

RULE("AR-ASK-17",
     "As a reward nobody can choose more farmers than are left, more stones than are left, or "
     "more stones than would fit with the pyramids that are left.")
{
    scene("phase offer round 3 supplies limited", NINE, "avaris free 44");
    play("0 offer:1", "1 offer:steal", "2 offer:steal");
    refuse("0 reward:0,2,0", GAME_ILLEGAL);
    play("0 reward:0,1,1", "0 farmer:mendes", "0 stone:abu");
    expect("round 4");

    /* One stone is left, though it would make a pyramid and bring three back. */
    scene("phase offer round 3 supplies limited", NINE, "abu stones 2", "sawu stones 2",
          "mendes stones 2", "avaris stones 2", "amarna stones 2", "memphis stones 2",
          "kharga stones 2");
    play("0 offer:1", "1 offer:steal", "2 offer:steal");
    refuse("0 reward:0,0,2", GAME_ILLEGAL);
    play("0 reward:0,0,1");

    /* No pyramid is left: room for 0 + 1 + 0 stones. */
    scene("phase offer round 3 supplies limited", NINE, "abu stones 2", "sawu stones 1",
          "mendes stones 2", "avaris pyramids 45");
    play("0 offer:1", "1 offer:steal", "2 offer:steal");
    refuse("0 reward:0,0,2", GAME_ILLEGAL);
    play("0 reward:0,0,1");
    legal("0 stone:sawu");

    /* One is left: 3 more. */
    scene("phase offer round 3 supplies limited", NINE, "abu stones 2", "sawu stones 2",
          "mendes stones 2", "avaris pyramids 44");
    play("0 offer:1", "1 offer:steal", "2 offer:steal", "0 reward:0,0,3", "0 stone:sawu");
    legal("0 stone:sawu");
    play("0 stone:sawu", "0 stone:sawu");
    expect("round 4");
}

RULE("AR-ASK-18",
     "Actions are exact: numbers have no leading zeros, and the cards of a bid have one order.")
{
    scene("phase bid offered abu sawu mendes", "0 cards blockade overbid");
    refuse("0 bid:abu:03", GAME_FORMAT);
    refuse("0 bid:abu:+3", GAME_FORMAT);
    refuse("0 bid:abu", GAME_FORMAT);
    refuse("0 bid:nubia:3", GAME_FORMAT);
    refuse("0 bid:abu:3+overbid+blockade", GAME_FORMAT);
    refuse("0 bid:abu:3+builder", GAME_FORMAT);
    refuse("0 Bid:abu:3", GAME_FORMAT);
    refuse("0 sell:gold", GAME_FORMAT);
    scene("0 provinces memphis");
    refuse("0 buy:01", GAME_FORMAT);
    refuse("0 buy:", GAME_FORMAT);
    refuse("0 end:0", GAME_FORMAT);
    refuse("0 stone:memphis:1", GAME_FORMAT);
    scene("phase offer", "0 cards correction");
    refuse("0 offer:07", GAME_FORMAT);
    refuse("0 offer:-3", GAME_FORMAT);
    refuse("0 offer:+7", GAME_FORMAT);
    play("0 offer:7+correction", "1 offer:1", "2 offer:1");
    refuse("0 correct:3", GAME_FORMAT);
    refuse("0 correct:+03", GAME_FORMAT);
    play("0 correct:+3");
    refuse("0 reward:01,0,0", GAME_FORMAT);
    refuse("0 reward:1,0", GAME_FORMAT);
    refuse("0 reward:1,0,0,0", GAME_FORMAT);
}
