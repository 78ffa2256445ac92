/* SPDX-License-Identifier: MIT
 * rules_turns.c -- chapter 3 of rules/ra.md: taking turns. */
#include "t_ra.h"

RULE("RA-TURN-01",
     "In each epoch the player who owns the highest sun has the first turn; the centre sun "
     "belongs to nobody.")
{
    begin("players 3");
    play("deal:3,1,2"); /* the 13 goes to seat 1 */
    expect("phase turn", "turn 1", "to_act 1", "epoch 1");

    /* The ledger's case: the 13 lies in the centre, seat 2 owns the 12. */
    scene("players 4 turn 0 ra 8 centre 13", "2 suns 12 3 4");
    play("0 draw ra");
    expect("epoch 2", "turn 2", "to_act 2", "centre 13");

    /* A spent sun counts: all suns are ready again when the epoch begins. */
    scene("players 4 turn 0 ra 8 centre 2 epoch 2", "3 suns 5 spent 13 6");
    play("0 draw ra");
    expect("epoch 3", "turn 3");
    saw("3 epoch_began 3");
}

RULE("RA-TURN-02", "Turns pass clockwise.")
{
    scene("players 4 turn 2");
    play("2 draw nile");
    expect("turn 3", "to_act 3");
    play("3 draw nile");
    expect("turn 0", "to_act 0");
    refuse("1 draw", GAME_NOT_YOU);
    play("0 draw nile");
    expect("turn 1", "to_act 1");
}

RULE("RA-TURN-03",
     "On a turn a player with a ready sun does exactly one of three things: draw a tile, "
     "play gods, or invoke Ra.")
{
    scene("turn 0", "track pharaoh nile", "0 tiles god");
    legal("0 draw invoke take:pharaoh take:nile");
    legal("1");
    play("0 draw nile"); /* one of them, not two */
    legal("0");
    legal("1 draw invoke");
}

RULE("RA-TURN-03", "A turn cannot be passed.")
{
    scene("turn 0", "track pharaoh nile", "0 tiles god");
    refuse("0 pass", GAME_ILLEGAL);
    refuse("0 end", GAME_ILLEGAL);
    scene("turn 0", "track nile nile nile nile nile nile nile nile");
    legal("0 invoke");
    refuse("0 pass", GAME_ILLEGAL);
}

RULE("RA-TURN-04",
     "A player whose suns are all spent has no turns until the next epoch, not even to play "
     "gods.")
{
    scene("turn 0", "track nile", "0 suns 13 8 5 2", "1 suns spent 12 9 6 3 tiles god 2");
    play("0 draw pharaoh");
    expect("turn 2", "to_act 2");
    legal("1");
    refuse("1 take:nile", GAME_NOT_YOU);
    play("2 draw pharaoh");
    expect("turn 0");
}

RULE("RA-TURN-05",
     "When only one player still has ready suns, that player takes turn after turn, and may "
     "do on each of them whatever the rules allow on any turn.")
{
    scene("turn 2", "0 suns spent 13 8 5 2", "1 suns spent 12 9 6 3",
          "2 suns 11 10 7 4 tiles god");
    play("2 draw nile");
    expect("turn 2", "to_act 2");
    play("2 draw pharaoh");
    legal("2 draw invoke take:pharaoh take:nile");
    play("2 take:nile");
    expect("turn 2", "2 tiles nile");
    play("2 invoke");
    legal("2 bid:4 bid:7 bid:10 bid:11");
    play("2 bid:4");
    expect("turn 2", "to_act 2", "2 suns 11 10 7", "2 tiles nile pharaoh");
}

RULE("RA-TURN-06",
     "After an auction the next turn belongs to the player left of the Ra player, whoever "
     "won and whether or not anybody bid; players without a ready sun are skipped as always.")
{
    scene("players 4 turn 0", "track nile");
    play("0 invoke", "1 pass", "2 pass", "3 bid:9", "0 pass");
    expect("3 tiles nile", "turn 1", "to_act 1");

    scene("players 4 turn 0", "track nile");
    play("0 draw ra", "1 pass", "2 pass", "3 pass", "0 pass"); /* nobody */
    expect("turn 1");

    scene("players 4 turn 0", "track nile", "0 suns 13 6 2", "1 suns spent 12 7 3",
          "2 suns 11 8 4");
    play("0 invoke", "2 pass", "3 pass", "0 bid:2");
    expect("turn 2");

    /* The player on the left has just spent the last sun by winning. */
    scene("players 4 turn 0", "track nile", "0 suns 13 6 2", "1 suns 12 spent 7 3",
          "2 suns 11 8 4");
    play("0 invoke", "1 bid:12", "0 pass");
    expect("1 suns", "turn 2");
}
