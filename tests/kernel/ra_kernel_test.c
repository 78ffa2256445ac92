/* SPDX-License-Identifier: MIT
 * ra_kernel_test.c -- src/kernel and the playouts of bench/ra against the checked rules, in lockstep.
 *
 *   ra_kernel_test [GAMES [SEED]]   this number of games of each test (300); the options, editions and
 *                                   numbers of players take turns. `ra_kernel_test 10000000` is a soak.
 *
 * Steps: the legal set, the state after each move to the last byte, the result.
 *
 * Playouts: the checked rules play the same game with the same random words, as ra_playout.h says, and
 * must reach the same state. So every choice of every seat was legal, and was picked from all legal ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "khepri/ra.h"
#include "lean.h"
#include "ra_playout.h"
#include "ra_step.h"
#include "rng.h"
#include "signature.h"

struct wanted {
    long games;
    uint64_t seed;
};

enum { VARIANTS = 3 * 4 * 2 * 4 }; /* editions, disasters by gods, empty_invoke, players */

/* Variant `number`, or false where the edition has no such number of players. */
static bool
set_up(struct ra_state *s, long number)
{
    struct ra_options options = {.edition = (uint8_t)(number / 4 % 3),
                                 .god_disaster = (uint8_t)(number / 12 % 4),
                                 .empty_invoke = number / 48 % 2 == 0};

    return ra_setup(s, 2 + (int)(number % 4), &options) == GAME_OK;
}

/* ---- steps ---- */

static void
compare_legal(const struct ra_state *s)
{
    uint64_t legal = ra_step_legal(s);
    game_action actions[RA_MAX_ACTIONS];
    game_seats seats = ra_to_move(s);
    int seat = seats && seats != 1u << GAME_NATURE ? __builtin_ctz(seats) : 0;
    int count = ra_actions(s, seat, actions);

    assert_int_equal(__builtin_popcountll(legal), count);
    for (int i = 0; i < count; i++, legal &= legal - 1) {
        assert_int_equal(ra_step_action(__builtin_ctzll(legal)), actions[i]);
        assert_int_equal(ra_step_number(actions[i]), __builtin_ctzll(legal));
    }
}

static void
steps_are_those_of_the_rules(void **state)
{
    const struct wanted *wanted = *state;
    long steps = 0, seen = 0;

    for (long i = 0; i < wanted->games; i++) {
        uint64_t rng = rng_stream(wanted->seed, (uint64_t)i, 1);
        struct lean lean = leans[rng_below(&rng, LEANS)];
        struct ra_state checked, kernel;

        if (!set_up(&checked, i))
            continue;
        kernel = checked;
        while (ra_to_move(&checked)) {
            int seat = lean_seat(&ra_game, &checked, &rng);
            game_action a = lean_choice(&ra_game, &checked, seat, lean, &rng);

            compare_legal(&kernel);
            if (seat == GAME_NATURE)
                ra_step_chance(&kernel, a);
            else
                ra_step_apply(&kernel, ra_step_number(a));
            assert_int_equal(ra_apply(&checked, seat, a, NULL), GAME_OK);
            assert_memory_equal(&checked, &kernel, sizeof checked);
            seen |= 1l << checked.phase;
            steps++;
        }
        compare_legal(&kernel);
        assert_int_equal(ra_winner(&checked), ra_winner(&kernel));
    }
    assert_int_equal(seen, (1l << RA_PHASES) - 1 - (1l << RA_DEAL)); /* every phase was met */
    print_message("# %ld steps compared\n", steps);
}

/* ---- playouts, played again by the checked rules ---- */

struct replay {
    struct ra_state s;
    uint64_t rng;
    uint8_t bag[RA_TILES];
    uint32_t left;
    uint8_t next; /* the kind that will be drawn */
};

static void
play_checked(struct replay *r, game_action a)
{
    int seat = __builtin_ctz(ra_to_move(&r->s));

    assert_int_equal(ra_apply(&r->s, seat, a, NULL), GAME_OK);
}

static void
pull(struct replay *r, uint64_t *word)
{
    uint32_t at = rng_pick(word, r->left);

    if (!r->left)
        return; /* nothing is drawn any more */
    r->next = r->bag[at];
    r->bag[at] = r->bag[--r->left];
}

/* One action picked from the list of the rules. */
static game_action
pick_listed(struct replay *r, uint64_t *word)
{
    game_action actions[RA_MAX_ACTIONS];
    int count = ra_actions(&r->s, __builtin_ctz(ra_to_move(&r->s)), actions);

    return actions[rng_pick(word, (uint32_t)count)];
}

/* Each seat from the left of the Ra player on takes a pick, whether it is asked or not. */
static void
replay_auction(struct replay *r, uint64_t *word)
{
    int turn = r->s.turn, seats = r->s.seats;

    for (int i = 1; i <= seats; i++) {
        game_action actions[RA_MAX_ACTIONS];
        int seat = (turn + i) % seats, count;
        bool may_pass;
        uint32_t which;

        if (r->s.phase != RA_AUCTION || r->s.bidder != seat) {
            (void)rng_pick(word, 1);
            continue;
        }
        count = ra_actions(&r->s, seat, actions);
        which = rng_pick(word, (uint32_t)count);
        may_pass = actions[0] == ra_pass();
        if (may_pass)
            play_checked(r, which ? actions[count - (int)which] : actions[0]);
        else
            play_checked(r, actions[count - 1 - (int)which]);
    }
}

