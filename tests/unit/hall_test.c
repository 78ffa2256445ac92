/* SPDX-License-Identifier: MIT
 * hall_test.c -- the hall commits before it tells, and asks chance only of its seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hall_fake.h"

static void
nothing_is_told_before_it_is_committed(void **state)
{
    struct fake f;
    struct fake_table made;
    const char *text;
    int seat;

    (void)state;
    fake_begin(&f, 1);
    made = fake_make(&f, ANNA "," BEN, 2, 2);
    seat = fake_seat_to_act(&f, &made);
    fake_watch(&f, 7, &made);
    fake_forget(&f);
    fake_draw(&f, &made, seat, 1);
    assert_int_equal(f.count, 0);
    assert_true(fake_stands_at(&f, &made, 1));
    f.last--; /* the look came after the act */
    hall_collect(f.hall);
    assert_int_equal(fake_answer(&f, &text), 200);
    assert_string_equal(text, "{\"ok\":true,\"seq\":3,\"applied\":1}");
    assert_int_equal(fake_count(&f, FAKE_SEND), 2); /* the draw, and the tile */
    assert_true(f.effects[0].kind == FAKE_REPLY);
    fake_end(&f);
}

static void
what_cannot_be_committed_changes_nothing(void **state)
{
    struct fake f;
    struct fake_table made;
    const char *text;
    int seat;

    (void)state;
    fake_begin(&f, 2);
    made = fake_make(&f, ANNA "," BEN, 2, 2);
    seat = fake_seat_to_act(&f, &made);
    fake_watch(&f, 7, &made);
    fake_forget(&f);
    store_mem_set_failing(f.store, true);
    fake_draw(&f, &made, seat, 1);
    hall_collect(f.hall);
    assert_int_equal(fake_answer(&f, &text), 503);
    assert_int_equal(fake_count(&f, FAKE_SEND), 0);
    assert_true(fake_stands_at(&f, &made, 1));
    store_mem_set_failing(f.store, false);
    fake_draw(&f, &made, seat, 1);
    hall_collect(f.hall);
    assert_int_equal(fake_answer(&f, &text), 200);
    assert_true(fake_stands_at(&f, &made, 3));
    fake_end(&f);
}

static void
the_date_of_a_moment_is_that_of_its_stored_action(void **state)
{
    struct fake f;
    struct fake_table made;
    const char *text;
    int seat;

    (void)state;
    fake_begin(&f, 2);
    made = fake_make(&f, ANNA "," BEN, 2, 2);
    seat = fake_seat_to_act(&f, &made);
    f.date += 60;
    fake_draw(&f, &made, seat, 1);
    f.date += 60; /* the commit takes long */
    hall_collect(f.hall);
    fake_forget(&f);
    fake_ask(&f, HALL_GET, made.path, NULL, NULL);
    assert_int_equal(fake_answer(&f, &text), 200);
    assert_non_null(strstr(text, "\"moved\":\"2026-10-30T12:01:00Z\""));
    fake_end(&f);
}

static void
the_same_key_gets_the_same_answer(void **state)
{
    struct fake f;
    struct fake_table made;
    const char *text;
    char first[100];
    int seat;

    (void)state;
    fake_begin(&f, 3);
    made = fake_make(&f, ANNA "," BEN, 2, 2);
    seat = fake_seat_to_act(&f, &made);
    fake_draw(&f, &made, seat, 1);
    hall_collect(f.hall);
    assert_int_equal(fake_answer(&f, &text), 200);
    snprintf(first, sizeof first, "%s", text);
    fake_forget(&f);
    fake_draw(&f, &made, seat, 1);
    assert_int_equal(fake_answer(&f, &text), 200);
    assert_string_equal(text, first);
    assert_true(fake_stands_at(&f, &made, 3));
    fake_end(&f);
}

static void
the_seed_decides_all_chance_but_tokens(void **state)
{
    struct fake a, b;

    (void)state;
    fake_begin(&a, 9);
    fake_begin(&b, 9);
    for (int i = 0; i < 2; i++) {
        struct fake *f = i == 0 ? &a : &b;
        struct fake_table made = fake_make(f, ANNA "," BEN, 2, 2);

        for (int seq = 1; seq < 9; seq += 2) {
            fake_draw(f, &made, fake_seat_to_act(f, &made), seq);
            hall_collect(f->hall);
            fake_forget(f);
        }
        fake_ask(f, HALL_GET, made.path, NULL, NULL);
    }
    assert_string_equal(fake_find(&a, FAKE_REPLY)->text, fake_find(&b, FAKE_REPLY)->text);
    fake_end(&a);
    fake_end(&b);
}

