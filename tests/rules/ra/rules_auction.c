/* SPDX-License-Identifier: MIT
 * rules_auction.c -- chapter 7 of rules/ra.md: auctions. */
#include "t_ra.h"

RULE("RA-AUC-01",
     "There are only two ways to an auction: a Ra tile was drawn and did not fill its track, "
     "or a player invoked Ra.")
{
    scene("turn 0", "track nile nile nile nile nile nile nile");
    play("0 draw nile"); /* fills the track: no auction */
    expect("lot 8", "phase turn", "turn 1");
    scene("turn 0", "track nile", "0 tiles god");
    play("0 take:nile"); /* empties it: no auction */
    expect("lot 0", "phase turn", "turn 1");
    scene("turn 0");
    play("0 draw ra");
    expect("phase auction");
    assert_int_equal(table()->cause, RA_BY_TILE);
    scene("turn 0");
    play("0 invoke");
    expect("phase auction");
    assert_int_equal(table()->cause, RA_BY_INVOKING);
}

RULE("RA-AUC-02",
     "The player left of the Ra player is asked first, then the others clockwise, each "
     "exactly once, and the Ra player last.")
{
    scene("players 4 turn 2", "track nile");
    play("2 invoke");
    expect("to_act 3");
    play("3 pass");
    expect("to_act 0", "3 passed");
    refuse("3 bid:5", GAME_NOT_YOU);
    play("0 bid:2");
    expect("to_act 1", "0 bid 2");
    play("1 bid:3");
    refuse("0 bid:13", GAME_NOT_YOU); /* has bid; no second bid */
    expect("to_act 2");
    play("2 pass");
    expect("phase turn", "1 tiles nile");
}

RULE("RA-AUC-03",
     "A bid is one ready sun, higher than the highest bid so far; the first bid may be any "
     "ready sun.")
{
    scene("players 4 turn 3", "track nile", "0 suns 8 2 3", "1 suns 7 9 13", "2 suns 4 5 6");
    play("3 invoke");
    legal("0 pass bid:2 bid:3 bid:8");
    refuse("0 bid:4", GAME_ILLEGAL); /* another's sun */
    refuse("0 bid:1", GAME_ILLEGAL); /* the centre sun */
    refuse("0 bid:0", GAME_FORMAT);
    play("0 bid:8");
    expect("high 8");
    legal("1 pass bid:9 bid:13");
    refuse("1 bid:7", GAME_ILLEGAL);
    refuse("1 bid:8", GAME_ILLEGAL);
    play("1 bid:9");
    expect("high 9", "1 bid 9", "to_act 3"); /* seat 2 has nothing above 9 */
    play("3 bid:10");
    expect("3 tiles nile", "centre 10");
}

RULE("RA-AUC-04", "Anybody may pass, save in the one case of RA-INV-02.")
{
    scene("players 4 turn 0", "track nile");
    play("0 draw ra", "1 pass", "2 pass", "3 pass");
    legal("0 pass bid:2 bid:6 bid:13");
    play("0 pass");
    expect("track nile", "turn 1");

    scene("players 4 turn 0", "track nile");
    play("0 invoke", "1 pass", "2 pass", "3 bid:5");
    legal("0 pass bid:6 bid:13");
    play("0 pass");
    expect("3 tiles nile");

    scene("players 4 turn 0", "track nile");
    play("0 invoke", "1 pass", "2 pass", "3 pass");
    refuse("0 pass", GAME_ILLEGAL);
}

RULE("RA-AUC-05", "A player who has no ready sun high enough passes without being asked.")
{
    scene("players 4 turn 0", "track nile", "0 suns 13 6 2", "1 suns spent 12 7 3",
          "2 suns 4 8 11");
    play("0 invoke");
    expect("to_act 2"); /* seat 1 has only spent suns */
    play("2 bid:11");
    expect("to_act 0"); /* seat 3 has 5 9 10 */
    legal("0 pass bid:13");

    /* They count as having passed. */
    scene("players 4 turn 0", "track nile", "0 suns 13 6 2", "1 suns", "2 suns", "3 suns");
    play("0 invoke");
    expect("to_act 0");
    legal("0 bid:2 bid:6 bid:13");

    /* The Ra player too. */
    scene("players 4 turn 0", "track nile", "0 suns 2 3 4");
    play("0 invoke", "1 bid:5", "2 pass", "3 pass");
    expect("1 tiles nile", "turn 1");
}

RULE("RA-AUC-06",
     "If everybody passes after a Ra tile was drawn, nothing changes: the lot stays on the "
     "track, the centre sun stays, and no sun is spent.")
{
    scene("players 4 turn 1 ra 2", "track nile gold - funeral god pharaoh");
    play("1 draw ra", "2 pass", "3 pass", "0 pass", "1 pass");
    expect("track nile gold - funeral god pharaoh", "centre 1", "ra 3", "turn 2", "phase turn");
    expect("0 suns 13 6 2", "1 suns 12 7 3", "2 suns 11 8 4", "3 suns 10 9 5");
    expect("0 tiles", "1 tiles", "2 tiles", "3 tiles");
}

RULE("RA-AUC-07",
     "If everybody passes after Ra was invoked on a full track, all eight tiles go to the "
     "box; the suns stay as they are.")
{
    scene("players 4 turn 1 ra 2", "track nile gold art funeral god pharaoh nile sphinx");
    play("1 invoke", "2 pass", "3 pass", "0 pass", "1 pass");
    expect("lot 0", "box nile 2 gold 1 art 1 funeral 1 god 1 pharaoh 1 sphinx 1", "centre 1",
           "turn 2");
    expect("0 suns 13 6 2", "1 suns 12 7 3", "2 suns 11 8 4", "3 suns 10 9 5", "ra 2");
    expect("0 tiles", "1 tiles", "2 tiles", "3 tiles");
}

RULE("RA-AUC-08",
     "With no tile on the track the auction is still held, for the centre sun alone.")
{
    scene("turn 0 centre 11", "0 suns 13 8 5 2", "1 suns 12 9 6 3", "2 suns 10 7 4 1");
    play("0 invoke", "1 bid:3", "2 pass", "0 pass");
    expect("centre 3", "1 suns 12 9 6", "1 spent 11", "1 tiles", "lot 0", "turn 1");

    scene("turn 0 centre 11", "0 suns 13 8 5 2", "1 suns 12 9 6 3", "2 suns 10 7 4 1");
    play("0 draw ra", "1 pass", "2 bid:1", "0 pass");
    expect("centre 1", "2 suns 10 7 4", "2 spent 11");
}
