/* SPDX-License-Identifier: MIT
 * ra_rollout_test.c -- rollouts of Ra. They give what playing on plainly gives, luck taken out leaves the mean as
 * it is, and the best stays the best. Nothing here depends on the weights of the nets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bits.h"
#include "ra_net.h"
#include "ra_rollout.h"
#include "ra_step.h"
#include "rng.h"

enum { EVERYTHING = INT32_MAX };

/* A state of a random game in which a seat has to choose in that phase, in the epoch. */
static bool
find(uint64_t game, enum ra_phase phase, int epoch, struct ra_state *s)
{
    const struct ra_options options = {.edition = RA_2016, .empty_invoke = 1};
    uint64_t rng = rng_stream(5, game, 0);
    uint32_t skip = rng_below(&rng, 20);

    assert_int_equal(ra_setup(s, 2 + (int)(game % 4), &options), GAME_OK);
    while (s->phase != RA_OVER) {
        if (s->phase == phase && s->epoch == epoch && skip-- == 0)
            return true;
        ra_step_random(s, &rng);
    }
    return false;
}

/* Only one at a time. */
static struct ra_deep *
create(const struct ra_state *s, uint64_t most)
{
    static struct ra_net net;
    struct ra_deep *d =
        ra_deep_create(ra_net_judge(&net, ra_net_weights(s->seats)), NULL, most);

    assert_non_null(d);
    return d;
}

/* ---- against playing on plainly ---- */

/* To the end by the choices of one turn ahead, with these tiles. */
static void
play_plainly(const struct ra_judge *judge, struct ra_state *s, const uint8_t *tiles)
{
    struct ra_option options[RA_MAX_ACTIONS];

    while (s->phase != RA_OVER) {
        if (s->phase == RA_DRAW) {
            ra_step_chance(s, ra_tile(*tiles++));
        } else {
            int count = ra_search(judge, s, options);

            ra_step_apply(s, options[ra_search_best(options, count)].action);
        }
    }
}

/* All options of the state against playing on, one turn ahead, with what is left in the bag, all Ra; returns how
   many. */
static int
compare_with_plain_play(struct ra_state *s)
{
    const struct ra_rollout_plan plan = {RA_ROLLOUT_TO_THE_END, 3, 0, 16, 3, EVERYTHING, 0};
    struct ra_option options[RA_MAX_ACTIONS];
    uint8_t tiles[RA_TILES] = {RA_RA};
    struct ra_value value;
    struct ra_deep *d;
    int count, runs;

    memset(s->bag, 0, sizeof s->bag);
    s->bag[RA_RA] = (uint8_t)(ra_track_length(s->seats) - s->ra_tiles);
    d = create(s, UINT64_MAX);
    count = ra_search(&d->net_judge, s, options);
    for (int i = 0; i < count; i++)
        options[i].end =
            options[i].end == RA_NO_AUCTION_ENDS ? RA_NO_AUCTION_ENDS : RA_SUNS + 1;
    runs = ra_rollout(d, s, &plan, options, count); /* none where all lead to the same */
    for (int i = 0; runs && i < count; i++) {
        struct ra_state after = *s;

        ra_step_apply(&after, options[i].action);
        if (after.phase == RA_AUCTION)
            assert_int_equal(options[i].end, ra_search_auction(&d->net_judge, &after));
        play_plainly(&d->net_judge, &after, tiles);
        ra_search_after(&d->net_judge, &after, &value);
        assert_memory_equal(&options[i].value, &value, sizeof value);
    }
    free(d);
    return runs ? count : 0;
}

/* The last tiles of the bag are all of one kind: then there is no luck, and one way only. */
static void
without_luck_it_is_plain_play(void **state)
{
    int turns = 0, bids = 0;

    (void)state;
    for (uint64_t game = 0; game < 12; game++) {
        struct ra_state s;

        if (find(game, RA_TURN, 3, &s))
            turns += compare_with_plain_play(&s);
        if (find(game, RA_AUCTION, 3, &s))
            bids += compare_with_plain_play(&s);
    }
    assert_true(turns > 8);
    assert_true(bids > 8);
}

/* ---- luck ---- */

/* One turn played on is the search of one turn more, but for the luck: the mean over many runs comes to it. */
static void
the_mean_stays(void **state)
{
    int looked = 0;

    (void)state;
    for (uint64_t game = 0; game < 8; game++) {
        const struct ra_rollout_plan plan = {1, 600, 0, 1000, 3, EVERYTHING, 0};
        struct ra_option two[RA_MAX_ACTIONS], rolled[RA_MAX_ACTIONS];
        struct ra_state s;
        struct ra_deep *d;
        int count;

        if (!find(game, RA_TURN, 1 + (int)(game % 3), &s))
            continue;
        d = create(&s, UINT64_MAX);
        count = ra_deep_search(d, &s, two);
        assert_int_equal(ra_search(&d->judge, &s, rolled), count);
        if (count > 1)
            assert_int_equal(ra_rollout(d, &s, &plan, rolled, count), 600);
        for (int i = 0; count > 1 && i < count; i++) {
            int32_t off = rolled[i].value.win[s.turn] - two[i].value.win[s.turn];

            if (two[i].action >= RA_STEP_PASS)
                continue;
            assert_in_range(off + RA_SURE / 50, 0, RA_SURE / 25);
            looked++;
        }
        free(d);
    }
    assert_true(looked > 8);
}

/* ---- order ---- */

static void
check_order(const struct ra_state *s, uint64_t most)
{
    const struct ra_rollout_plan plan = {8, 40, 8, 16, 3, RA_SURE / 20, 0};
    struct ra_option before[RA_MAX_ACTIONS], once[RA_MAX_ACTIONS], again[RA_MAX_ACTIONS];
    struct ra_deep *d = create(s, most);
    int count = ra_search(&d->judge, s, before), runs, best;

    memcpy(once, before, sizeof *before * (size_t)count);
    memcpy(again, before, sizeof *before * (size_t)count);
    d->positions = 0;
    d->over = false;
    runs = ra_rollout(d, s, &plan, once, count);
    assert_true(d->positions <= most + 100); /* the run at hand is broken off */
    d->positions = 0;
    d->over = false;
    assert_int_equal(ra_rollout(d, s, &plan, again, count), runs);
    best = ra_search_best(once, count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(once[i].use, again[i].use);
        assert_memory_equal(&once[i].value, &again[i].value, sizeof once[i].value);
        assert_int_equal(once[i].action, before[i].action);
        assert_true(once[i].use <= once[best].use);
        for (int seat = 0; seat < s->seats; seat++)
            assert_in_range(once[i].value.win[seat], 0, RA_SURE);
        if (!runs)
            assert_memory_equal(&once[i].value, &before[i].value, sizeof once[i].value);
    }
    /* what took part in nothing is not chosen */
    assert_true(before[best].use >= before[ra_search_best(before, count)].use - plan.window);
    free(d);
}

static void
the_best_is_first_and_the_same_again(void **state)
{
    int looked = 0;

    (void)state;
    for (uint64_t game = 0; game < 12; game++) {
        struct ra_state s;

        if (!find(game, RA_TURN, 1 + (int)(game % 3), &s))
            continue;
        check_order(&s, 20000);
        check_order(&s, 300);
        looked++;
    }
    assert_true(looked > 4);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_luck_it_is_plain_play),
        cmocka_unit_test(the_mean_stays),
        cmocka_unit_test(the_best_is_first_and_the_same_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
