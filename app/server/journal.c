/* SPDX-License-Identifier: MIT
 * journal.c -- see journal.h. A line is written with one write, so that threads do not mix theirs. */
#include "journal.h"

#include <arpa/inet.h>
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

static void
put_time(struct text *t)
{
    struct timespec now;
    struct tm tm;
    char when[40];

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &tm);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &tm);
    json_key_text(t, "time", when);
}

static void
put_line(struct text *t)
{
    ssize_t written;

    json_close(t, '}');
    text_char(t, '\n');
    written = write(STDERR_FILENO, t->at, t->len);
    (void)written; /* there is nowhere left to complain */
}

/* Leaves the first 24 bits of an IPv4 address, 48 of an IPv6 one; anything else as it is. */
static void
cut_address(const char *address, char out[NET_ADDRESS_ROOM])
{
    unsigned char bytes[16];

    snprintf(out, NET_ADDRESS_ROOM, "%s", address);
    if (inet_pton(AF_INET, address, bytes) == 1) {
        bytes[3] = 0;
        inet_ntop(AF_INET, bytes, out, NET_ADDRESS_ROOM);
    } else if (inet_pton(AF_INET6, address, bytes) == 1) {
        memset(bytes + 6, 0, 10);
        inet_ntop(AF_INET6, bytes, out, NET_ADDRESS_ROOM);
    }
}

static void
begin_access(struct text *t, enum journal_access access, const char *event, net_id id,
             const char *address)
{
    char shown[NET_ADDRESS_ROOM];

    if (access == JOURNAL_NETWORKS)
        cut_address(address, shown);
    else
        snprintf(shown, sizeof shown, "%s", address);
    json_open(t, '{');
    put_time(t);
    json_key_text(t, "level", levels[JOURNAL_INFO]);
    json_key_text(t, "event", event);
    json_key_int(t, "id", (long long)id);
    json_key_text(t, "address", shown);
}

void
journal_request(enum journal_access access, const struct net_served *served)
{
    static const char *const methods[] = {"GET", "HEAD", "POST", "other"};
    char line[6 * NET_PATH_ROOM + 512], ms[32]; /* an escaped character takes six */
    struct text t = text_in(line, sizeof line);

    if (access == JOURNAL_NO_ACCESS)
        return;
    begin_access(&t, access, "request", served->id, served->address);
    json_key_text(&t, "method", methods[served->method]);
    json_key_text(&t, "path", served->path);
    json_key_int(&t, "status", served->status);
    json_key_int(&t, "bytes", (long long)served->bytes);
    snprintf(ms, sizeof ms, "%llu.%03llu", (unsigned long long)(served->us / 1000),
             (unsigned long long)(served->us % 1000));
    json_key_literal(&t, "ms", ms);
    put_line(&t);
}

void
journal_websocket(enum journal_access access, net_id id, const char *address)
{
    char line[256];
    struct text t = text_in(line, sizeof line);

    if (access == JOURNAL_NO_ACCESS)
        return;
    begin_access(&t, access, "websocket", id, address);
    put_line(&t);
}

void
journal_say(const struct journal *journal, enum journal_level level, const char *event,
            const char *format, ...)
{
    char said[300], line[2400];
    struct text t = text_in(line, sizeof line);
    va_list arguments;

    if (level > journal->level)
        return;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    make_plain(said);
    json_open(&t, '{');
    put_time(&t);
    json_key_text(&t, "level", levels[level]);
    json_key_text(&t, "event", event);
    json_key_text(&t, "text", said);
    put_line(&t);
}
