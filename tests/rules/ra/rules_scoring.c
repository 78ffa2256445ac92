/* SPDX-License-Identifier: MIT
 * rules_scoring.c -- chapter 11 of rules/ra.md: scoring, and the worked examples of the printed rules. */
#include "t_ra.h"

RULE("RA-SCORE-01",
     "At the end of each epoch a player's gains and losses are added up first, and the sum "
     "is applied to the score; a score that would fall below 0 becomes 0.")
{
    /* From 0, with 5 for pharaohs and 5 lost for civilisation: 0, not 5. */
    scene("turn 0 ra 7", "0 score 0 tiles pharaoh 2", "1 score 1 tiles pharaoh",
          "2 score 7 tiles gold");
    play("0 draw ra");
    expect("0 net 1 0", "0 score 0");
    expect("1 net 1 -5", "1 score 0"); /* no debts */
    expect("2 net 1 -4", "2 score 3");

    /* In the third epoch monuments and suns belong to the same sum. */
    scene("turn 0 ra 7 epoch 3", "0 score 1 tiles temple 5", "1 score 0 tiles pharaoh 2 art",
          "2 score 2");
    play("0 draw ra");
    expect("0 net 3 4", "0 score 5"); /* civilisation -5, pharaohs -2, monuments 16, suns -5 */
    expect("1 net 3 5", "1 score 5"); /* pharaohs 5, suns 30 in the middle */
    expect("2 net 3 -2", "2 score 0"); /* civilisation -5, pharaohs -2, suns 5 */
}

RULE("RA-SCORE-02", "Each god not spent is worth 2 points.")
{
    scene("turn 1 ra 7", "0 tiles god 2 art", "1 tiles art god 4", "2 tiles art");
    expect("0 counts gods 4", "1 counts gods 8", "2 counts gods 0");
    play("1 draw ra");
    expect("0 score 14", "1 score 18", "2 score 10", "0 has god 0", "box god 6");
}

RULE("RA-SCORE-03",
     "Having most pharaohs earns 5 points, having fewest costs 2; none at all is a number too.")
{
    scene("turn 1 ra 7", "0 tiles pharaoh 4 art", "1 tiles pharaoh art", "2 tiles art");
    expect("0 counts pharaohs 5", "1 counts pharaohs 0", "2 counts pharaohs -2");
    play("1 draw ra");
    expect("0 score 15", "1 score 10", "2 score 8");

    scene("players 2 turn 1 ra 5", "0 tiles pharaoh art", "1 tiles pharaoh 2 art");
    play("1 draw ra");
    expect("0 score 8", "1 score 15");
}

RULE("RA-SCORE-03",
     "All who tie for most gain the 5, and all who tie for fewest lose the 2. If everybody "
     "has the same number, nothing is gained or lost.")
{
    /* The example of the printed rules: 3, 2, 2 and 3 pharaohs. */
    scene("players 4 turn 1 ra 8", "0 tiles pharaoh 3 art", "1 tiles pharaoh 2 art",
          "2 tiles pharaoh 2 art", "3 tiles pharaoh 3 art");
    play("1 draw ra");
    expect("0 score 15", "1 score 8", "2 score 8", "3 score 15");
    saw("0 tally_pharaohs 5 (3)", "1 tally_pharaohs -2 (2)", "2 tally_pharaohs -2 (2)",
        "3 tally_pharaohs 5 (3)");

    scene("players 4 turn 1", "0 tiles pharaoh 2", "1 tiles pharaoh 2", "2 tiles pharaoh 2",
          "3 tiles pharaoh 2");
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(ra_score(table(), seat).pharaohs, 0);
    scene("players 5 turn 1"); /* nobody has any */
    for (int seat = 0; seat < 5; seat++)
        assert_int_equal(ra_score(table(), seat).pharaohs, 0);
    scene("players 5 turn 1", "3 tiles pharaoh"); /* one has one, four have fewest */
    expect("0 counts pharaohs -2", "1 counts pharaohs -2", "2 counts pharaohs -2",
           "3 counts pharaohs 5", "4 counts pharaohs -2");
}

