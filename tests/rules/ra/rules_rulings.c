/* SPDX-License-Identifier: MIT
 * rules_rulings.c -- rules/rulings.md: open questions, and what is asked of whom. */
#include "t_ra.h"

RULE("RA-AMB-01",
     "It does: by default 1999 is played with `god_disaster` `after_all`, as 2005 is.")
{
    begin("players 3 edition 1999");
    assert_int_equal(table()->options.god_disaster, RA_AFTER_ALL);
    begin("players 3 edition 2005");
    assert_int_equal(table()->options.god_disaster, RA_AFTER_ALL);
    scene("edition 1999 turn 0", "track funeral pharaoh", "0 tiles god 2 pharaoh");
    play("0 take:funeral", "0 take:pharaoh");
    expect("0 tiles");
    scene("edition 1999 god_disaster ignored turn 0", "track funeral pharaoh",
          "0 tiles god 2 pharaoh");
    play("0 take:funeral", "0 take:pharaoh");
    expect("0 tiles pharaoh 2");
}

RULE("RA-AMB-02",
     "In 1999 and 2005 all of them can, in 2016 only those taken before the disaster; the "
     "option `god_disaster` changes this apart from the edition.")
{
    static const char *const all[] = {"edition 1999 turn 0", "edition 2005 turn 0",
                                      "edition 2016 god_disaster after_all turn 0"};
    static const char *const before[] = {"edition 2016 turn 0",
                                         "edition 2005 god_disaster immediate turn 0",
                                         "edition 1999 god_disaster immediate turn 0"};

    begin("players 3 edition 2016");
    assert_int_equal(table()->options.god_disaster, RA_IMMEDIATE);
    for (int i = 0; i < 3; i++) {
        scene(all[i], "track nile drought flood", "0 tiles god 3");
        play("0 take:nile", "0 take:drought", "0 take:flood");
        expect("0 tiles");
        scene(before[i], "track nile drought flood", "0 tiles god 3");
        play("0 take:nile", "0 take:drought", "0 take:flood");
        expect("0 tiles flood");
    }
}

RULE("RA-AMB-03",
     "It does not: the last lot is settled with its disasters first, and then the epoch is "
     "scored.")
{
    static const char *const editions[] = {"edition 1999 turn 0", "edition 2005 turn 0",
                                           "edition 2016 turn 0"};

    for (int i = 0; i < 3; i++) {
        scene(editions[i], "track drought flood", "0 suns 13 tiles flood nile 2 art", "1 suns",
              "2 suns");
        play("0 invoke", "0 bid:13");
        saw("0 lost flood (2)", "0 tally_river 0 (2)", "0 epoch_ended 1");
        expect("epoch 2", "0 score 10");
    }
}

RULE("RA-AMB-04",
     "Only the sum of an epoch is, and in the third epoch monuments and suns belong to that "
     "sum.")
{
    scene("turn 0 ra 7", "0 score 0 tiles pharaoh", "1 tiles art", "2 tiles art");
    play("0 draw ra");
    expect("0 score 0", "0 net 1 0");
    /* 16 for monuments would survive if the 12 lost were cut off at 0 before. */
    scene("turn 0 ra 7 epoch 3", "0 score 0 tiles temple 5", "1 tiles pharaoh",
          "2 tiles pharaoh");
    play("0 draw ra");
    expect("0 net 3 4", "0 score 4");
}

RULE("RA-AMB-05", "By default it may; the option `empty_invoke` forbids it.")
{
    static const char *const editions[] = {"edition 1999 turn 0", "edition 2005 turn 0",
                                           "edition 2016 turn 0"};

    for (int i = 0; i < 3; i++) {
        scene(editions[i]);
        legal("0 draw invoke");
        scene(editions[i], "empty_invoke false");
        legal("0 draw");
        scene(editions[i], "empty_invoke true");
        legal("0 draw invoke");
    }
}

RULE("RA-AMB-06",
     "It makes no difference: on a full track the player who invoked may always pass.")
{
    static const char *const editions[] = {"edition 1999 turn 0", "edition 2005 turn 0",
                                           "edition 2016 turn 0"};

    for (int i = 0; i < 3; i++) {
        scene(editions[i], "track nile nile nile nile nile nile nile nile", "0 tiles god");
        play("0 invoke", "1 pass", "2 pass", "0 pass");
        expect("lot 0", "0 tiles god", "turn 1");
    }
}

