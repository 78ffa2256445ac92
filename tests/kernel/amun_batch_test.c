/* SPDX-License-Identifier: MIT
 * amun_batch_test.c -- the batch of Amun-Re against single games of the checked rules. Also what a seat may not see,
 * what is refused, rewards, and what is kept of a game that ended.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "amun_step.h"
#include "bits.h"
#include "khepri/batch.h"
#include "rng.h"

enum { GAMES = 12, STEPS = 2500 };

struct buffers {
    struct amun_batch_game games[GAMES];
    int16_t actions[GAMES];
    uint64_t masks[GAMES][AMUN_BATCH_WORDS];
    uint8_t legal[GAMES][AMUN_BATCH_ACTIONS];
    uint8_t observations[GAMES][AMUN_BATCH_FEATURES];
    uint8_t views[GAMES][AMUN_SEATS][AMUN_BATCH_FEATURES];
    uint8_t seats[GAMES], done[GAMES];
    float rewards[GAMES][AMUN_SEATS];
    int32_t last_scores[GAMES][AMUN_SEATS];
    uint8_t last_views[GAMES][AMUN_SEATS][AMUN_BATCH_FEATURES];
};

static struct batch_out
all_of(struct buffers *b)
{
    return (struct batch_out){.masks = b->masks[0],
                              .legal = b->legal[0],
                              .observations = b->observations[0],
                              .views = b->views[0][0],
                              .seats = b->seats,
                              .rewards = b->rewards[0],
                              .done = b->done,
                              .last_scores = b->last_scores[0],
                              .last_views = b->last_views[0][0]};
}

/* Each game again by the checked rules, as the batch should have played it. */
struct single {
    struct amun_state s, start;
    uint64_t rng;
};

static void
let_nature_move(struct single *one)
{
    while (amun_to_move(&one->s) == 1u << GAME_NATURE)
        amun_step_nature(&one->s, &one->rng);
}

/* The legal actions are those of the rules, up to offers of so much gold, and have different numbers. */
static void
compare_legal(const struct amun_state *s, const uint64_t *mask, const uint8_t *bytes)
{
    static game_action legal[AMUN_MAX_ACTIONS];
    int seat = bits_lowest(amun_to_move(s)), count = amun_actions(s, seat, legal), set = 0;
    int numbered = 0;

    for (int i = 0; i < count; i++) {
        int number = amun_batch_number(s, legal[i]);

        if (amun_verb(legal[i]) == AMUN_V_OFFER &&
            amun_arg(legal[i]) >> 1 > AMUN_BATCH_MOST_OFFER) {
            assert_int_equal(number, -1);
            continue;
        }
        numbered++;
        assert_in_range(number, 0, AMUN_BATCH_ACTIONS - 1);
        assert_int_equal(amun_batch_action(s, number), legal[i]);
        assert_true(mask[number / 64] >> number % 64 & 1);
    }
    for (int n = 0; n < AMUN_BATCH_ACTIONS; n++) {
        assert_int_equal(bytes[n], mask[n / 64] >> n % 64 & 1);
        set += bytes[n];
    }
    assert_int_equal(set, numbered);
}

/* The same bytes from what the rules let a seat see, and from any state that looks the same to it. */
static void
compare_views(const struct amun_state *s, uint8_t views[AMUN_SEATS][AMUN_BATCH_FEATURES],
              uint64_t *rng)
{
    static const uint8_t nothing[AMUN_BATCH_FEATURES];

    for (int seat = 0; seat < s->seats; seat++) {
        struct amun_state seen;
        uint8_t bytes[AMUN_BATCH_FEATURES];

        amun_observe(s, seat, &seen);
        amun_batch_observe(&seen, seat, bytes);
        assert_memory_equal(bytes, views[seat], sizeof bytes);
        amun_sample(&seen, seat, rng);
        amun_batch_observe(&seen, seat, bytes);
        assert_memory_equal(bytes, views[seat], sizeof bytes);
    }
    for (int seat = s->seats; seat < AMUN_SEATS; seat++)
        assert_memory_equal(views[seat], nothing, sizeof nothing);
}

