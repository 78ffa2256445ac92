/* SPDX-License-Identifier: MIT
 * rules_amun_buildings.c -- chapters 9 and 10 of rules/amun-re.md: farmers, stones and pyramids. */
#include "t_amun.h"

RULE("AR-FARM-01",
     "Farmers that are bought go at once to empty farms in any of the player's own provinces, "
     "so nobody can buy more than they have empty farms.")
{
    scene("round 2", "0 provinces baharya berenike"); /* 2 farms and none */
    legal("0 buy:1 buy:2 buy:3 farmer:baharya stone:baharya stone:berenike end");
    refuse("0 farmer:berenike", GAME_ILLEGAL);
    play("0 farmer:baharya", "0 farmer:baharya");
    legal("0 stone:baharya stone:berenike end");
    refuse("0 farmer:baharya", GAME_ILLEGAL);
    expect("0 gold 17", "baharya farmers 2");

    scene("round 3", "0 provinces abu sawu thebes", "1 provinces mendes edfu buto",
          "abu farmers 1"); /* the older provinces too, and nobody else's */
    refuse("0 farmer:mendes", GAME_ILLEGAL);
    play("0 farmer:thebes", "0 farmer:abu", "0 farmer:sawu");
    expect("abu farmers 2", "sawu farmers 1", "thebes farmers 1", "0 gold 14");
}

RULE("AR-FARM-02", "A farm holds one farmer.")
{
    scene("round 2", "0 provinces memphis buto", "memphis farmers 3"); /* of 3 farms */
    legal("0 buy:1 buy:2 buy:3 farmer:buto stone:buto stone:memphis end");
    refuse("0 farmer:memphis", GAME_ILLEGAL);
    play("0 farmer:buto");
    scene("0 provinces memphis", "memphis farmers 2 free 4"); /* flat land is no farm */
    play("0 farmer:memphis");
    refuse("0 farmer:memphis", GAME_ILLEGAL);
}

RULE("AR-FARM-03",
     "Baharya has two printed farmers besides its two farms; they harvest, and count as "
     "farmers, for whoever owns it.")
{
    scene("phase offer round 2 next_temple 2", "1 provinces baharya edfu", "baharya farmers 2");
    expect("1 income 2 8");
    play("all offer:steal");
    expect("1 gold 31", "baharya farmers 2"); /* 3 and 4 x 2 */
    scene("0 provinces baharya");
    expect("0 income 1 2", "0 income 4 8");
    assert_int_equal(amun_farmers_in(table(), AMUN_BAHARYA), 2);
    play("0 farmer:baharya", "0 farmer:baharya");
    assert_int_equal(amun_farmers_in(table(), AMUN_BAHARYA), 4);
}

RULE("AR-FARM-03",
     "With the option `baharya_printed_farmers` set to `0`, it has only its two farms.")
{
    scene("phase offer round 2 next_temple 2 baharya_printed_farmers 0",
          "1 provinces baharya edfu", "baharya farmers 2");
    expect("1 income 2 4");
    play("all offer:steal");
    expect("1 gold 27");
    no_game("players 3 baharya_printed_farmers 1");
    no_game("players 3 baharya_printed_farmers 3");
    begin("players 3 baharya_printed_farmers 2");
    assert_int_equal(amun_farmers_in(table(), AMUN_BAHARYA), 2);
}

RULE("AR-STONE-01",
     "Stones that are bought are placed at once, in any of the player's own provinces and in "
     "any split.")
{
    scene("round 3", "0 provinces abu sawu thebes gold 10");
    legal("0 buy:1 buy:2 farmer:abu farmer:sawu farmer:thebes stone:abu stone:sawu "
          "stone:thebes end");
    play("0 stone:abu", "0 stone:thebes", "0 stone:thebes", "0 stone:sawu");
    expect("abu stones 1", "sawu stones 1", "thebes stones 2", "0 gold 0");
    scene("round 3", "0 provinces abu sawu thebes", "1 provinces mendes edfu buto");
    refuse("0 stone:mendes", GAME_ILLEGAL);
    play("0 stone:abu", "0 stone:abu", "0 stone:abu", "0 stone:abu");
    expect("abu stones 1 pyramids 1", "0 gold 10");
}

