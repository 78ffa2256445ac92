/* SPDX-License-Identifier: MIT
 * embed_test.c -- the library's own functions for embedders (khepri/chance.h, records.h, bots.h, version.h): what they
 * promise about storage, and that refused input changes nothing. tests/install/embed.c plays whole games with them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "khepri/bots.h"
#include "khepri/chance.h"
#include "khepri/version.h"
#include "rng.h"

static const char line[] =
    "{\"format\":\"khepri-record/1\",\"game\":\"ra\",\"options\":{\"edition\":\"2005\"},"
    "\"players\":[\"Anna\",\"B\\u00e9n\"],\"actions\":[\"deal:1,2\",\"draw\",\"tile:nile\"]}";

static void
the_version_is_one_number(void **unused)
{
    (void)unused;
    assert_string_equal(khepri_version(), KHEPRI_VERSION);
    assert_true(
        KHEPRI_AT_LEAST(KHEPRI_VERSION_MAJOR, KHEPRI_VERSION_MINOR, KHEPRI_VERSION_PATCH));
    assert_false(
        KHEPRI_AT_LEAST(KHEPRI_VERSION_MAJOR, KHEPRI_VERSION_MINOR, KHEPRI_VERSION_PATCH + 1));
}

static void
chance_is_seeded_and_weighted(void **unused)
{
    uint64_t rng = khepri_stream(7, 1, 2), same = rng_stream(7, 1, 2);
    const struct game *game;
    union games_state st, other;
    uint64_t a = khepri_seed("a text"), b = a;

    (void)unused;
    assert_int_equal(rng, same);
    assert_int_equal(khepri_random(&rng), rng_next(&same));
    assert_int_equal(khepri_random_below(&rng, 1), 0);
    assert_int_equal(khepri_seed("12"), 12);
    assert_true(khepri_begin("amun_re", 3, NULL, &game, &st, NULL));
    other = st;
    assert_true(khepri_settle_chance(game, &st, &a, NULL) > 3);
    assert_true(khepri_settle_chance(game, &other, &b, NULL) > 3);
    assert_memory_equal(&st, &other, game->state_size);
    assert_false(game->to_move(&st) >> GAME_NATURE & 1);
    assert_int_equal(khepri_settle_chance(game, &st, &a, NULL), 0);
}

/* A code is written if and only if it is read back: nothing else is looked up among the names. */
static void
any_code_is_written_or_refused(void **unused)
{
    uint64_t rng = 7;

    (void)unused;
    for (int i = 0; games_list[i]; i++) {
        const struct game *game;
        union games_state st;
        struct khepri_move move;
        char text[GAME_TEXT_ROOM];
        int written = 0;

        assert_true(khepri_begin(games_list[i]->name, 3, NULL, &game, &st, NULL));
        for (uint32_t round = 0; round < 400000; round++) {
            uint32_t word = (uint32_t)rng_next(&rng);
            game_action a = round < 0x20000 ? round >> 9 << 24 | (round & 0x1ff)
                                            : word >> (word & 24),
                        back;
            int length = game->write_action(&st, a, text, sizeof text);

            assert_int_equal(length, length < 0 ? -1 : (int)strlen(text));
            if (length < 0)
                continue;
            written++;
            assert_int_equal(game->read_action(&st, text, &back), GAME_OK);
            assert_int_equal(back, a);
            assert_int_equal(game->write_action(&st, a, text, (size_t)length), -1);
        }
        assert_true(written > 50);
        khepri_write_move(game, &st, GAME_NATURE, 0, &move);
        assert_string_equal(move.text, "");
    }
}

static void
there_are_no_names_beyond_the_last(void **unused)
{
    static const int numbers[] = {-1, 64, 1 << 24};
    char text[GAME_TEXT_ROOM];

    (void)unused;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        assert_string_equal(game_err_text((enum game_err)numbers[i]),
                            "this error code is not known");
        assert_null(ra_kind_name((enum ra_kind)numbers[i]));
        assert_null(amun_province_name(numbers[i]));
        assert_null(amun_card_name(numbers[i]));
        for (int g = 0; games_list[g]; g++) {
            const struct game *game;
            union games_state st;

            assert_true(khepri_begin(games_list[g]->name, 3, NULL, &game, &st, NULL));
            assert_null(game->event_name(numbers[i]));
            assert_int_equal(game->write_option(&st, numbers[i], text, sizeof text), -1);
            assert_null(khepri_bot_at(game, numbers[i]));
        }
    }
    assert_string_equal(game_err_text(GAME_OK), "ok");
    assert_string_equal(ra_kind_name(RA_RA), "ra");
}

