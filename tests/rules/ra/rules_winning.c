/* SPDX-License-Identifier: MIT
 * rules_winning.c -- chapter 8 of rules/ra.md: winning an auction. */
#include "t_ra.h"

RULE("RA-WIN-01", "The highest bidder takes every tile of the lot.")
{
    scene("turn 0", "track nile - god art sphinx", "1 tiles nile");
    play("0 invoke", "1 bid:3", "2 bid:4", "0 pass");
    expect("2 tiles nile god art sphinx", "lot 0", "1 tiles nile", "0 tiles");
    saw("2 won 4 (4)", "2 got_tile nile", "2 got_tile god", "2 got_tile art",
        "2 got_tile sphinx");
}

RULE("RA-WIN-02",
     "The winner takes the centre sun, spent, and the sun that was bid becomes the new "
     "centre sun.")
{
    scene("players 4 turn 0", "track nile");
    expect("centre 1", "0 suns 13 6 2");
    play("0 invoke", "1 pass", "2 pass", "3 pass", "0 bid:6");
    expect("0 suns 13 2", "0 spent 1", "centre 6");
    play("1 invoke", "2 bid:4", "3 pass", "0 pass", "1 pass"); /* seat 0 takes no sun now */
    expect("2 suns 11 8", "2 spent 6", "centre 4", "0 spent 1");
}

RULE("RA-WIN-03", "All other bidders take their suns back, ready.")
{
    scene("turn 0", "track nile", "1 suns 5 3 4 6", "2 suns 9 8 10 11");
    play("0 invoke", "1 bid:5", "2 bid:9", "0 pass");
    expect("1 suns 5 3 4 6", "1 spent", "2 suns 8 10 11", "centre 9");
    play("1 invoke");
    legal("2 pass bid:8 bid:10 bid:11");
    play("2 pass", "0 pass");
    legal("1 bid:3 bid:4 bid:5 bid:6"); /* the 5 is there again */
}

RULE("RA-WIN-04", "A spent sun cannot be bid until the next epoch.")
{
    scene("turn 1 ra 6 centre 13", "track nile", "0 suns 12 5 2 8", "1 suns 3 4 6 7");
    play("1 invoke", "2 pass", "0 bid:2", "1 pass");
    expect("0 suns 12 5 8", "0 spent 13");
    play("2 invoke");
    legal("0 pass bid:5 bid:8 bid:12");
    refuse("0 bid:13", GAME_ILLEGAL);
    play("0 pass", "1 pass", "2 bid:1");
    play("0 draw ra", "1 pass", "2 pass", "0 pass",
         "1 draw ra"); /* the epoch ends by its Ra track */
    expect("epoch 2", "turn 0", "0 suns 13 12 8 5");
    play("0 invoke", "1 pass", "2 pass");
    legal("0 bid:5 bid:8 bid:12 bid:13");
}

RULE("RA-WIN-05",
     "First the winner adds the tiles of the lot other than disasters to the display, then "
     "the suns change places, then the disasters strike, and only then is it seen whether "
     "the epoch is over.")
{
    /* The last ready sun of all wins a funeral. */
    scene("turn 0", "track funeral pharaoh", "0 suns 13 tiles pharaoh 3", "1 suns", "2 suns");
    play("0 invoke", "0 bid:13");
    expect("epoch 2", "0 tiles pharaoh 2"); /* 3 + 1 - 2 */
    saw("0 lost pharaoh (2)", "0 tally_pharaohs 5 (2)");

    /* While the winner chooses what to lose the suns are exchanged and the epoch goes on. */
    scene("turn 0", "track unrest art", "0 suns 13 tiles writing 2 religion", "1 suns",
          "2 suns");
    play("0 invoke", "0 bid:13");
    expect("phase discard", "epoch 1", "0 has art 1", "0 suns", "centre 13", "lot 0",
           "0 owes 2 0");
    saw_not("0 epoch_ended 1");
    play("0 discard:religion", "0 discard:writing");
    expect("epoch 2");
    saw("0 tally_civilisation 0 (2)", "0 epoch_ended 1");
}
