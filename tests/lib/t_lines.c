/* SPDX-License-Identifier: MIT
 * t_lines.c -- see t_lines.h. */
#include "t_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 64 };

bool
words_next(struct words *w)
{
    size_t len = 0;

    while (*w->rest == ' ')
        w->rest++;
    while (*w->rest && *w->rest != ' ') {
        if (len < sizeof w->word - 1)
            w->word[len++] = *w->rest;
        w->rest++;
    }
    w->word[len] = 0;
    return len > 0;
}

bool
words_peek(const struct words *w, const char *word)
{
    struct words ahead = *w;

    return words_next(&ahead) && strcmp(ahead.word, word) == 0;
}

bool
words_number(struct words *w, int *out)
{
    char *end;
    long number = strtol(w->rest, &end, 10);

    if (end == w->rest || (*end != ' ' && *end != 0))
        return false;
    w->rest = end;
    *out = (int)number;
    return true;
}

int
names_find(struct names names, const char *name)
{
    for (int i = 0; i < names.count; i++) {
        if (strcmp(name, names.name(i)) == 0)
            return i;
    }
    return -1;
}

bool
words_name(struct words *w, struct names names, int *out)
{
    struct words ahead = *w;

    if (!words_next(&ahead))
        return false;
    *out = names_find(names, ahead.word);
    if (*out < 0)
        return false;
    *w = ahead;
    return true;
}

void
words_counts(struct words *w, struct names names, int counts[])
{
    int name, number;

    while (words_name(w, names, &name)) {
        if (!words_number(w, &number))
            number = 1;
        counts[name] += number;
    }
}

/* ---- what was found ---- */

void
say(struct found *f, const char *word)
{
    int len = snprintf(f->at + f->len, f->room - f->len, "%s%s", f->len ? " " : "", word);

    if (len > 0 && (size_t)len < f->room - f->len)
        f->len += (size_t)len;
}

void
say_number(struct found *f, int number)
{
    char digits[16];

    snprintf(digits, sizeof digits, "%d", number);
    say(f, digits);
}

bool
same_number(struct found *f, struct words *w, int number)
{
    int wanted;

    say_number(f, number);
    return words_number(w, &wanted) && wanted == number;
}

bool
same_word(struct found *f, struct words *w, const char *word)
{
    say(f, word);
    return words_next(w) && strcmp(w->word, word) == 0;
}

bool
same_counts(struct found *f, struct words *w, struct names names, const int counts[],
            bool exactly)
{
    int wanted[MOST_NAMES] = {0}, name, number;
    bool named[MOST_NAMES] = {false}, same = true;
    struct words ahead = *w;

    words_counts(w, names, wanted);
    while (words_name(&ahead, names, &name)) {
        named[name] = true;
        words_number(&ahead, &number);
    }
    for (name = 0; name < names.count; name++) {
        if (named[name] || (exactly && counts[name] > 0)) {
            say(f, names.name(name));
            say_number(f, counts[name]);
        }
        if (named[name] || exactly)
            same = same && counts[name] == wanted[name];
    }
    return same;
}
