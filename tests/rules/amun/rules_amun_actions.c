/* SPDX-License-Identifier: MIT
 * rules_amun_actions.c -- chapters 6 to 8 of rules/amun-re.md: turns of phase 3, power cards, selling. */
#include <stdio.h>

#include "t_amun.h"

RULE("AR-ACT-01",
     "The starting player first and then the others clockwise each have one turn, in which "
     "they may buy power cards, then farmers, then stones, each kind once; any of these can be "
     "left out.")
{
    scene("players 4 starting 2", "2 provinces memphis gold 4", "3 provinces mendes");
    expect("to_act 2", "phase actions");
    legal("2 buy:1 buy:2 farmer:memphis stone:memphis end");
    refuse("3 stone:mendes", GAME_NOT_YOU);
    play("2 buy:1 harvest");
    legal("2 sell:harvest farmer:memphis stone:memphis end"); /* cards once */
    play("2 farmer:memphis");
    legal("2 sell:harvest farmer:memphis stone:memphis end");
    play("2 end");
    expect("to_act 3");
    play("3 farmer:mendes");
    refuse("3 buy:1", GAME_ILLEGAL); /* farmers come after cards; and mendes allows none */
    play("3 stone:mendes");
    refuse("3 farmer:mendes", GAME_ILLEGAL); /* stones come after farmers */
    play("3 end");
    expect("to_act 0");
    play("0 end"); /* all left out */
    expect("to_act 1");
    play("1 end");
    expect("phase offer");
    saw_in_order("1 turn_ended");

    scene("0 provinces memphis");
    play("0 farmer:memphis");
    refuse("0 buy:1", GAME_ILLEGAL);
    scene("0 provinces memphis");
    play("0 stone:memphis");
    refuse("0 buy:1", GAME_ILLEGAL);
    refuse("0 farmer:memphis", GAME_ILLEGAL);
}

RULE("AR-ACT-02",
     "Buying one item of a kind costs 1 gold, two cost 3, three cost 6, four cost 10, and so "
     "on: the k-th item of a kind costs k. The three kinds are priced apart, and there is no "
     "end to the table.")
{
    static const int table_of_prices[] = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55};

    for (int k = 0; k <= 10; k++)
        assert_int_equal(amun_price(k), table_of_prices[k]);

    scene("0 provinces memphis gold 19"); /* the example of chapter 6, with one farmer less */
    play("0 buy:2 harvest builder", "0 farmer:memphis", "0 farmer:memphis", "0 farmer:memphis",
         "0 stone:memphis", "0 stone:memphis");
    expect("0 gold 7"); /* 3 + 6 + 3 */
    saw("0 bought_cards 3 (2)", "0 farmer memphis (1)", "0 farmer memphis (3)",
        "0 stone memphis (1)", "0 stone memphis (2)");

    scene("round 2", "0 provinces memphis mendes gold 20"); /* and whole */
    play("0 buy:2 harvest builder", "0 farmer:memphis", "0 farmer:mendes", "0 farmer:memphis",
         "0 farmer:mendes", "0 stone:memphis", "0 stone:mendes", "0 stone:memphis");
    expect("0 gold 1"); /* 3 + 10 + 6 = 19 */

    scene("0 provinces mendes gold 50", "mendes pyramids 1");
    for (int k = 1; k <= 9; k++) {
        char gold[24];

        play("0 stone:mendes");
        snprintf(gold, sizeof gold, "0 gold %d", 50 - table_of_prices[k]);
        expect(gold);
    }
    refuse("0 stone:mendes", GAME_ILLEGAL); /* the tenth costs 10 */
    expect("mendes pyramids 4 stones 0", "0 gold 5");
}

RULE("AR-ACT-03", "Nothing is bought on credit.")
{
    scene("0 provinces mendes gold 5");
    play("0 stone:mendes", "0 stone:mendes"); /* 0, 1 or 2 stones with 5 gold */
    expect("0 gold 2");
    refuse("0 stone:mendes", GAME_ILLEGAL);
    scene("0 provinces mendes gold 5");
    play("0 farmer:mendes", "0 farmer:mendes");
    refuse("0 farmer:mendes", GAME_ILLEGAL);
    scene("0 provinces kharga gold 5");
    legal("0 buy:1 buy:2 farmer:kharga stone:kharga end");
    scene("0 provinces kharga gold 0");
    legal("0 end");
}

