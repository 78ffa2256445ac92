/* SPDX-License-Identifier: MIT
 * ra_levels_test.c -- the levels of Ra: what they choose is legal, what they search is what it should be,
 * and their limits hold. Nothing here depends on the weights of the nets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai.h"
#include "bits.h"
#include "ra_deep.h"
#include "ra_further.h"
#include "ra_net.h"
#include "ra_step.h"
#include "rng.h"

/* Calls `look` at one in `one_of` positions of random games in which a seat is to act. */
static void
each_position(int games, uint32_t one_of, void (*look)(const struct ra_state *s, uint64_t *rng))
{
    for (int game = 0; game < games; game++) {
        uint64_t rng = rng_stream(23, (uint64_t)game, 0);
        const struct ra_options options = {.edition = (uint8_t)(2 - game % 3),
                                           .empty_invoke = (uint8_t)(game % 2)};
        struct ra_state s;

        assert_int_equal(ra_setup(&s, 3 + (game + 2) % 3, &options), GAME_OK);
        while (s.phase != RA_OVER) {
            if (ra_step_legal(&s) && rng_below(&rng, one_of) == 0)
                look(&s, &rng);
            ra_step_random(&s, &rng);
        }
    }
}

static void
assert_same_options(const struct ra_option *one, const struct ra_option *other, int count)
{
    for (int i = 0; i < count; i++) {
        assert_int_equal(one[i].action, other[i].action);
        assert_int_equal(one[i].use, other[i].use);
        assert_memory_equal(&one[i].value, &other[i].value, sizeof one[i].value);
    }
}

/* ---- all levels ---- */

static int chosen;

static void
look_at_all_bots(const struct ra_state *s, uint64_t *rng)
{
    const struct ai_limits limits = {.positions = 300};
    int seat = bits_lowest(ra_to_move(s)), count;
    game_action legal[RA_MAX_ACTIONS];

    count = ra_actions(s, seat, legal);
    for (int i = 0; ai_bot_at(&ra_game, i); i++) {
        const struct ai_bot *bot = ai_bot_at(&ra_game, i);
        uint64_t dice = *rng, again = *rng;
        struct ai_advice advice;
        game_action action;
        bool found = false;

        action = bot->choose(&ra_game, s, seat, &dice, &limits, &advice);
        assert_int_equal(action, bot->choose(&ra_game, s, seat, &again, &limits, NULL));
        assert_true(dice == again);
        assert_int_equal(advice.count, count);
        for (int j = 0; j < count; j++) {
            assert_int_equal(advice.options[j].action, legal[j]);
            found = found || legal[j] == action;
        }
        assert_true(found);
        chosen++;
    }
}

static void
what_they_choose_is_legal(void **state)
{
    (void)state;
    chosen = 0;
    each_position(6, 16, look_at_all_bots);
    assert_true(chosen > 200);
}

/* ---- two turns ahead ---- */

struct reference {
    struct ra_net net;
    struct ra_judge judge;
};

static void
begin_nothing(void *self, const struct ra_state *s)
{
    (void)self;
    (void)s;
}

/* A position on turn is worth what its best action is worth one turn ahead. */
static void
value_ahead(void *self, const struct ra_state *s, struct ra_value *out)
{
    struct reference *r = self;
    struct ra_option options[RA_MAX_ACTIONS];
    int count = ra_search(&r->judge, s, options);

    *out = options[ra_search_best(options, count)].value;
}

static void
look_two_turns(const struct ra_state *s, uint64_t *rng)
{
    const int16_t *weights = ra_net_weights(s->seats);
    struct reference r;
    const struct ra_judge plain = {
        .self = &r, .begin = begin_nothing, .value = value_ahead, .sure = RA_DEEP_SURE};
    struct ra_net net;
    struct ra_deep *d = ra_deep_create(ra_net_judge(&net, weights), NULL, 1 << 20);
    struct ra_option here[RA_MAX_ACTIONS], there[RA_MAX_ACTIONS];
    int count;

    (void)rng;
    assert_non_null(d);
    r.judge = ra_net_judge(&r.net, weights);
    r.judge.sure = RA_DEEP_SURE;
    count = ra_search(&plain, s, there);
    assert_int_equal(ra_deep_search(d, s, here), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(here[i].action, there[i].action);
        assert_int_equal(here[i].use, there[i].use);
        assert_int_equal(here[i].end, there[i].end);
        assert_memory_equal(&here[i].value, &there[i].value, sizeof here[i].value);
    }
    free(d);
}

static void
two_turns_are_exact(void **state)
{
    (void)state;
    each_position(3, 16, look_two_turns);
}

