/* SPDX-License-Identifier: MIT
 * arena_test.c -- the figures of khepri arena against values worked out by hand, its line-ups, and
 * what the games of one deal have in common.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <math.h>

#include <cmocka.h>

#include "action_list.h"
#include "arena_sums.h"
#include "document.h"
#include "rng.h"

static void
assert_near(double is, double should, double within)
{
    if (!(fabs(is - should) <= within))
        fail_msg("%.8f should be %.8f +- %g", is, should, within);
}

/* ---- statistics ---- */

/* Four deals that gave 1, 0, 1/2 and 1/2: variance 1/6, error the root of 1/24, three degrees. */
static void
means_have_the_error_of_their_deals(void **unused)
{
    const struct stats_sample sample = {4, 2, 1.5}, one = {1, 3, 9};
    struct stats_interval mean = stats_mean(&sample), share = stats_share(&sample, 1);

    (void)unused;
    assert_near(stats_variance(&sample), 1.0 / 6, 1e-12);
    assert_near(mean.middle, 0.5, 0);
    assert_near(mean.high, 0.5 + 3.1824 * sqrt(1.0 / 24), 1e-9);
    assert_near(mean.low, 0.5 - 3.1824 * sqrt(1.0 / 24), 1e-9);
    assert_near(share.low, 0, 0);
    assert_near(share.high, 1, 0);
    assert_near(stats_share(&sample, 0.9).high, 0.9, 0);
    assert_true(isinf(stats_mean(&one).low) && isinf(stats_mean(&one).high));
    assert_near(stats_variance(&one), 0, 0);
}

static void
student_is_as_in_the_tables(void **unused)
{
    (void)unused;
    assert_near(stats_student(1), 12.706, 0.001);
    assert_near(stats_student(10), 2.228, 0.001);
    assert_near(stats_student(11), 2.201, 0.001);
    assert_near(stats_student(20), 2.086, 0.001);
    assert_near(stats_student(120), 1.980, 0.001);
    assert_near(stats_student(1e9), 1.959964, 1e-6);
}

/* Wilson for 0 of 10: from 0 to z^2 / (10 + z^2) = 3.8415 / 13.8415. */
static void
certainty_takes_more_than_a_few_deals(void **unused)
{
    const struct stats_sample none = {10, 0, 0}, all = {10, 10, 10}, half = {10, 5, 2.5};

    (void)unused;
    assert_near(stats_share(&none, 1).high, 0.27753, 1e-5);
    assert_near(stats_share(&none, 1).low, 0, 0);
    assert_near(stats_share(&all, 1).low, 1 - 0.27753, 1e-5);
    assert_near(stats_share(&all, 1).high, 1, 0);
    assert_near(stats_share(&half, 0.5).low, (1 - 0.27753) / 2, 1e-5);
    assert_near(stats_share(&half, 1).low, 0.5, 1e-12);
    assert_near(stats_share(&half, 1).high, 0.5, 1e-12);
}

/* 100 deals with mean 0.6 and variance 12/99: the log of the ratio is 5 * 0.1 / (12/99) = 4.125. */
static void
tests_are_decided_at_the_bound(void **unused)
{
    const struct stats_sample sample = {100, 60, 48}, few = {29, 29, 29}, same = {50, 25, 12.5};

    (void)unused;
    assert_int_equal(stats_test(&sample, 0.50, 0.52), STATS_OPEN);
    assert_int_equal(stats_test(&sample, 0.50, 0.60), STATS_HIGH);
    assert_int_equal(stats_test(&sample, 0.60, 0.70), STATS_LOW);
    assert_int_equal(stats_test(&sample, 0.55, 0.65), STATS_OPEN);
    assert_int_equal(stats_test(&few, 0.5, 0.6), STATS_OPEN);
    assert_int_equal(stats_test(&same, 0.5, 0.52), STATS_LOW);
    assert_int_equal(stats_test(&same, 0.4, 0.52), STATS_HIGH);
}

/* How often, of 1000, deals with that mean (uniform, +- 1/2) are taken for the wrong side. */
static int
wrong_verdicts(double mean, enum stats_verdict wrong)
{
    int count = 0;

    for (uint64_t run = 0; run < 1000; run++) {
        uint64_t rng = rng_stream(5, run, wrong);
        struct stats_sample sample = {0};
        enum stats_verdict verdict = STATS_OPEN;

        while (verdict == STATS_OPEN) {
            double value = mean - 0.5 + (double)rng_below(&rng, 1000001) / 1e6;

            sample.deals++;
            sample.sum += value;
            sample.squares += value * value;
            verdict = stats_test(&sample, 0.4, 0.5);
        }
        count += verdict == wrong;
    }
    return count;
}

