/* SPDX-License-Identifier: MIT
 * rules_disasters.c -- chapter 9 of rules/ra.md: disasters. Seat 0 wins the lot with the 2. */
#include "t_ra.h"

static void
win_lot(void)
{
    play("0 invoke", "1 pass", "2 pass", "0 bid:2");
}

RULE("RA-DIS-01",
     "A funeral costs pharaohs, a drought costs river tiles, unrest (war) costs civilisation "
     "tiles and an earthquake costs monuments. Gods and gold are safe from all of them.")
{
    static const char all[] =
        "0 tiles god 2 gold 2 pharaoh 2 nile flood art writing sphinx temple";

    scene("turn 0", "track funeral", all);
    win_lot();
    expect("0 tiles god 2 gold 2 nile flood art writing sphinx temple");
    scene("turn 0", "track drought", all);
    win_lot();
    expect("0 tiles god 2 gold 2 pharaoh 2 art writing sphinx temple");
    scene("turn 0", "track unrest", all);
    win_lot();
    expect("0 tiles god 2 gold 2 pharaoh 2 nile flood sphinx temple");
    scene("turn 0", "track earthquake", all);
    win_lot();
    expect("0 tiles god 2 gold 2 pharaoh 2 nile flood art writing");

    scene("turn 0", "track unrest", "0 tiles gold 2 god"); /* nothing that could be hit */
    win_lot();
    expect("0 tiles gold 2 god", "turn 1", "phase turn");
}

RULE("RA-DIS-02",
     "The other tiles taken along with a disaster join the display first, so they can be "
     "lost to it.")
{
    scene("turn 0", "track pharaoh pharaoh pharaoh funeral");
    win_lot();
    expect("0 tiles pharaoh", "box pharaoh 2 funeral 1");

    scene("turn 0", "track funeral pharaoh pharaoh pharaoh"); /* wherever they lay */
    win_lot();
    expect("0 tiles pharaoh");

    scene("turn 0", "track earthquake sphinx statue", "0 tiles temple");
    win_lot();
    legal("0 discard:sphinx discard:statue discard:temple");
}

RULE("RA-DIS-03",
     "Each disaster costs two tiles of its group, or all there are if there are fewer.")
{
    scene("turn 0", "track earthquake", "0 tiles sphinx nile");
    win_lot();
    expect("0 tiles nile", "box sphinx 1 earthquake 1");
    scene("turn 0", "track funeral", "0 tiles pharaoh 7");
    win_lot();
    expect("0 tiles pharaoh 5");
    scene("turn 0", "track drought", "0 tiles nile");
    win_lot();
    expect("0 tiles", "box nile 1");
    scene("turn 0", "track unrest", "0 tiles art 3 religion");
    win_lot();
    expect("0 owes 2 0");
    play("0 discard:art", "0 discard:art");
    expect("0 tiles art religion", "phase turn", "0 owes 0 0"); /* two, and not one more */
}

RULE("RA-DIS-04",
     "Whoever took an unrest or an earthquake chooses which tiles of the group to lose.")
{
    scene("turn 0", "track unrest", "0 tiles astronomy 2 writing sphinx nile");
    win_lot();
    expect("phase discard", "to_act 0", "0 owes 2 0");
    legal("0 discard:astronomy discard:writing");
    refuse("0 discard:sphinx", GAME_ILLEGAL); /* another group */
    refuse("0 discard:nile", GAME_ILLEGAL);
    refuse("0 discard:art", GAME_ILLEGAL); /* not owned */
    refuse("1 discard:writing", GAME_NOT_YOU);
    refuse("0 pass", GAME_ILLEGAL); /* no fewer than two */
    play("0 discard:astronomy");
    legal("0 discard:astronomy discard:writing");
    play("0 discard:astronomy");
    expect("0 tiles writing sphinx nile", "turn 1");

    scene("turn 0", "track unrest", "0 tiles astronomy 2 writing"); /* the other way */
    win_lot();
    play("0 discard:writing"); /* then nothing is left to choose */
    expect("0 tiles astronomy", "phase turn", "turn 1");

    /* The winner chooses, though it is the turn of another. */
    scene("turn 1", "track earthquake", "0 tiles temple palace fortress");
    play("1 invoke", "2 pass", "0 bid:13");
    expect("to_act 0", "turn 1", "phase discard", "0 owes 0 2");
    legal("0 discard:fortress discard:palace discard:temple");
    play("0 discard:temple", "0 discard:fortress");
    expect("0 tiles palace", "turn 2");
}