static void
a_game_that_is_refused_changes_nothing(void **unused)
{
    static char options[20000];
    const struct game *game = NULL;
    union games_state st, before;
    struct khepri_why why;

    (void)unused;
    memset(&st, 0x5a, sizeof st);
    before = st;
    memset(options, ' ', sizeof options - 1);
    assert_false(khepri_begin("chess", 3, NULL, &game, &st, &why));
    assert_non_null(strstr(why.text, "\"chess\" is not known"));
    assert_false(khepri_begin("ra", 6, NULL, &game, &st, &why));
    assert_false(khepri_begin("ra", -1, NULL, &game, &st, &why));
    assert_false(khepri_begin("ra", 3, "{\"edition\":1998}", &game, &st, &why));
    assert_non_null(strstr(why.text, "edition"));
    assert_false(khepri_begin("ra", 3, "{\"edition\"", &game, &st, &why));
    assert_non_null(strstr(why.text, "not JSON"));
    assert_false(khepri_begin("ra", 3, "[]", &game, &st, &why));
    assert_false(khepri_begin("ra", 3, options, &game, &st, &why));
    assert_non_null(strstr(why.text, "bytes"));
    assert_false(khepri_begin("ra", 3, "", &game, &st, NULL)); /* nobody wants to know why */
    assert_null(game);
    assert_memory_equal(&st, &before, sizeof st);
}

static void
records_need_no_more_storage_than_they_say(void **unused)
{
    size_t len = sizeof line - 1, room = khepri_record_room(line, len);
    struct khepri_record r;
    struct khepri_why why;
    struct khepri_move move;

    (void)unused;
    for (size_t less = 0; less < room; less += less < 64 ? 1 : 61) {
        void *storage = malloc(room - less ? room - less : 1);

        if (!khepri_record_open(&r, line, len, storage, room - less, &why))
            assert_non_null(strstr(why.text, "khepri_record_room"));
        else
            assert_int_equal(r.steps, 3);
        assert_true(less > 0 || r.steps == 3);
        free(storage);
    }
    void *storage = malloc(room ? room : 1);

    assert_true(khepri_record_open(&r, line, len, storage, room, &why));
    assert_string_equal(r.names[1], "B\xc3\xa9n");
    for (size_t step = 0; step < 3; step++) {
        assert_int_equal(r.step, step);
        assert_true(khepri_record_step(&r, &move, NULL, &why));
    }
    assert_string_equal(move.text, "tile:nile");
    assert_false(khepri_record_step(&r, &move, NULL, &why));
    assert_non_null(strstr(why.text, "no further move"));
    assert_true(khepri_record_check(&r, &why));
    free(storage);
}

static void
a_record_stops_at_a_wrong_move(void **unused)
{
    static const char wrong[] =
        "{\"format\":\"khepri-record/1\",\"game\":\"ra\",\"players\":[\"a\",\"b\"],"
        "\"actions\":[\"deal:1,2\",\"bid:9\"],\"result\":{\"scores\":[1,2],\"winners\":[1]}}";
    size_t room = khepri_record_room(wrong, sizeof wrong - 1);
    void *storage = malloc(room);
    union games_state before;
    struct khepri_record r;
    struct khepri_why why;

    (void)unused;
    assert_true(khepri_record_open(&r, wrong, sizeof wrong - 1, storage, room, &why));
    assert_true(khepri_record_step(&r, NULL, NULL, &why));
    before = *r.state;
    assert_false(khepri_record_step(&r, NULL, NULL, &why));
    assert_non_null(strstr(why.text, "may choose draw or invoke"));
    assert_int_equal(r.step, 1);
    assert_memory_equal(r.state, &before, r.game->state_size);
    assert_false(khepri_record_check(&r, &why));
    assert_non_null(strstr(why.text, "not over"));
    assert_false(khepri_record_open(&r, wrong, 40, storage, room, &why));
    assert_false(khepri_record_open(&r, "", 0, storage, room, &why));
    free(storage);
}