/* What the host asks at the socket, or somebody else elsewhere; a text of the answer. */
static int
ask_as(struct fake *f, bool host, const char *path, const char *token, const char *body,
       const char *key, char out[64])
{
    const char *text, *at;
    char bearer[64] = "";
    int status;

    out[0] = 0;
    fake_forget(f);
    if (token)
        snprintf(bearer, sizeof bearer, "Bearer %s", token);
    hall_http(f->hall, &(struct hall_request){.who = ++f->last,
                                              .method = HALL_POST,
                                              .path = path,
                                              .authorization = bearer,
                                              .address = host ? "unix" : "there",
                                              .body = body,
                                              .len = strlen(body),
                                              .host = host});
    status = fake_answer(f, &text);
    at = key ? strstr(text, key) : NULL;
    if (status == 200 && at)
        snprintf(out, 64, "%.32s", at + strlen(key));
    return status;
}

static int
sign_in(struct fake *f, uint64_t later, char token[64])
{
    char secret[64], body[96];

    assert_int_equal(
        ask_as(f, true, "/api/1/admin", NULL, "{\"do\":\"link\"}", "#/admin/", secret), 200);
    snprintf(body, sizeof body, "{\"secret\":\"%s\"}", secret);
    f->clock += later;
    return ask_as(f, false, "/api/1/admin/sign-in", NULL, body, "\"token\":\"", token);
}

static void
links_and_sessions_end_by_themselves(void **state)
{
    static const char path[] = "/api/1/admin", body[] = "{\"do\":\"status\"}";
    const uint64_t minute = 60 * 1000;
    struct fake f;
    char tokens[10][64], none[64];

    (void)state;
    fake_begin(&f, 4);
    hall_let_host_in(f.hall);
    assert_int_equal(ask_as(&f, true, path, NULL, "{\"do\":\"link\"}", NULL, none), 409);
    assert_int_equal(ask_as(&f, false, path, NULL, body, NULL, none),
                     404); /* there is no page */
    hall_let_host_sign_in(f.hall, "https://play.example.org/");
    assert_int_equal(ask_as(&f, false, path, NULL, body, NULL, none), 401);
    assert_int_equal(sign_in(&f, 10 * minute, tokens[0]), 403);
    assert_int_equal(sign_in(&f, 10 * minute - 1, tokens[0]), 200);
    f.clock += 12 * 60 * minute - 1;
    assert_int_equal(ask_as(&f, false, path, tokens[0], body, NULL, none), 200);
    f.clock++;
    assert_int_equal(ask_as(&f, false, path, tokens[0], body, NULL, none), 401);
    for (int i = 0; i < 9; i++)
        assert_int_equal(sign_in(&f, 1, tokens[i]), 200);
    for (int i = 0; i < 9; i++) /* the first made room for the ninth */
        assert_int_equal(ask_as(&f, false, path, tokens[i], body, NULL, none),
                         i == 0 ? 401 : 200);
    fake_end(&f);
}

/* What comes while a table is being removed is refused when it is gone: each request gets its reply. */
static void
nobody_waits_for_an_answer_of_a_table_that_was_ended(void **state)
{
    struct fake f;
    struct fake_table made;
    char body[64];

    (void)state;
    fake_begin(&f, 4);
    hall_let_host_in(f.hall);
    made = fake_make(&f, ANNA "," BEN, 2, 2);
    fake_forget(&f);
    snprintf(body, sizeof body, "{\"do\":\"end\",\"table\":\"%s\"}", made.id);
    hall_http(f.hall, &(struct hall_request){.who = ++f.last,
                                             .method = HALL_POST,
                                             .path = "/api/1/admin",
                                             .authorization = "",
                                             .address = "",
                                             .body = body,
                                             .len = strlen(body),
                                             .host = true});
    fake_draw(&f, &made, 0, 1);
    assert_int_equal(f.count, 0);
    hall_collect(f.hall);
    assert_int_equal(fake_count(&f, FAKE_REPLY), 2);
    assert_int_equal(f.effects[0].status, 200);
    assert_true(f.effects[1].who == f.last && f.effects[1].status == 404);
    fake_end(&f);
}

