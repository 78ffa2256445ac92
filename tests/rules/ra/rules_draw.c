/* SPDX-License-Identifier: MIT
 * rules_draw.c -- chapter 4 of rules/ra.md: drawing a tile. */
#include <stdio.h>

#include "t_ra.h"

RULE("RA-DRAW-01", "A drawn tile is laid down face up, for all to see.")
{
    struct game_event events[RA_MAX_EVENTS];
    struct game_log log = {events, 0, RA_MAX_EVENTS};
    struct ra_state s;
    char line[32];

    for (int kind = RA_GOD; kind < RA_KINDS; kind++) {
        scene("turn 0");
        snprintf(line, sizeof line, "0 draw %s", ra_kind_name((enum ra_kind)kind));
        play(line);
        assert_int_equal(table()->track[0], kind);
    }
    scene("turn 0");
    play("0 draw");
    s = *table();
    assert_int_equal(ra_apply(&s, GAME_NATURE, ra_tile(RA_NILE), &log), GAME_OK);
    for (int i = 0; i < log.count; i++)
        assert_int_equal(events[i].seen_by & 7, 7); /* all three saw it */
    assert_true(log.count > 0);
}

RULE("RA-DRAW-02", "Any tile but a Ra tile goes to the auction track, and the turn is over.")
{
    char line[32];

    for (int kind = RA_GOD; kind < RA_KINDS; kind++) {
        scene("turn 0", "track nile nile nile");
        snprintf(line, sizeof line, "0 draw %s", ra_kind_name((enum ra_kind)kind));
        play(line);
        expect("lot 4", "phase turn", "turn 1", "to_act 1", "ra 0");
    }
}

RULE("RA-DRAW-02",
     "Disasters on the track harm nobody yet, and gods lie there like other tiles.")
{
    scene("turn 0", "track nile gold pharaoh", "0 tiles pharaoh 3", "1 tiles pharaoh 2");
    play("0 draw funeral");
    expect("track nile gold pharaoh funeral", "0 tiles pharaoh 3", "1 tiles pharaoh 2",
           "turn 1");
    play("1 draw god");
    expect("track nile gold pharaoh funeral god", "0 has god 0", "1 has god 0", "turn 2");
}

RULE("RA-DRAW-03",
     "The tile goes to the leftmost empty space; which space a tile lies on has no effect on "
     "play.")
{
    scene("turn 0", "track nile - gold pharaoh");
    play("0 draw flood");
    expect("track nile flood gold pharaoh");
    play("1 draw god");
    expect("track nile flood gold pharaoh god");

    scene("turn 0", "track - - nile - - - flood -");
    legal("0 draw invoke");
    play("0 invoke", "1 pass", "2 pass", "0 bid:2");
    expect("0 tiles nile flood");
}

RULE("RA-DRAW-04",
     "Nobody may draw while eight tiles lie on the auction track, even in the hope of a Ra "
     "tile.")
{
    scene("turn 0", "track nile nile nile nile nile nile nile nile");
    legal("0 invoke");
    refuse("0 draw", GAME_ILLEGAL);
    scene("turn 0", "track nile nile nile nile nile nile nile nile", "0 tiles god");
    legal("0 invoke take:nile");
    scene("turn 0", "track nile nile nile nile - nile nile nile");
    legal("0 draw invoke");
}

RULE("RA-DRAW-05",
     "A Ra tile goes to the next space of the Ra track. If that is not the last one, whoever "
     "drew it becomes the Ra player, and an auction is held at once.")
{
    scene("players 4 turn 2 ra 3", "track nile");
    play("2 draw ra");
    expect("ra 4", "phase auction", "to_act 3", "track nile", "bag ra 26");
    play("3 pass", "0 pass", "1 pass");
    expect("to_act 2");
    legal("2 pass bid:4 bid:8 bid:11");
}

RULE("RA-DRAW-06",
     "If the Ra tile lands on the last space there is no auction: the epoch is over at once.")
{
    scene("players 3 turn 1 ra 7", "track nile flood gold god pharaoh");
    play("1 draw ra");
    expect("epoch 2", "phase turn", "lot 0", "ra 0",
           "box nile 1 flood 1 gold 1 god 1 pharaoh 1 ra 8");
    expect("0 tiles", "1 tiles", "2 tiles");
    saw_not("1 won 12 (5)");
}

RULE("RA-DRAW-07",
     "Ra tiles stay on their track until the epoch ends, however the auctions go.")
{
    scene("players 4 turn 0 ra 4", "track nile nile");
    play("0 invoke", "1 pass", "2 pass", "3 bid:10", "0 pass");
    expect("ra 4");
    play("1 draw ra", "2 pass", "3 pass", "0 pass", "1 pass");
    expect("ra 5");
    play("2 draw ra", "3 bid:9", "0 pass", "1 pass", "2 pass");
    expect("ra 6");
}
