/* SPDX-License-Identifier: MIT
 * ra_batch_test.c -- khepri/batch.h against single games of the checked rules, and what is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "khepri/batch.h"
#include "ra_step.h"
#include "rng.h"

enum { GAMES = 24, STEPS = 600 };

struct buffers {
    struct ra_batch_game games[GAMES];
    int16_t actions[GAMES];
    uint64_t masks[GAMES];
    uint8_t legal[GAMES][RA_BATCH_ACTIONS];
    uint8_t views[GAMES][RA_SEATS][RA_BATCH_FEATURES];
    uint8_t observations[GAMES][RA_BATCH_FEATURES];
    uint8_t seats[GAMES];
    float rewards[GAMES][RA_SEATS];
    uint8_t done[GAMES];
    int32_t last_scores[GAMES][RA_SEATS];
    uint8_t last_views[GAMES][RA_SEATS][RA_BATCH_FEATURES];
};

static struct batch_out
all_of(struct buffers *b)
{
    return (struct batch_out){.masks = b->masks,
                              .legal = b->legal[0],
                              .observations = b->observations[0],
                              .views = b->views[0][0],
                              .seats = b->seats,
                              .rewards = b->rewards[0],
                              .done = b->done,
                              .last_scores = b->last_scores[0],
                              .last_views = b->last_views[0][0]};
}

static int16_t
pick_from(uint64_t mask, uint64_t *rng)
{
    for (uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcountll(mask)); skip; skip--)
        mask &= mask - 1;
    return (int16_t)__builtin_ctzll(mask);
}

static void
let_nature_move(struct ra_state *s, uint64_t *rng)
{
    while (ra_to_move(s) == 1u << GAME_NATURE)
        ra_step_nature(s, rng);
}

/* One game by the checked rules, as the batch should have played it. */
struct single {
    struct ra_state s, start;
    uint64_t rng;
};

static void
step_single(struct single *one, int action, const struct buffers *b, int at)
{
    const float *rewards = b->rewards[at];
    bool done = b->done[at];
    float sum = 0;

    assert_int_equal(
        ra_apply(&one->s, __builtin_ctz(ra_to_move(&one->s)), ra_step_action(action), NULL),
        GAME_OK);
    let_nature_move(&one->s, &one->rng);
    assert_int_equal(done, ra_to_move(&one->s) == 0);
    for (int i = 0; i < RA_SEATS; i++) {
        sum += rewards[i];
        assert_true(done || rewards[i] == 0);
    }
    assert_true(sum > -0.001f && sum < 0.001f);
    if (done) {
        assert_true(rewards[ra_winner(&one->s)] == 1.0f);
        for (int i = 0; i < RA_SEATS; i++) {
            uint8_t bytes[RA_BATCH_FEATURES] = {0};

            if (i < one->s.seats)
                ra_batch_observe(&one->s, i, bytes);
            assert_memory_equal(b->last_views[at][i], bytes, sizeof bytes);
            assert_int_equal(b->last_scores[at][i], i < one->s.seats ? one->s.score[i] : 0);
        }
        one->s = one->start;
        let_nature_move(&one->s, &one->rng);
    }
}

/* Each part of the table in batch.h, from the state by its own accessors. */
static void
compare_observation(const struct ra_state *s, int me, const uint8_t *o)
{
    int track[RA_KINDS + 1] = {0};

    for (int i = 0; i < RA_TRACK; i++)
        track[s->track[i]]++;
    for (int i = 0; i < RA_PHASES; i++)
        assert_int_equal(o[i], s->phase == i);
    for (int i = 0; i < RA_EPOCHS; i++)
        assert_int_equal(o[7 + i], s->epoch == i + 1);
    assert_int_equal(o[20], s->high_sun);
    assert_int_equal(o[21], s->cause == RA_BY_INVOKING);
    assert_int_equal(o[22], s->ra_tiles);
    assert_int_equal(o[23], ra_track_length(s->seats) - s->ra_tiles);
    assert_int_equal(o[24], s->centre_sun);
    for (int kind = RA_GOD; kind < RA_KINDS; kind++)
        assert_int_equal(o[25 + kind - RA_GOD], track[kind]);
    assert_memory_equal(o + 47, s->bag, RA_KINDS);
    assert_int_equal(o[70], s->owed_unrest);
    assert_int_equal(o[71], s->owed_earthquake);
    for (int i = 0; i < 3; i++)
        assert_int_equal(o[72 + i], s->options.god_disaster == RA_AFTER_ALL + i);
    assert_int_equal(o[75], s->options.empty_invoke);
    for (int i = 0; i < RA_SEATS; i++) {
        int seat = (me + i) % s->seats;
        bool plays = i < s->seats;
        const uint8_t *of = o + 81 + 37 * i;

        assert_int_equal(o[10 + i], plays && seat == s->turn);
        assert_int_equal(o[15 + i], plays && s->high_sun && seat == s->high_seat);
        assert_int_equal(o[76 + i], plays);
        for (int sun = 1; sun <= RA_SUNS; sun++)
            assert_int_equal(of[sun - 1], plays * ((s->ready[seat] >> sun & 1) +
                                                   2 * (s->spent[seat] >> sun & 1)));
        for (int kind = RA_GOD; kind <= RA_TEMPLE; kind++)
            assert_int_equal(of[15 + kind],
                             plays * ra_held(s->tiles[seat], (enum ra_kind)kind));
        assert_int_equal(of[34], plays * s->score[seat]);
        assert_int_equal(of[35], plays * s->bid[seat]);
        assert_int_equal(of[36], plays * (s->passed >> seat & 1));
        assert_int_equal(o[266 + i], i == 0); /* the seat whose view it is has the decision */
    }
}

