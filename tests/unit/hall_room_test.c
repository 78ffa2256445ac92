/* SPDX-License-Identifier: MIT
 * hall_room_test.c -- what one visitor may take, what is deleted or let go, and when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hall_fake.h"
#include "secrets.h"

#define OPEN "{\"kind\":\"open\"}"

/* The status of a new table: at once when it is refused, else 201 when it is stored. */
static void
ask_for_table(struct fake *f, const char *from, bool public)
{
    char body[300];

    f->from = from;
    snprintf(body, sizeof body,
             "{\"game\":\"ra\",\"players\":2,\"public\":%s,\"seats\":[" ANNA "," OPEN "]}",
             public ? "true" : "false");
    fake_ask(f, HALL_POST, "/api/1/tables", NULL, body);
}

static int
count_answers(const struct fake *f, int status)
{
    int count = 0;

    for (int i = 0; i < f->count; i++)
        count += f->effects[i].kind == FAKE_REPLY && f->effects[i].status == status;
    return count;
}

static void
stored(void *arg, const char *error)
{
    (void)arg;
    assert_null(error);
}

/* The public list as it is now. */
static const char *
list_of(struct fake *f)
{
    const char *text;

    fake_forget(f);
    fake_ask(f, HALL_GET, "/api/1/tables", NULL, NULL);
    assert_int_equal(fake_answer(f, &text), 200);
    return text;
}

static void
a_table_is_listed_for_a_day_or_while_somebody_waits(void **state)
{
    struct fake f;
    char id[STORE_ID_ROOM], token[HALL_TOKEN + 1], path[60], text[200];
    const char *made;

    (void)state;
    fake_begin(&f, 4);
    ask_for_table(&f, "192.0.2.1", true);
    hall_collect(f.hall);
    assert_int_equal(fake_answer(&f, &made), 201);
    snprintf(id, sizeof id, "%s", strstr(made, "\"id\":\"") + 6);
    snprintf(token, sizeof token, "%s", strstr(made, "\"tokens\":{\"0\":\"") + 15);
    f.date += 24 * 3600 - 1;
    assert_non_null(strstr(list_of(&f), id));
    f.date += 1;
    assert_null(strstr(list_of(&f), id));
    snprintf(path, sizeof path, "/api/1/tables/%s", id);
    fake_forget(&f);
    fake_ask(&f, HALL_GET, path, NULL, NULL);
    assert_int_equal(fake_answer(&f, &made), 200); /* its link is good for joining */
    assert_null(strstr(list_of(&f), id)); /* and a look from outside lists it no longer */
    hall_open(f.hall, 77, "here");
    hall_message(f.hall, 77, text,
                 (size_t)snprintf(text, sizeof text,
                                  "{\"op\":\"watch\",\"table\":\"%s\",\"tokens\":[\"%s\"]}", id,
                                  token));
    assert_non_null(strstr(list_of(&f), id));
    hall_close(f.hall, 77);
    assert_null(strstr(list_of(&f), id));
    fake_forget(&f);
    for (int i = 0; i < 4; i++) { /* what is not listed does not count as listed */
        ask_for_table(&f, "192.0.2.1", true);
        hall_collect(f.hall);
    }
    assert_int_equal(count_answers(&f, 201), 3);
    fake_end(&f);
}

static void
one_visitor_has_a_quota_of_tables(void **state)
{
    struct fake f;

    (void)state;
    fake_begin(&f, 4);
    for (int i = 0; i < 9; i++) /* at once: none of them is stored yet */
        ask_for_table(&f, "192.0.2.1", true);
    hall_collect(f.hall);
    assert_in_range(count_answers(&f, 201), 1, 3);
    for (int i = 0; i < 9; i++) {
        ask_for_table(&f, "192.0.2.1", true);
        hall_collect(f.hall);
    }
    assert_int_equal(count_answers(&f, 201), 3);
    assert_int_equal(count_answers(&f, 429), 15);
    assert_non_null(strstr(fake_find(&f, FAKE_REPLY)->text, "3 tables from your address wait"));
    fake_forget(&f);
    for (int i = 0; i < 9; i++) {
        ask_for_table(&f, "192.0.2.1", false);
        hall_collect(f.hall);
    }
    assert_int_equal(count_answers(&f, 201), 3); /* six in all */
    assert_int_equal(count_answers(&f, 429), 6);
    fake_forget(&f);
    ask_for_table(&f, "192.0.2.2", true); /* others are not concerned */
    hall_collect(f.hall);
    assert_int_equal(count_answers(&f, 201), 1);
    fake_forget(&f);
    f.date += 31 * 24 * 3600; /* what was left behind a month ago does not count */
    ask_for_table(&f, "192.0.2.1", true);
    hall_collect(f.hall);
    assert_int_equal(count_answers(&f, 201), 1);
    fake_forget(&f);
    store_mem_set_failing(f.store, true);
    ask_for_table(&f, "192.0.2.3", true);
    hall_collect(f.hall);
    assert_int_equal(count_answers(&f, 503), 1);
    store_mem_set_failing(f.store, false);
    fake_forget(&f);
    for (int i = 0; i < 9; i++) { /* the failed one does not count */
        ask_for_table(&f, i < 3 ? "192.0.2.3" : "192.0.2.4", true);
        hall_collect(f.hall);
    }
    assert_int_equal(count_answers(&f, 201), 4); /* twelve at this server */
    assert_int_equal(count_answers(&f, 503), 5);
    fake_end(&f);
}