RULE("AR-POW-01",
     "A player may buy as many power cards as the highest power limit among their provinces "
     "says.")
{
    scene("round 2", "0 provinces buto mendes"); /* 0 and 0 */
    legal("0 farmer:buto farmer:mendes stone:buto stone:mendes end");
    refuse("0 buy:1", GAME_ILLEGAL);
    refuse("0 buy:0", GAME_ILLEGAL);
    scene("round 3", "0 provinces memphis amarna avaris"); /* 3, 1 and 1 */
    legal("0 buy:1 buy:2 buy:3 farmer:amarna farmer:avaris farmer:memphis stone:amarna "
          "stone:avaris stone:memphis end");
    refuse("0 buy:4", GAME_ILLEGAL);
    scene("round 2", "0 provinces kharga mendes");
    legal("0 buy:1 buy:2 buy:3 buy:4 farmer:kharga farmer:mendes stone:kharga stone:mendes "
          "end");
}

RULE("AR-POW-02", "A hand may hold any number of power cards.")
{
    scene("0 provinces memphis cards harvest 5 correction 4");
    legal("0 sell:correction sell:harvest buy:1 buy:2 buy:3 farmer:memphis stone:memphis end");
    play("0 buy:3 builder builder builder");
    expect("0 cards harvest 5 correction 4 builder 3");
    assert_int_equal(amun_hand_size(table(), 0), 12);
}

RULE("AR-POW-03",
     "A card that was just bought may be used in the same turn; a used card goes to the "
     "discards.")
{
    scene("0 provinces memphis gold 6", "memphis stones 1");
    play("0 buy:1 builder");
    expect("0 cards builder", "discard");
    play("0 stone:memphis", "0 builder:memphis");
    expect("0 cards", "discard builder", "memphis stones 0 pyramids 1");
    scene("0 provinces memphis");
    play("0 buy:2 free_farmer harvest", "0 free_farmer:memphis");
    expect("memphis free 1", "discard free_farmer", "0 cards harvest");
    refuse("0 harvest:memphis", GAME_ILLEGAL); /* another phase */
}

RULE("AR-POW-04",
     "When a card must be drawn and the deck is empty, the discards are mixed and become the "
     "deck; if there are none either, no card is drawn, and nobody can choose more cards "
     "than there are.")
{
    scene("deck builder", "discard harvest 3 overbid", "2 cards rest",
          "0 provinces memphis gold 6");
    play("0 buy:3 builder");
    expect("deck_size 0", "discard harvest 3 overbid", "to_act chance");
    assert_int_equal(chance_count(), 2);
    assert_int_equal(chance_weight("card:harvest"), 3);
    assert_int_equal(chance_weight("card:overbid"), 1);
    refuse("card:builder", GAME_ILLEGAL);
    play("card:harvest");
    saw("- reshuffled 4");
    expect("deck_size 3", "deck harvest 2 overbid 1", "discard", "to_act chance");
    play("card:harvest");
    saw_not("- reshuffled 2");
    expect("0 cards builder harvest 2", "deck_size 2", "to_act 0");

    scene("deck builder", "discard harvest", "2 cards rest", "0 provinces memphis gold 6");
    legal("0 buy:1 buy:2 farmer:memphis stone:memphis end"); /* there are two cards */
    play("0 buy:2 builder harvest");
    expect("deck_size 0", "discard", "to_act 0");
    scene("deck", "discard", "2 cards rest", "0 provinces memphis gold 6");
    legal("0 farmer:memphis stone:memphis end"); /* there is none */
    scene("deck", "discard", "2 cards rest", "phase provinces");
    play("province:thebes"); /* nothing to lay there */
    expect("offered thebes", "thebes cards");
    play("province:edfu", "province:abu");
    expect("phase bid");
}

RULE("AR-SELL-01",
     "A player may discard a power card without using it for 1 gold: before their own bid, in "
     "their own turn of phase 3, and with their offer in phase 4.")
{
    scene("0 provinces mendes gold 3 cards builder harvest", "discard overbid 2");
    play("0 sell:builder", "0 sell:harvest");
    expect("0 gold 5", "0 cards", "discard overbid 2 builder harvest", "to_act 0");
    saw("0 sold builder (1)", "0 sold harvest (1)");
    refuse("0 sell:builder", GAME_ILLEGAL); /* none left */
    refuse("1 sell:builder", GAME_NOT_YOU);

    scene("phase bid", "0 gold 0 cards builder blockade", "1 cards overbid");
    refuse("1 sell:overbid", GAME_NOT_YOU);
    play("0 sell:builder", "0 sell:blockade");
    expect("0 gold 2", "discard builder blockade", "to_act 0");
    play("0 bid:abu:1");
    refuse("0 sell:builder", GAME_NOT_YOU);

    scene("phase offer round 2", "0 gold 0 cards builder 2");
    play("0 sell:builder", "0 sell:builder", "0 offer:2", "1 offer:1", "2 offer:steal");
    expect("0 gold 0", "0 cards", "discard builder 2", "total 0");

    scene("phase offer round 2", "0 gold 0 cards eight_gold"); /* and at no other time */
    play("all offer:steal");
    expect("phase income", "to_act 0");
    refuse("0 sell:eight_gold", GAME_ILLEGAL);
}