/* Its request waited for the disk when the host closed the account. */
static void
a_bot_account_that_was_closed_takes_no_seat(void **state)
{
    static const char token[] = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
    struct hall_account account = {.name = "scarab", .may_join = true};
    struct fake f;
    const char *text;
    char path[64] = "/api/1/tables/";

    (void)state;
    fake_begin(&f, 4);
    memcpy(account.hash, token, sizeof account.hash);
    assert_true(hall_set_accounts(f.hall, &account, 1));
    fake_ask(&f, HALL_POST, "/api/1/tables", NULL,
             "{\"game\":\"ra\",\"players\":3,\"public\":true,\"seats\":[" ANNA
             ",{\"kind\":\"open\"},{\"kind\":\"open\"}]}");
    hall_collect(f.hall);
    assert_int_equal(fake_answer(&f, &text), 201);
    strncat(path, strstr(text, "\"id\":\"") + 6, STORE_ID_ROOM - 1);
    strcat(path, "/join");
    fake_forget(&f);
    fake_ask(&f, HALL_POST, path, NULL, "{\"name\":\"Ben\"}");
    fake_ask(&f, HALL_POST, path, token, "{}");
    assert_true(hall_set_accounts(f.hall, NULL, 0));
    hall_collect(f.hall);
    hall_collect(f.hall);
    assert_int_equal(fake_count(&f, FAKE_REPLY), 2);
    assert_int_equal(f.effects[0].status, 200);
    assert_int_equal(f.effects[1].status, 409);
    fake_end(&f);
}

/* Records that differ in an option alone are two games. */
static void
an_analysis_is_that_of_the_record_that_was_sent(void **state)
{
    static const char *const editions[] = {"1999", "2005", "2016", "2005"};
    struct fake f;
    char body[300];

    (void)state;
    fake_begin_at_home(&f, 4);
    for (int i = 0; i < 4; i++) {
        snprintf(body, sizeof body,
                 "{\"record\":{\"format\":\"khepri-record/1\",\"game\":\"ra\",\"options\":{"
                 "\"edition\":\"%s\"},\"players\":[\"A\",\"B\",\"C\"],\"actions\":["
                 "\"deal:1,2,3\",\"draw\"]}}",
                 editions[i]);
        fake_ask(&f, HALL_POST, "/api/1/local/analysis", NULL, body);
    }
    assert_int_equal(fake_count(&f, FAKE_REPLY), 4);
    assert_int_equal(fake_count(&f, FAKE_THINK), 3);
    fake_end(&f);
}

static int
answers(const struct fake *f, int status)
{
    int count = 0;

    for (int i = 0; i < f->count; i++)
        count += f->effects[i].kind == FAKE_REPLY && f->effects[i].status == status;
    return count;
}

static void
a_silent_store_is_not_waited_for(void **state)
{
    struct fake f;

    (void)state;
    fake_begin(&f, 4);
    fake_ask(&f, HALL_GET, "/ready", NULL, NULL);
    fake_ask(&f, HALL_GET, "/ready", NULL, NULL);
    assert_int_equal(fake_count(&f, FAKE_REPLY), 0);
    assert_int_equal(fake_find(&f, FAKE_WAKE)->ms, 1000);
    assert_int_equal(hall_busy(f.hall), 1); /* both wait for one proof */
    f.clock += 999;
    hall_tick(f.hall);
    assert_int_equal(fake_count(&f, FAKE_REPLY), 0);
    f.clock += 1;
    hall_tick(f.hall);
    assert_int_equal(answers(&f, 503), 2);
    fake_ask(&f, HALL_GET, "/ready", NULL, NULL); /* it is still on its way */
    assert_int_equal(answers(&f, 503), 3);
    hall_collect(f.hall);
    assert_int_equal(fake_count(&f, FAKE_REPLY), 3);
    fake_ask(&f, HALL_GET, "/ready", NULL, NULL);
    assert_int_equal(answers(&f, 200), 1);
    f.clock += 5000;
    fake_ask(&f, HALL_GET, "/ready", NULL, NULL);
    assert_int_equal(answers(&f, 200), 1); /* the proof before is too old */
    hall_collect(f.hall);
    assert_int_equal(answers(&f, 200), 2);
    fake_end(&f);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_told_before_it_is_committed),
        cmocka_unit_test(what_cannot_be_committed_changes_nothing),
        cmocka_unit_test(the_date_of_a_moment_is_that_of_its_stored_action),
        cmocka_unit_test(the_same_key_gets_the_same_answer),
        cmocka_unit_test(the_seed_decides_all_chance_but_tokens),
        cmocka_unit_test(links_and_sessions_end_by_themselves),
        cmocka_unit_test(nobody_waits_for_an_answer_of_a_table_that_was_ended),
        cmocka_unit_test(a_bot_account_that_was_closed_takes_no_seat),
        cmocka_unit_test(an_analysis_is_that_of_the_record_that_was_sent),
        cmocka_unit_test(a_silent_store_is_not_waited_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
