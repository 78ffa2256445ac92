/* SPDX-License-Identifier: MIT
 * wire_test.c -- the small tools of src/wire and app that the program's own tests reach only in part.
 * They are sentences cut at whole characters, numbers, options that differ, lines of a file, seats moving on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document.h"
#include "lines.h"
#include "moves.h"
#include "options.h"
#include "position.h"
#include "random_play.h"
#include "record.h"
#include "rng.h"
#include "series.h"
#include "view.h"

/* Is the text whole UTF-8? */
static void
assert_utf8(const char *text)
{
    for (size_t len; *text; text += len) {
        len = text_character(text, strlen(text));
        assert_true(len > 0);
    }
}

static void
quotes_are_short_and_whole(void **unused)
{
    char text[200];

    (void)unused;
    assert_string_equal(quote("draw").text, "\"draw\"");
    assert_string_equal(quote("a\tb\x7f").text, "\"a?b?\"");
    for (size_t length = 0; length < 150; length++) {
        for (size_t i = 0; i < length; i++)
            text[i] = i % 2 ? '\xa4' : '\xc3';
        text[length / 2 * 2] = 0;
        assert_utf8(quote(text).text);
        assert_true(strlen(quote(text).text) < sizeof(struct quoted));
        assert_int_equal(strstr(quote(text).text, "...\"") != NULL,
                         length / 2 * 2 > sizeof(struct quoted) - 6);
    }
}

static void
sentences_are_cut_at_whole_characters(void **unused)
{
    char text[2 * REFUSAL_ROOM];
    struct refusal why;

    (void)unused;
    for (size_t before = 0; before < 4; before++) {
        memset(text, 'x', before);
        for (size_t i = before; i + 3 < sizeof text; i += 3)
            memcpy(text + i, "\xe2\x82\xac", 4);
        assert_false(refuse(&why, "%s", text));
        assert_utf8(why.text);
        assert_string_equal(why.text + strlen(why.text) - 3, "...");
    }
    assert_false(refuse(&why, "short"));
    assert_string_equal(why.text, "short");
}

/* Options written from a state and read again give the same state, and nothing usual is written. */
static void
unusual_options(void **unused)
{
    static const char *const editions[] = {"1999", "2005", "2016"};
    static const char *const disasters[] = {NULL, "after_all", "immediate", "ignored"};
    struct refusal why;

    (void)unused;
    for (int i = 0; i < 3 * 4 * 2; i++) {
        union games_options options, again;
        union games_state st, same;
        char text[500];
        struct text t = text_in(text, sizeof text);
        struct document document = {0};
        const struct json *unusual;

        ra_game.defaults(&options);
        assert_true(options_set(&ra_game, &options, "edition", editions[i % 3], &why));
        assert_true(!disasters[i / 3 % 4] || options_set(&ra_game, &options, "god_disaster",
                                                         disasters[i / 3 % 4], &why));
        assert_true(
            options_set(&ra_game, &options, "empty_invoke", i / 12 ? "true" : "false", &why));
        assert_true(options_setup(&ra_game, &options, 4, &st, &why));
        json_options(&t, &ra_game, &st);
        unusual = document_read(&document, t.at, t.len, NULL);
        assert_non_null(unusual);
        ra_game.defaults(&again);
        assert_true(options_read(&ra_game, unusual, &again, &why));
        assert_true(options_setup(&ra_game, &again, 4, &same, &why));
        assert_memory_equal(&st, &same, sizeof st.ra);
        assert_int_equal(json_member(unusual, "edition") != NULL, i % 3 != 2);
        assert_int_equal(json_member(unusual, "empty_invoke") != NULL, i < 12);
        if (!disasters[i / 3 % 4])
            assert_null(json_member(unusual, "god_disaster"));
        document_finish(&document);
    }
}