RULE("AR-STONE-02",
     "Whenever a province gets its third stone, the three go back to the supply and a pyramid "
     "is built there, at once and without a choice.")
{
    scene("0 provinces abu", "abu stones 2 pyramids 1");
    play("0 stone:abu");
    expect("abu stones 0 pyramids 2");
    saw("0 stone abu (1)", "0 pyramid abu");
    play("0 stone:abu", "0 stone:abu", "0 stone:abu", "0 stone:abu");
    expect("abu stones 1 pyramids 3", "0 gold 5"); /* five in all */

    /* The example of chapter 10. */
    scene("round 2", "0 provinces memphis mendes", "memphis stones 2",
          "mendes pyramids 1 stones 1");
    play("0 stone:memphis", "0 stone:mendes", "0 stone:mendes");
    expect("memphis stones 0 pyramids 1", "mendes stones 0 pyramids 2", "0 gold 14");
}

RULE("AR-STONE-03",
     "A double pyramid is two pyramids in every respect, so only their number matters.")
{
    scene("phase offer round 3", "0 provinces buto mendes abu", "buto pyramids 3");
    play("all offer:steal");
    saw("0 score_pyramids 3", "0 score_side 5 (west)");
    writes("'stones':0,'pyramids':3");
}

RULE("AR-STONE-04", "Stones and pyramids never move from one province to another.")
{
    scene("round 2", "0 provinces mendes abu gold 0", "abu stones 2", "mendes stones 1");
    legal("0 end");
    play("all end", "all offer:steal");
    expect("abu stones 2", "mendes stones 1");
}

RULE("AR-STONE-05", "By default stones, pyramids and farmers never run out.")
{
    scene("players 5 round 3 turn 4", "0 provinces abu abydos amarna",
          "1 provinces avaris baharya berenike", "2 provinces damanhur kharga memphis",
          "4 provinces sawu buto mendes gold 40", "abu stones 2 pyramids 45", "abydos stones 2",
          "amarna stones 2", "avaris stones 2", "baharya stones 2", "berenike stones 2",
          "damanhur stones 2", "kharga stones 2",
          "abu farmers 2 free 60"); /* 16 stones, 45 pyramids, 62 farmers */
    play("4 farmer:mendes", "4 stone:mendes", "4 stone:buto", "4 stone:buto", "4 stone:buto");
    expect("mendes farmers 1 stones 1", "buto pyramids 1", "4 gold 29");
}

RULE("AR-STONE-05",
     "With the option `supplies` set to `limited`, there are 15 stones, 45 pyramids and 45 "
     "farmers: each stone that is placed must be there, three come back with each pyramid, and "
     "what is not there cannot be bought, chosen or placed.")
{
    static const char lots[] = "players 5 round 3 turn 4 supplies limited";
    static const char *const owned[] = {
        "0 provinces abu abydos amarna", "1 provinces avaris baharya berenike",
        "2 provinces damanhur kharga memphis", "4 provinces sawu buto mendes gold 40"};

    /* One stone is left. On a third place it makes a pyramid, and three are left then. */
    scene(lots, owned[0], owned[1], owned[2], owned[3], "abu stones 2", "abydos stones 2",
          "amarna stones 2", "avaris stones 2", "baharya stones 2", "berenike stones 2",
          "mendes stones 2");
    play("4 stone:mendes", "4 stone:mendes"); /* both for mendes */
    expect("mendes stones 1 pyramids 1", "4 gold 37");
    play("4 stone:sawu", "4 stone:buto"); /* 1 + 3 - 1 = 3, so two more */
    refuse("4 stone:buto", GAME_ILLEGAL);
    legal("4 end");

    /* No stone is left at all. */
    scene(lots, owned[0], owned[1], owned[2], owned[3], "abu stones 2", "abydos stones 2",
          "amarna stones 2", "avaris stones 2", "baharya stones 2", "berenike stones 2",
          "mendes stones 2", "kharga stones 1");
    refuse("4 stone:mendes", GAME_ILLEGAL);
    refuse("4 stone:sawu", GAME_ILLEGAL);

    /* No pyramid is left: a third stone has no place, others have. */
    scene(lots, owned[0], owned[1], owned[2], owned[3], "abu pyramids 45", "mendes stones 2",
          "4 cards builder");
    refuse("4 stone:mendes", GAME_ILLEGAL);
    refuse("4 builder:mendes", GAME_ILLEGAL);
    play("4 stone:sawu", "4 stone:sawu");
    refuse("4 stone:sawu", GAME_ILLEGAL);

    /* One farmer is left. */
    scene(lots, owned[0], owned[1], owned[2], owned[3], "abu farmers 2 free 42",
          "4 cards free_farmer");
    play("4 farmer:mendes");
    refuse("4 farmer:mendes", GAME_ILLEGAL);
    refuse("4 free_farmer:mendes", GAME_ILLEGAL);
    no_game("players 3 supplies none");
}
