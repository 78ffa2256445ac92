/* SPDX-License-Identifier: MIT
 * phrase.h -- sentences of the catalogue with their {placeholders} filled in, the same in
 * terminal and browser; and cells of tables.
 */
/* clang-format off */
#ifndef KHEPRI_PHRASE_H
#define KHEPRI_PHRASE_H

#include "catalogue.h"
#include "text.h"

/* A placeholder of another name: a text, or if it is NULL a number. */
struct fill_more { const char *name, *text; int number; };

/* The values of placeholders; those that a sentence does not use may be left out. */
struct filling {
    const char *player, *kind, *province, *what;
    int count, n, rank, points;         /* points: "1 point", "3 points" */
    const struct fill_more *more;
    int more_count;
};

/* The language of all that follows; English at first. */
void phrase_speak(enum lang language);
enum lang phrase_language(void);

/* The catalogue's text of an id; the id itself if it has none. */
const char *phrase(const char *id);

/* The text of `group` and `name` together: "ra.kind." and "nile". */
const char *phrase_of(const char *group, const char *name);

/* The form of an id for a number: ".zero" for 0, or that of its plural category, where the catalogue has it. */
const char *plural(const char *id, int number);

/* Appends a text of the catalogue with its placeholders filled in. */
void fill(struct text *out, const char *text, const struct filling *with);

/* Prints a sentence of the catalogue, filled in and wrapped at the width of the terminal. `with` is NULL where there is
 * nothing to fill in. */
void say(const char *id, const struct filling *with);

/* The same in one line, however long: for a command in it that is to be copied. */
void say_unbroken(const char *id, const struct filling *with);

/* Appends like printf, at most 1000 bytes. */
void put_format(struct text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts the language's decimal sign in place of the point of a number, which it returns. */
const char *decimal(char *number);

/* Appends `word`, padded with blanks to `width` columns, or cut with an ellipsis at its end; right: aligned right. */
void put_cell(struct text *out, const char *word, int width, bool right);

#endif