static void
moves_are_exact_texts(void **unused)
{
    static const char *const wrong[] = {"",
                                        "deal",
                                        "deal:",
                                        "deal:1,2,3 ",
                                        " deal:1,2,3",
                                        "deal:01,2,3",
                                        "Deal:1,2,3",
                                        "deal:1,2,3,",
                                        "0/deal:1,2,3",
                                        "7/deal:1,2,3"};
    struct ra_options options = {.edition = RA_2016, .empty_invoke = 1};
    struct move moves[RA_MAX_CHANCES], move;
    struct ra_state s, before;
    int count;

    (void)unused;
    assert_int_equal(ra_setup(&s, 3, &options), GAME_OK);
    before = s;
    count = moves_list(&ra_game, &s, moves);
    assert_int_equal(count, 6);
    for (int i = 0; i < count; i++) {
        assert_true(i == 0 || strcmp(moves[i - 1].text, moves[i].text) < 0);
        assert_int_equal(moves_read(&ra_game, &s, moves[i].text, &move), GAME_OK);
        assert_true(move.action == moves[i].action && move.seat == GAME_NATURE);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(moves_apply(&ra_game, &s, wrong[i], NULL), GAME_FORMAT);
    assert_memory_equal(&s, &before, sizeof s);
    assert_int_equal(moves_apply(&ra_game, &s, "deal:3,1,2", NULL), GAME_OK);
}

static void
lines_of_a_file(void **unused)
{
    static const char content[] = "one\n\n \t\r\n12345678\n123456789\nlast";
    static const struct {
        enum lines_next next;
        const char *text;
    } expected[] = {{LINES_ONE, "one"},           {LINES_BLANK, ""},
                    {LINES_BLANK, " \t\r"},       {LINES_ONE, "12345678"},
                    {LINES_TOO_LONG, "12345678"}, {LINES_ONE, "last"}};
    FILE *file = tmpfile();
    struct lines lines;

    (void)unused;
    assert_non_null(file);
    fputs(content, file);
    rewind(file);
    lines_init(&lines, file, 8);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(lines_next(&lines), expected[i].next);
        assert_string_equal(lines.at, expected[i].text);
        assert_int_equal(lines.number, i + 1);
    }
    assert_int_equal(lines_next(&lines), LINES_END);
    lines_finish(&lines);
    fclose(file);
}

/* In as many games as there are seats each policy sits on each seat once. */
static void
everybody_moves_on(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= GAME_MAX_SEATS; seats++) {
        const struct series series = {.seats = seats};
        int sat[GAME_MAX_SEATS][GAME_MAX_SEATS] = {{0}};

        for (unsigned long long g = 0; g < (unsigned long long)seats; g++) {
            for (int seat = 0; seat < seats; seat++)
                sat[series_place(&series, g, seat)][seat]++;
        }
        for (int policy = 0; policy < seats; policy++) {
            for (int seat = 0; seat < seats; seat++)
                assert_int_equal(sat[policy][seat], 1);
        }
        assert_int_equal(series_place(&series, 0, 1), 1);
        assert_int_equal(series_place(&series, 1, 1), 0); /* place 0 sits at seat g mod n */
    }
}

/* The insight of a view; the caller finishes the document. */
static const struct json *
insight_for(struct document *document, const struct game *game, const union games_state *st,
            int seats, game_seats readers)
{
    static char buf[VIEW_ROOM];
    struct text t = text_in(buf, sizeof buf);

    json_view(&t, &(struct view){.game = game,
                                 .state = st,
                                 .seq = 1,
                                 .last = 1,
                                 .seats = seats,
                                 .readers = readers});
    assert_true(text_length(&t) > 0);
    assert_non_null(document_read(document, t.at, t.len, NULL));
    return json_member(document->root, "insight");
}

static int
number_at(const struct json *json, const char *key, size_t i, const char *part, size_t j)
{
    const struct json *row = json_element(json_member(json, key), i);
    long long number = -1;

    assert_true(json_as_int(part ? json_member(row, part) : json_element(row, j), &number));
    return (int)number;
}

