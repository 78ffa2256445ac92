/* SPDX-License-Identifier: MIT
 * amun_kernel_test.c -- the playouts of src/kernel against the checked rules: the same game is played with
 * the same random words by lists of actions, and must come to the same state.
 *
 *   amun_kernel_test [GAMES [SEED]]   300 by default
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "amun_playout.h"
#include "khepri/amun.h"
#include "lean.h"
#include "rng.h"

struct wanted {
    long games;
    uint64_t seed;
};

/* Every combination of options, also with a box that holds little. */
static void
set_up(struct amun_state *s, long number)
{
    struct amun_options options;

    amun_game.defaults(&options);
    options.baharya_printed_farmers = number / 3 % 2 ? 0 : 2;
    options.side_award_min = number / 6 % 2 == 0;
    options.gold_tie_drop_one = number / 12 % 2 != 0;
    options.supplies_limited = number / 24 % 2 != 0;
    if (number / 48 % 2) {
        options.board.supplies[AMUN_STONES] = 5;
        options.board.supplies[AMUN_PYRAMIDS] = 4;
        options.board.supplies[AMUN_FARMERS] = 6;
    }
    assert_int_equal(amun_setup(s, 3 + (int)(number % 3), &options), GAME_OK);
}

static void
step(struct amun_state *s, int seat, game_action a)
{
    assert_int_equal(amun_apply(s, seat, a, NULL), GAME_OK);
}

static game_action
pick_chance(const struct amun_state *s, uint64_t word)
{
    struct game_chance list[AMUN_MAX_CHANCES];
    int count = amun_chances(s, list), at = 0;
    uint32_t all = 0, pick;

    for (int i = 0; i < count; i++)
        all += list[i].weight;
    pick = rng_pick(&word, all);
    while (pick >= list[at].weight)
        pick -= list[at++].weight;
    return list[at].action;
}

static void
replay(struct amun_state *s, uint64_t *rng, unsigned *phases)
{
    static game_action list[AMUN_MAX_ACTIONS];
    game_seats seats;

    while ((seats = amun_to_move(s)) != 0) {
        uint64_t word = rng_next(rng);
        int seat = __builtin_ctz(seats);

        *phases |= 1u << s->phase;
        if (seat == GAME_NATURE)
            step(s, seat, pick_chance(s, word));
        else
            step(s, seat, list[rng_pick(&word, (uint32_t)amun_actions(s, seat, list))]);
    }
}

static void
playouts_are_games_of_the_rules(void **state)
{
    const struct wanted *wanted = *state;
    unsigned phases = 0;

    for (long i = 0; i < wanted->games; i++) {
        uint64_t rng = rng_stream(wanted->seed, (uint64_t)i, 1), rng_kernel;
        uint32_t before = i % 2 ? rng_below(&rng, 200) : 0;
        struct lean lean = leans[rng_below(&rng, LEANS)];
        struct amun_state checked, kernel;

        set_up(&checked, i);
        for (; before && amun_to_move(&checked); before--) {
            int seat = lean_seat(&amun_game, &checked, &rng);

            step(&checked, seat, lean_choice(&amun_game, &checked, seat, lean, &rng));
        }
        kernel = checked;
        rng_kernel = rng;
        amun_playout(&kernel, &rng_kernel);
        replay(&checked, &rng, &phases);
        assert_memory_equal(&checked, &kernel, sizeof checked);
        assert_int_equal(rng, rng_kernel);
    }
    assert_int_equal(phases, (1u << AMUN_OVER) - 1); /* every phase was met */
}

int
main(int argc, char **argv)
{
    struct wanted wanted = {argc > 1 ? atol(argv[1]) : 300,
                            argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(playouts_are_games_of_the_rules, &wanted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
