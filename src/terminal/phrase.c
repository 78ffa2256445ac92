/* SPDX-License-Identifier: MIT
 * phrase.c -- see phrase.h. */
#include "phrase.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "letters.h"
#include "plurals.h"
#include "screen.h"
#include "wrapped.h"

enum { ID_ROOM = 80 };

/* Of the whole program, as a locale is; it is set before the first sentence. */
static enum lang spoken = LANG_EN;

void
phrase_speak(enum lang language)
{
    spoken = language;
}

enum lang
phrase_language(void)
{
    return spoken;
}

/* The text of that id, or NULL. */
static const char *
find_phrase(const char *id)
{
    size_t low = 0, high = lang_phrase_count;

    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(id, lang_phrases[middle].id);

        if (order == 0)
            return lang_phrases[middle].text[spoken];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *
phrase(const char *id)
{
    const char *found = find_phrase(id);

    return found ? found : id;
}

const char *
phrase_of(const char *group, const char *name)
{
    char id[ID_ROOM];
    struct text t = text_in(id, sizeof id);
    const char *found;

    text_put(&t, group);
    text_put(&t, name);
    found = find_phrase(id);
    return found ? found : name;
}

static const char *
find_form(const char *id, const char *form)
{
    char both[ID_ROOM];
    struct text t = text_in(both, sizeof both);

    text_put(&t, id);
    text_char(&t, '.');
    text_put(&t, form);
    return find_phrase(both);
}

const char *
plural(const char *id, int number)
{
    const char *found = number == 0 ? find_form(id, "zero") : NULL;

    if (!found)
        found = find_form(id, plural_category(lang_codes[spoken], number));
    return found ? found : phrase(id);
}

/* One placeholder, by its name of `len` letters; an unknown one is copied unchanged. */
static void
fill_one(struct text *out, const char *name, size_t len, const struct filling *with)
{
    const struct {
        const char *name, *text;
        int number;
    } values[] = {{"player", with->player, 0},     {"kind", with->kind, 0},
                  {"province", with->province, 0}, {"what", with->what, 0},
                  {"count", NULL, with->count},    {"n", NULL, with->n},
                  {"rank", NULL, with->rank}};

    for (int i = 0; i < with->more_count; i++) {
        const struct fill_more *more = &with->more[i];

        if (strlen(more->name) != len || memcmp(more->name, name, len) != 0)
            continue;
        if (more->text)
            text_put(out, more->text);
        else
            text_int(out, more->number);
        return;
    }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (strlen(values[i].name) != len || memcmp(values[i].name, name, len) != 0)
            continue;
        if (values[i].text)
            text_put(out, values[i].text);
        else
            text_int(out, values[i].number);
        return;
    }
    if (len == 6 && memcmp(name, "points", len) == 0) {
        fill(out, plural("points", with->points), &(struct filling){.n = with->points});
        return;
    }
    text_char(out, '{');
    text_bytes(out, name, len);
    text_char(out, '}');
}

void
fill(struct text *out, const char *text, const struct filling *with)
{
    while (*text) {
        const char *end = *text == '{' ? strchr(text, '}') : NULL;

        if (end) {
            fill_one(out, text + 1, (size_t)(end - text) - 1, with);
            text = end + 1;
        } else {
            text_char(out, *text++);
        }
    }
}

/* The sentence of an id in one line. A name of a file, or what was typed, may hold what controls the terminal. */
static void
put_sentence(struct text *out, const char *id, const struct filling *with)
{
    char line[2048];
    struct text raw = text_in(line, sizeof line);

    fill(&raw, phrase(id), with ? with : &(const struct filling){0});
    text_shown(out, line);
}

void
say(const char *id, const struct filling *with)
{
    char line[2048];
    struct text out = text_in(line, sizeof line);

    put_sentence(&out, id, with);
    wrapped_print(line);
}

void
say_unbroken(const char *id, const struct filling *with)
{
    char line[2048];
    struct text out = text_in(line, sizeof line);

    put_sentence(&out, id, with);
    puts(line);
}

void
put_format(struct text *out, const char *format, ...)
{
    char part[1001];
    va_list values;

    va_start(values, format);
    vsnprintf(part, sizeof part, format, values);
    va_end(values);
    text_put(out, part);
}

const char *
decimal(char *number)
{
    char *point = strchr(number, '.');

    if (point)
        *point = *phrase("term.point");
    return number;
}

/* The bytes of `word` that fit into a width, and the columns that they take. */
static size_t
bytes_that_fit(const char *word, size_t len, int width, int *columns)
{
    size_t bytes = 0;

    *columns = 0;
    while (bytes < len) {
        struct letter letter = letter_at(word + bytes, len - bytes);

        if (*columns + letter.columns > width)
            break;
        *columns += letter.columns;
        bytes += letter.bytes;
    }
    return bytes;
}

void
put_cell(struct text *out, const char *word, int width, bool right)
{
    const char *cut = screen_utf8() ? "…" : "...", *mark = "";
    int columns, marked = screen_utf8() ? 1 : 3;
    size_t len = strlen(word), bytes = bytes_that_fit(word, len, width, &columns);

    if (bytes < len && width > marked) {
        mark = cut;
        bytes = bytes_that_fit(word, len, width - marked, &columns);
        columns += marked;
    }
    for (int i = columns; right && i < width; i++)
        text_char(out, ' ');
    text_bytes(out, word, bytes);
    text_put(out, mark);
    for (int i = columns; !right && i < width; i++)
        text_char(out, ' ');
}