RULE("RA-SCORE-04",
     "Whoever has at least one flood gets 1 point for each Nile and each flood; whoever has "
     "none gets nothing for the river.")
{
    scene("turn 1 ra 7", "0 tiles nile 5 flood 2 art", "1 tiles nile 9 art",
          "2 tiles flood art");
    expect("0 counts river 7", "1 counts river 0", "2 counts river 1");
    play("1 draw ra");
    expect("0 score 17", "1 score 10", "2 score 11");
    saw("0 tally_floods 0 (2)", "0 tally_river 7 (7)", "1 tally_river 0 (9)");
    expect("0 tiles nile 5", "1 tiles nile 9", "2 tiles");

    scene("turn 1", "0 tiles nile 25 flood 12", "1 tiles");
    expect("0 counts river 37", "1 counts river 0");
}

RULE("RA-SCORE-05", "Each gold is worth 3 points.")
{
    scene("turn 1 ra 7", "0 tiles gold 2 art", "1 tiles gold 3 art", "2 tiles art");
    expect("0 counts gold 6", "1 counts gold 9", "2 counts gold 0");
    play("1 draw ra");
    expect("0 score 16", "1 score 19", "2 score 10", "box gold 5");
}

RULE("RA-SCORE-06",
     "Different kinds of civilisation count, duplicates do not: none at all costs 5 points, "
     "one or two kinds are worth nothing, three kinds 5, four kinds 10 and all five 15.")
{
    scene("players 5 turn 0", "0 tiles gold", "1 tiles religion 4", "2 tiles art 2 writing",
          "3 tiles astronomy agriculture writing",
          "4 tiles astronomy agriculture writing religion");
    expect("0 counts civilisation -5", "1 counts civilisation 0", "2 counts civilisation 0",
           "3 counts civilisation 5", "4 counts civilisation 10");
    scene("turn 1 ra 7",
          "0 tiles astronomy 3 agriculture 2 writing 2", /* the printed example */
          "1 tiles astronomy agriculture writing religion art",
          "2 tiles astronomy agriculture 2 writing 2 religion 4 art 4");
    expect("0 counts civilisation 5", "1 counts civilisation 15", "2 counts civilisation 15");
    play("1 draw ra");
    expect("0 score 15", "1 score 25", "2 score 25");
    saw("0 tally_civilisation 5 (3)");
    scene("turn 1", "0 tiles astronomy agriculture writing"); /* one each: the same */
    expect("0 counts civilisation 5");
}

RULE("RA-SCORE-07",
     "After the third epoch each kind of monument owned earns 1 point up to six kinds; seven "
     "kinds earn 10 in all, and all eight earn 15 in all.")
{
    static const char *const monuments[] = {
        "0 tiles",
        "0 tiles fortress",
        "0 tiles fortress obelisk",
        "0 tiles fortress obelisk palace",
        "0 tiles fortress obelisk palace pyramid",
        "0 tiles fortress obelisk palace pyramid sphinx",
        "0 tiles fortress obelisk palace pyramid sphinx statue",
        "0 tiles fortress obelisk palace pyramid sphinx statue step_pyramid",
        "0 tiles fortress obelisk palace pyramid sphinx statue step_pyramid temple",
    };
    static const int points[] = {0, 1, 2, 3, 4, 5, 6, 10, 15};

    for (int kinds = 0; kinds <= 8; kinds++) {
        scene("turn 1 ra 7 epoch 3", monuments[kinds], "1 suns 12", "2 suns 11");
        assert_int_equal(ra_score(table(), 0).monument_kinds, points[kinds]);
        assert_int_equal(ra_score(table(), 0).monument_sets, 0);
    }
    play("1 draw ra");
    saw("0 tally_monument_kinds 15 (8)", "0 tally_monument_sets 0");
    scene("turn 1 epoch 3",
          "0 tiles fortress 2 obelisk 2 palace 2"); /* pairs earn nothing more */
    expect("0 counts monument_kinds 3 monument_sets 0");
}