/* Some entries of the table in batch.h, by their offsets. */
static void
compare_observation(const struct amun_state *s, int me, const uint8_t *o)
{
    assert_int_equal(o[s->phase], 1);
    assert_int_equal(o[9 + s->round], 1);
    assert_int_equal(o[21], 1); /* the seat whose view it is has the decision */
    assert_int_equal(o[26 + (s->starting - me + s->seats) % s->seats], 1);
    assert_memory_equal(o + 49, s->hand[me], AMUN_CARDS);
    for (int i = 0; i < AMUN_SEATS; i++) {
        const uint8_t *of = o + AMUN_BATCH_SEATS_FROM + i * AMUN_BATCH_SEAT_FEATURES;
        int seat = (me + i) % s->seats;
        bool plays = i < s->seats;

        assert_int_equal(o[90 + i], plays);
        assert_int_equal(of[0], plays ? s->gold[seat] < 255 ? s->gold[seat] : 255 : 0);
        assert_int_equal(of[2], plays ? amun_hand_size(s, seat) : 0);
    }
    for (int p = 0; p < AMUN_PROVINCES; p++) {
        const uint8_t *of = o + AMUN_BATCH_PROVINCES_FROM + p; /* rows are 15 apart */
        int owner = amun_owner(s, p);

        assert_int_equal(of[0],
                         owner == AMUN_NONE ? 0 : (owner - me + s->seats) % s->seats + 1);
        assert_int_equal(of[15 * 2], s->province_deck >> p & 1);
        assert_int_equal(of[15 * 3], s->farmers[p]);
        assert_int_equal(of[15 * 4], s->free_farmers[p]);
        assert_int_equal(of[15 * 5], s->stones[p]);
        assert_int_equal(of[15 * 6], s->pyramids[p]);
    }
}

static int
pick_from(const uint8_t *legal, uint64_t *rng)
{
    int count = 0, at = 0;

    for (int n = 0; n < AMUN_BATCH_ACTIONS; n++)
        count += legal[n];
    count = (int)rng_below(rng, (uint32_t)count);
    while (!legal[at] || count-- > 0)
        at++;
    return at;
}

static void
step_single(struct single *one, int number, const struct buffers *b, int i)
{
    int seat = bits_lowest(amun_to_move(&one->s));
    float sum = 0;

    assert_int_equal(amun_apply(&one->s, seat, amun_batch_action(&one->s, number), NULL),
                     GAME_OK);
    let_nature_move(one);
    assert_int_equal(b->done[i], amun_to_move(&one->s) == 0);
    for (int j = 0; j < AMUN_SEATS; j++) {
        sum += b->rewards[i][j];
        assert_true(b->done[i] || b->rewards[i][j] == 0);
    }
    assert_true(sum > -0.01f && sum < 0.01f);
    if (!b->done[i])
        return;
    for (int j = 0; j < AMUN_SEATS; j++) {
        uint8_t bytes[AMUN_BATCH_FEATURES] = {0};

        if (j < one->s.seats)
            amun_batch_observe(&one->s, j, bytes);
        assert_memory_equal(b->last_views[i][j], bytes, sizeof bytes);
        assert_int_equal(b->last_scores[i][j], j < one->s.seats ? one->s.score[j] : 0);
    }
    one->s = one->start;
    let_nature_move(one);
}

static int
play_batch(int players, const struct amun_options *options, enum batch_reward reward)
{
    static struct buffers b;
    struct single singles[GAMES];
    const struct batch_out out = all_of(&b);
    uint64_t rng = 7;
    int ended = 0;
    size_t at;

    assert_int_equal(amun_batch_begin(b.games, GAMES, players, options, 5), GAME_OK);
    for (int i = 0; i < GAMES; i++) {
        singles[i].rng = rng_stream(5, (uint64_t)i, 0);
        assert_int_equal(amun_setup(&singles[i].s, players, options), GAME_OK);
        singles[i].start = singles[i].s;
        let_nature_move(&singles[i]);
    }
    amun_batch_look(b.games, GAMES, &out);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < GAMES; i++)
            b.actions[i] = (int16_t)pick_from(b.legal[i], &rng);
        assert_int_equal(amun_batch_step(b.games, GAMES, b.actions, reward, &out, &at),
                         GAME_OK);
        for (int i = 0; i < GAMES; i++) {
            const struct amun_state *s = &singles[i].s;

            step_single(&singles[i], b.actions[i], &b, i);
            assert_memory_equal(&b.games[i].state, s, sizeof *s);
            assert_int_equal(b.seats[i], bits_lowest(amun_to_move(s)));
            compare_legal(s, b.masks[i], b.legal[i]);
            compare_observation(s, b.seats[i], b.observations[i]);
            assert_memory_equal(b.observations[i], b.views[i][b.seats[i]], AMUN_BATCH_FEATURES);
            if (step % 16 == 0)
                compare_views(s, b.views[i], &rng);
            ended += b.done[i];
        }
    }
    return ended;
}