static void
ignore(void *arg, const char *error)
{
    (void)arg;
    assert_null(error);
}

static int
tables_left(struct fake *f)
{
    struct oops why;

    for (int i = 0; i < 10; i++) {
        hall_collect(f->hall);
        store_collect(f->store);
    }
    fake_forget(f);
    return (int)store_count(f->store, STORE_COUNT_ALL, 0, 0, &why);
}

enum { A_DAY = 24 * 3600 };

static void
pass(struct fake *f, int64_t seconds)
{
    f->date += seconds;
    f->clock += (uint64_t)seconds * 1000;
}

/* Five tables of today; they may be kept for thirty days. */
static void
no_leap_of_the_date_deletes_tables(void **state)
{
    struct fake f;

    (void)state;
    fake_begin(&f, 4);
    for (int i = 0; i < 5; i++) {
        char from[20];

        snprintf(from, sizeof from, "192.0.2.%d", i);
        ask_for_table(&f, from, false);
    }
    hall_collect(f.hall);
    fake_forget(&f);
    pass(&f, 120);
    hall_sweep(f.hall);
    hall_tidy(f.hall, 30, 0);
    f.date += 700 * A_DAY; /* the clock is set while we run */
    pass(&f, 3600);
    hall_tidy(f.hall, 30, 0);
    assert_int_equal(tables_left(&f), 5);
    pass(&f, A_DAY - 3600);
    hall_tidy(f.hall, 30, 0);
    assert_int_equal(tables_left(&f), 5);
    f.date -= 700 * A_DAY; /* somebody has mended it */
    pass(&f, 3600);
    hall_tidy(f.hall, 30, 0);
    assert_int_equal(tables_left(&f), 5);
    pass(&f, 31 * A_DAY); /* and when time has really passed, they go */
    hall_tidy(f.hall, 30, 0);
    assert_int_equal(tables_left(&f), 0);
    fake_end(&f);
}

static void
at_the_start_a_strange_date_is_not_believed(void **state)
{
    struct fake f;

    (void)state;
    fake_begin(&f, 4);
    ask_for_table(&f, "192.0.2.1", false);
    hall_collect(f.hall);
    fake_forget(&f);
    f.date += 700 * A_DAY;
    f.clock += 120 * 1000;
    hall_sweep(f.hall);
    hall_tidy(f.hall, 30, 0);
    assert_int_equal(tables_left(&f), 1);
    pass(&f, A_DAY - 1);
    hall_tidy(f.hall, 30, 0);
    assert_int_equal(tables_left(&f), 1);
    pass(&f, 1); /* nobody minded for a day: it is so */
    hall_tidy(f.hall, 30, 0);
    assert_int_equal(tables_left(&f), 0);
    fake_end(&f);
}

/* Of two tables of the same day, the one that waits in vain goes, the one that is played at stays. */
static void
tables_wait_for_their_players_for_so_many_days(void **state)
{
    struct fake f;

    (void)state;
    fake_begin(&f, 4);
    ask_for_table(&f, "192.0.2.1", false);
    fake_ask(&f, HALL_POST, "/api/1/tables", NULL,
             "{\"game\":\"ra\",\"players\":2,\"public\":false,\"start\":true,\"seats\":[" ANNA
             "," ANNA "]}");
    hall_collect(f.hall);
    fake_forget(&f);
    pass(&f, 120);
    hall_sweep(f.hall);
    hall_tidy(f.hall, 0, 30);
    assert_int_equal(tables_left(&f), 2);
    pass(&f, 30 * A_DAY - 120);
    hall_tidy(f.hall, 0, 30); /* to the second: not yet */
    assert_int_equal(tables_left(&f), 2);
    pass(&f, 1);
    hall_tidy(f.hall, 0, 0);
    assert_int_equal(tables_left(&f), 2);
    hall_tidy(f.hall, 60, 30);
    assert_int_equal(tables_left(&f), 1);
    pass(&f, 31 * A_DAY);
    hall_tidy(f.hall, 0, 30);
    assert_int_equal(tables_left(&f), 1);
    hall_tidy(f.hall, 60, 0);
    assert_int_equal(tables_left(&f), 0);
    fake_end(&f);
}

