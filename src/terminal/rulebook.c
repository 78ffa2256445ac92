/* SPDX-License-Identifier: MIT
 * rulebook.c -- see rulebook.h. The text is Markdown: paragraphs separated by empty lines. */
#include "rulebook.h"

#include <string.h>
#include <strings.h>

#include "letters.h"
#include "minmax.h"
#include "phrase.h"
#include "screen.h"
#include "wrapped.h"

enum { WIDTH = 78, PASSAGES = 6 };

/* The columns that a line may have. */
static int
line_width(void)
{
    return int_min(WIDTH, screen_width());
}

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

/* The bytes at `at` that only mark up: stars, and all of a link but its words. */
static size_t
markdown_length(const char *at)
{
    const char *close = *at == '[' ? strchr(at, ']') : NULL;
    size_t target = at[0] == ']' && at[1] == '(' ? strcspn(at, ")\n") : 0;

    if (*at == '*' || *at == '`' || (close && close[1] == '('))
        return 1;
    return target + (target && at[target] == ')');
}

/* The end of the piece from `at` that stays on one line: at a blank, or where letters of East Asia may part. */
static const char *
piece_end(const char *at, const char *to)
{
    struct letter last = letter_at(at, (size_t)(to - at));

    for (at += last.bytes; at < to && *at != ' ' && *at != '\n'; at += last.bytes) {
        struct letter next = letter_at(at, (size_t)(to - at));

        if (letters_may_part(last, next))
            break;
        last = next;
    }
    return at;
}

/* The columns of a piece without its markdown. */
static int
piece_columns(const char *at, const char *to)
{
    int columns = 0;

    while (at < to) {
        size_t mark = markdown_length(at);
        struct letter letter = letter_at(at, (size_t)(to - at));

        columns += mark ? 0 : letter.columns;
        at += mark ? mark : letter.bytes;
    }
    return columns;
}

/* Prints bytes from..to, wrapped, without markdown's stars. */
static void
print_words(const char *from, const char *to, FILE *out)
{
    int width = line_width(), column = 0, blank = 0;

    while (from < to) {
        if (*from == ' ' || *from == '\n') {
            blank = column > 0;
            from++;
            continue;
        }
        const char *end = piece_end(from, to);
        int columns = piece_columns(from, end);

        if (column && column + blank + columns > width) {
            fputc('\n', out);
            column = blank = 0;
        }
        column += columns + blank;
        fputs(blank ? " " : "", out);
        while (from < end) {
            size_t mark = markdown_length(from);

            if (!mark)
                fputc(*from, out);
            from += mark ? mark : 1;
        }
        blank = 0;
    }
}

static const char *
line_end(const char *at, const char *to)
{
    const char *end = memchr(at, '\n', (size_t)(to - at));

    return end ? end : to;
}

static bool
is_wide(const char *from, const char *to)
{
    for (; from < to; from = line_end(from, to) + 1) {
        if (letters_width(from, (size_t)(line_end(from, to) - from)) > line_width())
            return true;
    }
    return false;
}

/* The next cell of a row of a table, trimmed. False after the last. */
static bool
next_cell(const char **at, const char *to, struct text *cell)
{
    const char *begin = *at + 1,
               *end = begin < to ? memchr(begin, '|', (size_t)(to - begin)) : NULL;

    if (!end)
        return false;
    *at = end;
    while (begin < end && *begin == ' ')
        begin++;
    while (end > begin && end[-1] == ' ')
        end--;
    cell->len = 0;
    text_bytes(cell, begin, (size_t)(end - begin));
    return true;
}

/* A row as "Abu: side east, Egypt upper"; empty cells are left out. */
static void
print_row(const char *heads, const char *row, const char *to, FILE *out)
{
    char line[1024], head_room[128], cell_room[128];
    struct text t = text_in(line, sizeof line), head = text_in(head_room, sizeof head_room);
    struct text cell = text_in(cell_room, sizeof cell_room);
    const char *heads_end = line_end(heads, to), *row_end = line_end(row, to);

    for (int i = 0; next_cell(&heads, heads_end, &head) && next_cell(&row, row_end, &cell);
         i++) {
        if (!cell.len)
            continue;
        text_put(&t, i < 2 ? (i ? ": " : "") : ", ");
        if (i)
            put_format(&t, "%s ", head.at);
        text_put(&t, cell.at);
    }
    print_words(line, line + t.len, out);
    fputc('\n', out);
}

/* A table that fits the screen is printed unchanged, another one in words. */
static void
print_table(const char *from, const char *to, FILE *out)
{
    const char *row = line_end(from, to) + 1; /* the rule below the heads */

    if (!is_wide(from, to)) {
        for (; from < to; from++) {
            if (*from != '`')
                fputc(*from, out);
        }
        fputc('\n', out);
        return;
    }
    for (row = row < to ? line_end(row, to) + 1 : to; row < to; row = line_end(row, to) + 1)
        print_row(from, row, to, out);
}

static void
print_paragraph(const char *from, const char *to, FILE *out)
{
    if (*from == '|') {
        print_table(from, to, out);
    } else {
        print_words(from, to, out);
        fputc('\n', out);
    }
    fputc('\n', out);
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
rulebook_chapters(const char *rules)
{
    for (const char *at = rules; *at; at = next_paragraph(at)) {
        char line[400];
        struct text title = text_in(line, sizeof line);

        if (!is_chapter(at))
            continue;
        put_format(&title, "  %.*s", (int)(paragraph_end(at) - at - 3), at + 3);
        wrapped_print(line);
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

/* Does the passage end in this mark? The introduction only quotes one. */
static bool
has_mark(const char *from, const char *to, const char *mark)
{
    size_t len = strlen(mark);

    for (const char *at = from + 1; at + len < to; at++) {
        if (at[-1] == '[' && at[len] == ']' && strncasecmp(at, mark, len) == 0 &&
            (at < from + 2 || at[-2] != '`'))
            return true;
    }
    return false;
}

typedef bool passage_test(const char *from, const char *to, const char *topic);

/* Prints the first passages that fit, and how many there are if there are more. */
static bool
print_passages(const char *rules, passage_test *fits, const char *topic, FILE *out)
{
    char line[400];
    struct text more = text_in(line, sizeof line);
    int count = 0;

    for (const char *at = rules; *at; at = next_paragraph(at)) {
        if (!is_chapter(at) && fits(at, paragraph_end(at), topic) && count++ < PASSAGES)
            print_paragraph(at, paragraph_end(at), out);
    }
    if (count > PASSAGES) {
        fill(&more, phrase("term.rule.more"), &(struct filling){.n = PASSAGES, .count = count});
        print_words(line, line + more.len, out);
        fputc('\n', out);
    }
    return count > 0;
}

bool
rulebook_topic(const char *rules, const char *mark, const char *topic, FILE *to)
{
    if (strncasecmp(topic, mark, strlen(mark)) == 0)
        return print_passages(rules, has_mark, topic, to) ||
               print_passages(rules, contains, topic, to);
    for (const char *at = rules; *at; at = next_paragraph(at)) {
        if (chapter_fits(at, topic)) {
            print_chapter(at, to);
            return true;
        }
    }
    return print_passages(rules, contains, topic, to);
}
