/* SPDX-License-Identifier: MIT
 * t_lines.h -- lines of the tests' language, read word by word, and what was found in their place. */
/* clang-format off */
#ifndef KHEPRI_T_LINES_H
#define KHEPRI_T_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* A line read word by word. */
struct words { const char *rest; char word[64]; };

bool words_next(struct words *w);                   /* false at the end; else w->word is the next one */
bool words_peek(const struct words *w, const char *word);   /* is this the next one */
bool words_number(struct words *w, int *out);       /* takes the next word if it is a number */

/* A set of names, numbered from 0. */
struct names { int count; const char *(*name)(int number); };

int  names_find(struct names names, const char *name);              /* its number, or -1 */
bool words_name(struct words *w, struct names names, int *out);     /* takes the next word if it is one */

/* Reads "NAME [N] NAME [N] ..." and adds the numbers, 1 where there is none, to counts[]. */
void words_counts(struct words *w, struct names names, int counts[]);

/* What was found in place of a line. */
struct found { char *at; size_t room, len; };

void say(struct found *f, const char *word);
void say_number(struct found *f, int number);

/* Does the line go on with what is given? They say it, and take it from the line. */
bool same_number(struct found *f, struct words *w, int number);
bool same_word(struct found *f, struct words *w, const char *word);

/* The counts of the names that are named; of all names when `exactly`. At most 64 names. */
bool same_counts(struct found *f, struct words *w, struct names names, const int counts[], bool exactly);

#endif
