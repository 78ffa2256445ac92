/* SPDX-License-Identifier: MIT
 * store_report.c -- see store_report.h. */
#include "store_report.h"

#include <stdio.h>
#include <string.h>

void
store_report_say(struct store_report *report, const char *what, const char *reason)
{
    char text[STORE_LOG_ROOM];
    time_t now = time(NULL);
    int len;

    if (now == report->said_at) {
        report->unsaid++;
        return;
    }
    len = snprintf(text, sizeof text, "%s: %.190s", what, reason);
    if (report->unsaid > 0)
        snprintf(text + len, sizeof text - (size_t)len, " (and %d more failures)",
                 report->unsaid);
    report->said_at = now;
    report->unsaid = 0;
    report->log.say(report->log.arg, STORE_ERROR, text);
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
