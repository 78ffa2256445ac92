/* SPDX-License-Identifier: MIT
 * letters_test.c -- widths of letters, and where a line may break. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "letters.h"

static int
width(const char *text)
{
    return letters_width(text, strlen(text));
}

static void
widths(void **unused)
{
    (void)unused;
    assert_int_equal(width(""), 0);
    assert_int_equal(width("Amun-Re"), 7);
    assert_int_equal(width("défaussé"), 8);
    assert_int_equal(width("−3"), 2);
    assert_int_equal(width("Słońce"), 6);
    assert_int_equal(width("太陽"), 4);
    assert_int_equal(width("ラートラック：3"), 15);
    assert_int_equal(width("e\xcc\x81"), 1);
    assert_int_equal(width("Agri\xc2\xad"
                           "culture"),
                     11);
    assert_int_equal(width("\xff!"), 2);
}

static bool
may_part(const char *before, const char *after)
{
    return letters_may_part(letter_at(before, strlen(before)), letter_at(after, strlen(after)));
}

static void
breaks(void **unused)
{
    (void)unused;
    assert_true(may_part("太", "陽"));
    assert_true(may_part("n", "太"));
    assert_true(may_part("。", "次"));
    assert_false(may_part("陽", "。"));
    assert_false(may_part("「", "太"));
    assert_false(may_part("ラ", "ー"));
    assert_false(may_part("a", "b"));
    assert_false(may_part("a", " "));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(widths), cmocka_unit_test(breaks)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
