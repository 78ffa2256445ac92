/* SPDX-License-Identifier: MIT
 * lines.c -- see lines.h. */
#include "lines.h"

#include <errno.h>
#include <stdlib.h>

enum { ENDLESS = 16 }; /* a line of that many times the longest has no end */

void
lines_init(struct lines *lines, FILE *from, size_t longest)
{
    *lines = (struct lines){.from = from, .longest = longest};
}

void
lines_finish(struct lines *lines)
{
    free(lines->at);
    lines->at = NULL;
}

static bool
make_room(struct lines *lines)
{
    size_t room = lines->room ? lines->room * 2 : 4096;
    char *at = realloc(lines->at, room);

    if (!at)
        return false;
    lines->at = at;
    lines->room = room;
    return true;
}

static bool
is_blank(const struct lines *lines)
{
    for (size_t i = 0; i < lines->len; i++) {
        if (lines->at[i] != ' ' && lines->at[i] != '\t' && lines->at[i] != '\r')
            return false;
    }
    return true;
}

enum lines_next
lines_next(struct lines *lines)
{
    size_t dropped = 0;
    bool any = false;
    int c;

    lines->len = 0;
    errno = 0;
    while ((c = getc_unlocked(lines->from)) != EOF && c != '\n') {
        any = true;
        if (lines->len == lines->longest) {
            dropped++;
            if (!lines->any_length && dropped > ENDLESS * lines->longest) { /* as /dev/zero */
                errno = EFBIG;
                return LINES_FAILED;
            }
            continue;
        }
        if (lines->len + 1 >= lines->room && !make_room(lines))
            return LINES_FAILED;
        lines->at[lines->len++] = (char)c;
    }
    if (c == EOF && ferror(lines->from))
        return LINES_FAILED;
    if (c == EOF && !any)
        return LINES_END;
    if (!lines->at && !make_room(lines))
        return LINES_FAILED;
    lines->number++;
    lines->at[lines->len] = 0;
    return dropped ? LINES_TOO_LONG : is_blank(lines) ? LINES_BLANK : LINES_ONE;
}