RULE("RA-AMB-07", "They must: players without a ready sun count as having passed.")
{
    scene("turn 0", "track nile", "0 suns 13 12", "1 suns", "2 suns");
    play("0 invoke");
    legal("0 bid:12 bid:13");
    refuse("0 pass", GAME_ILLEGAL);
    scene("turn 0", "track nile", "0 suns 13 12", "1 suns", "2 suns 11");
    play("0 invoke", "2 pass");
    legal("0 bid:12 bid:13");
}

RULE("RA-AMB-08", "Whoever ties for fewest loses 2, in 2016 as in the other editions.")
{
    static const char *const editions[] = {"edition 1999 turn 0", "edition 2005 turn 0",
                                           "edition 2016 turn 0"};

    for (int i = 0; i < 3; i++) {
        scene(editions[i], "0 tiles pharaoh 3", "1 tiles pharaoh", "2 tiles pharaoh");
        expect("0 counts pharaohs 5", "1 counts pharaohs -2", "2 counts pharaohs -2");
    }
}

RULE("RA-AMB-09",
     "With two players one gains and the other loses, both for pharaohs and for suns, unless "
     "they are equal.")
{
    scene("players 2 turn 0 ra 5 epoch 3", "0 suns 9 8 3 2 tiles pharaoh art", "1 tiles art");
    play("0 draw ra"); /* suns 22 and 22 */
    expect("0 score 15", "1 score 8");
    scene("players 2 turn 0 ra 5 epoch 3", "0 suns 9 8 7 2 tiles art", "1 tiles art");
    play("0 draw ra");
    expect("0 score 15", "1 score 5");
    scene("players 2 turn 0 ra 5 epoch 3", "0 tiles art", "1 tiles art");
    play("0 draw ra");
    expect("0 score 10", "1 score 10");
}

RULE("RA-AMB-10", "It goes to the leftmost empty one.")
{
    scene("edition 1999 turn 0", "track nile - nile - nile");
    play("0 draw gold", "1 draw art", "2 draw god");
    expect("track nile gold nile art nile god");
}

RULE("RA-AMB-11", "They are those of 2005: 9 6 5 2 and 8 7 4 3, and six spaces.")
{
    begin("players 2 edition 2016");
    play("deal:2,1");
    expect("0 suns 8 7 4 3", "1 suns 9 6 5 2");
    scene("players 2 edition 2016 turn 0 ra 4");
    play("0 draw ra", "1 pass", "0 pass");
    expect("ra 5", "epoch 1");
    play("1 draw ra");
    expect("ra 0", "epoch 2");
}

RULE("RA-AMB-12", "The game is refused.")
{
    no_game("players 2 edition 1999");
    no_game("players 2 edition 1999 god_disaster immediate");
    begin("players 3 edition 1999");
    begin("players 2 edition 2005");
}

RULE("RA-AMB-13", "They do not: points are plain numbers.")
{
    scene("turn 0 ra 7", "0 score 300 tiles god 8 gold 5", "1 score 300", "2 score 300");
    play("0 draw ra");
    expect("0 score 326", "1 score 295",
           "2 score 295"); /* more than any set of tokens is worth */
}

RULE("RA-AMB-14", "They are shown to everybody.")
{
    struct ra_state seen;

    scene("turn 0", "1 suns 12 spent 9 6 3 score 77");
    for (int seat = GAME_SPECTATOR; seat < 3; seat++) {
        ra_game.observe(table(), seat, &seen);
        assert_int_equal(seen.score[1], 77);
        assert_int_equal(seen.spent[1], 1 << 9 | 1 << 6 | 1 << 3);
    }
}

