/* SPDX-License-Identifier: MIT
 * match_test.c -- turns are proposed, and change nothing until they are accepted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "match.h"
#include "random_play.h"

static struct match *
new_match(int seats)
{
    union games_options options;
    struct match *match;

    ra_game.defaults(&options);
    match = match_create(&ra_game, seats, &options);
    assert_non_null(match);
    return match;
}

static int
seat_to_move(const struct match *match)
{
    for (int i = 0; i < match->seats; i++) {
        if (match_to_move(match) >> i & 1)
            return i;
    }
    return -1;
}

/* Accepts a random legal turn of whoever is to act, with this key. */
static void
play_one(struct match *match, uint64_t *rng, const char *key)
{
    struct match_turn turn;
    char text[GAME_TEXT_ROOM];
    int seat = seat_to_move(match), repeated;
    game_action action = random_action(match->game, &match->state, seat, rng);

    match->game->write_action(&match->state, action, text, sizeof text);
    assert_int_equal(
        match_propose(match, seat, match->count, text, key, (*rng)++, &turn, &repeated),
        MATCH_OK);
    match_accept(match, &turn);
}

static void
begin(struct match *match, uint64_t seed)
{
    struct match_turn turn;

    assert_int_equal(match_propose_chance(match, seed, &turn), MATCH_OK);
    match_accept(match, &turn);
}

static void
a_proposal_changes_nothing(void **state)
{
    struct match *match = new_match(3);
    struct match_turn turn;
    struct ra_state before;
    int repeated, seat;

    (void)state;
    assert_int_equal(match_propose(match, 0, 0, "draw", "k", 1, &turn, &repeated),
                     MATCH_NOT_YOU);
    begin(match, 1);
    assert_int_equal(match->count, 1);
    seat = seat_to_move(match);
    before = match->state.ra;
    assert_int_equal(match_propose(match, seat, 1, "draw", "k", 2, &turn, &repeated), MATCH_OK);
    assert_int_equal(turn.count, 2);
    assert_string_equal(turn.entries[0].text, "draw");
    assert_int_equal(turn.entries[1].seat, GAME_NATURE);
    assert_memory_equal(&before, &match->state.ra, sizeof before);
    assert_int_equal(match->count, 1);
    assert_int_equal(match_propose(match, seat, 1, "invoke", "k", 2, &turn, &repeated),
                     MATCH_OK); /* the first was dropped */
    match_accept(match, &turn);
    assert_int_equal(match_propose(match, seat, 1, "draw", "k", 3, &turn, &repeated),
                     MATCH_REPEAT);
    assert_int_equal(repeated, 1);
    match_destroy(match);
}

static void
each_refusal_has_its_name(void **state)
{
    struct match *match = new_match(3);
    struct match_turn turn;
    int repeated, seat;

    (void)state;
    begin(match, 5);
    seat = seat_to_move(match);
    assert_int_equal(match_propose(match, seat, 0, "draw", NULL, 1, &turn, &repeated),
                     MATCH_STALE);
    assert_int_equal(match_propose(match, seat, 2, "draw", NULL, 1, &turn, &repeated),
                     MATCH_STALE);
    assert_int_equal(match_propose(match, (seat + 1) % 3, 1, "draw", NULL, 1, &turn, &repeated),
                     MATCH_NOT_YOU);
    assert_int_equal(match_propose(match, -1, 1, "draw", NULL, 1, &turn, &repeated),
                     MATCH_NOT_YOU);
    assert_int_equal(match_propose(match, GAME_NATURE, 1, "tile:ra", NULL, 1, &turn, &repeated),
                     MATCH_NOT_YOU);
    assert_int_equal(match_propose(match, seat, 1, "dance", NULL, 1, &turn, &repeated),
                     MATCH_FORMAT);
    assert_int_equal(match_propose(match, seat, 1, "bid:9", NULL, 1, &turn, &repeated),
                     MATCH_ILLEGAL);
    assert_int_equal(match_propose_chance(match, 1, &turn), MATCH_NOT_YOU);
    assert_int_equal(match->count, 1);
    match_destroy(match);
}

static void
a_game_comes_back_from_its_log(void **state)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct match *match = new_match(2 + (int)(seed % 4)), *again = new_match(match->seats);
        union games_state at, step = match->start;
        uint64_t rng = seed * 1000;
        char key[32] = "k0000";

        (void)state;
        begin(match, seed);
        for (int n = 0; !match_is_over(match); n++) {
            key[1] = (char)('0' + n / 1000 % 10);
            key[2] = (char)('0' + n / 100 % 10);
            key[3] = (char)('0' + n / 10 % 10);
            key[4] = (char)('0' + n % 10);
            play_one(match, &rng, key);
        }
        for (int i = 0; i < match->count; i++) {
            char text[GAME_TEXT_ROOM];

            match_at(match, i, &at, NULL);
            assert_memory_equal(&at, &step, ra_game.state_size);
            ra_game.write_action(&step, match->log[i].action, text, sizeof text);
            assert_true(match_restore(again, match->log[i].seat, text, match->log[i].key));
            assert_int_equal(
                ra_game.apply(&step, match->log[i].seat, match->log[i].action, NULL), GAME_OK);
            assert_true(match_after(match, i) > i && match_after(match, i) <= match->count);
        }
        assert_memory_equal(&again->state, &match->state, ra_game.state_size);
        assert_false(match_restore(again, 0, "draw", ""));
        match_destroy(match);
        match_destroy(again);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_proposal_changes_nothing),
        cmocka_unit_test(each_refusal_has_its_name),
        cmocka_unit_test(a_game_comes_back_from_its_log),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
