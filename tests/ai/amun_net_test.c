/* SPDX-License-Identifier: MIT
 * amun_net_test.c -- the value nets of Amun-Re, and the bot that plays by them: what it does not see, it does not
 * use. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ai.h"
#include "amun_net.h"
#include "amun_step.h"
#include "bits.h"
#include "random_play.h"
#include "rng.h"

enum { GAMES = 6, SEEN_IN = 12 };

static void
one_step(struct amun_state *s, uint64_t *rng)
{
    int seat = bits_lowest(amun_to_move(s));

    if (seat == GAME_NATURE)
        amun_step_nature(s, rng);
    else
        amun_step(s, seat, random_action(&amun_game, s, seat, rng));
}

/* Calls `look` for some positions of random games, after the start. */
static void
some_positions(int each, void (*look)(const struct amun_state *s, uint64_t *rng))
{
    for (int game = 0; game < GAMES; game++) {
        uint64_t rng = rng_stream(17, (uint64_t)game, 0);
        struct amun_options options;
        struct amun_state s;

        amun_game.defaults(&options);
        assert_int_equal(amun_setup(&s, 3 + game % 3, &options), GAME_OK);
        while (s.phase != AMUN_OVER) {
            if (s.phase != AMUN_START && rng_below(&rng, (uint32_t)each) == 0)
                look(&s, &rng);
            one_step(&s, &rng);
        }
    }
}

/* ---- the net ---- */

static void
nets_have_no_fault(void **state)
{
    (void)state;
    for (int seats = AMUN_FEWEST_SEATS; seats <= AMUN_SEATS; seats++)
        assert_null(net_fault(AMUN_NET_SHAPE, amun_net_weights(seats)));
    assert_null(amun_net_weights(2));
    assert_int_equal(net_places(AMUN_NET_SHAPE).weights, AMUN_NET_WEIGHTS);
}

static void
look_at_chances(const struct amun_state *s, uint64_t *rng)
{
    struct amun_net net;
    struct amun_judge judge = amun_net_judge(&net, amun_net_weights(s->seats));
    struct amun_value value;
    int32_t sum = 0;

    (void)rng;
    judge.begin(judge.self, s);
    judge.value(judge.self, s, &value);
    for (int i = 0; i < s->seats; i++) {
        assert_in_range(value.win[i], 0, AMUN_SURE);
        sum += value.win[i];
    }
    assert_in_range(sum, AMUN_SURE - AMUN_SEATS, AMUN_SURE);
}

static void
chances_add_up(void **state)
{
    (void)state;
    some_positions(2, look_at_chances);
}

/* Neither where the judge began nor what it was asked before may make a difference. */
static void
look_from_afar(const struct amun_state *s, uint64_t *rng)
{
    struct amun_net net;
    struct amun_judge judge = amun_net_judge(&net, amun_net_weights(s->seats));
    struct amun_value there[12], here;
    struct amun_state later[12];

    judge.begin(judge.self, s);
    for (int i = 0; i < 12; i++) {
        later[i] = i ? later[i - 1] : *s;
        for (int k = 0; k < 3 && later[i].phase != AMUN_OVER; k++)
            one_step(&later[i], rng);
        judge.value(judge.self, &later[i], &there[i]);
    }
    for (int i = 0; i < 12; i++) {
        judge.begin(judge.self, &later[i]);
        judge.value(judge.self, &later[i], &here);
        assert_memory_equal(&there[i], &here, sizeof here);
    }
}

static void
differences_give_the_same(void **state)
{
    (void)state;
    some_positions(10, look_from_afar);
}

/* ---- the bot ---- */

/* What is hidden from the seat becomes something else: it must choose the same, and say the same. */
static void
look_without_seeing(const struct amun_state *s, uint64_t *rng)
{
    const struct ai_bot *hard = ai_find("hard", &amun_game);
    static struct ai_advice here, there;
    struct amun_state seen, other = *s;
    int seat = bits_lowest(amun_to_move(s));
    uint64_t dice = rng_next(rng), same = dice;
    game_action action;

    if (seat == GAME_NATURE)
        return;
    amun_observe(s, seat, &seen);
    action = hard->choose(&amun_game, &seen, seat, &dice, NULL, &here);
    amun_observe(s, seat, &other);
    amun_sample(&other, seat, rng);
    assert_null(amun_check(&other));
    amun_observe(&other, seat, &seen);
    assert_int_equal(action, hard->choose(&amun_game, &seen, seat, &same, NULL, &there));
    assert_int_equal(dice, same);
    assert_int_equal(here.count, there.count);
    assert_memory_equal(here.options, there.options,
                        (size_t)here.count * sizeof here.options[0]);
}

static void
nothing_hidden_is_used(void **state)
{
    (void)state;
    some_positions(SEEN_IN, look_without_seeing);
}

/* Advice is about all legal actions, none better than what is chosen, and asking for it changes nothing. */
static void
look_at_advice(const struct amun_state *s, uint64_t *rng)
{
    const struct ai_bot *hard = ai_find("hard", &amun_game);
    static struct ai_advice advice;
    game_action legal[AMUN_MAX_ACTIONS], action;
    int seat = bits_lowest(amun_to_move(s)), count;
    uint64_t dice = rng_next(rng), same = dice;
    double chosen = -1;
    struct amun_state seen;

    if (seat == GAME_NATURE)
        return;
    amun_observe(s, seat, &seen);
    action = hard->choose(&amun_game, &seen, seat, &dice, NULL, &advice);
    assert_int_equal(action, hard->choose(&amun_game, &seen, seat, &same, NULL, NULL));
    assert_int_equal(dice, same);
    count = amun_actions(s, seat, legal);
    assert_int_equal(count <= AI_OPTIONS ? count : 0, advice.count);
    for (int i = 0; i < advice.count; i++) {
        double sum = 0;

        assert_int_equal(advice.options[i].action, legal[i]);
        for (int k = 0; k < s->seats; k++)
            sum += advice.options[i].win[k];
        assert_true(sum > 0.999 && sum < 1.001);
        chosen = legal[i] == action ? advice.options[i].worth : chosen;
    }
    for (int i = 0; i < advice.count; i++)
        assert_true(advice.options[i].worth <= chosen);
}

static void
advice_is_whole(void **state)
{
    (void)state;
    some_positions(SEEN_IN, look_at_advice);
}

/* ---- values ---- */

static void
look_at_a_value(const struct amun_state *s, uint64_t *rng)
{
    struct ai_value value, again;
    double sum = 0;

    (void)rng;
    assert_true(ai_value(&amun_game, s, &value));
    assert_true(ai_value(&amun_game, s, &again));
    assert_memory_equal(&value, &again, sizeof value);
    for (int i = 0; i < s->seats; i++)
        sum += value.win[i];
    assert_true(sum > 0.999 && sum < 1.001);
}

static void
values_are_chances(void **state)
{
    struct amun_options options;
    struct amun_state s;

    (void)state;
    amun_game.defaults(&options);
    assert_int_equal(amun_setup(&s, 4, &options), GAME_OK);
    look_at_a_value(&s, NULL);
    some_positions(SEEN_IN, look_at_a_value);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nets_have_no_fault),        cmocka_unit_test(chances_add_up),
        cmocka_unit_test(differences_give_the_same), cmocka_unit_test(nothing_hidden_is_used),
        cmocka_unit_test(advice_is_whole),           cmocka_unit_test(values_are_chances),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