static void
tests_err_as_seldom_as_they_say(void **unused)
{
    (void)unused;
    assert_in_range(wrong_verdicts(0.4, STATS_HIGH), 1, 60);
    assert_in_range(wrong_verdicts(0.5, STATS_LOW), 1, 60);
}

/* 2000 arenas of `deals` deals; in each deal three games with the same result, won with a chance of 0.3. Returns the
 * number of arenas whose interval contains 0.3. */
static int
intervals_that_hold(int deals)
{
    int held = 0;

    for (uint64_t run = 0; run < 2000; run++) {
        uint64_t rng = rng_stream(9, run, (uint64_t)deals);
        struct stats_sample sample = {0};
        struct stats_interval mean;

        for (int deal = 0; deal < deals; deal++) {
            bool alike = rng_below(&rng, 2), first = rng_below(&rng, 10) < 3;
            double value = 0;

            for (int game = 0; game < 3; game++)
                value += alike ? first : rng_below(&rng, 10) < 3;
            sample.deals++;
            sample.sum += value / 3;
            sample.squares += value * value / 9;
        }
        mean = stats_mean(&sample);
        held += mean.low <= 0.3 && 0.3 <= mean.high;
    }
    return held;
}

static void
intervals_hold_as_often_as_they_say(void **unused)
{
    (void)unused;
    assert_in_range(intervals_that_hold(30), 1840, 1950);
    assert_in_range(intervals_that_hold(200), 1870, 1930);
}

/* ---- ratings ---- */

/* 75 of 100 won, and half of one virtual game: strength ln(75.5 / 25.5), curvature
 * 75.5 * 25.5 / 101, and the spread of 12 has 1/4 added. */
static void
ratings_of_two(void **unused)
{
    const struct plackett_table table = {{0, 1}, {25, 75}};
    struct plackett p = {.players = 2, .seats = 2, .tables = &table, .table_count = 1};
    double strength = log(75.5 / 25.5), curvature = 75.5 * 25.5 / 101;

    (void)unused;
    p.spread[1][1] = p.spread[0][0] = 12;
    p.spread[0][1] = p.spread[1][0] = -12;
    assert_true(plackett_fit(&p));
    assert_near(p.strength[1], strength, 1e-9);
    assert_near(p.rating[0], 1000, 0);
    assert_near(p.half[0], 0, 0);
    assert_near(p.rating[1], 1188.56, 0.01);
    assert_near(p.half[1], 1.959964 * 173.71779 * 3.5 / curvature, 1e-3);
    assert_near(plackett_expected(&p, &table, 1), 75.5 / 101, 1e-9);
}

/* Tables that won just what strengths 1, 2, 4 and 8 say give these strengths back, from any anchor. */
static void
ratings_come_back(void **unused)
{
    enum { TABLES = 5 };
    static const int who[TABLES][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}, {0, 3, 3}};
    struct plackett_table tables[TABLES];

    (void)unused;
    for (int t = 0; t < TABLES; t++) {
        double all = (1 << who[t][0]) + (1 << who[t][1]) + (1 << who[t][2]);

        for (int i = 0; i < 3; i++) {
            tables[t].player[i] = who[t][i];
            tables[t].wins[i] = 1e6 * (1 << who[t][i]) / all;
        }
    }
    for (int anchor = 0; anchor < 4; anchor++) {
        struct plackett p = {.players = 4,
                             .seats = 3,
                             .anchor = anchor,
                             .tables = tables,
                             .table_count = TABLES};

        assert_true(plackett_fit(&p));
        for (int i = 0; i < 4; i++)
            assert_near(p.strength[i], (i - anchor) * log(2), 1e-5);
    }
}

/* Nobody is rated without end, and the interval says how little is known. */
static void
ratings_of_those_who_never_won(void **unused)
{
    const struct plackett_table table = {{0, 1}, {1000, 0}};
    struct plackett p = {.players = 2, .seats = 2, .tables = &table, .table_count = 1};

    (void)unused;
    assert_true(plackett_fit(&p));
    assert_near(p.strength[1], log(0.5 / 1000.5), 1e-6);
    assert_true(p.half[1] > 300 && p.half[1] < 400);
}

/* ---- line-ups ---- */

