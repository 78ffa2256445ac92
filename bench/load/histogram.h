/* SPDX-License-Identifier: MIT
 * histogram.h -- durations counted in buckets that grow with them, as HDR histograms do.
 *
 * Below 256 us each has a bucket of its own. Above, a bucket is at most 1/128 of its durations wide. So a quantile
 * is at most 0.8 % above the true one, and never below it.
 */
/* clang-format off */
#ifndef KHEPRI_HISTOGRAM_H
#define KHEPRI_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_HALF = 128, HISTOGRAM_BUCKETS = 36 * HISTOGRAM_HALF };

/* Zeroed at first. */
struct histogram { uint64_t counts[HISTOGRAM_BUCKETS], count, most; };

/* Counts a duration in us; longer ones than 9 hours count as that. */
void histogram_add(struct histogram *histogram, uint64_t us);

/* The duration that this share of all did not exceed: 0.5 is the median. 0 if there is none. */
uint64_t histogram_at(const struct histogram *histogram, double share);

#endif
