/* SPDX-License-Identifier: MIT
 * rules_amun_cards.c -- chapter 17 of rules/amun-re.md: what each power card does. */
#include "t_amun.h"

RULE("AR-CARD-00",
     "A power card is used only in its phase, and nobody plays two of a kind in one phase.")
{
    static const char hand[] = "0 cards blockade overbid free_farmer builder correction "
                               "eight_gold harvest farmer_bonus egypt_bonus";
    static const char *const uses[] = {"0 free_farmer:mendes", "0 builder:mendes",
                                       "0 eight_gold:mendes",  "0 harvest:mendes",
                                       "0 bonus:farmer_bonus", "0 bonus:egypt_bonus",
                                       "0 offer:1+correction", "0 bid:abu:0+blockade"};
    static const char *const mine[] = {"0 provinces mendes buto baharya", "mendes stones 2",
                                       "mendes farmers 6", "buto farmers 1"};

    scene("phase bid round 3 offered abu sawu edfu", "edfu cards builder", hand,
          "0 provinces mendes buto", mine[1], mine[2], mine[3]);
    for (int i = 0; i < 7; i++)
        refuse(uses[i], GAME_ILLEGAL);
    play("0 bid:abu:0+blockade");
    scene("round 3", hand, mine[0], mine[1], mine[2], mine[3]);
    for (int i = 2; i < 8; i++)
        refuse(uses[i], GAME_ILLEGAL);
    play(uses[0], uses[1]);
    scene("round 3 phase offer", hand, mine[0], mine[1], mine[2], mine[3]);
    for (int i = 0; i < 6; i++)
        refuse(uses[i], GAME_ILLEGAL);
    play("0 offer:1", "1 offer:steal", "2 offer:steal", "0 reward:0,0,0");
    expect("phase income");
    refuse(uses[0], GAME_ILLEGAL);
    refuse(uses[1], GAME_ILLEGAL);
    refuse(uses[4], GAME_ILLEGAL);
    play(uses[2], uses[3]);
    expect("phase scoring");
    for (int i = 0; i < 4; i++)
        refuse(uses[i], GAME_ILLEGAL);
    play(uses[4], uses[5]);

    scene("0 provinces mendes cards builder 2 free_farmer 2 gold 21", "mendes stones 2");
    play("0 builder:mendes", "0 stone:mendes", "0 stone:mendes");
    refuse("0 builder:mendes", GAME_ILLEGAL); /* one a turn, in whatever province */
    play("0 free_farmer:mendes");
    refuse("0 free_farmer:mendes", GAME_ILLEGAL);
    legal("0 sell:free_farmer sell:builder stone:mendes end");
    scene("round 2", "0 provinces mendes buto cards builder 2", "mendes stones 2",
          "buto stones 2");
    play("0 builder:mendes");
    refuse("0 builder:buto", GAME_ILLEGAL);

    scene("phase offer round 2", "0 provinces mendes buto cards eight_gold 2 harvest 2",
          "mendes farmers 1", "buto farmers 1");
    play("all offer:steal", "0 eight_gold:mendes");
    legal("0 end harvest:buto harvest:mendes");
    play("0 harvest:buto");
    expect("round 3", "0 cards eight_gold harvest");

    scene("phase bid", "0 cards blockade 2 overbid gold 21", "1 cards overbid");
    play("0 bid:abu:0+blockade", "1 bid:abu:3", "2 bid:abydos:0", "0 bid:abu:6+overbid",
         "1 bid:abu:15+overbid");
    expect("0 cards blockade", "to_act 0");
    refuse("0 bid:amarna:0+blockade", GAME_ILLEGAL); /* a second one */
    play("0 bid:abu:21"); /* the power of the first card is still there */
}

RULE(
    "AR-CARD-01",
    "Bidding blockade: played together with placing or moving one's marker. Whoever bids above "
    "this marker must stand at least two spaces higher; the blockade moves with the marker and "
    "lasts until the bidding ends.")
{
    scene("players 4 phase bid offered abu sawu mendes avaris", "0 cards blockade",
          "2 cards blockade", "1 gold 15");
    play("0 bid:abu:3+blockade");
    expect("blockade 0", "0 cards");
    saw("0 played blockade (abu)", "0 bid 3 (abu)");
    refuse("1 bid:abu:6", GAME_ILLEGAL);
    legal("1 bid:abu:10 bid:abu:15 bid:avaris:0 bid:avaris:1 bid:avaris:3 bid:avaris:6 "
          "bid:avaris:10 bid:avaris:15 bid:mendes:0 bid:mendes:1 bid:mendes:3 bid:mendes:6 "
          "bid:mendes:10 bid:mendes:15 bid:sawu:0 bid:sawu:1 bid:sawu:3 bid:sawu:6 "
          "bid:sawu:10 bid:sawu:15");
    play("1 bid:abu:10", "2 bid:sawu:0",
         "3 bid:abu:15"); /* above the other marker: one space */
    play("0 bid:sawu:1"); /* it moves along */
    expect("blockade 0", "to_act 1");
    refuse("1 bid:sawu:3", GAME_ILLEGAL);
    play("1 bid:mendes:0");
    refuse("2 bid:sawu:6", GAME_ILLEGAL); /* its own card, anyway */
    play("2 bid:mendes:1+blockade");
    expect("blockade 0 2");
    refuse("1 bid:mendes:3", GAME_ILLEGAL);
    play("1 bid:sawu:6", "0 bid:avaris:0");
    expect("phase actions", "discard blockade 2", "blockade");
}