static int
line_ups_of(int seats, bool mixed, const char *field, struct arena_plan *plan)
{
    struct refusal why;

    *plan = (struct arena_plan){.seats = seats, .mixed = mixed};
    if (!arena_plan_field(plan, field, NULL, 0, &why))
        fail_msg("%s: %s", field, why.text);
    return plan->line_up_count;
}

static void
assert_line_up(const struct arena_plan *plan, int which, const char *players)
{
    for (int i = 0; i < plan->seats; i++)
        assert_int_equal(plan->line_ups[which].player[i], players[i] - '0');
}

static void
fields_make_line_ups(void **unused)
{
    struct arena_plan plan;

    (void)unused;
    assert_int_equal(line_ups_of(4, false, "a,b", &plan), 1);
    assert_line_up(&plan, 0, "0111");
    assert_int_equal(arena_plan_sits(&plan, 0), 4);
    assert_int_equal(arena_plan_sits(&plan, 1), 12);
    assert_near(arena_plan_most(&plan, 1), 1.0 / 3, 1e-12);
    assert_int_equal(line_ups_of(3, false, "a,b=a,a", &plan), 1);
    assert_line_up(&plan, 0, "010");
    assert_int_equal(line_ups_of(3, true, "a,b,c,d", &plan), 4);
    assert_line_up(&plan, 0, "012");
    assert_line_up(&plan, 3, "123");
    assert_int_equal(arena_plan_games(&plan), 12);
    assert_int_equal(arena_plan_sits(&plan, 3), 9);
    assert_near(arena_plan_most(&plan, 3), 1, 1e-12);
    assert_int_equal(line_ups_of(4, true, "a,b", &plan), 3);
    assert_line_up(&plan, 0, "0001");
    assert_line_up(&plan, 1, "0011");
    assert_line_up(&plan, 2, "0111");
    assert_int_equal(line_ups_of(5, true, "a,b,c", &plan), 6);
    assert_int_equal(line_ups_of(5, true, "a,b,c,d,e", &plan), 1);
    assert_int_equal(line_ups_of(5, true, "a,b,c,d,e,f,g,h,i,j", &plan), 252);
}

/* ---- deals ---- */

/* The actions of some games. */
struct games {
    struct action_list of[4 * GAME_MAX_SEATS];
    size_t count;
};

static bool
take(void *context, unsigned long long g, const struct series_game *played)
{
    struct games *games = context;
    struct document document = {0};
    const struct json *record =
        document_read(&document, played->record, strlen(played->record), NULL);
    bool good = g == games->count && games->count < sizeof games->of / sizeof games->of[0] &&
                action_list_read(&games->of[games->count++], json_member(record, "actions"));

    document_finish(&document);
    return good;
}

static void
drop_games(struct games *games)
{
    for (size_t i = 0; i < games->count; i++)
        action_list_finish(&games->of[i]);
    free(games);
}

/* The next action of that kind from *at on, or NULL; *at is moved past it. */
static const char *
next_of(const struct action_list *game, const char *kind, size_t *at)
{
    while (*at < game->count) {
        const char *text = game->text[(*at)++];

        if (strncmp(text, kind, strlen(kind)) == 0)
            return text;
    }
    return NULL;
}

/* How many actions of that kind two games have before they differ or one has no more. */
static int
in_common(const struct action_list *a, const struct action_list *b, const char *kind,
          bool *differ)
{
    size_t at_a = 0, at_b = 0;

    for (int count = 0;; count++) {
        const char *one = next_of(a, kind, &at_a), *other = next_of(b, kind, &at_b);

        *differ = one && other && strcmp(one, other) != 0;
        if (!one || !other || *differ)
            return count;
    }
}

/* What is done at the first game of a series, and how many games came. */
struct first_game {
    atomic_bool stop;
    bool refuse;
    int came;
};

static bool
end_at_first(void *context, unsigned long long g, const struct series_game *played)
{
    struct first_game *first = context;

    assert_int_equal(g, first->came++);
    assert_true(played->decisions > 0);
    atomic_store(&first->stop, !first->refuse);
    return !first->refuse;
}

