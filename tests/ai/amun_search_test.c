/* SPDX-License-Identifier: MIT
 * amun_search_test.c -- the search of Amun-Re: plans are whole and legal, for any number of players and any option; offers
 * are close to what nobody can profit from knowing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "amun_offers.h"
#include "amun_search.h"
#include "amun_step.h"
#include "bits.h"
#include "rng.h"

static struct amun_state
start(int seats, int variant)
{
    struct amun_options options;
    struct amun_state s;

    amun_game.defaults(&options);
    options.supplies_limited = variant & 1;
    options.baharya_printed_farmers = variant & 2 ? 0 : 2;
    options.side_award_min = !(variant & 2);
    options.gold_tie_drop_one = variant >> 1 & 1;
    if (variant & 4) { /* a board of one's own: other numbers, and a little of everything */
        options.board.bid_count = 5;
        memset(&options.board.bid_numbers[5], 0,
               sizeof options.board.bid_numbers - 5 * sizeof(int16_t));
        options.board.supplies[AMUN_STONES] = 6;
        options.board.supplies[AMUN_FARMERS] = 7;
        options.board.provinces[AMUN_MENDES].farms = 9;
        options.board.provinces[AMUN_MENDES].limit = 9;
        strcpy(options.board.name, "another");
    }
    assert_int_equal(amun_setup(&s, seats, &options), GAME_OK);
    return s;
}

typedef void look(const struct amun_state *s, int seat, uint64_t *rng);

/* Games by the search, mixed with games by chance: `look` at each decision. */
static void
each_decision(look *at, int games)
{
    for (int game = 0; game < games; game++) {
        uint64_t rng = rng_stream(7, (uint64_t)game, 0);
        struct amun_state s = start(3 + game % 3, game / 3 % 8);

        while (s.phase != AMUN_OVER) {
            struct amun_option options[AMUN_MOST_PLANS];
            int seat = bits_lowest(amun_to_move(&s)), count;

            if (seat == GAME_NATURE) {
                amun_step_nature(&s, &rng);
                continue;
            }
            at(&s, seat, &rng);
            count = amun_search(&amun_thumb_judge, &s, seat, &amun_quick, &rng, options);
            count = rng_below(&rng, 4) ? amun_search_best(options, count, &rng)
                                       : (int)rng_below(&rng, (uint32_t)count);
            amun_follow(&s, seat, &options[count].plan, &rng);
            assert_null(amun_check(&s));
        }
    }
}

/* ---- plans ---- */

/* By the checked rules, to the end of the decision. */
static void
follow_checked(const struct amun_state *s, int seat, const struct amun_plan *plan,
               uint64_t *rng)
{
    struct amun_state after = *s;
    game_seats done = after.made;

    assert_in_range(plan->count, 1, AMUN_PLAN_ROOM);
    for (int i = 0; i < plan->count; i++) {
        assert_int_equal(amun_apply(&after, seat, plan->actions[i], NULL), GAME_OK);
        while (amun_to_move(&after) == 1u << GAME_NATURE &&
               (after.phase == AMUN_ACTIONS || after.phase == AMUN_REWARD))
            amun_step_nature(&after, rng);
    }
    if (s->phase == AMUN_OFFER)
        assert_true(after.phase != AMUN_OFFER || after.made == (done | 1u << seat));
    else if (after.phase == s->phase && after.round == s->round && after.phase != AMUN_BID)
        assert_int_not_equal(after.turn, seat); /* nothing is left to be decided */
}

static void
look_at_plans(const struct amun_state *s, int seat, uint64_t *rng)
{
    struct amun_plan plans[AMUN_MOST_PLANS], again[AMUN_MOST_PLANS];
    struct amun_state seen;
    int count = amun_plans(s, seat, plans, 60);

    assert_in_range(count, 1, AMUN_MOST_PLANS);
    for (int i = 0; i < count; i++)
        follow_checked(s, seat, &plans[i], rng);
    amun_observe(s, seat, &seen);
    assert_int_equal(amun_plans(&seen, seat, again, 60), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(plans[i].count, again[i].count);
        assert_memory_equal(plans[i].actions, again[i].actions,
                            plans[i].count * sizeof(game_action));
    }
}

static void
plans_are_legal(void **state)
{
    (void)state;
    each_decision(look_at_plans, 24);
}

/* ---- values ---- */

static void
look_at_values(const struct amun_state *s, int seat, uint64_t *rng)
{
    struct amun_option options[AMUN_MOST_PLANS];
    int count = amun_search(&amun_thumb_judge, s, seat, &amun_quick, rng, options);
    int32_t shares = 0;

    for (int i = 0; i < count; i++) {
        int32_t sum = 0;

        for (int j = 0; j < s->seats; j++) {
            assert_in_range(options[i].value.win[j], 0, AMUN_SURE);
            sum += options[i].value.win[j];
        }
        assert_in_range(sum, AMUN_SURE - 16, AMUN_SURE);
        shares += options[i].share;
    }
    assert_int_equal(shares, s->phase == AMUN_OFFER ? AMUN_SHARES : 0);
}

static void
chances_add_up(void **state)
{
    (void)state;
    each_decision(look_at_values, 6);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_are_legal),
        cmocka_unit_test(chances_add_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