RULE("RA-SCORE-08",
     "After the third epoch three monuments of one kind earn 5 points, four earn 10 and five "
     "earn 15, for each such kind, on top of the points for different kinds.")
{
    /* The printed example: 4 pyramids, 3 temples, 2 fortresses, 1 sphinx are 19 points. */
    scene("turn 1 ra 7 epoch 3", "0 tiles pyramid 4 temple 3 fortress 2 sphinx");
    expect("0 counts monument_kinds 4 monument_sets 15");
    play("1 draw ra");
    saw("0 tally_monument_kinds 4 (4)", "0 tally_monument_sets 15 (2)");
    expect("0 net 3 9"); /* 19, civilisation -5, suns 28 the lowest -5 */

    scene("turn 1 epoch 3", "0 tiles statue 5", "1 tiles statue 0 palace 3",
          "2 tiles obelisk 4");
    expect("0 counts monument_kinds 1 monument_sets 15",
           "1 counts monument_kinds 1 monument_sets 5",
           "2 counts monument_kinds 1 monument_sets 10");
    scene("turn 1 epoch 3", "0 tiles fortress 5 obelisk 5 palace 5 pyramid 5 sphinx 5 statue 5 "
                            "step_pyramid 5 temple 5");
    expect("0 counts monument_kinds 15 monument_sets 120");
}

RULE("RA-SCORE-09",
     "After the third epoch everybody adds up the numbers of all their suns, ready or spent: "
     "the highest sum earns 5 points, the lowest costs 5.")
{
    scene("turn 1 ra 7 epoch 3", "0 suns 13 spent 12 11 10 tiles art",
          "1 suns 6 spent 5 4 3 tiles art", "2 suns 9 8 7 spent 2 tiles art");
    expect("0 counts suns 5", "1 counts suns -5", "2 counts suns 0");
    play("1 draw ra");
    expect("0 score 15", "1 score 5", "2 score 10");
    saw("0 tally_suns 5 (46)", "1 tally_suns -5 (18)", "2 tally_suns 0 (26)");

    scene("players 2 turn 1 ra 5 epoch 3", "0 suns 9 8 7 6 tiles art",
          "1 suns 5 4 3 2 tiles art");
    play("1 draw ra");
    expect("0 score 15", "1 score 5");

    scene("turn 1 epoch 3 centre 13"); /* the centre sun is nobody's: 10, 26, 42 */
    expect("0 counts suns -5", "1 counts suns 0", "2 counts suns 5");
}

RULE("RA-SCORE-09",
     "All who tie gain or lose the full amount, and if all sums are equal nothing is gained "
     "or lost.")
{
    /* The printed example: 17, 25, 21 and 17. Its four sums need the centre sun 11. */
    scene("players 4 turn 1 ra 8 epoch 3 centre 11", "0 suns 13 3 1 tiles art",
          "1 suns 12 9 4 tiles art", "2 suns 8 7 6 tiles art", "3 suns 10 5 2 tiles art");
    play("1 draw ra");
    saw("0 tally_suns -5 (17)", "1 tally_suns 5 (25)", "2 tally_suns 0 (21)",
        "3 tally_suns -5 (17)");
    expect("0 score 5", "1 score 15", "2 score 10", "3 score 5");

    scene("players 4 turn 1 epoch 3 centre 1", "0 suns 13 7 3", "1 suns 12 9 2",
          "2 suns 11 8 4", "3 suns 10 6 5"); /* two tie for most: 23 23 23 21 */
    expect("0 counts suns 5", "1 counts suns 5", "2 counts suns 5", "3 counts suns -5");

    scene("players 2 turn 1 epoch 3"); /* the groups as dealt: 22 and 22 */
    expect("0 counts suns 0", "1 counts suns 0");
}

RULE("RA-SCORE-10",
     "Gods, pharaohs, river, gold and civilisation are scored in every epoch, monuments and "
     "suns only in the third.")
{
    static const char *const epochs[] = {"turn 1 ra 7 epoch 1", "turn 1 ra 7 epoch 2",
                                         "turn 1 ra 7 epoch 3"};

    for (int i = 0; i < 3; i++) {
        scene(epochs[i], "0 tiles god pharaoh flood gold art writing religion pyramid 5");
        expect("0 counts gods 2 pharaohs 5 river 1 gold 3 civilisation 5");
        expect(i < 2 ? "0 counts monument_kinds 0 monument_sets 0 suns 0"
                     : "0 counts monument_kinds 1 monument_sets 15 suns -5");
        play("1 draw ra");
        expect(i < 2 ? "0 score 26" : "0 score 37");
        if (i < 2)
            saw_not("0 tally_monument_kinds 0 (1)", "0 tally_suns 0 (28)");
        else
            saw("0 tally_monument_kinds 1 (1)", "0 tally_suns -5 (28)");
    }
}
