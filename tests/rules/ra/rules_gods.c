/* SPDX-License-Identifier: MIT
 * rules_gods.c -- chapter 5 of rules/ra.md: playing gods. */
#include "t_ra.h"

RULE("RA-GOD-01",
     "Whoever has gods in their display may spend one or more of them and take one tile of "
     "their choice from the auction track for each. Then the turn is over, without an "
     "auction.")
{
    scene("turn 0", "track pharaoh flood gold god", "0 tiles god 3");
    play("0 take:pharaoh");
    expect("phase gods", "to_act 0", "turn 0");
    legal("0 take:flood take:gold end");
    play("0 take:flood", "0 end");
    expect("0 tiles god pharaoh flood", "track - - gold god", "phase turn", "turn 1",
           "to_act 1");
    saw("0 god_took flood", "0 gods_ended (2)");
    saw_not("0 invoked 2");

    /* One god, one tile, and the turn is over. */
    scene("turn 0", "track pharaoh flood gold god", "0 tiles god");
    play("0 take:gold");
    expect("0 tiles gold", "track pharaoh flood - god", "turn 1", "phase turn");
}

RULE("RA-GOD-02",
     "A god cannot fetch another god from the auction track, nor a Ra tile from the Ra "
     "track; any other tile on the auction track may be taken, disasters included.")
{
    scene("turn 0", "track god god", "0 tiles god 2");
    legal("0 draw invoke");
    refuse("0 take:god", GAME_ILLEGAL);

    scene("turn 0 ra 4", "track god nile", "0 tiles god 2");
    legal("0 draw invoke take:nile");
    refuse("0 take:ra", GAME_ILLEGAL);
    refuse("0 take:flood", GAME_ILLEGAL); /* not there */

    scene("turn 0", "track pharaoh art sphinx gold funeral drought unrest earthquake",
          "0 tiles god 2");
    legal(
        "0 invoke take:pharaoh take:gold take:art take:sphinx take:funeral take:drought take:unrest "
        "take:earthquake");
    scene("turn 0", "track nile flood", "1 tiles god");
    legal("0 draw invoke"); /* the god is another's */
}

RULE("RA-GOD-03",
     "A player can spend no more gods than they have, and no more than there are tiles they "
     "may take; a god is given up only in exchange for a tile.")
{
    scene("turn 0", "track pharaoh god nile", "0 tiles god 3"); /* one or two of three */
    play("0 take:pharaoh");
    legal("0 take:nile end");
    refuse("0 take:god", GAME_ILLEGAL);
    play("0 take:nile");
    expect("0 tiles god pharaoh nile", "turn 1");

    scene("turn 0", "track pharaoh flood nile", "0 tiles god 2"); /* both, and no more */
    play("0 take:pharaoh", "0 take:nile");
    expect("0 tiles pharaoh nile", "turn 1", "phase turn");
    refuse("0 take:flood", GAME_NOT_YOU);
}

RULE("RA-GOD-04", "Spent gods go to the box and earn nothing.")
{
    scene("turn 0 ra 7", "track gold nile", "0 tiles god", "1 tiles god");
    play("0 take:nile");
    expect("0 has god 0", "box god 1");
    expect("0 counts gods 0", "1 counts gods 2");
    play("1 draw ra");
    saw("0 tally_gods 0", "1 tally_gods 2 (1)");
}

RULE("RA-GOD-05",
     "The spaces that become empty are filled by later draws, and a track that was full no "
     "longer is.")
{
    scene("turn 0", "track nile nile pharaoh nile nile nile nile nile", "0 tiles god");
    refuse("0 draw", GAME_ILLEGAL);
    play("0 take:pharaoh");
    legal("1 draw invoke");
    play("1 draw gold");
    expect("track nile nile gold nile nile nile nile nile");
    legal("2 invoke");
}

RULE("RA-GOD-06",
     "Taking a disaster with a god means to suffer it, by the rules of chapter 9; then the "
     "disaster goes to the box.")
{
    scene("edition 2005 turn 0", "track funeral", "0 tiles god pharaoh 3");
    play("0 take:funeral");
    expect("0 tiles pharaoh", "box funeral 1 god 1 pharaoh 2", "lot 0", "turn 1");

    scene("edition 1999 turn 0", "track funeral", "0 tiles god pharaoh 3");
    play("0 take:funeral");
    expect("0 tiles pharaoh", "box funeral 1", "turn 1");

    scene("edition 2016 turn 0", "track drought",
          "0 tiles god pharaoh 3 flood nile 2 art sphinx");
    play("0 take:drought"); /* and nothing of other groups */
    expect("0 tiles pharaoh 3 nile art sphinx", "box drought 1 flood 1 nile 1");
    saw("0 disaster drought (2)");
    saw_not("0 disaster funeral (2)", "0 disaster unrest (1)");

    scene("edition 2016 turn 0", "track earthquake", "0 tiles god temple sphinx 2");
    play("0 take:earthquake");
    expect("phase discard", "to_act 0", "turn 0", "0 owes 0 2");
    legal("0 discard:sphinx discard:temple");
    play("0 discard:sphinx", "0 discard:temple");
    expect("0 tiles sphinx", "box earthquake 1 sphinx 1 temple 1", "turn 1", "phase turn");
}

