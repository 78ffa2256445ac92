/* SPDX-License-Identifier: MIT
 * arena_stats.c -- see arena_stats.h. */
#include "arena_stats.h"

#include <math.h>

double
stats_student(double degrees)
{
    static const double few[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                                 2.4469,  2.3646, 2.3060, 2.2622, 2.2281};
    const double z = STATS_Z, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    const double n = degrees;

    if (degrees < 11)
        return few[degrees < 1 ? 0 : (int)degrees - 1];
    /* Cornish and Fisher: right to a thousandth from here on */
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

double
stats_variance(const struct stats_sample *sample)
{
    double left = sample->squares - sample->sum * sample->sum / sample->deals;

    /* what is left of two large numbers that ought to be equal is no spread */
    if (sample->deals < 2 || left <= 1e-12 * sample->squares)
        return 0;
    return left / (sample->deals - 1);
}

struct stats_interval
stats_mean(const struct stats_sample *sample)
{
    double mean = sample->sum / sample->deals, half;

    if (sample->deals < 2)
        return (struct stats_interval){mean, -HUGE_VAL, HUGE_VAL};
    half = stats_student(sample->deals - 1) * sqrt(stats_variance(sample) / sample->deals);
    return (struct stats_interval){mean, mean - half, mean + half};
}

struct stats_interval
stats_share(const struct stats_sample *sample, double most)
{
    struct stats_interval mean = stats_mean(sample);
    double spread = STATS_Z * STATS_Z / sample->deals, reach = most * spread / (1 + spread);

    if (mean.middle > 0 && mean.middle < most * (1 - 1e-12))
        return (struct stats_interval){mean.middle, fmax(0, mean.low), fmin(most, mean.high)};
    if (mean.middle > 0)
        return (struct stats_interval){most, most - reach, most};
    return (struct stats_interval){0, 0, reach};
}

enum stats_verdict
stats_test(const struct stats_sample *sample, double low, double high)
{
    double variance = stats_variance(sample), middle = (low + high) / 2;
    double beyond = sample->sum - sample->deals * middle, ratio;

    if (sample->deals < STATS_FEWEST)
        return STATS_OPEN;
    if (variance <= 0) /* all deals gave the same: that is the answer */
        return beyond > 0 ? STATS_HIGH : beyond < 0 ? STATS_LOW : STATS_OPEN;
    ratio = (high - low) / variance * beyond; /* the logarithm of how much likelier `high` is */
    return ratio >= STATS_BOUND ? STATS_HIGH : ratio <= -STATS_BOUND ? STATS_LOW : STATS_OPEN;
}
