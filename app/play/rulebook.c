/* SPDX-License-Identifier: MIT
 * rulebook.c -- see rulebook.h. The text is Markdown, in paragraphs parted by empty lines. */
#include "rulebook.h"

#include <string.h>
#include <strings.h>

enum { WIDTH = 78 };

/* The end of the paragraph that begins at `at`: its empty line, or the end of the text. */
static const char *
paragraph_end(const char *at)
{
    const char *end = strstr(at, "\n\n");

    return end ? end : at + strlen(at);
}

static const char *
next_paragraph(const char *at)
{
    at = paragraph_end(at);
    while (*at == '\n')
        at++;
    return at;
}

static bool
is_chapter(const char *at)
{
    return strncmp(at, "## ", 3) == 0;
}

/* Prints bytes from..to, wrapped at WIDTH columns unless it is a table; without markdown's stars. */
static void
print_paragraph(const char *from, const char *to, FILE *out)
{
    bool table = *from == '|';
    int column = 0;

    while (from < to) {
        const char *word = from;

        if (table || *from == ' ' || *from == '\n') {
            if (table && *from != '`')
                fputc(*from, out);
            from++;
            continue;
        }
        while (from < to && *from != ' ' && *from != '\n')
            from++;
        if (column && column + 1 + (int)(from - word) > WIDTH) {
            fputc('\n', out);
            column = 0;
        }
        column += fprintf(out, "%s", column ? " " : "");
        for (; word < from; word++) {
            if (*word != '*' && *word != '`') {
                fputc(*word, out);
                column++;
            }
        }
    }
    fputs("\n\n", out);
}

static bool
contains(const char *from, const char *to, const char *word)
{
    size_t len = strlen(word);

    for (; from + len <= to; from++) {
        if (strncasecmp(from, word, len) == 0)
            return true;
    }
    return false;
}

void
rulebook_chapters(const char *rules, FILE *to)
{
    for (const char *at = rules; *at; at = next_paragraph(at)) {
        if (is_chapter(at))
            fprintf(to, "  %.*s\n", (int)(paragraph_end(at) - at - 3), at + 3);
    }
}

/* Is it the chapter meant: its number, or a word of its title. */
static bool
chapter_fits(const char *at, const char *topic)
{
    size_t len = strlen(topic);

    if (!is_chapter(at))
        return false;
    if (strspn(topic, "0123456789") == len)
        return strncmp(at + 3, topic, len) == 0 && at[3 + len] == '.';
    return contains(at, paragraph_end(at), topic);
}

static void
print_chapter(const char *at, FILE *to)
{
    print_paragraph(at + 3, paragraph_end(at), to);
    for (at = next_paragraph(at); *at && !is_chapter(at); at = next_paragraph(at))
        print_paragraph(at, paragraph_end(at), to);
}

bool
rulebook_topic(const char *rules, const char *mark, const char *topic, FILE *to)
{
    bool found = false;

    if (strncasecmp(topic, mark, strlen(mark)) != 0) {
        for (const char *at = rules; *at; at = next_paragraph(at)) {
            if (chapter_fits(at, topic)) {
                print_chapter(at, to);
                return true;
            }
        }
    }
    for (const char *at = rules; *at; at = next_paragraph(at)) {
        if (!is_chapter(at) && contains(at, paragraph_end(at), topic)) {
            print_paragraph(at, paragraph_end(at), to);
            found = true;
        }
    }
    return found;
}
