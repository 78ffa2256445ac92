/* SPDX-License-Identifier: MIT
 * wrapped.h -- lines on the screen, wrapped to the width of a terminal.
 */
/* clang-format off */
#ifndef KHEPRI_WRAPPED_H
#define KHEPRI_WRAPPED_H

/* Prints lines on stdout, broken to screen_width() columns; the rest of a line is indented. */
void wrapped_print(const char *lines);

/* The same of words and what they mean, with two blanks or more between the columns. A line that does not fit is one
 * for each word. */
void wrapped_words(const char *lines);

#endif
