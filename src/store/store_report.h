/* SPDX-License-Identifier: MIT
 * store_report.h -- why something was not written, in the log. A disk or a database that is away fails every write.
 * So only the first failure is told, then one in a minute, and the end. Lists that leave out a damaged table tell of it
 * by the same way.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_REPORT_H
#define KHEPRI_STORE_REPORT_H

#include "store_parts.h"

struct store_report {
    struct store_log log;
    int64_t (*now)(void);           /* seconds of a clock that never goes back; NULL: the system's */
    bool    failing;                /* it was told, and its end was not */
    int64_t said_at, ended_at;      /* the seconds of the last failure that was told, and of the last end; 0: never */
    int     unsaid;                 /* failures since the former */
    int     failures;               /* all since the first */
    int     least;                  /* the least weight of these */
};

/* How many changes the largest batch of those up to, not including, `end` has. On a disk that is nearly full an empty
 * one may still be written. */
int store_report_weight(const struct store_batch *first, const struct store_batch *end);

/* `weight`: of what was not written; 0: nothing could be. */
void store_report_failure(struct store_report *report, int weight, const char *what, const char *reason);
/* Something of that weight was written. That is the end if it weighs as much as what failed. Where writes go on to
 * succeed and fail in turn, the end is not told each time. */
void store_report_success(struct store_report *report, int weight);

/* Puts before the reason what was to be written. */
void store_report_name(char reason[STORE_LOG_ROOM], const struct store_change *change);

/* The reason when a newer program converted `name`, a file or a database, from that schema. */
void store_report_converted(char reason[STORE_LOG_ROOM], const char *name, int schema);

#endif
