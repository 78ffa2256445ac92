/* SPDX-License-Identifier: MIT
 * histogram_test.c -- quantiles of the load generator against sorted lists: never below the true one, and at most 0.8 %
 * above. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "histogram.h"
#include "rng.h"

enum { MOST = 4000 };

static int
by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static void
quantiles_are_near_the_true_ones(void **state)
{
    static const double shares[] = {0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1};
    static struct histogram histogram;
    static uint64_t all[MOST];
    uint64_t rng = 7;

    (void)state;
    for (int i = 0; i < MOST; i++) {
        all[i] = rng_next(&rng) >> (29 + rng_below(&rng, 35)); /* of all sizes, up to 2^35 */
        histogram_add(&histogram, all[i]);
    }
    qsort(all, MOST, sizeof *all, by_size);
    assert_int_equal(histogram.count, MOST);
    assert_int_equal(histogram.most, all[MOST - 1]);
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        uint64_t rank = (uint64_t)(shares[i] * MOST + 0.999999),
                 found = histogram_at(&histogram, shares[i]);

        assert_true(found >= all[rank - 1]);
        assert_true((double)found <= (double)all[rank - 1] * 1.008);
    }
}

static void
short_durations_are_exact(void **state)
{
    (void)state;
    for (uint64_t us = 0; us < 256; us++) {
        struct histogram *one = calloc(1, sizeof *one);

        assert_non_null(one);
        histogram_add(one, us);
        histogram_add(one, 300);
        assert_int_equal(histogram_at(one, 0.5), us);
        free(one);
    }
}

static void
without_durations_there_are_none(void **state)
{
    static struct histogram histogram;

    (void)state;
    assert_int_equal(histogram_at(&histogram, 0.5), 0);
    histogram_add(&histogram, UINT64_MAX); /* kept, as the longest there is */
    assert_true(histogram_at(&histogram, 0.5) > (uint64_t)9 * 3600 * 1000000);
    assert_true(histogram.most == UINT64_MAX);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_near_the_true_ones),
        cmocka_unit_test(short_durations_are_exact),
        cmocka_unit_test(without_durations_there_are_none),
    };

    return cmocka_run_group_tests_name("histogram", tests, NULL, NULL);
}
