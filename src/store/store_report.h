/* SPDX-License-Identifier: MIT
 * store_report.h -- why something was not written, in the log. A disk or a database that is away fails every write, so
 * there is one line a second.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_REPORT_H
#define KHEPRI_STORE_REPORT_H

#include <time.h>

#include "store_parts.h"

struct store_report {
    struct store_log log;
    time_t said_at;                 /* the second of the last line ... */
    int    unsaid;                  /* ... and how many were left out since */
};

void store_report_say(struct store_report *report, const char *what, const char *reason);

/* Puts before the reason what was to be written. */
void store_report_name(char reason[STORE_LOG_ROOM], const struct store_change *change);

#endif