static void
a_batch_is_single_games(void **state)
{
    struct amun_options options;

    (void)state;
    amun_game.defaults(&options);
    for (int players = AMUN_FEWEST_SEATS; players <= AMUN_SEATS; players++) {
        options.supplies_limited = players == 4;
        options.gold_tie_drop_one = players == 5;
        assert_true(play_batch(players, &options,
                               (enum batch_reward)(players - AMUN_FEWEST_SEATS)) > GAMES);
    }
}

static void
an_illegal_action_changes_nothing(void **state)
{
    static struct amun_batch_game games[3], before[3];
    struct amun_options options;
    int16_t actions[3] = {AMUN_BATCH_BID, AMUN_BATCH_BID, AMUN_BATCH_BID};
    struct batch_out none = {0};
    size_t at = 99;

    (void)state;
    amun_game.defaults(&options);
    assert_int_equal(amun_batch_begin(games, 3, 4, &options, 1), GAME_OK);
    memcpy(before, games, sizeof before);
    for (int i = 0; i < 5; i++) {
        const int16_t wrong[] = {AMUN_BATCH_END, -1, AMUN_BATCH_ACTIONS, INT16_MAX, INT16_MIN};

        actions[1] = wrong[i];
        assert_int_equal(amun_batch_step(games, 3, actions, BATCH_WIN, &none, &at),
                         GAME_ILLEGAL);
        assert_int_equal(at, 1);
        assert_memory_equal(games, before, sizeof before);
    }
    actions[1] = AMUN_BATCH_BID;
    assert_int_equal(amun_batch_step(games, 3, actions, BATCH_WIN, &none, &at), GAME_OK);
    memcpy(before, games, sizeof before);
    assert_int_equal(amun_batch_begin(games, 3, 2, &options, 1), GAME_SETUP);
    assert_memory_equal(games, before, sizeof before);
}

/* Byte 155 + 15 i + p is number i of province p: at the start all are face down, which is number 2. */
static void
a_row_of_an_observation_has_all_provinces(void **state)
{
    struct amun_options options;
    struct amun_state s;
    uint8_t o[AMUN_BATCH_FEATURES];

    (void)state;
    amun_game.defaults(&options);
    assert_int_equal(amun_setup(&s, 5, &options), GAME_OK);
    amun_batch_observe(&s, 0, o);
    for (int i = 0; i < 15; i++) {
        for (int p = 0; p < AMUN_PROVINCES; p++) {
            const uint8_t *number = &o[AMUN_BATCH_PROVINCES_FROM + AMUN_PROVINCES * i + p];

            if (i <= 2 ||
                i >= 10) /* 3 to 9 are what the board has printed or what lies there */
                assert_int_equal(*number, i == 2);
        }
    }
}

static void
no_action_for_a_game_that_waits_for_chance(void **state)
{
    struct amun_options options;
    struct amun_state s;

    (void)state;
    amun_game.defaults(&options);
    assert_int_equal(amun_setup(&s, 3, &options), GAME_OK);
    assert_int_equal(amun_batch_action(&s, 0), 0);
    assert_int_equal(amun_batch_number(&s, amun_act(AMUN_V_START, 0)), -1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_is_single_games),
        cmocka_unit_test(an_illegal_action_changes_nothing),
        cmocka_unit_test(a_row_of_an_observation_has_all_provinces),
        cmocka_unit_test(no_action_for_a_game_that_waits_for_chance),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
