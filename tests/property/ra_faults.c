/* SPDX-License-Identifier: MIT
 * ra_faults.c -- ra_check() finds what is wrong: consistent positions with one thing spoilt, each with a
 * part of the sentence that must come. Positions are refused in these words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lean.h"
#include "rng.h"
#include "t_ra.h"

enum { ROOM = 5 };

/* A position from a scene, and actions of seats played on from it. */
static struct ra_state
position(const char *const *lines, const char *const *steps)
{
    struct ra_state s;
    const char *wrong = t_position(&s, lines);

    if (wrong)
        fail_msg("the scene is wrong: %s", wrong);
    for (; steps && *steps; steps++) {
        game_action action;

        assert_int_equal(ra_read_action(&s, *steps + 2, &action), GAME_OK);
        assert_int_equal(ra_apply(&s, **steps - '0', action, NULL), GAME_OK);
    }
    assert_null(ra_check(&s));
    return s;
}

static struct ra_state
on_turn(void)
{
    return position((const char *const[]){"players 3 turn 0 ra 2 epoch 2",
                                          "track nile god - art", "0 tiles god 2 pharaoh 3",
                                          NULL},
                    NULL);
}

static struct ra_state
in_auction(void)
{
    return position((const char *const[]){"players 4 turn 0 ra 2", "track nile", NULL},
                    (const char *const[]){"0 invoke", "1 bid:7", NULL});
}

static struct ra_state
in_gods(void)
{
    return position((const char *const[]){"edition 2005 turn 0", "track unrest nile art",
                                          "0 tiles god 3 art writing religion", NULL},
                    (const char *const[]){"0 take:unrest", NULL});
}

static struct ra_state
in_discard(void)
{
    return position(
        (const char *const[]){"turn 1", "track unrest", "0 tiles art writing religion", NULL},
        (const char *const[]){"1 invoke", "2 pass", "0 bid:13", NULL});
}

static struct ra_state
at_end(void)
{
    struct ra_state s = position((const char *const[]){"turn 0 ra 7 epoch 3", NULL},
                                 (const char *const[]){"0 draw", NULL});

    assert_int_equal(ra_apply(&s, GAME_NATURE, ra_tile(RA_RA), NULL), GAME_OK);
    assert_null(ra_check(&s));
    return s;
}

static void
says(const struct ra_state *s, const char *part)
{
    const char *sentence = ra_check(s);

    if (!sentence || !strstr(sentence, part))
        fail_msg("should say '%s', says '%s'", part, sentence ? sentence : "nothing");
}

/* SPOILT(a position, what is done to s, a part of the sentence). */
#define SPOILT(from, change, part)                                                             \
    do {                                                                                       \
        struct ra_state s = from();                                                            \
        change;                                                                                \
        says(&s, part);                                                                        \
    } while (0)

static void
numbers_are_in_range(void **state)
{
    (void)state;
    SPOILT(on_turn, s.options.edition = 3, "option");
    SPOILT(on_turn, s.options.god_disaster = RA_GOD_DISASTER_BY_EDITION, "option");
    SPOILT(on_turn, s.options.empty_invoke = 2, "option");
    SPOILT(on_turn, s.seats = 6, "so many players");
    SPOILT(on_turn, s.seats = 1, "so many players");
    SPOILT(on_turn, s.phase = RA_PHASES, "phase");
    SPOILT(on_turn, s.epoch = 0, "epoch");
    SPOILT(on_turn, s.epoch = 4, "epoch");
    SPOILT(on_turn, s.turn = 3, "seat");
    SPOILT(on_turn, s.ra_tiles = 8, "full one ends the epoch");
    SPOILT(on_turn, s.score[1] = -1, "score");
    SPOILT(on_turn, s.epoch_score[1][0] = 4, "before it was scored");
}

static void
suns_are_where_they_can_be(void **state)
{
    (void)state;
    SPOILT(on_turn, s.centre_sun = 14, "centre sun");
    SPOILT(on_turn, s.centre_sun = 0, "centre sun");
    SPOILT(on_turn, s.spent[0] = s.ready[0], "both ready and spent");
    SPOILT(on_turn, s.ready[0] = s.ready[1], "two places");
    SPOILT(on_turn, s.ready[2] &= s.ready[2] - 1, "as many suns");
    SPOILT(on_turn, s.ready[0] ^= 1u << 13 | 1u << 14, "not those of this number");
    SPOILT(on_turn, (s.spent[0] = s.ready[0], s.ready[0] = 0), "must have a ready sun");
}

static void
tiles_add_up(void **state)
{
    (void)state;
    SPOILT(on_turn, s.bag[RA_NILE]++, "more tiles of a kind");
    SPOILT(on_turn, s.bag[RA_RA] += 2, "more tiles of a kind");
    SPOILT(on_turn, s.bag[RA_RA] = 13, "too few Ra tiles"); /* 2 x 8 - 2 = 14 are needed */
    SPOILT(on_turn, s.track[2] = RA_RA, "not a tile of it");
    SPOILT(on_turn, s.track[2] = RA_EMPTY + 1, "not a tile of it");
    SPOILT(on_turn, s.track[2] = RA_NILE, "more tiles of a kind");
    SPOILT(on_turn, s.tiles[1] = s.tiles[0] * 4, "more tiles of a kind"); /* eight gods more */
}

