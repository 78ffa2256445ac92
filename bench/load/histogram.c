/* SPDX-License-Identifier: MIT
 * histogram.c -- see histogram.h. */
#include "histogram.h"

/* The bucket of a duration: the power of two above 255, then its upper bits. */
static int
bucket_of(uint64_t us)
{
    int shift = 0;

    while (us >> shift >= 2 * HISTOGRAM_HALF)
        shift++;
    return shift * HISTOGRAM_HALF + (int)(us >> shift);
}

/* The longest duration in a bucket. */
static uint64_t
longest_in(int bucket)
{
    int shift = bucket < 2 * HISTOGRAM_HALF ? 0 : bucket / HISTOGRAM_HALF - 1;

    return ((uint64_t)(bucket - shift * HISTOGRAM_HALF) + 1) << shift;
}

void
histogram_add(struct histogram *histogram, uint64_t us)
{
    int bucket = bucket_of(us >> 35 ? ((uint64_t)1 << 35) - 1 : us);

    histogram->counts[bucket]++;
    histogram->count++;
    if (us > histogram->most)
        histogram->most = us;
}

uint64_t
histogram_at(const struct histogram *histogram, double share)
{
    uint64_t wanted = (uint64_t)(share * (double)histogram->count + 0.999999), seen = 0;

    for (int i = 0; i < HISTOGRAM_BUCKETS; i++) {
        seen += histogram->counts[i];
        if (histogram->counts[i] > 0 && seen >= wanted)
            return longest_in(i) - 1 < histogram->most ? longest_in(i) - 1 : histogram->most;
    }
    return 0;
}