/* ---- limits ---- */

static int stops;

static bool
stop_at_once(void *self)
{
    ++*(int *)self;
    return true;
}

static void
look_with_limits(const struct ra_state *s, uint64_t *rng)
{
    const struct ai_bot *hard = ai_find("hard", &ra_game),
                        *master = ai_find("master", &ra_game);
    int seat = bits_lowest(ra_to_move(s)), asked = 0;
    const struct ai_limits none = {.positions = 1};
    const struct ai_limits stopped = {.stop = stop_at_once, .self = &asked};

    assert_int_equal(master->choose(&ra_game, s, seat, rng, &none, NULL),
                     hard->choose(&ra_game, s, seat, rng, NULL, NULL));
    if (s->phase != RA_TURN)
        return; /* in an auction rollouts may end before they ask */
    assert_int_equal(master->choose(&ra_game, s, seat, rng, &stopped, NULL),
                     hard->choose(&ra_game, s, seat, rng, &stopped, NULL));
}

static void
limits_hold(void **state)
{
    (void)state;
    each_position(3, 16, look_with_limits);
}

/* A second turn that is stopped leaves what one turn found. One that is shorter than the time between two polls of
 * stop() is not stopped. */
static void
look_with_a_stop(const struct ra_state *s, uint64_t *rng)
{
    struct ra_option near[RA_MAX_ACTIONS], hard[RA_MAX_ACTIONS], cut[RA_MAX_ACTIONS];
    int asked = 0, count = ra_near_search(s, NULL, near);
    const struct ai_limits stopped = {.stop = stop_at_once, .self = &asked};

    (void)rng;
    if (ra_lone_is(s))
        return;
    assert_int_equal(ra_hard_search(s, NULL, hard), count);
    assert_int_equal(ra_hard_search(s, &stopped, cut), count);
    assert_same_options(cut, asked ? near : hard, count);
    assert_in_range(asked, 0, 1);
    stops += asked;
}

static void
a_stop_leaves_one_turn(void **state)
{
    (void)state;
    stops = 0;
    each_position(3, 4, look_with_a_stop);
    assert_true(stops > 20);
}

/* ---- what a thread keeps ---- */

/* Positions of several games, asked about in turns, so that what is kept is of another game. Other weights than those
 * of the program are kept nowhere. */
static void
memory_changes_nothing(void **state)
{
    static int16_t copy[RA_SEATS + 1][RA_NET_WEIGHTS];
    struct ra_state s[RA_SEATS + 1];
    uint64_t rng = 5;
    int asked = 0, lone = 0;

    (void)state;
    for (int seats = 2; seats <= RA_SEATS; seats++) {
        memcpy(copy[seats], ra_net_weights(seats), sizeof copy[seats]);
        assert_int_equal(ra_setup(&s[seats], seats,
                                  &(struct ra_options){.edition = RA_2016, .empty_invoke = 1}),
                         GAME_OK);
    }
    for (int left = RA_SEATS - 1; left > 0;) {
        left = 0;
        for (int seats = 2; seats <= RA_SEATS; seats++) {
            struct ra_option kept[RA_MAX_ACTIONS], anew[RA_MAX_ACTIONS];
            const struct ai_limits limits = {.net = copy[seats]};
            int count;

            if (s[seats].phase == RA_OVER)
                continue;
            left++;
            if (ra_step_legal(&s[seats]) && rng_below(&rng, 3) == 0) {
                count = ra_hard_search(&s[seats], NULL, kept);
                assert_int_equal(ra_hard_search(&s[seats], &limits, anew), count);
                assert_same_options(kept, anew, count);
                asked++;
                lone += ra_lone_is(&s[seats]);
            }
            ra_step_random(&s[seats], &rng);
        }
    }
    assert_true(asked > 100 && lone > 5);
}

/* ---- where `hard` looks further ---- */

/* What the second best action loses; 0 if all are alike. */
static int32_t
least_loss(const struct ra_option *options, int count)
{
    int32_t best = options[ra_search_best(options, count)].use, least = 0;

    for (int i = 0; i < count; i++) {
        int32_t loss = best - options[i].use;

        if (loss && (!least || loss < least))
            least = loss;
    }
    return least;
}

/* Where an action leads by what is expected: a position on turn, or the end. */
static struct ra_state
expected_end(const struct ra_judge *judge, const struct ra_state *s,
             const struct ra_option *option)
{
    struct ra_state after = *s;

    ra_step_apply(&after, option->action);
    if (after.phase == RA_AUCTION)
        ra_search_settle(&after, option->end);
    while (after.phase == RA_GODS || after.phase == RA_DISCARD) {
        struct ra_option options[RA_MAX_ACTIONS];
        int count = ra_search_some(judge, &after, ra_step_legal(&after), options);

        ra_step_apply(&after, options[ra_search_best(options, count)].action);
    }
    return after;
}

