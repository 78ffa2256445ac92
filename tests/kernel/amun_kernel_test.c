/* SPDX-License-Identifier: MIT
 * amun_kernel_test.c -- the playouts of bench/amun against the checked rules. The same game is played with
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

/* A random board: every cell anywhere in its range. */
static void
make_board(struct amun_board *board, uint64_t *rng)
{
    uint32_t most_cards = rng_below(rng, 3) ? 21 : 1; /* or all but none */
    int number = 0;

    board->bid_count = (uint8_t)(2 + rng_below(rng, AMUN_SPACES - 1));
    for (int i = 0; i < AMUN_SPACES; i++) {
        board->bid_numbers[i] = (int16_t)(i < board->bid_count ? number : 0);
        number += 1 + (int)rng_below(rng, rng_below(rng, 4) ? 3 : 60);
    }
    board->temple_limits[0] = (int16_t)((int)rng_below(rng, 40) - 20);
    for (int i = 1; i < 3; i++)
        board->temple_limits[i] =
            (int16_t)(board->temple_limits[i - 1] + 1 + (int)rng_below(rng, 15));
    for (int card = 0; card < AMUN_CARDS; card++)
        board->power_cards[card] = (uint8_t)rng_below(rng, rng_below(rng, 4) ? most_cards : 1);
    if (board->power_cards[AMUN_BUILDER] < AMUN_SEATS)
        board->power_cards[AMUN_BUILDER] = AMUN_SEATS;
    for (int i = 0; i < AMUN_SUPPLIES; i++)
        board->supplies[i] = (uint8_t)rng_below(rng, rng_below(rng, 2) ? 100 : 10);
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        board->provinces[p] =
            (struct amun_ground){.side = (uint8_t)rng_below(rng, 2),
                                 .egypt = (uint8_t)rng_below(rng, 2),
                                 .bank = (uint8_t)rng_below(rng, 2),
                                 .farms = (uint8_t)rng_below(rng, 10),
                                 .printed_farmers = (uint8_t)rng_below(rng, 10),
                                 .limit = (uint8_t)rng_below(rng, 10),
                                 .free_cards = (uint8_t)rng_below(rng, 10),
                                 .free_stones = (uint8_t)rng_below(rng, 10),
                                 .free_gold = (uint8_t)rng_below(rng, 100),
                                 .income_always = (uint8_t)rng_below(rng, 100),
                                 .income_camel = (uint8_t)rng_below(rng, 100),
                                 .temples = (uint8_t)rng_below(rng, 10)};
    }
}

/* Every combination of options, also with a box that holds little, and with other boards. */
static void
set_up(struct amun_state *s, long number, uint64_t *rng)
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
    if (number % 5 >= 3)
        make_board(&options.board, rng);
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

/* Some moves of the checked rules, on to `phase`, if that comes. */
static void
play_on(struct amun_state *s, uint32_t moves, int phase, uint64_t *rng)
{
    struct lean lean = leans[rng_below(rng, LEANS)];

    while (amun_to_move(s) && (moves || s->phase != phase)) {
        int seat = lean_seat(&amun_game, s, rng);

        step(s, seat, lean_choice(&amun_game, s, seat, lean, rng));
        moves -= moves > 0;
    }
}

/* All numbers that have a highest value, a little below it. */
static void
make_rich(struct amun_state *s, uint64_t *rng)
{
    if (s->phase == AMUN_START)
        return;
    for (int i = 0; i < s->seats; i++) {
        s->gold[i] = (int16_t)(AMUN_MOST_GOLD - (int)rng_below(rng, 30));
        s->score[i] = (int16_t)(AMUN_MOST_POINTS - (int)rng_below(rng, 60));
    }
    for (int p = 0; p < AMUN_PROVINCES && !s->options.supplies_limited; p++) {
        if (s->drawn >> p & 1)
            s->pyramids[p] = (uint16_t)(AMUN_MOST_PYRAMIDS - (int)rng_below(rng, 3));
        if (amun_owner(s, p) != AMUN_NONE)
            s->free_farmers[p] = (uint8_t)(AMUN_MOST_FREE_FARMERS - (int)rng_below(rng, 2));
    }
    assert_null(amun_check(s));
}

/* What was met: phases in which the kernel began, and through which it played. */
struct met {
    unsigned begun, played;
};

static void
replay(struct amun_state *s, uint64_t *rng, struct met *met)
{
    static game_action list[AMUN_MAX_ACTIONS];
    game_seats seats;

    met->begun |= 1u << s->phase;
    while ((seats = amun_to_move(s)) != 0) {
        uint64_t word = rng_next(rng);
        int seat = __builtin_ctz(seats);

        met->played |= 1u << s->phase;
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
    struct met met = {0};

    for (long i = 0; i < wanted->games; i++) {
        uint64_t rng = rng_stream(wanted->seed, (uint64_t)i, 1), rng_kernel;
        struct amun_state checked, kernel;

        set_up(&checked, i, &rng);
        if (i % 4) {
            play_on(&checked, rng_below(&rng, 200), (int)rng_below(&rng, AMUN_PHASES), &rng);
            play_on(&checked, rng_below(&rng, 9), checked.phase, &rng); /* into the midst */
        }
        if (i % 7 == 0)
            make_rich(&checked, &rng);
        kernel = checked;
        rng_kernel = rng;
        amun_playout(&kernel, &rng_kernel);
        replay(&checked, &rng, &met);
        assert_memory_equal(&checked, &kernel, sizeof checked);
        assert_int_equal(rng, rng_kernel);
    }
    assert_int_equal(met.begun, (1u << AMUN_PHASES) - 1);
    assert_int_equal(met.played, (1u << AMUN_OVER) - 1);
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