static void
records_are_written_into_any_room(void **unused)
{
    static const struct khepri_move moves[] = {{"deal:1,2"}, {"draw"}, {"tile:nile"}};
    const char *const names[] = {"Anna", "B\xc3\xa9n"};
    char whole[KHEPRI_RECORD_HEAD + 200], part[400];
    const struct game *game;
    union games_state st;
    int len;

    (void)unused;
    assert_true(khepri_begin("ra", 2, "{\"edition\":\"2005\"}", &game, &st, NULL));
    for (int i = 0; i < 3; i++)
        assert_true(khepri_apply_move(game, &st, moves[i].text, NULL, NULL));
    len = khepri_write_record(game, &st, names, moves, 3, whole, sizeof whole);
    assert_true(len > 0 && (size_t)len == strlen(whole));
    assert_non_null(strstr(whole, "\"options\":{\"edition\":\"2005\"}"));
    for (size_t room = 0; room <= (size_t)len + 1; room++)
        assert_int_equal(khepri_write_record(game, &st, names, moves, 3, part, room),
                         room > (size_t)len ? len : -1);
    assert_string_equal(part, whole);
}

static void
moves_have_seats_only_where_they_must(void **unused)
{
    const struct game *game;
    union games_state st, before;
    struct khepri_move move;
    struct khepri_why why;
    game_action action = 0;
    int seat = 99;

    (void)unused;
    assert_true(khepri_begin("ra", 2, NULL, &game, &st, NULL));
    assert_true(khepri_apply_move(game, &st, "deal:1,2", NULL, NULL));
    before = st;
    assert_true(khepri_read_move(game, &st, "draw", &seat, &action, &why));
    khepri_write_move(game, &st, seat, action, &move);
    assert_string_equal(move.text, "draw");
    action = 77;
    assert_false(khepri_read_move(game, &st, "1/draw", &seat, &action, &why));
    assert_int_equal(action, 77);
    assert_false(khepri_apply_move(game, &st, "", NULL, &why));
    assert_false(khepri_apply_move(game, &st, "pass", NULL, &why));
    assert_non_null(strstr(why.text, "not legal"));
    assert_memory_equal(&st, &before, game->state_size);
}

/* A game that has just begun: the state, and what seat 1 sees of it. */
static const struct game *
begin_of_four(union games_state out[2])
{
    const struct game *game;
    uint64_t rng = 3;

    assert_true(khepri_begin("amun_re", 4, NULL, &game, &out[0], NULL));
    khepri_settle_chance(game, &out[0], &rng, NULL);
    game->observe(&out[0], 1, &out[1]);
    return game;
}

static void
positions_are_read_back(void **unused)
{
    static char text[GAMES_STATE_ROOM];
    union games_state begun[2], out, before;
    const struct game *found = NULL, *game = begin_of_four(begun);
    struct khepri_why why;

    (void)unused;
    for (int view = 0; view < 2; view++) {
        const union games_state *of = &begun[view];
        int len = game->write_state(of, text, sizeof text);
        size_t room = khepri_record_room(text, (size_t)len);
        void *storage = malloc(room);

        assert_true(
            khepri_read_position(text, (size_t)len, view, storage, room, &found, &out, &why));
        assert_ptr_equal(found, game);
        assert_memory_equal(&out, of, game->state_size);
        before = out;
        if (view)
            assert_false(khepri_read_position(text, (size_t)len, false, storage, room, &found,
                                              &out, &why));
        assert_false(
            khepri_read_position(text, (size_t)len, view, storage, 10, &found, &out, &why));
        assert_false(khepri_read_position(text, (size_t)len / 2, view, storage, room, &found,
                                          &out, &why));
        assert_memory_equal(&out, &before, game->state_size);
        free(storage);
    }
}

