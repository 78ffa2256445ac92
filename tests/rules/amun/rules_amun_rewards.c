/* SPDX-License-Identifier: MIT
 * rules_amun_rewards.c -- chapter 12 of rules/amun-re.md: the rewards of the sacrifice. */
#include "t_amun.h"

RULE("AR-REW-01",
     "The offers are ranked from high to low; of those who tie, the nearest clockwise from the "
     "starting player comes first, beginning with the starting player.")
{
    scene("phase offer starting 1");
    play("all offer:5"); /* 1, 2, 0 */
    saw_in_order("1 reward_due 3 (1)", "2 reward_due 2 (2)", "0 reward_due 1 (3)");
    expect("to_act 1");
    writes("'rewards_due':[{'seat':1,'items':3},{'seat':2,'items':2},{'seat':0,'items':1}]");

    scene("players 5 phase offer starting 3");
    play("0 offer:4", "1 offer:7", "2 offer:4", "3 offer:2", "4 offer:1");
    saw("1 reward_due 3 (1)", "0 reward_due 2 (2)"); /* 0 is nearer to 3 than 2 is */
    scene("players 4 phase offer starting 2");
    play("0 offer:9", "1 offer:9", "2 offer:1", "3 offer:8");
    saw("0 reward_due 3 (1)", "1 reward_due 2 (2)"); /* 3, at the left of 2, has less */
}

RULE("AR-REW-02",
     "The first chooses any three items among power cards, farmers and stones, the second any "
     "two; then all others who did not play the -3 card choose one each, clockwise from the "
     "starting player.")
{
    scene("players 5 phase offer starting 4", "1 provinces mendes", "3 provinces buto",
          "0 provinces edfu", "2 provinces thebes", "4 provinces memphis");
    play("0 offer:2", "1 offer:9", "2 offer:1", "3 offer:4", "4 offer:3");
    expect("to_act 1", "due 0 1 2 3 4");
    writes("'rewards_due':[{'seat':1,'items':3},{'seat':3,'items':2},{'seat':4,'items':1},"
           "{'seat':0,'items':1},{'seat':2,'items':1}]");
    refuse("1 reward:2,1,1", GAME_ILLEGAL); /* four */
    play("1 reward:1,1,1 builder");
    expect("to_act 1", "1 cards builder");
    play("1 farmer:mendes", "1 stone:mendes");
    expect("mendes farmers 1 stones 1", "to_act 3");
    legal("3 reward:0,0,0 reward:0,0,1 reward:0,0,2 reward:0,1,0 reward:0,1,1 reward:0,2,0 "
          "reward:1,0,0 reward:1,0,1 reward:1,1,0 reward:2,0,0");
    play("3 reward:0,2,0", "3 farmer:buto", "3 farmer:buto");
    expect("to_act 4");
    legal("4 reward:0,0,0 reward:0,0,1 reward:0,1,0 reward:1,0,0");
    play("4 reward:0,0,1", "4 stone:memphis");
    expect("to_act 0");
    play("0 reward:1,0,0 builder");
    expect("to_act 2");
    play("2 reward:0,1,0", "2 farmer:thebes");
    expect("round 2", "buto farmers 2", "thebes farmers 1", "memphis stones 1",
           "0 cards builder");

    scene("players 4 phase offer");
    play("0 offer:1", "1 offer:2", "2 offer:4", "3 offer:9");
    saw("3 reward_due 3 (1)", "2 reward_due 2 (2)", "0 reward_due 1 (4)", "1 reward_due 1 (3)");
}

RULE("AR-REW-03",
     "Whoever played the -3 card gets no item, whatever the rank, and nobody moves up.")
{
    scene("players 4 phase offer");
    play("0 offer:4", "1 offer:steal", "2 offer:steal", "3 offer:steal");
    expect("to_act 0", "due 0");
    saw("0 reward_due 3 (1)");
    saw_not("1 reward_due 2 (2)");
    play("0 reward:3,0,0 builder builder builder");
    expect("round 2", "1 gold 23", "2 gold 23", "3 gold 31"); /* Avaris gives 8 */
    scene("players 4 phase offer");
    play("0 offer:steal", "1 offer:steal", "2 offer:4", "3 offer:1");
    writes("'rewards_due':[{'seat':2,'items':3},{'seat':3,'items':2}]");
    scene("players 5 phase offer"); /* one of five */
    play("0 offer:3", "1 offer:steal", "2 offer:4", "3 offer:1", "4 offer:2");
    writes("'rewards_due':[{'seat':2,'items':3},{'seat':0,'items':2},{'seat':3,'items':1},"
           "{'seat':4,'items':1}]");
}