/* Amun-Re's insight is what the rules count, and the same for everybody. */
static void
insight_of_amun(void **unused)
{
    union games_options options;
    union games_state st;
    struct document first = {0}, other = {0};
    uint64_t rng = 5;
    int bonuses = 0;

    (void)unused;
    amun_game.defaults(&options);
    assert_int_equal(amun_game.setup(&st, 4, &options), GAME_OK);
    for (game_seats movers; (movers = amun_game.to_move(&st)) != 0;) {
        int seat =
            moves_single_seat(movers) >= 0 ? moves_single_seat(movers) : __builtin_ctz(movers);
        const struct json *open = insight_for(&first, &amun_game, &st, 4, 0);

        for (game_seats readers = 1; readers < 16; readers++)
            assert_true(json_same(open, insight_for(&other, &amun_game, &st, 4, readers)));
        for (int i = 0; i < 4; i++) {
            struct amun_tally tally = amun_score(&st.amun, i);
            const struct json *held = json_element(json_member(open, "bonus"), (size_t)i);
            size_t holds = 0;

            assert_int_equal(number_at(open, "now", (size_t)i, "total", 0), tally.total);
            assert_int_equal(number_at(open, "now", (size_t)i, "sets", 0), tally.sets);
            for (int temple = 1; temple <= 4; temple++)
                assert_int_equal(number_at(open, "income", (size_t)i, NULL, (size_t)temple - 1),
                                 amun_income(&st.amun, i, temple));
            for (int card = 0; card < AMUN_CARDS; card++)
                holds += amun_bonus_holds(&st.amun, i, card);
            assert_int_equal(json_count(held), holds);
            bonuses += (int)holds;
        }
        assert_int_equal(amun_game.apply(&st, seat,
                                         seat == GAME_NATURE
                                             ? random_chance(&amun_game, &st, &rng)
                                             : random_action(&amun_game, &st, seat, &rng),
                                         NULL),
                         GAME_OK);
    }
    assert_true(bonuses > 0);
    assert_true(json_is_nil(insight_for(&first, &amun_game, &st, 4, 0))); /* over */
    document_finish(&first);
    document_finish(&other);
}

/* No game is without a part in the views. */
static void
every_game_can_be_shown(void **unused)
{
    (void)unused;
    for (int i = 0; games_list[i]; i++) {
        const struct game *game = games_list[i];
        union games_options options;
        union games_state st;
        struct document document = {0};
        const struct json *insight;

        game->defaults(&options);
        assert_int_equal(game->setup(&st, game->max_seats, &options), GAME_OK);
        insight = insight_for(&document, game, &st, game->max_seats, 0);
        assert_int_equal(json_kind(insight), JSON_KIND_OBJECT);
        document_finish(&document);
    }
}

/* What a seat sees of *st, written and read again. */
static void
view_comes_back(const struct amun_state *st, int seat)
{
    static char written[GAMES_STATE_ROOM];
    union games_state seen = {0}, back;
    struct document document = {0};
    const struct game *game;
    struct refusal why = {""};
    char *count;
    int len;

    amun_observe(st, seat, &seen.amun);
    len = amun_write_state(&seen.amun, written, sizeof written);
    assert_true(len > 0);
    assert_non_null(document_read(&document, written, (size_t)len, NULL));
    if (!position_read_view(document.root, &game, &back, &why))
        fail_msg("%s: %s", why.text, written);
    assert_memory_equal(&back.amun, &seen.amun, sizeof seen.amun);
    assert_false(position_read(document.root, &game, &back, &why)); /* it is no whole state */
    count = strstr(written, "\"deck\":{\"count\":");
    assert_non_null(count);
    count[16] = count[16] == '9' ? '8' : '9'; /* another number of cards */
    assert_non_null(document_read(&document, written, (size_t)len, NULL));
    assert_false(position_read_view(document.root, &game, &back, &why));
    document_finish(&document);
}

static void
views_of_amun_are_read(void **unused)
{
    struct amun_state st;
    union games_options options;
    uint64_t rng = 4;
    int phases = 0, steps = 0;

    (void)unused;
    amun_game.defaults(&options);
    assert_int_equal(amun_setup(&st, 3, &options.amun), GAME_OK);
    while (amun_to_move(&st)) {
        game_seats movers = amun_to_move(&st);
        int seat = 0;

        while (!(movers >> seat & 1))
            seat++;
        if (steps++ % 5 == 0) {
            view_comes_back(&st, (int)rng_below(&rng, 4) - 1);
            view_comes_back(&st, seat == GAME_NATURE ? 0 : seat);
            phases |= 1 << st.phase;
        }
        assert_int_equal(amun_game.apply(&st, seat,
                                         seat == GAME_NATURE
                                             ? random_chance(&amun_game, &st, &rng)
                                             : random_action(&amun_game, &st, seat, &rng),
                                         NULL),
                         GAME_OK);
    }
    view_comes_back(&st, 1);
    assert_true(phases >> AMUN_OFFER & phases >> AMUN_ACTIONS & phases >> AMUN_BID & 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes_are_short_and_whole),
        cmocka_unit_test(sentences_are_cut_at_whole_characters),
        cmocka_unit_test(unusual_options),
        cmocka_unit_test(moves_are_exact_texts),
        cmocka_unit_test(lines_of_a_file),
        cmocka_unit_test(everybody_moves_on),
        cmocka_unit_test(insight_of_amun),
        cmocka_unit_test(every_game_can_be_shown),
        cmocka_unit_test(views_of_amun_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
