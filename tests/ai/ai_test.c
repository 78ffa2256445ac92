/* SPDX-License-Identifier: MIT
 * ai_test.c -- the words for bots, and values of states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ai.h"
#include "bits.h"
#include "khepri/amun.h"
#include "khepri/ra.h"
#include "ra_bots.h"
#include "ra_further.h"
#include "ra_step.h"
#include "rng.h"

/* ---- words ---- */

static void
every_bot_has_a_word(void **state)
{
    const struct game *games[] = {&ra_game, &amun_game};

    (void)state;
    for (int g = 0; g < 2; g++) {
        char list[1000];
        struct text t = text_in(list, sizeof list);

        ai_list(games[g], &t);
        assert_true(text_length(&t) > 0);
        for (int i = 0; ai_bot_at(games[g], i); i++) {
            const struct ai_bot *bot = ai_bot_at(games[g], i);
            char back[100];
            struct text word = text_in(back, sizeof back);
            struct ai_player player;

            assert_true(ai_read_word(bot->name, games[g], &player));
            assert_ptr_equal(player.bot, bot);
            assert_int_equal(player.positions, 0);
            assert_int_equal(player.ms, 0);
            ai_write_word(&player, &word);
            assert_string_equal(back, bot->name);
            assert_non_null(strstr(list, bot->name));
        }
    }
}

static void
other_words_are_refused(void **state)
{
    static const char *const words[] = {
        "",
        ":",
        "rule:",
        "rule:5",
        "rul",
        "rule:5ms",
        "hard:100ms",
        "random:",
        "Rule",
        ":rule",
        "rule:rule",
        "rule ",
        "rule:a-word-that-is-much-longer-than-any-bot-there-is"};
    struct ai_player player = {.ms = 7};

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_false(ai_read_word(words[i], &ra_game, &player));
    assert_int_equal(player.ms, 7);
    assert_false(ai_read_word("hard:9", &amun_game, &player));
}

/* ---- values ---- */

static void
check_value(const struct ra_state *s)
{
    struct ai_value value;
    double sum = 0;

    assert_true(ai_value(&ra_game, s, &value));
    for (int i = 0; i < GAME_MAX_SEATS; i++) {
        assert_true(value.win[i] >= 0 && value.win[i] <= 1);
        assert_true(i < s->seats || (value.win[i] == 0 && value.score[i] == 0));
        sum += value.win[i];
    }
    assert_true(sum > 0.9999 && sum < 1.0001);
}

/* At a decision the value is that of the best action one turn ahead, for everybody. */
static void
check_best(const struct ra_state *s)
{
    struct ra_option options[RA_MAX_ACTIONS];
    int count = ra_near_search(s, NULL, options), best = ra_search_best(options, count);
    struct ai_advice advice;
    struct ai_value value;

    ra_bot_answer(s, options, count, best, &advice);
    ai_value(&ra_game, s, &value);
    assert_memory_equal(advice.options[best].win, value.win, sizeof value.win);
    assert_memory_equal(advice.options[best].score, value.score, sizeof value.score);
}

/* How the search expects each action to end. */
static void
check_ends(const struct ra_state *s)
{
    const struct ai_bot *hard = ai_find("hard", &ra_game);
    struct ai_advice advice;

    hard->choose(&ra_game, s, bits_lowest(ra_to_move(s)), NULL, NULL, &advice);
    for (int i = 0; i < advice.count; i++) {
        const struct ai_option *option = &advice.options[i];

        if (s->phase == RA_AUCTION || ra_verb(option->action) == RA_V_INVOKE)
            assert_true(option->ends.there);
        if (ra_verb(option->action) == RA_V_DRAW)
            assert_false(option->ends.there);
        if (option->ends.there && option->ends.seat >= 0)
            assert_true(s->ready[option->ends.seat] >> option->ends.with & 1);
    }
}

static void
values_are_those_of_the_best(void **state)
{
    (void)state;
    for (int game = 0; game < 5; game++) {
        const struct ra_options options = {.edition = (uint8_t)((game + 1) % 3),
                                           .empty_invoke = 1};
        uint64_t rng = rng_stream(5, (uint64_t)game, 0);
        struct ra_state s;
        struct ai_value value;

        assert_int_equal(ra_setup(&s, 2 + game % 4, &options), GAME_OK);
        while (s.phase != RA_OVER) {
            if (s.phase == RA_DEAL || rng_below(&rng, 4) == 0)
                check_value(&s);
            if (ra_step_legal(&s) && rng_below(&rng, 4) == 0) {
                check_best(&s);
                check_ends(&s);
            }
            ra_step_random(&s, &rng);
        }
        check_value(&s);
        assert_true(ai_value(&ra_game, &s, &value));
        assert_true(value.win[ra_winner(&s)] == 1);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bot_has_a_word),
        cmocka_unit_test(other_words_are_refused),
        cmocka_unit_test(values_are_those_of_the_best),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