static void
play_batch(int players, const struct ra_options *options, int *ended)
{
    static struct buffers b;
    struct single singles[GAMES];
    const struct batch_out out = all_of(&b);
    uint64_t rng = 7;
    size_t at;

    assert_int_equal(ra_batch_begin(b.games, GAMES, players, options, 5), GAME_OK);
    for (int i = 0; i < GAMES; i++) {
        singles[i].rng = rng_stream(5, (uint64_t)i, 0);
        assert_int_equal(ra_setup(&singles[i].s, players, options), GAME_OK);
        singles[i].start = singles[i].s;
        let_nature_move(&singles[i].s, &singles[i].rng);
    }
    ra_batch_look(b.games, GAMES, &out);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < GAMES; i++)
            b.actions[i] = pick_from(b.masks[i], &rng);
        assert_int_equal(ra_batch_step(b.games, GAMES, b.actions, BATCH_WIN, &out, &at),
                         GAME_OK);
        for (int i = 0; i < GAMES; i++) {
            step_single(&singles[i], b.actions[i], &b, i);
            assert_memory_equal(&b.games[i].state, &singles[i].s, sizeof singles[i].s);
            assert_int_equal(1u << b.seats[i], ra_to_move(&singles[i].s));
            compare_observation(&singles[i].s, b.seats[i], b.observations[i]);
            assert_memory_equal(b.views[i][b.seats[i]], b.observations[i], RA_BATCH_FEATURES);
            for (int n = 0; n < RA_BATCH_ACTIONS; n++)
                assert_int_equal(b.legal[i][n], b.masks[i] >> n & 1);
            *ended += b.done[i];
        }
    }
}

static void
a_batch_is_single_games(void **state)
{
    int ended = 0;

    (void)state;
    for (int players = 2; players <= RA_SEATS; players++) {
        for (uint8_t gods = RA_AFTER_ALL; gods <= RA_IGNORED; gods++) {
            struct ra_options options = {RA_2016, gods, players % 2 == 0};

            play_batch(players, &options, &ended);
        }
    }
    assert_true(ended > 4 * 3 * GAMES);
}

/* Programs that learn have seen these bytes before: they stay, although nobody is on turn. */
static void
seat_0_stands_for_nobody_on_turn(void **state)
{
    const struct ra_options options = {RA_2016, 0, 1};
    struct ra_state s;
    uint8_t o[RA_BATCH_FEATURES];

    (void)state;
    assert_int_equal(ra_setup(&s, 3, &options), GAME_OK);
    for (int me = 0; me < 3; me++) {
        ra_batch_observe(&s, me, o);
        for (int i = 0; i < 5; i++)
            assert_int_equal(o[10 + i], i == (3 - me) % 3);
    }
}

static void
an_illegal_action_changes_nothing(void **state)
{
    const struct ra_options options = {RA_2016, 0, 1};
    struct ra_batch_game games[3], before[3];
    int16_t actions[3] = {RA_BATCH_DRAW, RA_BATCH_PASS, RA_BATCH_DRAW};
    const struct batch_out none = {0};
    size_t at = 99;

    (void)state;
    assert_int_equal(ra_batch_begin(games, 3, 4, &options, 1), GAME_OK);
    memcpy(before, games, sizeof before);
    for (int i = 0; i < 5; i++) {
        const int16_t wrong[] = {RA_BATCH_PASS, -1, RA_BATCH_ACTIONS, INT16_MAX, INT16_MIN};

        actions[1] = wrong[i];
        assert_int_equal(ra_batch_step(games, 3, actions, BATCH_WIN, &none, &at), GAME_ILLEGAL);
        assert_int_equal(at, 1);
        assert_memory_equal(games, before, sizeof before);
    }
    assert_int_equal(ra_batch_begin(games, 3, 6, &options, 1), GAME_SETUP);
    assert_memory_equal(games, before, sizeof before);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_is_single_games),
        cmocka_unit_test(seat_0_stands_for_nobody_on_turn),
        cmocka_unit_test(an_illegal_action_changes_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