RULE("RA-DIS-05", "A drought takes floods first, and Niles only to make up two.")
{
    scene("turn 0", "track drought", "0 tiles flood nile 4");
    win_lot();
    expect("0 tiles nile 3", "turn 1");
    saw("0 disaster drought (2)", "0 lost flood (1)", "0 lost nile (1)");
    scene("turn 0", "track drought", "0 tiles flood 2 nile 4");
    win_lot();
    expect("0 tiles nile 4");
    scene("turn 0", "track drought", "0 tiles flood 5 nile 4");
    win_lot();
    expect("0 tiles flood 3 nile 4");
    scene("turn 0", "track drought", "0 tiles nile 4");
    win_lot();
    expect("0 tiles nile 2");
    scene("turn 0", "track drought flood nile"); /* of the same lot */
    win_lot();
    expect("0 tiles");
}

RULE("RA-DIS-06",
     "Every disaster taken strikes in full: two alike cost four tiles, or all there are.")
{
    scene("turn 0", "track drought drought", "0 tiles flood 3 nile 5");
    win_lot();
    expect("0 tiles nile 4", "box drought 2 flood 3 nile 1");
    scene("turn 0", "track funeral funeral", "0 tiles pharaoh 3");
    win_lot();
    expect("0 tiles", "box funeral 2 pharaoh 3");
    scene("turn 0", "track unrest unrest unrest", "0 tiles art 3 writing 2 religion 2");
    win_lot();
    expect("0 owes 6 0");
    scene("turn 0", "track earthquake earthquake", "0 tiles sphinx 2 statue 2 temple");
    win_lot();
    expect("0 owes 0 4");
    play("0 discard:temple", "0 discard:sphinx", "0 discard:statue");
    legal("0 discard:sphinx discard:statue");
    play("0 discard:statue");
    expect("0 tiles sphinx", "box earthquake 2 temple 1 sphinx 1 statue 2", "turn 1");
}

RULE("RA-DIS-06",
     "Different disasters do not touch each other's groups, so their order makes no "
     "difference.")
{
    static const char *const orders[] = {"track funeral drought unrest earthquake",
                                         "track earthquake unrest drought funeral",
                                         "track unrest funeral earthquake drought"};

    for (int i = 0; i < 3; i++) {
        scene("turn 0", orders[i], "0 tiles pharaoh 3 flood nile 2 art 3 sphinx 4 gold");
        win_lot();
        expect("0 tiles pharaoh nile art sphinx 2 gold", "turn 1");
        expect(
            "box funeral 1 drought 1 unrest 1 earthquake 1 pharaoh 2 flood 1 nile 1 art 2 sphinx 2");
    }
}

RULE("RA-DIS-07",
     "The disaster goes to the box together with what it cost, even if that was nothing.")
{
    scene("turn 0", "track funeral", "0 tiles nile");
    win_lot();
    expect("0 tiles nile", "box funeral 1 pharaoh 0 nile 0", "turn 1");
    saw("0 disaster funeral");
    scene("turn 0", "track unrest", "0 tiles art religion sphinx");
    win_lot();
    expect("0 tiles sphinx", "box unrest 1 art 1 religion 1");
    saw("0 disaster unrest (2)", "0 lost art (1)", "0 lost religion (1)");
}

RULE("RA-DIS-08",
     "Disasters strike nobody but the player who took them; those that leave the track "
     "unsold strike nobody.")
{
    scene("turn 0", "track funeral", "0 tiles pharaoh 3", "1 tiles pharaoh 3",
          "2 tiles pharaoh 3");
    win_lot();
    expect("0 tiles pharaoh", "1 tiles pharaoh 3", "2 tiles pharaoh 3");

    scene("turn 0", "track earthquake earthquake nile nile nile nile nile nile",
          "0 tiles sphinx 3", "1 tiles statue 3", "2 tiles temple 2 palace 2");
    play("0 invoke", "1 pass", "2 pass", "0 pass");
    expect("0 tiles sphinx 3", "1 tiles statue 3", "2 tiles temple 2 palace 2",
           "box earthquake 2 nile 6");

    scene("turn 0 ra 7", "track funeral funeral", "0 tiles pharaoh 3", "1 tiles pharaoh 4");
    play("0 draw ra");
    expect("0 tiles pharaoh 3", "1 tiles pharaoh 4", "epoch 2", "box funeral 2");
}
