/* SPDX-License-Identifier: MIT
 * wrapped.c -- see wrapped.h. */
#include "wrapped.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "letters.h"
#include "screen.h"
#include "text.h"

enum { INDENT = 4 };

/* The bytes that fit into a line. Lines break at blanks, and between letters of East Asia. */
static size_t
line_that_fits(const char *line, size_t rest, int width)
{
    struct letter last = {0};
    size_t cut = 0;
    int columns = 0;

    for (size_t at = 0; at < rest; at += last.bytes) {
        struct letter next = letter_at(line + at, rest - at);

        if (columns <= width && at &&
            (next.code == ' ' ? last.code != ' ' : letters_may_part(last, next)))
            cut = at;
        columns += next.columns;
        last = next;
    }
    if (columns <= width)
        return rest;
    return cut ? cut : rest;
}

/* Names and the like come from outside: what would control the terminal is a question mark. */
static void
print(const char *line, size_t len)
{
    for (size_t at = 0, shown; at < len; at += shown ? shown : 1) {
        shown = text_shown_character(line + at, len - at);
        if (shown)
            fwrite(line + at, 1, shown, stdout);
        else
            putchar('?');
    }
}

void
wrapped_print(const char *line)
{
    int width = screen_width();

    while (*line) {
        size_t rest = strcspn(line, "\n"), fits = line_that_fits(line, rest, width);

        while (fits < rest) {
            print(line, fits);
            fputs("\n    ", stdout);
            line += fits + strspn(line + fits, " ");
            rest = strcspn(line, "\n");
            fits = line_that_fits(line, rest, width - 4);
        }
        print(line, rest);
        putchar('\n');
        line += rest + (line[rest] == '\n');
    }
}

/* The length of the cell at `at`, of `rest` bytes: up to two blanks. */
static size_t
cell_length(const char *at, size_t rest)
{
    size_t len = 0;

    while (len < rest && strncmp(at + len, "  ", 2) != 0)
        len++;
    return len;
}

/* The length of a word and its meaning, of `rest` bytes. */
static size_t
entry_length(const char *at, size_t rest)
{
    size_t word = cell_length(at, rest), gap = strspn(at + word, " ");

    return word + gap < rest ? word + gap + cell_length(at + word + gap, rest - word - gap)
                             : word;
}

void
wrapped_words(const char *lines)
{
    while (*lines) {
        size_t rest = strcspn(lines, "\n"), indent = strspn(lines, " "), at = indent;

        if (letters_width(lines, rest) <= screen_width())
            at = 0;
        for (size_t len; at < rest; at += len + strspn(lines + at + len, " ")) {
            char line[512];
            struct text out = text_in(line, sizeof line);

            len = at ? entry_length(lines + at, rest - at) : rest;
            if (at) /* a line that is far to the right goes on with a meaning */
                text_put(&out, indent > INDENT ? "    " : "  ");
            text_bytes(&out, lines + at, len);
            wrapped_print(line);
        }
        lines += rest + (lines[rest] == '\n');
    }
}