static const char annas_token[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

static void
store_tables(struct fake *f, int count, enum store_status status)
{
    struct store_batch *batch = store_batch_create();
    struct store_table row = {.game = "ra", .options = "{}", .players = 2, .status = status};

    strcpy(row.seats[0].name, "Anna");
    row.seats[0].kind = STORE_PERSON;
    memcpy(row.seats[0].token, annas_token, sizeof row.seats[0].token);
    for (int i = 0; i < count; i++) {
        snprintf(row.id, sizeof row.id, "table%c%c%c%caaa", 'a' + i / 1000 % 10,
                 'a' + i / 100 % 10, 'a' + i / 10 % 10, 'a' + i % 10);
        assert_true(store_new_table(batch, &row));
    }
    store_submit(f->store, batch, ignore, NULL);
    store_collect(f->store);
}

/* Asks for the next game of one of store_tables(), each time from somewhere else. */
static void
ask_for_rematch(struct fake *f, int i)
{
    char path[64], from[20];

    snprintf(path, sizeof path, "/api/1/tables/tableaaa%caaa/rematch", 'a' + i);
    snprintf(from, sizeof from, "192.0.2.%d", i);
    f->from = from;
    fake_ask(f, HALL_POST, path, annas_token, "{}");
    f->from = NULL;
}

/* Tables on their way to the store count too, however they are made. */
static void
a_server_keeps_no_more_tables_when_many_come_at_once(void **state)
{
    struct fake f;

    (void)state;
    fake_begin(&f, 4);
    store_tables(&f, 7, STORE_OVER);
    store_mem_set_failing(f.store, true);
    for (int i = 0; i < 7; i++)
        ask_for_rematch(&f, i);
    hall_collect(f.hall);
    assert_int_equal(count_answers(&f, 503), 7);
    store_mem_set_failing(f.store, false);
    fake_forget(&f);
    for (int i = 0; i < 7; i++) /* the failed ones do not count */
        ask_for_rematch(&f, i);
    hall_collect(f.hall);
    assert_int_equal(count_answers(&f, 201), 5); /* twelve at this server */
    assert_int_equal(count_answers(&f, 503), 2);
    fake_forget(&f);
    ask_for_table(&f, "192.0.2.9", false);
    assert_int_equal(count_answers(&f, 503), 1);
    fake_end(&f);
}

/* Above 2,000 tables, each that is loaded costs one other, not a sweep of all. */
static void
room_for_a_table_is_made_by_letting_go_of_one(void **state)
{
    char path[64], id[16];
    int kept = 0;
    struct fake f;

    (void)state;
    fake_begin(&f, 4);
    store_tables(&f, 2010, STORE_WAITING);
    for (int i = 0; i < 2010; i++) {
        snprintf(id, sizeof id, "table%c%c%c%caaa", 'a' + i / 1000 % 10, 'a' + i / 100 % 10,
                 'a' + i / 10 % 10, 'a' + i % 10);
        snprintf(path, sizeof path, "/api/1/tables/%s", id);
        fake_ask(&f, HALL_GET, path, NULL, NULL);
        assert_int_equal(count_answers(&f, 200), 1);
        fake_forget(&f);
        if (i == 1999) /* the oldest is used again */
            fake_ask(&f, HALL_GET, "/api/1/tables/tableaaaaaaa", NULL, NULL);
        fake_forget(&f);
    }
    for (int i = 0; i < 2010; i++) {
        snprintf(id, sizeof id, "table%c%c%c%caaa", 'a' + i / 1000 % 10, 'a' + i / 100 % 10,
                 'a' + i / 10 % 10, 'a' + i % 10);
        kept += hall_has(f.hall, id);
        assert_int_equal(hall_has(f.hall, id), i == 0 || i > 10);
    }
    assert_int_equal(kept, 2000);
    fake_end(&f);
}

static void
who_watches_nothing_is_let_go(void **state)
{
    struct fake f;
    struct fake_table made;

    (void)state;
    fake_begin(&f, 4);
    made = fake_make(&f, ANNA "," BEN, 2, 2);
    fake_watch(&f, 7, &made);
    hall_open(f.hall, 8, "here");
    fake_forget(&f);
    f.clock += 299 * 1000;
    hall_message(f.hall, 8, "{\"op\":\"ping\"}", 13);
    fake_forget(&f);
    hall_sweep(f.hall);
    assert_int_equal(fake_count(&f, FAKE_BYE), 0);
    f.clock += 1000;
    hall_sweep(f.hall);
    assert_int_equal(fake_count(&f, FAKE_BYE), 1);
    assert_int_equal(fake_find(&f, FAKE_BYE)->who, 8);
    assert_int_equal(fake_find(&f, FAKE_BYE)->status, HALL_BYE_IDLE);
    fake_end(&f);
}

static void
store_strange_table(struct fake *f, char last)
{
    struct store_table row = {
        .id = "aaaaaaaaaaa", .game = "chess", .options = "{}", .players = 1};
    struct store_batch *batch = store_batch_create();

    row.id[SECRET_ID - 1] = last;
    assert_non_null(batch);
    assert_true(store_new_table(batch, &row));
    store_submit(f->store, batch, stored, NULL);
    store_collect(f->store);
}

static void
ask_for_strange_table(struct fake *f, char last)
{
    char path[] = "/api/1/tables/aaaaaaaaaaa_";
    const char *text;

    path[sizeof path - 2] = last;
    fake_forget(f);
    fake_ask(f, HALL_GET, path, NULL, NULL);
    assert_int_equal(fake_answer(f, &text), 503);
}

/* Whoever knows the link could else fill the disk with the log. */
static void
a_table_that_cannot_be_loaded_is_told_once_in_a_minute(void **state)
{
    struct fake f;

    (void)state;
    fake_begin(&f, 4);
    for (char last = 'a'; last <= 'j'; last++)
        store_strange_table(&f, last);
    for (int i = 0; i < 5; i++)
        ask_for_strange_table(&f, 'a');
    assert_int_equal(f.errors, 1);
    f.clock += 59 * 1000;
    ask_for_strange_table(&f, 'a');
    ask_for_strange_table(&f, 'b');
    assert_int_equal(f.errors, 2); /* of each */
    f.clock += 1000;
    ask_for_strange_table(&f, 'a');
    ask_for_strange_table(&f, 'b');
    assert_int_equal(f.errors, 3);
    for (int i = 0; i < 5; i++) {
        for (char last = 'a'; last <= 'j'; last++)
            ask_for_strange_table(&f, last);
    }
    assert_int_equal(f.errors, 9); /* eight in a minute, however many there are */
    fake_end(&f);
}

/* What the disk refuses is not done: the tables are there as before, and go another time. */
static void
old_tables_that_could_not_be_removed_are_still_there(void **state)
{
    struct fake f;
    const char *made;
    char path[60] = "/api/1/tables/";

    (void)state;
    fake_begin(&f, 4);
    ask_for_table(&f, "192.0.2.1", false);
    hall_collect(f.hall);
    assert_int_equal(fake_answer(&f, &made), 201);
    strncat(path, strstr(made, "\"id\":\"") + 6, STORE_ID_ROOM - 1);
    hall_tidy(f.hall, 30, 0);
    pass(&f, 31 * A_DAY);
    hall_sweep(f.hall);
    store_mem_set_failing(f.store, true);
    hall_tidy(f.hall, 30, 0);
    assert_int_equal(tables_left(&f), 1);
    store_mem_set_failing(f.store, false);
    fake_ask(&f, HALL_GET, path, NULL, NULL);
    assert_int_equal(fake_answer(&f, &made), 200);
    pass(&f, 120);
    hall_sweep(f.hall);
    hall_tidy(f.hall, 30, 0);
    assert_int_equal(tables_left(&f), 0);
    fake_end(&f);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_visitor_has_a_quota_of_tables),
        cmocka_unit_test(a_table_is_listed_for_a_day_or_while_somebody_waits),
        cmocka_unit_test(no_leap_of_the_date_deletes_tables),
        cmocka_unit_test(at_the_start_a_strange_date_is_not_believed),
        cmocka_unit_test(tables_wait_for_their_players_for_so_many_days),
        cmocka_unit_test(old_tables_that_could_not_be_removed_are_still_there),
        cmocka_unit_test(a_server_keeps_no_more_tables_when_many_come_at_once),
        cmocka_unit_test(room_for_a_table_is_made_by_letting_go_of_one),
        cmocka_unit_test(who_watches_nothing_is_let_go),
        cmocka_unit_test(a_table_that_cannot_be_loaded_is_told_once_in_a_minute),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