static void
position_strings_are_read_back(void **unused)
{
    static char text[KHEPRI_POSITION_ROOM];
    union games_state begun[2], out, before;
    const struct game *found = NULL, *game = begin_of_four(begun);
    struct khepri_why why;

    (void)unused;
    for (int view = 0; view < 2; view++) {
        const union games_state *of = &begun[view];
        int len = khepri_write_position(game, of, text, sizeof text);

        assert_true(len > 0 && (size_t)len == strlen(text));
        assert_int_equal(khepri_write_position(game, of, text, (size_t)len), -1);
        khepri_write_position(game, of, text, sizeof text);
        assert_true(khepri_read_position(text, (size_t)len, view, NULL, 0, &found, &out, &why));
        assert_ptr_equal(found, game);
        assert_memory_equal(&out, of, game->state_size);
        before = out;
        if (view)
            assert_false(
                khepri_read_position(text, (size_t)len, false, NULL, 0, &found, &out, &why));
        text[len - 1] ^= 1;
        assert_false(
            khepri_read_position(text, (size_t)len, view, NULL, 0, &found, &out, &why));
        assert_non_null(strstr(why.text, "damaged"));
        assert_memory_equal(&out, &before, game->state_size);
    }
}

/* The words of version 1 keep their numbers: a string written once is read for ever. */
static void
old_position_strings_are_read(void **unused)
{
    static const char *const kept[] = {
        "ra.1.ksR3H3KilEC2KjClAAJj2rggggggglMksUA3MgnjBllggksjcHWYMFFFEEFEFFFDFFFCCECljks"
        "ZjJljCLlDksuBsyBllksZjDGljHlDksmBllksZjEFKlmDnlkjBljINlRkslDsyBllljjpHpHpHHllgl0"
        "DDK",
        "amun_re.1.ksVC3dB3f3hlED3VjAlDCksaRksNBspBCsxCs-DDtBCtDBCllkspEFBs_BtCClj3K3Q3Rl"
        "j3I3S3T3GlktFkscBABBAAmlkgAABAAmlkDAAAAAmlkgAAAAAmlkCBAABAmltLkBAAAAAmlkDAAAAAml"
        "kCBAABAmlkAAAAAAmlkAAAAAAmltSkgAAAAAmlkgAAAAAj293Alllks7ksj3SDllmsOmggggjkshIs1A"
        "siks9BsqBtABllkshJAksNBllkshIAktDBllkshFAksxBBlllgl1xTK",
    };

    (void)unused;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        const struct game *game;
        char text[KHEPRI_POSITION_ROOM];
        union games_state st;
        struct khepri_why why;

        if (!khepri_read_position(kept[i], strlen(kept[i]), false, NULL, 0, &game, &st, &why))
            fail_msg("%s", why.text);
        assert_true(khepri_write_position(game, &st, text, sizeof text) > 0);
        assert_string_equal(text, kept[i]);
    }
}

static void
bots_by_their_words(void **unused)
{
    static const struct {
        const char *word, *says;
    } wrong[] = {{"nobody", "known are: "},
                 {"nobody:5", "known are: "},
                 {"easy:nobody", "known are: "},
                 {"rule:20000", "\"rule:20000\": this bot takes no limit"},
                 {"master:0", "\"master:0\": the limit should be 1 to 1000000000 positions"},
                 {"master:1e3", "the limit should be"},
                 {"master:", "the limit should be"},
                 {"master:600001ms", "or 1ms to 600000ms"}};
    const struct game *game = games_find("ra");
    const struct khepri_bot *bot = NULL, *other = NULL;
    struct khepri_limits limits;
    struct khepri_why why;
    int count = 0;

    (void)unused;
    for (; (other = khepri_bot_at(game, count)) != NULL; count++) {
        assert_true(khepri_find_bot(game, khepri_bot_name(other), &bot, NULL, &why));
        assert_ptr_equal(bot, other);
        assert_true(strlen(khepri_bot_line(bot)) > 5);
    }
    assert_true(count > 5);
    assert_true(khepri_find_bot(game, "master:20000", &bot, &limits, &why));
    assert_int_equal(limits.positions, 20000);
    assert_true(khepri_bot_searches(bot) && khepri_bot_hints(bot));
    assert_true(khepri_find_bot(game, "master:5ms", &bot, &limits, &why));
    assert_int_equal(limits.ms, 5);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(khepri_find_bot(game, wrong[i].word, &other, &limits, &why));
        assert_null(other);
        assert_non_null(strstr(why.text, wrong[i].says));
    }
}

