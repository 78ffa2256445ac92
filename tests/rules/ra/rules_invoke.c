/* SPDX-License-Identifier: MIT
 * rules_invoke.c -- chapter 6 of rules/ra.md: invoking Ra. */
#include "t_ra.h"

static const char *const tracks[] = {
    "track",
    "track nile",
    "track nile nile",
    "track nile nile nile",
    "track nile nile nile nile",
    "track nile nile nile nile nile",
    "track nile nile nile nile nile nile",
    "track nile nile nile nile nile nile nile",
    "track nile nile nile nile nile nile nile nile",
};

RULE("RA-INV-01",
     "On their turn a player may always invoke Ra, however many tiles lie on the auction "
     "track. They become the Ra player, and an auction is held.")
{
    for (int tiles = 0; tiles <= 8; tiles++) {
        scene("turn 1", tracks[tiles]);
        legal(tiles < 8 ? "1 draw invoke" : "1 invoke");
        play("1 invoke");
        expect("phase auction", "to_act 2", "turn 1", "ra 0");
        assert_int_equal(table()->cause, RA_BY_INVOKING);
    }
    refuse("1 invoke", GAME_NOT_YOU); /* not while the auction runs, and not out of turn */
    refuse("2 invoke", GAME_ILLEGAL);
    scene("turn 1");
    refuse("0 invoke", GAME_NOT_YOU);
    refuse("2 invoke", GAME_NOT_YOU);
}

RULE("RA-INV-01",
     "With the option `empty_invoke` set to `false`, at least one tile must lie on the track.")
{
    scene("empty_invoke false turn 1");
    legal("1 draw");
    refuse("1 invoke", GAME_ILLEGAL);
    play("1 draw nile");
    legal("2 draw invoke");

    /* A track that a god has emptied is as empty as any. */
    scene("empty_invoke false turn 1", "track nile", "1 tiles god");
    legal("1 draw invoke take:nile");
    play("1 take:nile");
    legal("2 draw");
    scene("empty_invoke false turn 1", "track - - - nile");
    legal("1 draw invoke");
}

RULE("RA-INV-02",
     "If a player invoked while the track was not full, and nobody else bid, that player "
     "must bid one of their ready suns, any one of them.")
{
    for (int tiles = 0; tiles < 8; tiles++) {
        scene("turn 0", tracks[tiles]);
        play("0 invoke", "1 pass", "2 pass");
        legal("0 bid:2 bid:5 bid:8 bid:13");
        refuse("0 pass", GAME_ILLEGAL);
    }
    play("0 bid:5");
    expect("centre 5", "0 suns 13 8 2", "0 spent 1");

    /* With another's bid on the table there is no force. */
    scene("turn 0", "track nile nile nile");
    play("0 invoke", "1 bid:3", "2 pass");
    legal("0 pass bid:5 bid:8 bid:13");

    /* Nor after a Ra tile. */
    scene("turn 0", "track nile nile nile");
    play("0 draw ra", "1 pass", "2 pass");
    legal("0 pass bid:2 bid:5 bid:8 bid:13");
}

RULE("RA-INV-03",
     "If the track was full the player who invoked may pass like everybody else, even with "
     "gods to play, and even as the only one left with ready suns.")
{
    scene("turn 0", tracks[8]);
    play("0 invoke", "1 pass", "2 pass");
    legal("0 pass bid:2 bid:5 bid:8 bid:13");
    play("0 pass");
    expect("lot 0", "turn 1");

    scene("turn 0", tracks[8], "0 tiles god 2");
    play("0 invoke", "1 pass", "2 pass");
    legal("0 pass bid:2 bid:5 bid:8 bid:13");

    scene("turn 0", tracks[8], "0 suns 13", "1 suns", "2 suns");
    play("0 invoke");
    legal("0 pass bid:13");
    play("0 pass");
    expect("lot 0", "turn 0", "to_act 0", "phase turn");
}
