/* SPDX-License-Identifier: MIT
 * metrics.c -- see metrics.h. */
#include "metrics.h"

#include <stdio.h>

/* The bounds of the buckets; from a read of memory to the patience of a visitor. */
static const uint64_t bounds_us[METRICS_BUCKETS - 1] = {
    100,   250,    500,    1000,   2500,    5000,    10000,   20000,
    50000, 100000, 250000, 500000, 1000000, 2500000, 10000000};

void
metrics_time(struct metrics_histogram *histogram, uint64_t us)
{
    int i = 0;

    while (i < METRICS_BUCKETS - 1 && us > bounds_us[i])
        i++;
    histogram->counts[i]++;
    histogram->us += us;
}

static void
put_number(struct text *t, double value)
{
    char digits[40];

    snprintf(digits, sizeof digits, "%.15g", value);
    text_put(t, digits);
}

void
metrics_begin(struct text *t, const char *name, const char *kind, const char *help)
{
    text_put(t, "# HELP ");
    text_put(t, name);
    text_char(t, ' ');
    text_put(t, help);
    text_put(t, "\n# TYPE ");
    text_put(t, name);
    text_char(t, ' ');
    text_put(t, kind);
    text_char(t, '\n');
}

void
metrics_sample(struct text *t, const char *name, const char *label, const char *is,
               double value)
{
    text_put(t, name);
    if (label) {
        text_char(t, '{');
        text_put(t, label);
        text_put(t, "=\"");
        text_put(t, is);
        text_put(t, "\"}");
    }
    text_char(t, ' ');
    put_number(t, value);
    text_char(t, '\n');
}

void
metrics_write(struct text *t, const char *name, const char *kind, const char *help,
              double value)
{
    metrics_begin(t, name, kind, help);
    metrics_sample(t, name, NULL, NULL, value);
}

static void
write_histogram(struct text *t, const char *name, const char *help,
                const struct metrics_histogram *histogram)
{
    char sample[80], bound[24];
    uint64_t count = 0;

    metrics_begin(t, name, "histogram", help);
    snprintf(sample, sizeof sample, "%s_bucket", name);
    for (int i = 0; i < METRICS_BUCKETS; i++) {
        count += histogram->counts[i];
        if (i == METRICS_BUCKETS - 1)
            snprintf(bound, sizeof bound, "+Inf");
        else
            snprintf(bound, sizeof bound, "%g", (double)bounds_us[i] / 1e6);
        metrics_sample(t, sample, "le", bound, (double)count);
    }
    snprintf(sample, sizeof sample, "%s_sum", name);
    metrics_sample(t, sample, NULL, NULL, (double)histogram->us / 1e6);
    snprintf(sample, sizeof sample, "%s_count", name);
    metrics_sample(t, sample, NULL, NULL, (double)count);
}

static void
write_answered(struct text *t, const struct metrics *metrics)
{
    static const char name[] = "khepri_http_requests_total";

    metrics_begin(t, name, "counter",
                  "HTTP requests by status; 0: the client left before the response.");
    for (int status = 0; status < METRICS_STATUSES; status++) {
        char word[16];

        snprintf(word, sizeof word, "%d", status);
        if (metrics->answered[status] > 0)
            metrics_sample(t, name, "status", word, (double)metrics->answered[status]);
    }
}

static void
write_messages(struct text *t, const struct metrics *metrics)
{
    static const char count[] = "khepri_websocket_messages_total",
                      bytes[] = "khepri_websocket_bytes_total";

    metrics_write(t, "khepri_websockets_opened_total", "counter", "WebSockets accepted.",
                  (double)metrics->opened);
    metrics_begin(t, count, "counter", "Messages on WebSockets.");
    metrics_sample(t, count, "direction", "in", (double)metrics->heard);
    metrics_sample(t, count, "direction", "out", (double)metrics->said);
    metrics_begin(t, bytes, "counter", "Bytes of messages on WebSockets.");
    metrics_sample(t, bytes, "direction", "in", (double)metrics->heard_bytes);
    metrics_sample(t, bytes, "direction", "out", (double)metrics->said_bytes);
}

void
metrics_write_all(struct text *t, const struct metrics *metrics)
{
    write_answered(t, metrics);
    write_histogram(t, "khepri_http_request_duration_seconds",
                    "From the headers of a request to the end of its response.",
                    &metrics->requests);
    write_messages(t, metrics);
    write_histogram(t, "khepri_commit_duration_seconds",
                    "From the submission of a change to its result from the disk.",
                    &metrics->commits);
    metrics_write(t, "khepri_commits_failed_total", "counter",
                  "Changes that could not be stored.", (double)metrics->commits_failed);
    metrics_write(t, "khepri_actions_total", "counter",
                  "Actions of seats and of chance that were stored.", (double)metrics->actions);
}
