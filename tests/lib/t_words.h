/* SPDX-License-Identifier: MIT
 * t_words.h -- the words of the rules tests: reading them, and whether a line of them holds. */
/* clang-format off */
#ifndef KHEPRI_T_WORDS_H
#define KHEPRI_T_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "khepri/ra.h"

/* A line read word by word. */
struct words { const char *rest; char word[32]; };

bool words_next(struct words *w);                   /* false at the end; else w->word is the next one */
bool words_number(struct words *w, int *out);       /* takes the next word if it is a number */
bool words_kind(struct words *w, int *out);         /* takes the next word if it is a kind of tile */

/* Reads "KIND [N] KIND [N] ..." and adds the numbers to counts[]. */
void words_counts(struct words *w, int counts[RA_KINDS]);

/* Reads numbers as a set of suns. */
uint32_t words_suns(struct words *w);

/* The kind of that name, or -1. */
int kind_named(const char *name);

/* Whether the line of expect() is true of *s; found[] gets what it should have said. */
bool words_hold(const struct ra_state *s, const char *line, char *found, size_t room);

#endif
