/* SPDX-License-Identifier: MIT
 * plurals_test.c -- the plural categories of known numbers, as CLDR lists them. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plurals.h"

/* One letter for each of the numbers 0 to 9, 10 to 14, 21, 22, 25, 101, 102, 112 and 1000000. The letters are o(ne),
 * f(ew), m(any), or - for "other". */
static void
expect(const char *language, const char *letters)
{
    static const int numbers[] = {0,  1,  2,  3,  4,  5,  6,  7,   8,   9,   10,
                                  11, 12, 13, 14, 21, 22, 25, 101, 102, 112, 1000000};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char *want = letters[i] == 'o'   ? "one"
                           : letters[i] == 'f' ? "few"
                           : letters[i] == 'm' ? "many"
                                               : "other";

        assert_string_equal(plural_category(language, numbers[i]), want);
        assert_string_equal(plural_category(language, -numbers[i]), want);
    }
}

static void
known_numbers(void **unused)
{
    (void)unused;
    expect("en", "-o--------------------");
    expect("de", "-o--------------------");
    expect("fr", "oo-------------------m");
    expect("es", "-o-------------------m");
    expect("pl", "mofffmmmmmmmmmmmfmmfmm");
    expect("ja", "----------------------");
}

static void
extremes(void **unused)
{
    (void)unused;
    assert_string_equal(plural_category("pl", INT_MIN), "many");
    assert_string_equal(plural_category("en", INT_MAX), "other");
    assert_string_equal(plural_category("xx", 1), "other");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_numbers),
                                       cmocka_unit_test(extremes)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
