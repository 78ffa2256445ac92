/* SPDX-License-Identifier: MIT
 * wrapped.c -- see wrapped.h. */
#include "wrapped.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 79 };

/* The number of letters that fit; UTF-8 continuation bytes have no width. Lines break at
 * blanks. */
static size_t
line_that_fits(const char *line, size_t rest, int width)
{
    size_t cut = 0, at = 0;
    int letters = 0;

    for (; at < rest; at++) {
        if (line[at] == ' ' && letters <= width)
            cut = at;
        if (((unsigned char)line[at] & 0xc0) != 0x80)
            letters++;
    }
    if (letters <= width)
        return rest;
    return cut ? cut : rest;
}

void
wrapped_print(const char *line)
{
    while (*line) {
        size_t rest = strcspn(line, "\n"), fits = line_that_fits(line, rest, WIDTH);

        while (fits < rest) {
            printf("%.*s\n    ", (int)fits, line);
            line += fits + strspn(line + fits, " ");
            rest = strcspn(line, "\n");
            fits = line_that_fits(line, rest, WIDTH - 4);
        }
        printf("%.*s\n", (int)rest, line);
        line += rest + (line[rest] == '\n');
    }
}