/* What a second turn adds to an action that is no draw, in the plainest way. */
static void
assert_goes_further(const struct ra_judge *judge, const struct ra_state *s,
                    const struct ra_option *once, const struct ra_option *twice)
{
    struct ra_state end = expected_end(judge, s, once);
    struct ra_value near, far;

    ra_search_after(judge, &end, &near);
    far = near;
    if (end.phase == RA_TURN)
        ra_search_value(judge, &end, &far);
    for (int i = 0; i < s->seats; i++) {
        int32_t win = once->value.win[i] + far.win[i] - near.win[i];
        int32_t most = once->value.win[i] < RA_CERTAIN ? RA_CERTAIN - 1 : RA_SURE;

        assert_int_equal(twice->value.win[i], win < 0 ? 0 : win > most ? most : win);
        assert_int_equal(twice->value.score[i],
                         once->value.score[i] + far.score[i] - near.score[i]);
    }
}

struct looks {
    int near, far, draws, same; /* decisions; close draws; actions that keep their value */
};

/* All options of a decision with a close choice. */
static void
look_at_close_choices(const struct ra_state *s, const struct ra_option *hard, int count,
                      struct looks *looks)
{
    struct ra_net net;
    struct ra_judge judge = ra_net_judge(&net, ra_net_weights(s->seats));
    struct ra_option once[RA_MAX_ACTIONS];
    int32_t best;

    judge.sure = RA_DEEP_SURE;
    assert_int_equal(ra_search(&judge, s, once), count);
    best = once[ra_search_best(once, count)].use;
    for (int i = 0; i < count; i++) {
        assert_int_equal(hard[i].action, once[i].action);
        if (once[i].use <= best - RA_SURE / 25) {
            assert_memory_equal(&hard[i].value, &once[i].value, sizeof once[i].value);
            looks->same++;
        } else if (once[i].action == RA_STEP_DRAW && s->phase == RA_TURN) {
            int32_t sum = 0;

            for (int seat = 0; seat < s->seats; seat++) {
                assert_true(hard[i].value.win[seat] < RA_CERTAIN ||
                            once[i].value.win[seat] >= RA_CERTAIN);
                sum += hard[i].value.win[seat];
            }
            assert_in_range(sum, RA_SURE - RA_SURE / 100, RA_SURE + RA_SURE / 100);
            looks->draws++;
        } else {
            assert_goes_further(&judge, s, &once[i], &hard[i]);
        }
    }
}

/* A choice that is clear, or of a seat that alone has suns, is searched as before. */
static void
look_at_hard(const struct ra_state *s, struct looks *looks)
{
    struct ra_option near[RA_MAX_ACTIONS], hard[RA_MAX_ACTIONS];
    int count = ra_near_search(s, NULL, near);
    int32_t loss = least_loss(near, count);

    assert_int_equal(ra_hard_search(s, NULL, hard), count);
    if (ra_lone_is(s) || loss == 0 || loss >= RA_SURE / 25) {
        assert_same_options(hard, near, count);
        looks->near++;
    } else {
        look_at_close_choices(s, hard, count, looks);
        looks->far++;
    }
}

static void
close_choices_get_a_second_turn(void **state)
{
    (void)state;
    for (int seats = 2; seats <= RA_SEATS; seats++) {
        struct looks looks = {0};

        for (uint64_t game = 0; game < 4; game++) {
            struct ra_state s;
            uint64_t rng = game;

            assert_int_equal(
                ra_setup(&s, seats,
                         &(struct ra_options){.edition = RA_2016, .empty_invoke = 1}),
                GAME_OK);
            for (; s.phase != RA_OVER; ra_step_random(&s, &rng)) {
                if (ra_step_legal(&s))
                    look_at_hard(&s, &looks);
            }
        }
        print_message(
            "# %d seats: %d decisions near, %d far with %d draws, %d actions as before\n",
            seats, looks.near, looks.far, looks.draws, looks.same);
        assert_true(looks.near > 10 && looks.far > 10 && looks.draws > 3 && looks.same > 3);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_they_choose_is_legal),
        cmocka_unit_test(two_turns_are_exact),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(a_stop_leaves_one_turn),
        cmocka_unit_test(memory_changes_nothing),
        cmocka_unit_test(close_choices_get_a_second_turn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
