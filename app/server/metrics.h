/* SPDX-License-Identifier: MIT
 * metrics.h -- what the server counts about itself, as Prometheus reads it (text format 0.0.4).
 *
 * Nothing here tells one visitor or table from another: there are only sums.
 */
/* clang-format off */
#ifndef KHEPRI_METRICS_H
#define KHEPRI_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

enum { METRICS_STATUSES = 600, METRICS_BUCKETS = 16, METRICS_ROOM = 32 * 1024 };

/* How many durations were at most as long as each bound, which metrics.c lists; the last bucket has no bound. */
struct metrics_histogram { uint64_t counts[METRICS_BUCKETS], us; };

/* What is added up while the server runs. Zeroed at first. */
struct metrics {
    uint64_t answered[METRICS_STATUSES];    /* HTTP requests by status; [0]: the client left before the response */
    struct metrics_histogram requests;      /* without those that were answered by a stream */
    struct metrics_histogram commits;       /* from the submission to the result */
    uint64_t commits_failed, actions;       /* actions that were stored */
    uint64_t opened;                        /* WebSockets */
    uint64_t heard, said, heard_bytes, said_bytes;  /* messages on them */
};

void metrics_time(struct metrics_histogram *histogram, uint64_t us);

/* "# HELP" and "# TYPE" of a metric, then its one sample; `kind` is "counter" or "gauge". */
void metrics_write(struct text *t, const char *name, const char *kind, const char *help, double value);

/* The same for a metric with samples of several kinds: begin, then a sample for each. */
void metrics_begin(struct text *t, const char *name, const char *kind, const char *help);
void metrics_sample(struct text *t, const char *name, const char *label, const char *is, double value);

/* All that struct metrics has. */
void metrics_write_all(struct text *t, const struct metrics *metrics);

#endif
