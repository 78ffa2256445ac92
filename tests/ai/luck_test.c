/* SPDX-License-Identifier: MIT
 * luck_test.c -- luck-adjusted results are unbiased. Endings with few tiles left are enumerated, each outcome of
 * chance with its probability, and the two means must agree to the last digits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <math.h>

#include <cmocka.h>

#include "ai.h"
#include "ai_luck.h"
#include "khepri/games.h"
#include "khepri/ra.h"
#include "random_play.h"
#include "rng.h"

/* By seat, over all outcomes of an ending: the mean result, the luck-adjusted mean, and the mean squares. */
struct sums {
    double plain[RA_SEATS], adjusted[RA_SEATS], plain_squares, adjusted_squares, weight;
    int endings;
    bool ahead; /* luck by a search one turn ahead */
};

static void
play_decisions(struct ra_state *s)
{
    const struct ai_bot *bot = ai_find("rule", &ra_game);
    game_seats seats;
    uint64_t rng = 1;

    while ((seats = ra_game.to_move(s)) != 0 && !(seats >> GAME_NATURE & 1)) {
        int seat = __builtin_ctz(seats);
        game_action action = bot->choose(&ra_game, s, seat, &rng, NULL, NULL);

        assert_int_equal(ra_game.apply(s, seat, action, NULL), GAME_OK);
    }
}

static void
count_ending(const struct ra_state *s, double chance, const double luck[RA_SEATS],
             struct sums *sums)
{
    struct game_result result;

    assert_true(ra_game.result(s, &result));
    for (int i = 0; i < s->seats; i++) {
        double won = result.winners >> i & 1 ? 1.0 / __builtin_popcount(result.winners) : 0;

        sums->plain[i] += chance * won;
        sums->plain_squares += chance * won * won;
        sums->adjusted[i] += chance * (won - luck[i]);
        sums->adjusted_squares += chance * (won - luck[i]) * (won - luck[i]);
    }
    sums->weight += chance;
    sums->endings++;
}

/* `luck` is what chance gave each seat up to here. */
static void
go_through(const struct ra_state *before, double chance, const double luck[RA_SEATS],
           struct sums *sums)
{
    struct ra_state s = *before;
    struct game_chance outcomes[RA_MAX_CHANCES];
    double total = 0;
    int count;

    play_decisions(&s);
    if (!ra_game.to_move(&s)) {
        count_ending(&s, chance, luck, sums);
        return;
    }
    count = ra_game.chances(&s, outcomes);
    for (int i = 0; i < count; i++)
        total += outcomes[i].weight;
    for (int i = 0; i < count; i++) {
        struct ra_state after = s;
        double more[GAME_MAX_SEATS];

        ai_luck(&ra_game, &s, outcomes[i].action, sums->ahead, more);
        for (int seat = 0; seat < s.seats; seat++)
            more[seat] += luck[seat];
        assert_int_equal(ra_game.apply(&after, GAME_NATURE, outcomes[i].action, NULL), GAME_OK);
        go_through(&after, chance * outcomes[i].weight / total, more, sums);
    }
}

static int
bag_size(const struct ra_state *s)
{
    int size = 0;

    for (int kind = 0; kind < RA_KINDS; kind++)
        size += s->bag[kind];
    return size;
}

/* A turn late in a game of the rule bots, with `left` tiles in the bag. */
static struct ra_state
ending(int seats, uint64_t seed, int left)
{
    struct ra_options options;
    struct ra_state s;
    uint64_t rng = rng_stream(11, (uint64_t)seats, seed);

    ra_game.defaults(&options);
    assert_int_equal(ra_game.setup(&s, seats, &options), GAME_OK);
    while (s.epoch < 3 || s.phase != RA_DRAW || ra_track_length(seats) - s.ra_tiles > 2) {
        assert_int_equal(
            ra_game.apply(&s, GAME_NATURE, random_chance(&ra_game, &s, &rng), NULL), GAME_OK);
        play_decisions(&s);
        if (s.phase == RA_OVER) /* it ended otherwise; another */
            assert_int_equal(ra_game.setup(&s, seats, &options), GAME_OK);
    }
    while (bag_size(&s) > left) {
        int kind = 0, tile = (int)rng_below(&rng, (uint32_t)bag_size(&s));

        while (tile >= s.bag[kind])
            tile -= s.bag[kind++];
        if (kind != RA_RA || s.bag[kind] > 2)
            s.bag[kind]--;
    }
    return s;
}