static void
parts_belong_to_their_phase(void **state)
{
    (void)state;
    SPOILT(on_turn, s.cause = RA_BY_TILE, "no auction in this phase");
    SPOILT(on_turn, s.bid[1] = 12, "no auction in this phase");
    SPOILT(on_turn, s.passed = 1, "no auction in this phase");
    SPOILT(on_turn, s.owed_unrest = 1, "only in the phase discard");
    SPOILT(on_turn, s.waiting = 1, "wait only in a god action");
    SPOILT(on_turn, (s.takes = 1, s.taken[0] = RA_NILE, s.bag[RA_GOD]--, s.bag[RA_NILE]--),
           "no god action in this phase");
    SPOILT(on_turn, (s.phase = RA_GODS), "taken a tile");
}

static void
auctions_follow_their_order(void **state)
{
    (void)state;
    SPOILT(in_auction, s.cause = RA_NO_AUCTION, "cause");
    SPOILT(in_auction, s.high_sun = 12, "does not follow from the bids");
    SPOILT(in_auction, s.high_seat = 2, "does not follow from the bids");
    SPOILT(in_auction, s.bid[1] = 8, "a ready sun of the seat");
    SPOILT(in_auction, s.passed |= 1 << 1, "both bid and passed");
    SPOILT(in_auction, s.passed |= 1 << 3, "before it was asked");
    SPOILT(in_auction, s.bidder = 3, "was not asked");
    SPOILT(in_auction, (s.cause = RA_BY_TILE, s.ra_tiles = 0), "needs one on the Ra track");
    SPOILT(in_auction, (s.options.empty_invoke = 0, s.track[0] = RA_EMPTY), "empty_invoke");
}

static void
god_actions_make_sense(void **state)
{
    (void)state;
    SPOILT(in_gods, s.waiting = 0, "waiting disasters");
    SPOILT(in_gods, s.taken[0] = RA_GOD, "cannot take");
    SPOILT(in_gods, s.takes = 0, "disasters wait only");
    SPOILT(in_gods, (s.track[1] = s.track[2] = RA_EMPTY), "goes on only");
    SPOILT(in_gods, s.takes = 9, "than can be");
    SPOILT(in_gods, (s.taken[s.takes++] = RA_GOLD, s.bag[RA_GOD]--), "more tiles of a kind");
    SPOILT(in_gods, (s.taken[s.takes++] = RA_GOLD, s.bag[RA_GOD]--, s.bag[RA_GOLD]--),
           "not with the taker");
}

static void
debts_can_be_paid_and_leave_a_choice(void **state)
{
    (void)state;
    SPOILT(in_discard, s.owed_unrest = 9, "than disasters can cost");
    SPOILT(in_discard, s.owed_unrest = 3, "only where there is a choice");
    SPOILT(in_discard, s.owed_unrest = 4, "more tiles are owed than the seat holds");
    SPOILT(in_discard, s.owed_unrest = 0, "only where there is a choice");
    SPOILT(in_discard, s.bag[RA_UNREST] = 4, "cannot all be in the bag");
    SPOILT(in_discard, s.owed_seat = 2, "who must discard");
    SPOILT(in_discard, s.track[0] = RA_GOLD, "more tiles of a kind");
    SPOILT(in_discard, (s.track[0] = RA_GOLD, s.bag[RA_GOLD]--), "track is empty");
    SPOILT(in_discard, s.bidder = 1, "nobody is asked for a bid");
}

static void
a_game_that_is_over_is_cleaned_up(void **state)
{
    (void)state;
    SPOILT(at_end, s.epoch = 2, "is in epoch 3");
    SPOILT(at_end, s.ra_tiles = 1, "tracks of a game that is over");
    SPOILT(at_end, s.turn = 1, "nobody is on turn");
    SPOILT(at_end, (s.spent[0] = s.ready[0], s.ready[0] = 0), "all suns");
    SPOILT(at_end, (s.tiles[0] = 1, s.bag[RA_GOD]--), "only pharaohs");
}

/* Whatever byte of a state is spoilt: it is found, or the state is one that can be played to its end. */
static void
any_byte_may_be_spoilt(void **state)
{
    struct ra_state (*const positions[])(void) = {on_turn, in_auction, in_gods, in_discard,
                                                  at_end};
    uint64_t rng = 1;
    int found = 0, played = 0;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        struct ra_state s = positions[i % ROOM]();
        uint8_t *bytes = (uint8_t *)&s;

        for (uint32_t spoil = 1 + rng_below(&rng, 2); spoil > 0; spoil--)
            bytes[rng_below(&rng, sizeof s)] ^= (uint8_t)(1u << rng_below(&rng, 8));
        if (ra_check(&s)) {
            found++;
            continue;
        }
        for (played++; ra_to_move(&s);) {
            int seat = lean_seat(&ra_game, &s, &rng);

            assert_int_equal(
                ra_apply(&s, seat, lean_choice(&ra_game, &s, seat, leans[0], &rng), NULL),
                GAME_OK);
            assert_null(ra_check(&s));
        }
    }
    assert_true(found > 0 && played > 0);
    printf("# %d faults found, %d played on\n", found, played);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_in_range),
        cmocka_unit_test(suns_are_where_they_can_be),
        cmocka_unit_test(tiles_add_up),
        cmocka_unit_test(parts_belong_to_their_phase),
        cmocka_unit_test(auctions_follow_their_order),
        cmocka_unit_test(god_actions_make_sense),
        cmocka_unit_test(debts_can_be_paid_and_leave_a_choice),
        cmocka_unit_test(a_game_that_is_over_is_cleaned_up),
        cmocka_unit_test(any_byte_may_be_spoilt),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