/* A slow game is not waited for by those before it: what is kept of them could be lost meanwhile. */
static void
games_come_as_they_are_played(void **state)
{
    const struct series_player rule = {.name = "rule",
                                       .bot = {.bot = ai_find("rule", &ra_game)}};
    const struct series_line_up line_up = {{0}};
    union games_options options;

    (void)state;
    ra_game.defaults(&options);
    for (int refuse = 0; refuse <= 1; refuse++) {
        struct first_game first = {.refuse = refuse};
        struct series series = {.game = &ra_game,
                                .seats = 3,
                                .players = &rule,
                                .line_ups = &line_up,
                                .line_up_count = 1,
                                .seed = "7",
                                .games = 10,
                                .threads = 1,
                                .stop = &first.stop};

        assert_int_equal(ra_game.setup(&series.start, 3, &options), GAME_OK);
        assert_int_equal(series_play(&series, end_at_first, &first), SERIES_STOPPED);
        assert_int_equal(first.came, 1);
    }
}

/* Games of deals 3 and 5 between line-ups of rule and random. The caller drops them. */
static struct games *
play_deals(const struct game *game, int seats)
{
    const struct series_player players[] = {
        {.name = "rule", .bot = {.bot = ai_find("rule", game)}},
        {.name = "random", .bot = {.bot = ai_find("random", game)}}};
    const struct series_line_up line_ups[] = {{{0, 1, 1, 1, 1}}, {{1, 0, 0, 0, 0}}};
    struct series series = {.game = game,
                            .seats = seats,
                            .players = players,
                            .line_ups = line_ups,
                            .line_up_count = 2,
                            .duplicate = true,
                            .first_deal = 3,
                            .deal_step = 2,
                            .seed = "7",
                            .games = 4ULL * (unsigned long long)seats,
                            .threads = 2,
                            .records = true};
    struct games *records = calloc(1, sizeof *records);
    union games_options options;

    game->defaults(&options);
    assert_int_equal(game->setup(&series.start, seats, &options), GAME_OK);
    assert_int_equal(series_deal(&series, 0), 3);
    assert_int_equal(series_deal(&series, 2ULL * (unsigned)seats - 1), 3);
    assert_int_equal(series_deal(&series, 2ULL * (unsigned)seats), 5);
    assert_int_equal(series_play(&series, take, records), SERIES_DONE);
    return records;
}

/* Ra: the deal of suns and the order of the tiles, to the last one drawn. */
static void
games_of_ra_share_their_tiles(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 5; seats++) {
        struct games *games = play_deals(&ra_game, seats);
        const struct action_list *first = &games->of[0];
        bool differ;

        for (int i = 1; i < 2 * seats; i++) {
            assert_int_equal(in_common(first, &games->of[i], "deal:", &differ), 1);
            assert_in_range(in_common(first, &games->of[i], "tile:", &differ), 20, 180);
            assert_false(differ);
        }
        in_common(first, &games->of[2 * seats], "tile:", &differ);
        assert_true(differ); /* another deal */
        drop_games(games);
    }
}

/* Amun-Re: who starts, all provinces, and the cards as long as the first deck lasts. */
static void
games_of_amun_re_share_provinces_and_cards(void **unused)
{
    (void)unused;
    for (int seats = 3; seats <= 5; seats++) {
        struct games *games = play_deals(&amun_game, seats);
        const struct action_list *first = &games->of[0];
        int deck = -seats; /* everybody begins with a builder */
        bool differ;

        for (int card = 0; card < AMUN_CARDS; card++)
            deck += amun_board_2003.power_cards[card];
        for (int i = 1; i < 2 * seats; i++) {
            const struct action_list *other = &games->of[i];
            int cards;

            assert_int_equal(in_common(first, other, "start:", &differ), 1);
            assert_int_equal(in_common(first, other, "province:", &differ), 6 * seats);
            assert_false(differ);
            cards = in_common(first, other, "card:", &differ);
            assert_true(cards >= (differ ? deck : 4));
        }
        in_common(first, &games->of[2 * seats], "province:", &differ);
        assert_true(differ);
        drop_games(games);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_come_as_they_are_played),
        cmocka_unit_test(means_have_the_error_of_their_deals),
        cmocka_unit_test(student_is_as_in_the_tables),
        cmocka_unit_test(certainty_takes_more_than_a_few_deals),
        cmocka_unit_test(tests_are_decided_at_the_bound),
        cmocka_unit_test(tests_err_as_seldom_as_they_say),
        cmocka_unit_test(intervals_hold_as_often_as_they_say),
        cmocka_unit_test(ratings_of_two),
        cmocka_unit_test(ratings_come_back),
        cmocka_unit_test(ratings_of_those_who_never_won),
        cmocka_unit_test(fields_make_line_ups),
        cmocka_unit_test(games_of_ra_share_their_tiles),
        cmocka_unit_test(games_of_amun_re_share_provinces_and_cards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
