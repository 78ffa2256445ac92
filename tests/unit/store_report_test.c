/* SPDX-License-Identifier: MIT
 * store_report_test.c -- of many failed writes the log has the first, one in a minute, and the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "store_report.h"

struct heard {
    int count;
    enum store_level level;
    char text[STORE_LOG_ROOM];
};

static void
hear(void *arg, enum store_level level, const char *text)
{
    struct heard *heard = arg;

    heard->count++;
    heard->level = level;
    snprintf(heard->text, sizeof heard->text, "%s", text);
}

static void
must_be_last(const struct heard *heard, int count, enum store_level level, const char *text)
{
    assert_int_equal(heard->count, count);
    assert_int_equal(heard->level, level);
    assert_string_equal(heard->text, text);
}

static int64_t second; /* of the clock */

static int64_t
now(void)
{
    return second;
}

static void
fail_at(struct store_report *r, int64_t at, int weight)
{
    second = at;
    store_report_failure(r, weight, "not written", "the disk is full");
}

static void
succeed_at(struct store_report *r, int64_t at, int weight)
{
    second = at;
    store_report_success(r, weight);
}

static void
a_failure_is_told_once_and_its_end(void **state)
{
    struct heard heard = {0};
    struct store_report r = {.log = {hear, &heard}, .now = now};

    (void)state;
    succeed_at(&r, 100, 1);
    assert_int_equal(heard.count, 0);
    fail_at(&r, 100, 1);
    must_be_last(&heard, 1, STORE_ERROR, "not written: the disk is full");
    for (int at = 100; at < 160; at++)
        fail_at(&r, at, 1);
    assert_int_equal(heard.count, 1);
    fail_at(&r, 160, 1);
    must_be_last(&heard, 2, STORE_ERROR,
                 "not written: the disk is full (and 60 more failures)");
    succeed_at(&r, 161, 1);
    must_be_last(&heard, 3, STORE_WARN, "writing works again, after 62 failures");
    succeed_at(&r, 162, 1);
    assert_int_equal(heard.count, 3);
}

static void
a_smaller_write_is_no_end(void **state)
{
    struct heard heard = {0};
    struct store_report r = {.log = {hear, &heard}, .now = now};

    (void)state;
    fail_at(&r, 100, 3);
    fail_at(&r, 100, 2);
    succeed_at(&r, 130, 0);
    succeed_at(&r, 131, 1);
    assert_int_equal(heard.count, 1);
    succeed_at(&r, 132, 2);
    must_be_last(&heard, 2, STORE_WARN, "writing works again, after 2 failures");
}

static void
successes_between_failures_are_no_end_each(void **state)
{
    struct heard heard = {0};
    struct store_report r = {.log = {hear, &heard}, .now = now};

    (void)state;
    for (int i = 0; i < 100; i++) {
        fail_at(&r, 100 + i / 12, 1);
        succeed_at(&r, 100 + i / 12, 1);
    }
    must_be_last(&heard, 3, STORE_ERROR, "not written: the disk is full");
    succeed_at(&r, 110, 1);
    must_be_last(&heard, 4, STORE_WARN, "writing works again, after 99 failures");
    fail_at(&r, 130, 1);
    succeed_at(&r, 131, 1);
    must_be_last(&heard, 6, STORE_WARN, "writing works again, after 1 failure");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_is_told_once_and_its_end),
        cmocka_unit_test(a_smaller_write_is_no_end),
        cmocka_unit_test(successes_between_failures_are_no_end_each),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
