/* SPDX-License-Identifier: MIT
 * wrapped.c -- see wrapped.h. */
#include "wrapped.h"

#include <stdio.h>
#include <string.h>

#include "letters.h"
#include "screen.h"

/* The bytes that fit into a line. Lines break at blanks, and between letters of East Asia. */
static size_t
line_that_fits(const char *line, size_t rest, int width)
{
    struct letter last = {0};
    size_t cut = 0;
    int columns = 0;

    for (size_t at = 0; at < rest; at += last.bytes) {
        struct letter next = letter_at(line + at, rest - at);

        if (columns <= width && at && (next.code == ' ' || letters_may_part(last, next)))
            cut = at;
        columns += next.columns;
        last = next;
    }
    if (columns <= width)
        return rest;
    return cut ? cut : rest;
}

void
wrapped_print(const char *line)
{
    int width = screen_width();

    while (*line) {
        size_t rest = strcspn(line, "\n"), fits = line_that_fits(line, rest, width);

        while (fits < rest) {
            printf("%.*s\n    ", (int)fits, line);
            line += fits + strspn(line + fits, " ");
            rest = strcspn(line, "\n");
            fits = line_that_fits(line, rest, width - 4);
        }
        printf("%.*s\n", (int)rest, line);
        line += rest + (line[rest] == '\n');
    }
}