/* What a god or a disaster asks for, each with a word of its own. */
static void
replay_rest(struct replay *r)
{
    while (r->s.phase == RA_GODS || r->s.phase == RA_DISCARD) {
        uint64_t word = rng_next(&r->rng);

        play_checked(r, pick_listed(r, &word));
    }
}

static void
replay_turn(struct replay *r)
{
    uint64_t word = rng_next(&r->rng);
    game_action a = pick_listed(r, &word);

    play_checked(r, a);
    if (a == ra_draw()) {
        int kind = r->next;

        pull(r, &word);
        play_checked(r, ra_tile(kind));
    }
    if (r->s.phase == RA_AUCTION)
        replay_auction(r, &word);
    replay_rest(r);
}

static void
replay_playout(struct ra_state *s, uint64_t *rng)
{
    struct replay r = {.s = *s, .rng = *rng};
    uint64_t word = rng_next(&r.rng);

    for (int kind = 0; kind < RA_KINDS; kind++) {
        for (int i = 0; i < s->bag[kind]; i++)
            r.bag[r.left++] = (uint8_t)kind;
    }
    pull(&r, &word);
    while (ra_to_move(&r.s)) {
        assert_int_equal(r.s.phase, RA_TURN);
        replay_turn(&r);
    }
    *s = r.s;
    *rng = r.rng;
}

/* From the start of a turn, be it the first or one in the midst of the game. */
static void
compare_playout(const struct ra_state *start, uint64_t seed)
{
    struct ra_state checked = *start, kernel = *start;
    uint64_t rng_checked = seed, rng_kernel = seed;

    ra_playout(&kernel, &rng_kernel);
    replay_playout(&checked, &rng_checked);
    assert_memory_equal(&checked, &kernel, sizeof checked);
    assert_int_equal(rng_checked, rng_kernel);
    assert_null(ra_check(&kernel));
}

static void
playouts_are_games_of_the_rules(void **state)
{
    const struct wanted *wanted = *state;

    for (long i = 0; i < wanted->games; i++) {
        uint64_t rng = rng_stream(wanted->seed, (uint64_t)i, 2);
        uint32_t before = i % 2 ? rng_below(&rng, 150) : 0;
        struct lean lean = leans[rng_below(&rng, LEANS)];
        struct ra_state s;

        if (!set_up(&s, i))
            continue;
        while (s.phase != RA_OVER && (before > 0 || s.phase != RA_TURN)) {
            int seat = lean_seat(&ra_game, &s, &rng);

            before -= before > 0;
            assert_int_equal(
                ra_apply(&s, seat, lean_choice(&ra_game, &s, seat, lean, &rng), NULL), GAME_OK);
        }
        if (s.phase == RA_TURN)
            compare_playout(&s, rng_next(&rng));
    }
}

/* From anywhere: a playout is the random steps up to the next turn, and then a playout. */
static void
playouts_begin_anywhere(void **state)
{
    const struct wanted *wanted = *state;
    unsigned seen = 0;

    for (long i = 0; i < wanted->games; i++) {
        uint64_t rng = rng_stream(wanted->seed, (uint64_t)i, 3), rng_whole, rng_parts;
        uint32_t before = rng_below(&rng, 150);
        struct ra_state s, parts;

        if (!set_up(&s, i))
            continue;
        for (; before > 0 && s.phase != RA_OVER; before--)
            ra_step_random(&s, &rng);
        parts = s;
        rng_whole = rng_parts = rng;
        seen |= 1u << s.phase;
        ra_playout(&s, &rng_whole);
        while (parts.phase != RA_TURN && parts.phase != RA_OVER)
            ra_step_random(&parts, &rng_parts);
        ra_playout(&parts, &rng_parts);
        assert_memory_equal(&s, &parts, sizeof s);
        assert_int_equal(s.phase, RA_OVER);
    }
    assert_int_equal(seen & 1u << RA_AUCTION, 1u << RA_AUCTION);
    assert_int_equal(seen & 1u << RA_DRAW, 1u << RA_DRAW);
}

/* ---- the fingerprint ---- */

static int
kernel_actions(const void *st, int seat, game_action *out)
{
    const struct ra_state *s = st;
    uint64_t legal = ra_to_move(s) >> seat & 1 ? ra_step_legal(s) : 0;
    int count = 0;

    for (; legal; legal &= legal - 1)
        out[count++] = ra_step_action(__builtin_ctzll(legal));
    return count;
}

static enum game_err
kernel_apply(void *st, int seat, game_action a, struct game_log *log)
{
    (void)log;
    if (seat == GAME_NATURE)
        ra_step_chance(st, a);
    else
        ra_step_apply(st, ra_step_number(a));
    return GAME_OK;
}

static void
fingerprints_are_equal(void **state)
{
    struct game kernel = ra_game;

    (void)state;
    kernel.actions = kernel_actions;
    kernel.apply = kernel_apply;
    for (long i = 0; i < VARIANTS; i++) {
        struct ra_state start, scratch;

        if (set_up(&start, i))
            assert_int_equal(signature(&ra_game, &start, 5, 5, &scratch),
                             signature(&kernel, &start, 5, 5, &scratch));
    }
}

int
main(int argc, char **argv)
{
    struct wanted wanted = {argc > 1 ? atol(argv[1]) : 300,
                            argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(steps_are_those_of_the_rules, &wanted),
        cmocka_unit_test_prestate(playouts_are_games_of_the_rules, &wanted),
        cmocka_unit_test_prestate(playouts_begin_anywhere, &wanted),
        cmocka_unit_test(fingerprints_are_equal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
