/* SPDX-License-Identifier: MIT
 * rules_information.c -- chapter 13 of rules/ra.md: what everybody may know. */
#include <string.h>

#include "t_ra.h"

#include "random_play.h"

RULE("RA-INFO-01",
     "Displays, both tracks, the centre sun, ready suns, the Ra player, the epoch and the "
     "number of tiles left in the bag are open to all.")
{
    struct ra_state seen;

    scene("players 4 turn 2 ra 3 epoch 2", "track nile god", "0 tiles art",
          "1 suns 12 spent 3 7");
    play("2 draw ra", "3 pass");
    for (int seat = GAME_SPECTATOR; seat < 4; seat++) {
        memset(&seen, 0, sizeof seen);
        ra_game.observe(table(), seat, &seen);
        assert_memory_equal(seen.tiles, table()->tiles, sizeof seen.tiles);
        assert_memory_equal(seen.track, table()->track, sizeof seen.track);
        assert_memory_equal(seen.ready, table()->ready, sizeof seen.ready);
        assert_memory_equal(seen.bag, table()->bag, sizeof seen.bag);
        assert_int_equal(seen.ra_tiles, 4);
        assert_int_equal(seen.centre_sun, 1);
        assert_int_equal(seen.turn, 2); /* the Ra player */
        assert_int_equal(seen.epoch, 2);
        assert_int_equal(seen.cause, RA_BY_TILE);
    }
}

/* Works scores and spent suns out from what was told in the open: a listener's notes. */
struct notes {
    int score[RA_SEATS];
    uint32_t spent[RA_SEATS];
};

static void
listen(struct notes *notes, const struct game_event *events, int count, int seats)
{
    for (int i = 0; i < count; i++) {
        int seat = events[i].seat;

        if (events[i].kind == RA_EV_GOT_SUN)
            notes->spent[seat] |= 1u << events[i].detail;
        if (events[i].kind == RA_EV_TALLY_TOTAL) {
            notes->score[seat] += events[i].detail;
            if (notes->score[seat] < 0)
                notes->score[seat] = 0;
        }
        if (events[i].kind == RA_EV_EPOCH_ENDED) {
            for (int s = 0; s < seats; s++)
                notes->spent[s] = 0;
        }
    }
}

RULE("RA-INFO-02",
     "At the table scores and spent suns lie face down, yet whoever has watched can work "
     "them out; here they are shown.")
{
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct notes notes = {.score = {10, 10, 10, 10}};
        uint64_t rng = seed;
        struct ra_state s, seen;

        begin("players 4 edition 2005");
        s = *table();
        while (ra_to_move(&s)) {
            struct game_event events[RA_MAX_EVENTS];
            struct game_log log = {events, 0, RA_MAX_EVENTS};
            int seat = 0;
            game_action action;

            while (!(ra_to_move(&s) >> seat & 1))
                seat++;
            action = seat == GAME_NATURE ? random_chance(&ra_game, &s, &rng)
                                         : random_action(&ra_game, &s, seat, &rng);
            assert_int_equal(ra_apply(&s, seat, action, &log), GAME_OK);
            listen(&notes, events, log.count, 4);
            ra_game.observe(&s, 0, &seen);
            for (int i = 0; i < 4; i++) {
                assert_int_equal(notes.score[i], s.score[i]);
                assert_int_equal(notes.spent[i], s.spent[i]);
                assert_int_equal(seen.score[i], s.score[i]);
                assert_int_equal(seen.spent[i], s.spent[i]);
            }
        }
    }
}

RULE("RA-INFO-03",
     "Only the order in which the tiles will come is unknown; which tiles are left in the "
     "bag follows from what has been seen.")
{
    int seen[RA_KINDS] = {0};
    uint64_t rng = 7;
    struct ra_state s;

    begin("players 3");
    s = *table();
    while (ra_to_move(&s)) {
        int seat = 0;
        game_action action;

        while (!(ra_to_move(&s) >> seat & 1))
            seat++;
        action = seat == GAME_NATURE ? random_chance(&ra_game, &s, &rng)
                                     : random_action(&ra_game, &s, seat, &rng);
        assert_int_equal(ra_apply(&s, seat, action, NULL), GAME_OK);
        if (ra_verb(action) == RA_V_TILE)
            seen[ra_arg(action)]++;
        for (int kind = 0; kind < RA_KINDS; kind++)
            assert_int_equal(s.bag[kind], ra_kind_count((enum ra_kind)kind) - seen[kind]);
    }

    /* The state holds no order: whatever tile comes next, nothing told of it before. */
    scene("turn 0");
    play("0 draw");
    s = *table();
    assert_int_equal(ra_apply(&s, GAME_NATURE, ra_tile(RA_GOLD), NULL), GAME_OK);
    s = *table();
    assert_int_equal(ra_apply(&s, GAME_NATURE, ra_tile(RA_RA), NULL), GAME_OK);
}