RULE("RA-AMB-15",
     "They are named one by one in all editions; where the disasters wait for the end, so do "
     "the choices of what to lose.")
{
    static const char *const editions[] = {"edition 1999 turn 0", "edition 2005 turn 0",
                                           "edition 2016 turn 0"};

    for (int i = 0; i < 3; i++) {
        scene(editions[i], "track nile flood gold", "0 tiles god 2");
        legal("0 draw invoke take:nile take:flood take:gold");
        play("0 take:flood");
        legal("0 take:nile take:gold end");
    }
    scene("edition 2005 turn 0", "track unrest art gold", "0 tiles god 2 writing 2");
    play("0 take:unrest");
    legal("0 take:gold take:art end"); /* the unrest waits */
    play("0 take:art");
    legal("0 discard:writing discard:art");
}

RULE("RA-AMB-16", "All suns owned count, ready or spent.")
{
    scene("turn 1 ra 7 epoch 3 centre 1", "0 suns 11 2 3 4 score 15 tiles art",
          "1 suns 5 spent 12 6 7 tiles art", "2 suns 13 8 9 10 score 5 tiles art");
    play("1 draw ra"); /* sums 20, 30, 40 */
    expect("0 score 10", "1 score 10", "2 score 10", "winner 2");
    scene("turn 1 ra 7 epoch 3 centre 13", "0 suns 11 2 3 4 score 15 tiles art",
          "1 suns 5 spent 12 6 7 tiles art", "2 suns 1 8 9 10 score 5 tiles art");
    play("1 draw ra"); /* sums 20, 30, 28 */
    expect("0 score 10", "1 score 15", "2 score 5");
    scene("turn 1 ra 7 epoch 3 centre 13", "0 suns 11 2 3 4 score 20 tiles art",
          "1 suns 5 spent 12 6 7 score 10 tiles art", "2 suns 1 8 9 10 score 5 tiles art");
    play("1 draw ra");
    expect("0 score 15", "1 score 15", "winner 1"); /* by the spent 12 */
}

RULE("RA-AMB-17", "There is nothing to choose, since all Niles are alike.")
{
    scene("edition 2016 turn 0", "track drought", "0 tiles flood nile 4");
    play("0 invoke", "1 pass", "2 pass", "0 bid:2");
    expect("phase turn", "turn 1", "0 tiles nile 3");
}

RULE("RA-AMB-18", "They do not: those not spent are scored and go to the box.")
{
    static const char *const editions[] = {
        "edition 1999 turn 0 ra 7", "edition 2005 turn 0 ra 7", "edition 2016 turn 0 ra 7"};

    for (int i = 0; i < 3; i++) {
        scene(editions[i], "1 tiles god 3 art");
        play("0 draw ra");
        expect("1 tiles", "1 score 16", "box god 3");
    }
}

RULE("RA-ASK-01",
     "A player is asked whenever the rules put them on the spot, even when only one action "
     "is legal; the exceptions are those named here.")
{
    scene("turn 0", "track nile", "0 suns 13", "1 suns", "2 suns");
    play("0 invoke");
    legal("0 bid:13"); /* asked, although it is forced and there is one sun */
    scene("turn 0", "track nile nile nile nile nile nile nile nile");
    legal("0 invoke");
    scene("turn 0 empty_invoke false");
    legal("0 draw");
}

RULE("RA-ASK-02",
     "The bid of a player with no ready sun above the highest bid is not asked for: they "
     "pass, and are not listed among those who answered.")
{
    scene("players 4 turn 0", "track nile", "0 suns 2 3 4", "1 suns 11 5 6", "2 suns 10 7 8",
          "3 suns 13 9 12");
    play("0 invoke", "1 bid:11");
    expect("to_act 3", "1 bid 11");
    assert_int_equal(table()->passed, 0);
    saw_not("2 passed");
    play("3 pass");
    expect("1 tiles nile", "phase turn"); /* seat 0 could not bid either */
}

RULE("RA-ASK-03",
     "A god action ends by itself when no god, or no tile that may be taken, is left; before "
     "that its player ends it.")
{
    scene("turn 0", "track nile flood", "0 tiles god"); /* no god is left */
    play("0 take:nile");
    expect("phase turn", "turn 1");
    scene("turn 0", "track nile god god", "0 tiles god 2"); /* no tile is left */
    play("0 take:nile");
    expect("phase turn", "turn 1", "0 tiles god nile");
    scene("turn 0", "track nile flood", "0 tiles god 2");
    play("0 take:nile");
    expect("phase gods", "turn 0");
    legal("0 take:flood end");
    play("0 end");
    expect("phase turn", "turn 1", "0 tiles god nile", "track - flood");
}

