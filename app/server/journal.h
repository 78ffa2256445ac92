/* SPDX-License-Identifier: MIT
 * journal.h -- the log of the server, one JSON object a line on standard error. It never has
 * tokens, names or bodies of requests.
 */
/* clang-format off */
#ifndef KHEPRI_JOURNAL_H
#define KHEPRI_JOURNAL_H

enum journal_level { JOURNAL_ERROR, JOURNAL_WARN, JOURNAL_INFO, JOURNAL_DEBUG };

struct journal { enum journal_level level; };

/* {"time":...,"level":...,"event":EVENT,"text":FORMAT...}, unless the level is above the journal's. */
void journal_say(const struct journal *journal, enum journal_level level, const char *event,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* "error", "warn", "info", "debug"; -1 for other words. */
int journal_level_of(const char *word);

#endif