RULE("RA-GOD-06",
     "With the option `god_disaster` set to `ignored`, a disaster taken with a god costs "
     "nothing and goes to the box; one won in an auction still strikes.")
{
    scene("god_disaster ignored turn 0", "track funeral unrest nile",
          "0 tiles god 2 pharaoh 3 art 2 writing");
    play("0 take:funeral", "0 take:unrest");
    expect("0 tiles pharaoh 3 art 2 writing", "box funeral 1 unrest 1 god 2 pharaoh 0",
           "track - - nile", "turn 1", "phase turn");

    scene("edition 1999 god_disaster ignored turn 0", "track funeral", "0 tiles pharaoh 3");
    play("0 invoke", "1 pass", "2 pass", "0 bid:2");
    expect("0 tiles pharaoh", "box funeral 1 pharaoh 2");
}

RULE("RA-GOD-07",
     "1999 and 2005 (`after_all`): disasters taken with gods strike after the last tile of "
     "the action was taken, so every tile taken can be lost to them.")
{
    scene("edition 2005 turn 0", "track funeral pharaoh", "0 tiles god 2");
    play("0 take:funeral", "0 take:pharaoh");
    expect("0 tiles", "box funeral 1 pharaoh 1", "turn 1");

    scene("edition 1999 turn 0", "track funeral pharaoh", "0 tiles god 2");
    play("0 take:funeral", "0 take:pharaoh");
    expect("0 tiles", "box funeral 1 pharaoh 1");

    /* Until the end of the action the disaster waits, and the display is whole. */
    scene("edition 2005 turn 0", "track funeral pharaoh nile", "0 tiles god 3 pharaoh 2");
    play("0 take:funeral");
    expect("0 tiles god 2 pharaoh 2", "box funeral 0", "phase gods");
    play("0 take:nile", "0 end");
    expect("0 tiles god nile", "box funeral 1 pharaoh 2", "track - pharaoh");

    /* 2016 with the option of the older editions. */
    scene("edition 2016 god_disaster after_all turn 0", "track funeral pharaoh",
          "0 tiles god 2");
    play("0 take:funeral", "0 take:pharaoh");
    expect("0 tiles", "box pharaoh 1");
}

RULE("RA-GOD-07",
     "2016 (`immediate`): a disaster strikes the moment it is taken, so tiles taken earlier "
     "in the same action can be lost to it and tiles taken later are safe.")
{
    scene("edition 2016 turn 0", "track funeral pharaoh", "0 tiles god 2");
    play("0 take:funeral", "0 take:pharaoh");
    expect("0 tiles pharaoh", "box funeral 1 pharaoh 0", "turn 1");

    scene("edition 2016 turn 0", "track funeral pharaoh", "0 tiles god 2");
    play("0 take:pharaoh", "0 take:funeral");
    expect("0 tiles", "box funeral 1 pharaoh 1", "turn 1");

    /* 2005 with the option of 2016. */
    scene("edition 2005 god_disaster immediate turn 0", "track funeral pharaoh",
          "0 tiles god 2");
    play("0 take:funeral", "0 take:pharaoh");
    expect("0 tiles pharaoh");

    /* The choice is asked for at once, and then the action goes on. */
    scene("edition 2016 turn 0", "track unrest art nile",
          "0 tiles god 3 writing religion agriculture");
    play("0 take:unrest");
    expect("phase discard", "0 owes 2 0", "0 has god 2");
    legal("0 discard:agriculture discard:writing discard:religion");
    play("0 discard:religion", "0 discard:writing");
    expect("phase gods", "0 tiles god 2 agriculture", "turn 0");
    play("0 take:art", "0 take:nile");
    expect("0 tiles agriculture art nile", "turn 1");
}

RULE("RA-GOD-08",
     "Gods are played only as one's own turn, so only with a ready sun, and a god just won "
     "can be used from the next turn on.")
{
    /* Won with the last ready sun: no turn, no use, 2 points. */
    scene("turn 1 ra 7", "track god", "0 suns 13 spent 2 5 8", "0 tiles art writing religion");
    play("1 invoke", "2 pass", "0 bid:13", "2 draw nile", "1 draw nile");
    expect("turn 2", "0 tiles god art writing religion");
    legal("0");
    refuse("0 take:nile", GAME_NOT_YOU);
    play("2 draw ra");
    saw("0 tally_gods 2 (1)");

    /* Not in an auction, not on the turn of another; from one's next turn on. */
    scene("turn 0", "track god nile", "1 tiles god");
    refuse("1 take:nile", GAME_NOT_YOU);
    play("0 invoke");
    refuse("1 take:nile", GAME_ILLEGAL);
    play("1 bid:3", "2 pass", "0 pass");
    expect("turn 1", "1 tiles god 2 nile");
    play("1 draw gold", "2 draw gold", "0 draw gold");
    legal("1 draw invoke take:gold");
}
