/* SPDX-License-Identifier: MIT
 * arena_stats.h -- what a number of deals says: shares and means with intervals, and a test that stops
 * when it is decided.
 *
 * The games of one deal are alike, so the deal is what is counted. Each gives one number, and the spread
 * of these numbers gives the error.
 */
/* clang-format off */
#ifndef KHEPRI_ARENA_STATS_H
#define KHEPRI_ARENA_STATS_H

#include <stdbool.h>

#define STATS_Z 1.959964            /* of the normal distribution: 95 % lie within */
#define STATS_BOUND 2.944439        /* ln 19: what a test needs to be wrong in 5 % of cases at most */

/* Deals, and the sum and the sum of the squares of what each gave. */
struct stats_sample { double deals, sum, squares; };

struct stats_interval { double middle, low, high; };

/* How many standard errors a 95 % interval reaches to each side (Student); `degrees` at least 1. */
double stats_student(double degrees);

/* The variance of one deal; 0 for fewer than two. */
double stats_variance(const struct stats_sample *sample);

/* The mean of a deal. One deal alone has an interval without end: low and high are -+HUGE_VAL. */
struct stats_interval stats_mean(const struct stats_sample *sample);

/* The same for a share, within 0 and `most`. If all deals gave 0, or all gave the most, there is no spread.
 * Then it is Wilson's interval for as many single trials, which is rather too wide than too narrow. */
struct stats_interval stats_share(const struct stats_sample *sample, double most);

enum stats_verdict { STATS_OPEN, STATS_LOW, STATS_HIGH };

/* A sequential test (Wald's, with the variance seen so far): is the mean `low` or less, or `high` or more?
 * Asked after each deal; open until there are STATS_FEWEST. */
enum { STATS_FEWEST = 30 };
enum stats_verdict stats_test(const struct stats_sample *sample, double low, double high);

#endif
