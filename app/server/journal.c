/* SPDX-License-Identifier: MIT
 * journal.c -- see journal.h. A line is written with one write, so that threads do not mix theirs. */
#include "journal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "text.h"

static const char *const levels[] = {"error", "warn", "info", "debug"};

int
journal_level_of(const char *word)
{
    for (int i = 0; i < 4; i++) {
        if (strcmp(levels[i], word) == 0)
            return i;
    }
    return -1;
}

/* Input from visitors may be invalid UTF-8 and cut anywhere; a line of the log is valid
 * JSON. */
static void
make_plain(char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text >= 0x7f)
            *text = '?';
    }
}

void
journal_say(const struct journal *journal, enum journal_level level, const char *event,
            const char *format, ...)
{
    char said[300], line[2400], when[40];
    struct text t = text_in(line, sizeof line);
    struct timespec now;
    struct tm tm;
    va_list arguments;
    ssize_t written;

    if (level > journal->level)
        return;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    make_plain(said);
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &tm);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &tm);
    json_open(&t, '{');
    json_key_text(&t, "time", when);
    json_key_text(&t, "level", levels[level]);
    json_key_text(&t, "event", event);
    json_key_text(&t, "text", said);
    json_close(&t, '}');
    text_char(&t, '\n');
    written = write(STDERR_FILENO, t.at, t.len);
    (void)written; /* there is nowhere left to complain */
}
