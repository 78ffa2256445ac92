/* SPDX-License-Identifier: MIT
 * store_report.c -- see store_report.h. */
#include "store_report.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { AGAIN_SECONDS = 60, QUIET_SECONDS = 10 };

static int64_t
now_of(const struct store_report *report)
{
    struct timespec now;

    if (report->now)
        return report->now();
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static const char *
plural(int count)
{
    return count == 1 ? "" : "s";
}

int
store_report_weight(const struct store_batch *first, const struct store_batch *end)
{
    int most = 0;

    for (const struct store_batch *b = first; b != end; b = b->next) {
        int count = 0;

        for (const struct store_change *c = b->first; c && !b->error; c = c->next)
            count++;
        most = count > most ? count : most;
    }
    return most;
}

void
store_report_failure(struct store_report *report, int weight, const char *what,
                     const char *reason)
{
    int64_t now = now_of(report);
    char text[STORE_LOG_ROOM];
    int len;

    if (report->failures++ == 0 || weight < report->least)
        report->least = weight;
    if (report->failing && now - report->said_at < AGAIN_SECONDS) {
        report->unsaid++;
        return;
    }
    len = snprintf(text, sizeof text, "%s: %.190s", what, reason);
    if (report->unsaid > 0)
        snprintf(text + len, sizeof text - (size_t)len, " (and %d more failure%s)",
                 report->unsaid, plural(report->unsaid));
    report->failing = true;
    report->said_at = now;
    report->unsaid = 0;
    report->log.say(report->log.arg, STORE_ERROR, text);
}

void
store_report_success(struct store_report *report, int weight)
{
    int64_t now;
    char text[STORE_LOG_ROOM];

    if (!report->failing || weight < report->least)
        return;
    now = now_of(report);
    if (report->ended_at && now - report->ended_at < QUIET_SECONDS)
        return;
    snprintf(text, sizeof text, "writing works again, after %d failure%s", report->failures,
             plural(report->failures));
    report->failing = false;
    report->ended_at = now;
    report->failures = report->unsaid = 0;
    report->log.say(report->log.arg, STORE_WARN, text);
}

void
store_report_name(char reason[STORE_LOG_ROOM], const struct store_change *change)
{
    static const char *const verbs[] = {"new table",        "table",       "action",
                                        "removal of table", "addition to", "removal from"};
    char why[STORE_LOG_ROOM];

    memcpy(why, reason, sizeof why);
    if (change->verb == STORE_ADD_ACTION)
        snprintf(reason, STORE_LOG_ROOM, "action %d of table %s: %.200s", change->action.seq,
                 change->id, why);
    else
        snprintf(reason, STORE_LOG_ROOM, "%s %s: %.200s", verbs[change->verb], change->id, why);
}

void
store_report_converted(char reason[STORE_LOG_ROOM], const char *name, int schema)
{
    snprintf(reason, STORE_LOG_ROOM,
             "%.120s was converted by another version of Khepri (its schema is no longer %d): "
             "stop this server",
             name, schema);
}
