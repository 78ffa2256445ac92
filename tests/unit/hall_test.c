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

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_told_before_it_is_committed),
        cmocka_unit_test(what_cannot_be_committed_changes_nothing),
        cmocka_unit_test(the_same_key_gets_the_same_answer),
        cmocka_unit_test(the_seed_decides_all_chance_but_tokens),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