static void
hints_and_analyses_fit_or_say_so(void **unused)
{
    static const struct khepri_move moves[] = {{"deal:1,2"}, {"draw"}, {"tile:nile"}};
    static const struct khepri_move wrong[] = {{"deal:1,2"}, {"dance"}};
    static const char no_estimates[] = "rule does not estimate chances of winning; these do: "
                                       "medium, hard, expert, master";
    static char text[KHEPRI_HINT_ROOM];
    size_t storage_room = khepri_analysis_storage(3);
    void *storage = malloc(storage_room);
    const struct khepri_bot *bot;
    const struct game *game;
    union games_state start, st;
    struct khepri_value value;
    struct khepri_why why;

    (void)unused;
    assert_true(khepri_begin("ra", 2, NULL, &game, &start, NULL));
    assert_true(khepri_find_bot(game, "hard", &bot, NULL, NULL));
    st = start;
    assert_true(khepri_apply_move(game, &st, "deal:1,2", NULL, NULL));
    assert_true(khepri_value(game, &st, &value));
    assert_true(value.win[0] + value.win[1] > 0.99 && value.win[0] + value.win[1] < 1.01);
    assert_int_equal(khepri_hint(bot, game, &st, 0, 1, NULL, text, 100, &why), -1);
    assert_string_equal(why.text, "the buffer is too small");
    assert_true(khepri_hint(bot, game, &st, game_first_seat(game->to_move(&st)), 1, NULL, text,
                            sizeof text, &why) > 100);
    assert_int_equal(khepri_analyse(bot, game, &start, moves, 3, 1, NULL, storage,
                                    storage_room - 1, text, sizeof text, &why),
                     -1);
    assert_true(khepri_analyse(bot, game, &start, moves, 3, 1, NULL, storage, storage_room,
                               text, khepri_analysis_room(3), &why) > 100);
    assert_int_equal(khepri_analyse(bot, game, &start, moves + 1, 2, 1, NULL, storage,
                                    storage_room, text, sizeof text, &why),
                     -1);
    assert_non_null(strstr(why.text, "step 0: \"draw\" is not legal now"));
    assert_int_equal(khepri_analyse(bot, game, &start, wrong, 2, 1, NULL, storage, storage_room,
                                    text, sizeof text, &why),
                     -1);
    assert_non_null(strstr(why.text, "step 1: \"dance\" is no action of the game"));
    assert_true(khepri_find_bot(game, "rule", &bot, NULL, NULL));
    assert_int_equal(khepri_hint(bot, game, &st, game_first_seat(game->to_move(&st)), 1, NULL,
                                 text, sizeof text, &why),
                     -1);
    assert_string_equal(why.text, no_estimates);
    memset(&why, 0, sizeof why);
    assert_int_equal(khepri_analyse(bot, game, &start, moves, 3, 1, NULL, storage, storage_room,
                                    text, sizeof text, &why),
                     -1);
    assert_string_equal(why.text, no_estimates);
    free(storage);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_version_is_one_number),
        cmocka_unit_test(chance_is_seeded_and_weighted),
        cmocka_unit_test(any_code_is_written_or_refused),
        cmocka_unit_test(there_are_no_names_beyond_the_last),
        cmocka_unit_test(a_game_that_is_refused_changes_nothing),
        cmocka_unit_test(records_need_no_more_storage_than_they_say),
        cmocka_unit_test(a_record_stops_at_a_wrong_move),
        cmocka_unit_test(records_are_written_into_any_room),
        cmocka_unit_test(moves_have_seats_only_where_they_must),
        cmocka_unit_test(positions_are_read_back),
        cmocka_unit_test(position_strings_are_read_back),
        cmocka_unit_test(old_position_strings_are_read),
        cmocka_unit_test(bots_by_their_words),
        cmocka_unit_test(hints_and_analyses_fit_or_say_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
