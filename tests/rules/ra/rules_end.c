/* SPDX-License-Identifier: MIT
 * rules_end.c -- chapter 12 of rules/ra.md: the end of the game. */
#include "t_ra.h"

RULE("RA-END-01",
     "After the third epoch has been scored the game is over, and the highest score wins.")
{
    struct game_result result;

    scene("turn 0 ra 7 epoch 3", "0 score 31 tiles art temple 5", "1 score 40 tiles art",
          "2 score 28 tiles art");
    assert_false(ra_game.result(table(), &result));
    play("0 draw ra");
    /* suns: 28, 30, 32; monuments 16 for seat 0 */
    expect("over", "to_act nobody", "0 score 42", "1 score 40", "2 score 33", "winner 0");
    saw("0 game_over");
    assert_true(ra_game.result(table(), &result));
    assert_int_equal(result.winners, 1);
    assert_int_equal(result.scores[0], 42);
    assert_int_equal(result.scores[1], 40);
    assert_int_equal(result.scores[2], 33);

    scene("turn 0 epoch 3", "0 suns 2 score 31 tiles art", "1 suns score 41 tiles art",
          "2 suns score 28 tiles art"); /* by suns: 2 3 4 5, 6 7 8 9, 10 11 12 13 */
    play("0 invoke", "0 bid:2");
    expect("over", "0 score 26", "1 score 41", "2 score 33", "winner 1");
}

RULE("RA-END-02",
     "If several players tie for the highest score, the one among them who owns the highest "
     "single sun wins.")
{
    struct game_result result;

    /* Seats 0 and 2 tie at 40, seat 1 has 39 and the 13. Sums 24, 26 and 31: -5, 0, +5. */
    scene("turn 0 ra 7 epoch 3 centre 10", "0 suns 9 6 5 4 score 45 tiles art",
          "1 suns 13 8 3 2 score 39 tiles art", "2 suns 12 11 7 1 score 35 tiles art");
    play("0 draw ra");
    expect("0 score 40", "1 score 39", "2 score 40", "winner 2");
    assert_true(ra_game.result(table(), &result));
    assert_int_equal(result.winners, 1u << 2);

    /* The highest sun, not the highest sum: 13 3 2 1 against 11 10 9 8. */
    scene("turn 0 ra 7 epoch 3 centre 12", "0 suns 11 10 9 8 score 30 tiles art",
          "1 suns 13 3 2 1 score 40 tiles art", "2 suns 4 5 6 7 tiles art");
    play("0 draw ra");
    expect("0 score 35", "1 score 35", "winner 1");

    /* The centre sun is nobody's; a spent sun counts. */
    scene("turn 0 ra 7 epoch 3 centre 13", "0 suns 12 2 3 4 score 40 tiles art",
          "1 suns 5 spent 11 10 6 score 30 tiles art", "2 suns 1 7 8 9 tiles art");
    play("0 draw ra"); /* sums 21, 32, 25 */
    expect("0 score 35", "1 score 35", "winner 0");
    scene("turn 0 ra 7 epoch 3 centre 13", "0 suns 11 2 3 4 score 40 tiles art",
          "1 suns 5 spent 12 10 6 score 30 tiles art", "2 suns 1 7 8 9 tiles art");
    play("0 draw ra");
    expect("0 score 35", "1 score 35", "winner 1");
}