RULE("AR-CARD-01", "On the last two spaces of a card such a marker cannot be overbid.")
{
    static const char rich[] = "1 gold 99 cards overbid";

    scene("phase bid offered abu sawu mendes", "0 gold 40 cards blockade", rich);
    play("0 bid:abu:36+blockade");
    legal("1 sell:overbid bid:mendes:0 bid:mendes:1 bid:mendes:3 bid:mendes:6 bid:mendes:10 "
          "bid:mendes:15 bid:mendes:21 bid:mendes:28 bid:mendes:36 bid:sawu:0 bid:sawu:1 "
          "bid:sawu:3 bid:sawu:6 bid:sawu:10 bid:sawu:15 bid:sawu:21 bid:sawu:28 "
          "bid:sawu:36");
    scene("phase bid offered abu sawu mendes", "0 gold 40 cards blockade", rich);
    play("0 bid:abu:28+blockade");
    refuse("1 bid:abu:36", GAME_ILLEGAL);
    scene("phase bid offered abu sawu mendes", "0 gold 40 cards blockade", rich);
    play("0 bid:abu:21+blockade");
    refuse("1 bid:abu:28", GAME_ILLEGAL);
    play("1 bid:abu:36");
    scene("phase bid offered abu sawu mendes", "0 gold 40", rich);
    play("0 bid:abu:28", "1 bid:abu:36"); /* without the card it can */
}

RULE("AR-CARD-02",
     "Overbid in the same province: an overbid player may put their marker higher on the same "
     "card instead of moving away, and may do so for the rest of the bidding.")
{
    scene("phase bid offered abu sawu mendes", "0 cards overbid blockade gold 40",
          "1 cards overbid gold 40");
    refuse("0 bid:abu:0+overbid", GAME_ILLEGAL); /* a first placement */
    play("0 bid:abu:3", "1 bid:abu:6", "2 bid:sawu:0");
    refuse("0 bid:abu:10", GAME_ILLEGAL); /* not without the card */
    refuse("0 bid:sawu:1+overbid", GAME_ILLEGAL); /* nor the card for nothing */
    refuse("0 bid:abu:6+overbid", GAME_ILLEGAL); /* higher than all */
    play("0 bid:abu:10+overbid");
    expect("0 marker abu 10", "overbid_power 0", "to_act 1", "0 cards blockade");
    saw("0 played overbid (abu)", "0 bid 10 (abu)");
    play("1 bid:abu:15+overbid", "0 bid:abu:21", "1 bid:abu:28");
    refuse("0 bid:abu:36+overbid", GAME_ILLEGAL); /* the power is there already */
    play("0 bid:mendes:1"); /* may also move away, and keeps it */
    expect("phase actions", "discard overbid 2");

    scene("phase bid offered abu sawu mendes", "0 cards overbid", "1 cards blockade gold 99");
    play("0 bid:abu:3", "1 bid:abu:6+blockade", "2 bid:sawu:0");
    refuse("0 bid:abu:10+overbid", GAME_ILLEGAL); /* blockades apply */
    play("0 bid:abu:15+overbid", "1 bid:mendes:0");
    expect("phase actions", "0 provinces abu");
}

RULE("AR-CARD-03",
     "Free farmer: one farmer goes, for nothing, to flat land in any of the player's own "
     "provinces, and counts like any other; never as part of a reward.")
{
    scene("round 2", "0 provinces baharya berenike cards free_farmer gold 20");
    legal("0 sell:free_farmer buy:1 buy:2 buy:3 farmer:baharya stone:baharya stone:berenike "
          "free_farmer:baharya free_farmer:berenike end");
    play("0 free_farmer:berenike");
    expect("berenike free 1 farmers 0", "0 gold 20", "0 cards", "discard free_farmer");
    assert_int_equal(amun_farmers_in(table(), AMUN_BERENIKE), 1);
    expect("0 income 3 17"); /* 3 x 2 printed ones + 3 + 8 */
    scene("0 provinces mendes cards free_farmer", "mendes farmers 6"); /* it needs no farm */
    play("0 free_farmer:mendes");
    expect("mendes farmers 6 free 1");
    refuse("0 farmer:mendes", GAME_ILLEGAL);
    scene("round 2", "0 provinces sawu mendes cards free_farmer", "1 provinces edfu buto");
    refuse("0 free_farmer:edfu", GAME_ILLEGAL);
    scene("phase offer round 2", "0 provinces sawu berenike cards free_farmer");
    play("0 offer:1", "1 offer:steal", "2 offer:steal");
    refuse("0 free_farmer:berenike", GAME_ILLEGAL);
    play("0 reward:0,1,0");
    refuse("0 free_farmer:berenike", GAME_ILLEGAL);
    refuse("0 farmer:berenike", GAME_ILLEGAL);
    play("0 farmer:sawu");
}

