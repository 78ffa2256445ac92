/* SPDX-License-Identifier: MIT
 * rules_epochs.c -- chapter 10 of rules/ra.md: epochs. */
#include "t_ra.h"

RULE("RA-EPOCH-01", "The game has three epochs.")
{
    scene("turn 0 ra 7");
    play("0 draw ra");
    expect("epoch 2", "phase turn");
    saw("0 epoch_ended 1 (1)", "0 epoch_began 2");
    scene("turn 0 ra 7 epoch 2");
    play("0 draw ra");
    expect("epoch 3", "phase turn");
    scene("turn 0 ra 7 epoch 3");
    play("0 draw ra");
    expect("over", "to_act nobody", "epoch 3");
    legal("0");
    legal("1");
    refuse("0 draw", GAME_NOT_YOU);
    refuse("0 invoke", GAME_NOT_YOU);
    refuse("tile:nile", GAME_NOT_YOU);
}

RULE("RA-EPOCH-02",
     "The epoch ends when nobody has a ready sun any more, once the last auction is settled "
     "with all its disasters. The Ra tiles go to the box.")
{
    scene("turn 1 ra 5", "track pharaoh unrest", "0 suns", "1 suns 12 tiles art 3", "2 suns");
    play("1 invoke", "1 bid:12");
    expect("epoch 2", "ra 0", "box ra 5 unrest 1", "centre 12", "lot 0");
    expect("1 tiles pharaoh"); /* one art was left, counted, and removed */
    saw("1 lost art (2)", "1 tally_civilisation 0 (1)", "1 epoch_ended 1");

    scene("turn 1 ra 3", "track nile", "0 suns", "1 suns 12", "2 suns"); /* after a Ra tile */
    play("1 draw ra", "1 bid:12");
    expect("epoch 2", "box ra 4", "1 tiles nile");

    scene("turn 1 ra 3", "track nile", "0 suns", "1 suns 12 9", "2 suns"); /* one sun is left */
    play("1 invoke", "1 bid:9");
    expect("epoch 1", "ra 3", "turn 1");
}

RULE("RA-EPOCH-03",
     "The epoch also ends at once when a Ra tile fills the Ra track. Everything on both "
     "tracks goes to the box, and nobody gets the lot.")
{
    scene("players 5 turn 3 ra 9", "track nile gold god pharaoh funeral art sphinx");
    play("3 draw ra");
    expect("epoch 2", "ra 0", "lot 0",
           "box ra 10 nile 1 gold 1 god 1 pharaoh 1 funeral 1 art 1 sphinx 1");
    expect("0 tiles", "1 tiles", "2 tiles", "3 tiles", "4 tiles");
    saw("3 epoch_ended 1 (1)");
}

RULE("RA-EPOCH-04", "Suns still ready when the epoch ends are kept, ready, for the next one.")
{
    scene("players 4 turn 1 ra 8", "0 suns 13 spent 5 2");
    play("1 draw ra");
    expect("0 suns 13 5 2", "0 spent", "epoch 2");
}

RULE("RA-EPOCH-05", "The centre sun stays on the board into the next epoch.")
{
    scene("turn 1 ra 7 centre 7");
    play("1 draw ra");
    expect("epoch 2", "centre 7");
    scene("turn 1 centre 7", "0 suns", "1 suns 3",
          "2 suns"); /* ended by suns: what was bid last */
    play("1 invoke", "1 bid:3");
    expect("epoch 2", "centre 3");
}

RULE("RA-EPOCH-06",
     "After the scoring all spent suns become ready, so everybody starts every epoch with as "
     "many suns as at first.")
{
    scene("turn 1 ra 7", "0 suns 13 8 spent 5 2", "1 suns 12 spent 9 6 3",
          "2 suns spent 11 10 7 4");
    play("1 draw ra");
    expect("0 suns 13 8 5 2", "1 suns 12 9 6 3", "2 suns 11 10 7 4", "0 spent", "1 spent",
           "2 spent");
    scene("players 5 turn 1 ra 9 epoch 2", "0 suns spent 16 7 2", "1 suns 15 spent 8 3");
    play("1 draw ra");
    expect("0 suns 16 7 2", "1 suns 15 8 3", "epoch 3");
}

RULE("RA-EPOCH-07",
     "After the scoring of an epoch all gods, floods, gold and civilisation tiles go to the "
     "box; pharaohs, Niles and monuments stay with their owners for the whole game.")
{
    scene("turn 1 ra 7", "0 tiles god pharaoh 2 nile 3 flood astronomy gold pyramid 2",
          "1 tiles agriculture writing religion art fortress obelisk palace sphinx",
          "2 tiles statue step_pyramid temple nile");
    play("1 draw ra");
    expect("0 tiles pharaoh 2 nile 3 pyramid 2", "1 tiles fortress obelisk palace sphinx",
           "2 tiles statue step_pyramid temple nile");
    expect(
        "box god 1 flood 1 astronomy 1 gold 1 agriculture 1 writing 1 religion 1 art 1 nile 0");
    scene("turn 1 ra 7 epoch 2", "0 tiles pharaoh 2 nile 3 pyramid 2 flood 2");
    play("1 draw ra");
    expect("0 tiles pharaoh 2 nile 3 pyramid 2", "epoch 3");
}

RULE("RA-EPOCH-08",
     "The score counts the tiles and suns as they were at the end of the epoch, before "
     "anything is turned over or removed.")
{
    scene("turn 1 ra 7 epoch 3",
          "0 suns 13 spent 2 3 4 tiles god 2 gold flood nile art writing religion",
          "1 suns 5 6 7 8", "2 suns 9 10 11 12");
    play("1 draw ra");
    /* gods 4, gold 3, river 2, civilisation 5, suns 22 the lowest: -5 (the others have 26 and 42) */
    expect("0 net 3 9", "0 score 19", "0 tiles nile", "0 suns 13 2 3 4");
}

RULE("RA-EPOCH-09",
     "A tile in the box never comes back, and at all times bag, tracks, displays and box "
     "hold 180 tiles together.")
{
    scene("turn 0 ra 7", "track funeral nile", "0 tiles pharaoh 2 god gold 4");
    expect("left 164"); /* 7 Ra, 2 on the track, 7 owned: and the box is empty */
    play("0 take:funeral");
    expect("box funeral 1 god 1 pharaoh 2", "left 164");
    play("1 draw ra");
    expect("box funeral 1 god 1 pharaoh 2 nile 1 gold 4 ra 8", "left 163");
    play("0 draw");
    assert_int_equal(chance_weight("tile:gold"), 1);
    assert_int_equal(chance_weight("tile:funeral"), 1);
    assert_int_equal(chance_weight("tile:pharaoh"), 23);
    assert_int_equal(chance_weight("tile:ra"), 22);
}