RULE("RA-ASK-04",
     "Nobody is asked what to lose when everything of the group that is still held must go, "
     "or all of it is of one kind; funerals and droughts never need a choice and are carried "
     "out first, at once.")
{
    scene("turn 0", "track unrest", "0 tiles art writing"); /* everything goes */
    play("0 invoke", "1 pass", "2 pass", "0 bid:2");
    expect("0 tiles", "turn 1");
    scene("turn 0", "track unrest", "0 tiles art 4"); /* all alike */
    play("0 invoke", "1 pass", "2 pass", "0 bid:2");
    expect("0 tiles art 2", "turn 1");
    scene("turn 0", "track unrest", "0 tiles art 2 writing"); /* after one discard all alike */
    play("0 invoke", "1 pass", "2 pass", "0 bid:2");
    expect("phase discard");
    play("0 discard:writing");
    expect("0 tiles art", "turn 1");
    scene("turn 0", "track unrest drought funeral", "0 tiles art 2 writing pharaoh 2 flood 2");
    play("0 invoke", "1 pass", "2 pass", "0 bid:2");
    expect("phase discard", "0 tiles art 2 writing"); /* the others have struck already */
}

RULE("RA-ASK-05",
     "Tiles to be lost are named one at a time, in any order; unrest is settled before an "
     "earthquake, which waits even when it leaves no choice.")
{
    scene("turn 0", "track earthquake unrest", "0 tiles art 2 writing 2 sphinx temple palace");
    play("0 invoke", "1 pass", "2 pass", "0 bid:2");
    expect("0 owes 2 2");
    legal("0 discard:writing discard:art");
    refuse("0 discard:sphinx", GAME_ILLEGAL);
    play("0 discard:writing");
    legal("0 discard:writing discard:art");
    play("0 discard:art");
    expect("0 owes 0 2", "phase discard");
    legal("0 discard:palace discard:sphinx discard:temple");
    refuse("0 discard:art", GAME_ILLEGAL);
    play("0 discard:temple", "0 discard:palace");
    expect("0 tiles art writing sphinx", "turn 1");

    scene("turn 0", "track earthquake unrest", "0 tiles art 2 writing 2 sphinx temple");
    play("0 invoke", "1 pass", "2 pass", "0 bid:2");
    expect("0 owes 2 2", "0 has sphinx 1 temple 1"); /* no choice, yet it waits */
    play("0 discard:art", "0 discard:writing");
    expect("0 tiles art writing", "turn 1");

    scene("turn 0", "track earthquake unrest", "0 tiles art 2 sphinx 2 temple");
    play("0 invoke", "1 pass", "2 pass", "0 bid:2");
    expect("0 owes 0 2", "0 has art 0"); /* the unrest had no choice */
}

RULE("RA-ASK-06",
     "With `after_all` the losses of a god action are asked for after its end; with "
     "`immediate` directly after the disaster was taken, and then the action goes on.")
{
    scene("edition 2005 turn 0", "track earthquake sphinx nile gold",
          "0 tiles god 3 temple palace");
    play("0 take:earthquake");
    expect("phase gods", "0 owes 0 0");
    play("0 take:sphinx");
    expect("phase gods");
    play("0 end");
    expect("phase discard", "turn 0", "0 owes 0 2", "0 has god 1");
    legal("0 discard:palace discard:sphinx discard:temple");
    play("0 discard:temple", "0 discard:palace");
    expect("phase turn", "turn 1", "0 tiles god sphinx");

    scene("edition 2016 turn 0", "track earthquake sphinx nile gold",
          "0 tiles god 3 temple palace 2");
    play("0 take:earthquake");
    expect("phase discard", "0 owes 0 2", "turn 0");
    refuse("0 take:sphinx", GAME_ILLEGAL);
    play("0 discard:temple"); /* and then one of two palaces: no choice */
    expect("phase gods", "turn 0", "0 tiles god 2 palace");
    legal("0 take:nile take:gold take:sphinx end");
    play("0 take:sphinx", "0 end");
    expect("turn 1", "0 tiles god palace sphinx");
}