RULE("AR-CARD-04",
     "Builder: in one of the player's own provinces two stones become a pyramid, at any "
     "moment of their turn, stones just placed included; never as part of a reward.")
{
    scene("round 2", "0 provinces abu mendes cards builder", "abu stones 1 pyramids 1",
          "1 provinces buto edfu", "buto stones 2");
    refuse("0 builder:abu", GAME_ILLEGAL); /* one stone does not do */
    refuse("0 builder:mendes", GAME_ILLEGAL);
    refuse("0 builder:buto", GAME_ILLEGAL);
    play("0 stone:abu", "0 builder:abu");
    expect("abu stones 0 pyramids 2", "0 gold 19", "0 cards", "discard builder");
    saw("0 played builder (abu)", "0 pyramid abu");
    play("0 stone:mendes"); /* the turn goes on */
    scene("0 provinces memphis cards builder", "memphis stones 2"); /* before all else */
    play("0 builder:memphis", "0 buy:1 harvest", "0 farmer:memphis", "0 stone:memphis");
    expect("memphis stones 1 pyramids 1");
    scene("phase offer round 2", "0 provinces abu mendes cards builder", "abu stones 1");
    play("0 offer:1", "1 offer:steal", "2 offer:steal", "0 reward:0,0,2", "0 stone:abu");
    refuse("0 builder:abu", GAME_ILLEGAL);
}

RULE("AR-CARD-05",
     "Sacrifice correction: put in with the offer, it raises or lowers the total by 3.")
{
    scene("phase offer", "0 cards correction", "1 cards correction");
    play("0 offer:9+correction", "1 offer:4+correction", "2 offer:1");
    expect("total 14");
    play("0 correct:+3", "1 correct:+3");
    expect("total 20", "temple 3", "discard correction 2", "0 cards", "1 cards");
    saw("0 corrected 3", "1 corrected 3");
    scene("phase offer", "0 cards correction", "1 cards correction");
    play("0 offer:9+correction", "1 offer:4+correction", "2 offer:1", "0 correct:-3",
         "1 correct:+3");
    expect("total 14");
}

RULE("AR-CARD-06",
     "8 gold: one of the player's own provinces gives 8 gold in place of all its income.")
{
    scene("phase offer round 2 next_temple 1", "0 provinces abu mendes cards eight_gold",
          "abu farmers 2", "mendes farmers 1", "1 provinces buto edfu");
    play("all offer:steal");
    refuse("0 eight_gold:buto", GAME_ILLEGAL);
    play("0 eight_gold:abu"); /* 8, not 6 and not 14; and 1 from Mendes */
    expect("0 gold 32", "discard eight_gold", "round 3");
    saw("0 played eight_gold (abu)", "0 eight_gold 8 (abu)", "0 harvested 1 (mendes)",
        "0 income 9");
    saw_not("0 further_income 4 (abu)");
    scene("phase offer round 2 next_temple 4", "0 provinces edfu mendes cards eight_gold",
          "mendes farmers 6"); /* even where it is worth nothing or harmful */
    play("all offer:steal");
    legal("0 end eight_gold:edfu eight_gold:mendes");
    play("0 eight_gold:mendes");
    expect("0 gold 31");
}

RULE("AR-CARD-07",
     "Harvest increase: one of the player's own provinces gives 1 gold more for each farmer "
     "there.")
{
    scene("phase offer round 2 next_temple 2", "0 provinces mendes abu cards harvest",
          "mendes farmers 3 free 1", "1 provinces buto edfu", "buto farmers 2");
    play("all offer:steal");
    legal("0 end harvest:mendes"); /* Abu has no farmer */
    refuse("0 harvest:buto", GAME_ILLEGAL);
    play("0 harvest:mendes");
    expect("0 gold 39", "discard harvest"); /* 23 + 12 + 4 */
    saw("0 harvested 12 (mendes)", "0 further_income 4 (abu)");
    scene("phase offer round 2 next_temple 2", "0 provinces baharya abu cards harvest");
    play("all offer:steal", "0 harvest:baharya"); /* printed ones count */
    saw("0 harvested 6 (baharya)");
}

