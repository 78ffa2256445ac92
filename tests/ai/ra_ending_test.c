/* SPDX-License-Identifier: MIT
 * ra_ending_test.c -- endings of Ra known exactly, against the same gone through plainly: every action, every tile,
 * nothing remembered, nothing taken for alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai.h"
#include "bits.h"
#include "ra_ending.h"
#include "ra_step.h"
#include "rng.h"

enum { PLAINLY = 200000, BAG = 8 };

/* ---- plainly ---- */

static int left; /* positions that may still be gone through */

static double
chance(const struct ra_state *s, int seat)
{
    uint64_t legal = ra_step_legal(s);
    double best = 0, sum = 0, tiles = 0;

    if (s->phase == RA_OVER)
        return ra_winner(s) == seat;
    if (left-- <= 0)
        return 0;
    for (; legal; legal &= legal - 1) {
        struct ra_state after = *s;
        double value;

        ra_step_apply(&after, bits_lowest64(legal));
        value = chance(&after, seat);
        best = value > best ? value : best;
    }
    for (int kind = 0; s->phase == RA_DRAW && kind < RA_KINDS; kind++) {
        struct ra_state after = *s;

        if (!s->bag[kind])
            continue;
        ra_step_chance(&after, ra_tile(kind));
        sum += s->bag[kind] * chance(&after, seat);
        tiles += s->bag[kind];
    }
    return tiles > 0 ? sum / tiles : best;
}

/* ---- endings to try ---- */

/* Takes tiles away until few are left, but for the Ra tiles that the game needs to end. */
static void
empty_bag(struct ra_state *s, uint64_t *rng)
{
    int need = ra_track_length(s->seats) - s->ra_tiles, size = 0;

    for (int kind = 0; kind < RA_KINDS; kind++)
        size += s->bag[kind];
    while (size > BAG && size > need) {
        int kind = (int)rng_below(rng, RA_KINDS);

        if (!s->bag[kind] || (kind == RA_RA && s->bag[kind] <= need))
            continue;
        s->bag[kind]--;
        size--;
    }
}

/* The other seats' points are set near to what the lone one can reach, so that much is open. */
static void
make_it_close(struct ra_state *s, uint64_t *rng)
{
    int seat = ra_search_seat(s);
    int mine = s->score[seat] + ra_score(s, seat).total;

    for (int i = 0; i < s->seats; i++) {
        int score = mine + (int)rng_below(rng, 16) - ra_score(s, i).total;

        if (i != seat)
            s->score[i] = (int16_t)(score > 0 ? score : 0);
    }
}

/* Tries positions of random games; returns how many `look` was shown. */
static int
each_ending(uint64_t games, void (*look)(const struct ra_state *s))
{
    int looked = 0;

    for (uint64_t game = 0; game < games; game++) {
        const struct ra_options options = {.edition = (uint8_t)(2 - game % 3),
                                           .empty_invoke = 1};
        uint64_t rng = rng_stream(99, game, 0);
        struct ra_state s;

        assert_int_equal(ra_setup(&s, 3 + (int)(game % 3), &options), GAME_OK);
        while (s.phase != RA_OVER) {
            if (ra_ending_is(&s) && rng_below(&rng, 3) == 0) {
                struct ra_state few = s;

                empty_bag(&few, &rng);
                make_it_close(&few, &rng);
                look(&few);
                looked++;
            }
            ra_step_random(&s, &rng);
        }
    }
    return looked;
}

/* ---- tests ---- */

static int compared, open;

static void
compare(const struct ra_state *s)
{
    int32_t win[RA_MAX_ACTIONS];
    int i = 0, known = ra_ending_solve(s, NULL, PLAINLY, win);

    left = PLAINLY;
    for (uint64_t legal = ra_step_legal(s); legal; legal &= legal - 1, i++) {
        struct ra_state after = *s;
        double plain;

        ra_step_apply(&after, bits_lowest64(legal));
        plain = chance(&after, ra_search_seat(s));
        if (left <= 0)
            return; /* too much to go through plainly */
        assert_true(win[i] != RA_ENDING_UNKNOWN);
        assert_true(plain - (double)win[i] / RA_ENDING_SURE < 1e-6);
        assert_true((double)win[i] / RA_ENDING_SURE - plain < 1e-6);
        compared++;
        open += win[i] > 0 && win[i] < RA_ENDING_SURE;
    }
    assert_int_equal(known, i);
}

static void
all_is_gone_through(void **state)
{
    (void)state;
    assert_true(each_ending(3000, compare) > 20);
    assert_true(compared > 40);
    assert_true(open > 10);
}

static bool
stop_at_once(void *self)
{
    (void)self;
    return true;
}

/* What is too much is not known, and never wrong. */
static void
keep_limits(const struct ra_state *s)
{
    const struct ai_limits stopped = {.stop = stop_at_once};
    int32_t all[RA_MAX_ACTIONS], few[RA_MAX_ACTIONS], none[RA_MAX_ACTIONS];
    int count = __builtin_popcountll(ra_step_legal(s));
    int known = ra_ending_solve(s, NULL, PLAINLY, all);

    assert_true(ra_ending_solve(s, NULL, 20, few) <= known);
    assert_true(ra_ending_solve(s, &stopped, PLAINLY, none) <= known);
    for (int i = 0; i < count; i++) {
        assert_true(few[i] == RA_ENDING_UNKNOWN || few[i] == all[i]);
        assert_true(none[i] == RA_ENDING_UNKNOWN || none[i] == all[i]);
    }
}

static void
limits_hold(void **state)
{
    (void)state;
    assert_true(each_ending(100, keep_limits) > 5);
}

static int said;

/* `master` says what is known, and plays for it. */
static void
ask_master(const struct ra_state *s)
{
    const struct ai_bot *master = ai_find("master", &ra_game);
    const struct ai_limits limits = {.positions = 40000};
    int seat = ra_search_seat(s), known;
    struct ai_advice advice;
    int32_t win[RA_MAX_ACTIONS], most = 0, chosen = 0;
    uint64_t rng = 1;
    game_action action = master->choose(&ra_game, s, seat, &rng, &limits, &advice);

    known = ra_ending_solve(s, NULL, 10000, win);
    for (int i = 0; i < advice.count && known == advice.count; i++) {
        double off = advice.options[i].win[seat] - (double)win[i] / RA_ENDING_SURE;

        assert_true(off < 1e-5 && off > -1e-5);
        most = win[i] > most ? win[i] : most;
        chosen = advice.options[i].action == action ? win[i] : chosen;
        said++;
    }
    /* some points may make up for a very small chance */
    assert_true(known < advice.count || most - chosen < RA_ENDING_SURE / 5);
}

static void
master_knows(void **state)
{
    (void)state;
    each_ending(100, ask_master);
    assert_true(said > 10);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_is_gone_through),
        cmocka_unit_test(limits_hold),

        cmocka_unit_test(master_knows),

    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