static void
luck_is_nothing_on_average(void **unused)
{
    static const double none[RA_SEATS];

    (void)unused;
    for (int seats = 2; seats <= 5; seats++) {
        double plain = 0, adjusted = 0;

        for (uint64_t seed = 0; seed < 6; seed++) {
            struct ra_state s = ending(seats, seed, 7);
            struct sums sums = {.ahead = seed & 1};

            go_through(&s, 1, none, &sums);
            assert_true(sums.endings > 1 && fabs(sums.weight - 1) < 1e-9);
            for (int i = 0; i < seats; i++) {
                if (fabs(sums.plain[i] - sums.adjusted[i]) > 1e-9)
                    fail_msg("%d seats, ending %d, seat %d: %.9f, less luck %.9f", seats,
                             (int)seed, i, sums.plain[i], sums.adjusted[i]);
                plain -= sums.plain[i] * sums.plain[i];
                adjusted -= sums.adjusted[i] * sums.adjusted[i];
            }
            plain += sums.plain_squares;
            adjusted += sums.adjusted_squares;
        }
        print_message("# %d seats: variance %.4f, luck-adjusted %.4f\n", seats, plain,
                      adjusted);
        assert_true(plain > 0 && adjusted > 0 && fabs(plain - adjusted) > 1e-3 * plain);
    }
}

/* The deal too; and where no net knows, there is none. */
static void
every_chance_has_its_luck(void **unused)
{
    struct ra_options options;
    struct ra_state s;
    struct game_chance outcomes[RA_MAX_CHANCES];
    double sum[RA_SEATS] = {0}, size[2] = {0}, win[GAME_MAX_SEATS];

    (void)unused;
    ra_game.defaults(&options);
    assert_int_equal(ra_game.setup(&s, 4, &options), GAME_OK);
    assert_int_equal(ra_game.chances(&s, outcomes), 24);
    for (int i = 0; i < 2 * 24; i++) {
        ai_luck(&ra_game, &s, outcomes[i % 24].action, i / 24, win);
        for (int seat = 0; seat < 4; seat++) {
            sum[seat] += win[seat];
            size[i / 24] += fabs(win[seat]);
        }
    }
    for (int seat = 0; seat < 4; seat++)
        assert_true(fabs(sum[seat]) < 1e-9);
    assert_true(size[0] > 0.1 && size[1] > 0.1 && fabs(size[0] - size[1]) > 1e-6);
    assert_true(ai_luck_known(&ra_game) && ai_luck_looks_ahead(&ra_game));
    assert_false(ai_luck_looks_ahead(&amun_game));
}

/* Through a game of Amun-Re: whatever nature may do, the mean of its luck is nothing. */
static void
luck_of_amun_re_is_nothing_on_average(void **unused)
{
    union games_options options;
    union games_state s;
    uint64_t rng = 3;
    double size = 0;
    game_seats seats;

    (void)unused;
    assert_true(ai_luck_known(&amun_game));
    amun_game.defaults(&options);
    assert_int_equal(amun_game.setup(&s, 4, &options), GAME_OK);
    while ((seats = amun_game.to_move(&s)) != 0) {
        int seat = __builtin_ctz(seats), count = 0;
        struct game_chance outcomes[AMUN_MAX_CHANCES];
        double sum[AMUN_SEATS] = {0}, win[GAME_MAX_SEATS];

        if (seat == GAME_NATURE)
            count = amun_game.chances(&s, outcomes);
        for (int i = 0; i < count; i++) {
            ai_luck(&amun_game, &s, outcomes[i].action, s.amun.round % 2, win);
            for (int k = 0; k < 4; k++) {
                sum[k] += outcomes[i].weight * win[k];
                size += fabs(win[k]);
            }
        }
        for (int k = 0; k < 4; k++)
            assert_true(fabs(sum[k]) < 1e-9);
        assert_int_equal(amun_game.apply(&s, seat,
                                         seat == GAME_NATURE
                                             ? random_chance(&amun_game, &s, &rng)
                                             : random_action(&amun_game, &s, seat, &rng),
                                         NULL),
                         GAME_OK);
    }
    assert_true(size > 0.1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luck_is_nothing_on_average),
        cmocka_unit_test(every_chance_has_its_luck),
        cmocka_unit_test(luck_of_amun_re_is_nothing_on_average),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