RULE("AR-CARD-08",
     "Power card bonus: the power limits and the printed free power cards of one's three "
     "provinces add up to at least 7.")
{
    scene("phase offer round 3 free_cards abydos 1", "0 provinces memphis abydos buto",
          "0 cards power_bonus"); /* 3 + 0, 2 + 1, 0 + 1 */
    assert_true(amun_bonus_holds(table(), 0, AMUN_POWER_BONUS));
    play("all offer:steal", "0 bonus:power_bonus");
    saw("0 score_bonus 3 (power_bonus)");
    expect("0 score 3", "round 4");
    scene("phase offer round 3", "0 provinces memphis thebes buto", "0 cards power_bonus");
    assert_true(amun_bonus_holds(table(), 0, AMUN_POWER_BONUS)); /* 3 + 3 + 1 */
    scene("phase offer round 3", "0 provinces memphis edfu buto", "0 cards power_bonus");
    assert_false(amun_bonus_holds(table(), 0, AMUN_POWER_BONUS)); /* 3 + 2 + 1 */
    play("all offer:steal");
    expect("round 4", "0 cards power_bonus");
}

RULE("AR-CARD-09",
     "Farmer bonus: at least nine farmers are in one's three provinces, those on flat land "
     "included.")
{
    scene("phase offer round 3", "0 provinces mendes buto abu cards farmer_bonus",
          "mendes farmers 5 free 1", "buto farmers 2");
    play("all offer:steal");
    expect("round 4", "0 cards farmer_bonus"); /* eight */
    scene("phase offer round 3", "0 provinces mendes buto abu cards farmer_bonus",
          "mendes farmers 5 free 1", "buto farmers 2", "abu free 1");
    play("all offer:steal");
    expect("phase scoring", "to_act 0");
    play("0 bonus:farmer_bonus");
    expect("0 score 3");
    scene("phase offer round 3", "0 provinces mendes buto baharya cards farmer_bonus",
          "mendes farmers 5", "buto farmers 2");
    assert_true(amun_bonus_holds(table(), 0, AMUN_FARMER_BONUS)); /* printed ones count */
    scene("phase offer round 3 baharya_printed_farmers 0",
          "0 provinces mendes buto baharya cards farmer_bonus", "mendes farmers 5",
          "buto farmers 2");
    assert_false(amun_bonus_holds(table(), 0, AMUN_FARMER_BONUS));
}

/* A bonus of place: does it hold for these provinces of seat 0. */
static void
place_bonus(const char *provinces, int card, bool holds)
{
    scene("phase offer round 3", provinces);
    assert_int_equal(amun_bonus_holds(table(), 0, card), holds);
}

RULE("AR-CARD-10",
     "Egypt bonus: all three provinces are in upper Egypt, or all three in lower Egypt.")
{
    place_bonus("0 provinces abu sawu memphis", AMUN_EGYPT_BONUS, false); /* U, U, L */
    place_bonus("0 provinces abu mendes memphis", AMUN_EGYPT_BONUS, false);
    place_bonus("0 provinces abu sawu edfu", AMUN_EGYPT_BONUS, true);
    place_bonus("0 provinces amarna mendes memphis", AMUN_EGYPT_BONUS, true);
    scene("phase offer round 3", "0 provinces abu sawu thebes cards egypt_bonus");
    play("all offer:steal", "0 bonus:egypt_bonus");
    expect("0 score 3");
}

RULE("AR-CARD-11", "Side bonus: all three provinces are west of the Nile, or all three east.")
{
    place_bonus("0 provinces abu sawu mendes", AMUN_SIDE_BONUS, true); /* E, E, E */
    place_bonus("0 provinces edfu buto memphis", AMUN_SIDE_BONUS, true);
    place_bonus("0 provinces edfu buto mendes", AMUN_SIDE_BONUS, false);
    place_bonus("0 provinces edfu sawu mendes", AMUN_SIDE_BONUS, false);
    scene("phase offer round 3", "0 provinces abu sawu mendes cards side_bonus");
    play("all offer:steal", "0 bonus:side_bonus");
    expect("0 score 3");
}

RULE("AR-CARD-12",
     "Bank bonus: all three provinces are on the banks of the Nile, or none of them is.")
{
    place_bonus("0 provinces sawu kharga avaris", AMUN_BANK_BONUS, true); /* no, no, no */
    place_bonus("0 provinces abu mendes sawu", AMUN_BANK_BONUS, false);
    place_bonus("0 provinces abu mendes edfu", AMUN_BANK_BONUS, true);
    place_bonus("0 provinces abu kharga sawu", AMUN_BANK_BONUS, false);
    scene("phase offer round 3", "0 provinces abu mendes buto cards bank_bonus");
    play("all offer:steal", "0 bonus:bank_bonus");
    expect("0 score 3");
}
