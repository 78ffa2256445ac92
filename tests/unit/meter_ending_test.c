/* SPDX-License-Identifier: MIT
 * meter_ending_test.c -- endings solved against the plainest way there is: every action and every tile gone
 * through by the checked rules, and nothing remembered.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <math.h>

#include <cmocka.h>

#include "ai.h"
#include "khepri/games.h"
#include "ra_meter_ending.h"
#include "random_play.h"
#include "rng.h"

/* The best for `seat` from here, to win or for points. */
static double
plain(const struct ra_state *s, int seat, bool points)
{
    game_seats seats = ra_game.to_move(s);
    double best = -1e9, sum = 0, total = 0;

    if (!seats)
        return points ? s->score[seat] : ra_winner(s) == seat;
    if (seats >> GAME_NATURE & 1) {
        struct game_chance outcomes[RA_MAX_CHANCES];
        int count = ra_game.chances(s, outcomes);

        for (int i = 0; i < count; i++) {
            struct ra_state after = *s;

            assert_int_equal(ra_game.apply(&after, GAME_NATURE, outcomes[i].action, NULL),
                             GAME_OK);
            sum += outcomes[i].weight * plain(&after, seat, points);
            total += outcomes[i].weight;
        }
        return sum / total;
    }
    {
        game_action actions[RA_MAX_ACTIONS];
        int count = ra_game.actions(s, seat, actions);

        assert_true(count > 0);
        for (int i = 0; i < count; i++) {
            struct ra_state after = *s;

            assert_int_equal(ra_game.apply(&after, seat, actions[i], NULL), GAME_OK);
            sum = plain(&after, seat, points);
            best = sum > best ? sum : best;
        }
    }
    return best;
}

/* A turn of the last seat with a sun, with `left` tiles in the bag; false if the game had none. */
static bool
find_ending(int seats, uint64_t seed, int left, struct ra_state *s)
{
    const struct ai_bot *bot = ai_find("rule", &ra_game);
    uint64_t rng = rng_stream(17, (uint64_t)seats, seed);
    struct ra_options options;
    game_seats to_move;

    ra_game.defaults(&options);
    assert_int_equal(ra_game.setup(s, seats, &options), GAME_OK);
    while ((to_move = ra_game.to_move(s)) != 0) {
        int seat = __builtin_ctz(to_move), suns = 0, size = 0;

        for (int i = 0; i < seats; i++)
            suns += __builtin_popcount(s->ready[i]);
        for (int kind = 0; kind < RA_KINDS; kind++)
            size += s->bag[kind];
        if (s->epoch == RA_EPOCHS && suns == 1 && s->phase == RA_TURN && ra_lot_size(s) > 0) {
            for (; size > left; size--) {
                int kind = 0, tile = (int)rng_below(&rng, (uint32_t)size);

                while (tile >= s->bag[kind])
                    tile -= s->bag[kind++];
                s->bag[kind]--;
            }
            s->bag[RA_RA] += 5; /* more than the track has room for: the bag is never empty */
            return true;
        }
        assert_int_equal(ra_game.apply(s, seat,
                                       seat == GAME_NATURE
                                           ? random_chance(&ra_game, s, &rng)
                                           : bot->choose(&ra_game, s, seat, &rng, NULL, NULL),
                                       NULL),
                         GAME_OK);
    }
    return false;
}

static void
endings_are_solved(void **unused)
{
    struct ra_meter_endings *e = ra_meter_endings_create();
    int found = 0;

    (void)unused;
    assert_non_null(e);
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct ra_state s;
        double win[RA_MAX_ACTIONS], points[RA_MAX_ACTIONS];
        game_action actions[RA_MAX_ACTIONS];
        int seat, count;

        if (!find_ending(2 + (int)(seed % 4), seed, 4, &s))
            continue;
        found++;
        seat = s.turn;
        ra_meter_endings_forget(e);
        assert_true(ra_meter_ending_solve(e, &s, win, points));
        count = ra_game.actions(&s, seat, actions);
        for (int i = 0; i < count; i++) {
            struct ra_state after = s;

            assert_int_equal(ra_game.apply(&after, seat, actions[i], NULL), GAME_OK);
            assert_true(fabs(win[i] - plain(&after, seat, false)) < 1e-9);
            assert_true(fabs(points[i] - plain(&after, seat, true)) < 1e-9);
        }
    }
    print_message("# %d endings\n", found);
    assert_true(found >= 8);
    ra_meter_endings_destroy(e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(endings_are_solved)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