RULE("AR-REW-04",
     "Power cards chosen as a reward are drawn from the deck, whatever the power limits.")
{
    scene("phase offer round 2", "0 provinces buto mendes"); /* limits 0 and 0 */
    play("0 offer:5", "1 offer:steal", "2 offer:steal",
         "0 reward:3,0,0 harvest builder eight_gold");
    expect("deck harvest 4 builder 7 eight_gold 2");
    expect("phase income", "0 cards harvest builder eight_gold", "deck_size 36");
}

RULE("AR-REW-05",
     "Farmers chosen as a reward go at once to the player's own empty farms; without enough "
     "of those they cannot be chosen, and no free farmer card can be played now.")
{
    scene("phase offer round 2", "0 provinces berenike sawu cards free_farmer",
          "sawu farmers 1"); /* no empty farm */
    play("0 offer:5", "1 offer:steal", "2 offer:steal");
    legal("0 reward:0,0,0 reward:0,0,1 reward:0,0,2 reward:0,0,3 reward:1,0,0 reward:1,0,1 "
          "reward:1,0,2 reward:2,0,0 reward:2,0,1 reward:3,0,0");
    refuse("0 free_farmer:sawu", GAME_ILLEGAL);
    scene("phase offer round 2", "0 provinces baharya sawu cards free_farmer",
          "baharya farmers 1"); /* two empty farms */
    play("0 offer:5", "1 offer:steal", "2 offer:steal");
    refuse("0 reward:0,3,0", GAME_ILLEGAL);
    refuse("0 farmer:sawu", GAME_ILLEGAL); /* nothing chosen yet */
    play("0 reward:1,2,0 builder");
    legal("0 farmer:baharya farmer:sawu");
    refuse("0 free_farmer:sawu", GAME_ILLEGAL);
    refuse("0 end", GAME_ILLEGAL);
    play("0 farmer:sawu");
    legal("0 farmer:baharya");
    play("0 farmer:baharya");
    expect("baharya farmers 2", "sawu farmers 1", "round 3", "0 cards free_farmer builder");
}

RULE("AR-REW-06",
     "Stones chosen as a reward are placed at once in one's own provinces, and a third one "
     "becomes a pyramid; no builder card can be played now.")
{
    scene("phase offer round 2", "0 provinces abu mendes cards builder", "abu stones 2");
    play("0 offer:5", "1 offer:steal", "2 offer:steal");
    refuse("0 builder:abu", GAME_ILLEGAL);
    play("0 reward:0,0,1");
    legal("0 stone:abu stone:mendes");
    refuse("0 stone:avaris", GAME_ILLEGAL);
    refuse("0 builder:abu", GAME_ILLEGAL);
    play("0 stone:abu");
    expect("abu stones 0 pyramids 1", "0 gold 19"); /* for nothing; 4 are income of Abu */
    scene("phase offer round 2", "0 provinces amarna mendes");
    play("0 offer:5", "1 offer:steal", "2 offer:steal", "0 reward:0,0,3", "0 stone:amarna",
         "0 stone:amarna");
    expect("amarna stones 2", "placing 0 0 1");
    play("0 stone:amarna");
    expect("amarna stones 0 pyramids 1", "0 gold 15");
}

RULE("AR-REW-07",
     "After the rewards, who was ranked first takes the pharaoh; if all played the -3 card it "
     "stays where it is.")
{
    scene("phase offer starting 2");
    play("all offer:steal");
    expect("starting 2", "round 2", "0 cards", "abu farmers 0 stones 0");
    scene("phase offer starting 2");
    play("0 offer:1", "1 offer:3", "2 offer:steal");
    expect("starting 2", "to_act 1");
    play("1 reward:1,0,0 builder");
    expect("starting 2", "to_act 0"); /* not moved yet */
    play("0 reward:0,0,0");
    expect("starting 1", "round 2");
    saw_in_order("0 reward 0", "1 starting", "0 income 4");
    scene("phase offer starting 2");
    play("0 offer:1", "1 offer:3", "2 offer:3");
    play("2 reward:0,0,0", "1 reward:0,0,0", "0 reward:0,0,0");
    expect("starting 2"); /* the tie is the starting player's */
}
