/* SPDX-License-Identifier: MIT
 * columns.h -- a table with a column for each seat. Where the window is too narrow for it, each row is a sentence.
 */
/* clang-format off */
#ifndef KHEPRI_COLUMNS_H
#define KHEPRI_COLUMNS_H

#include <stdbool.h>

#include "text.h"

/* Storage is the caller's, for columns_begin. */
struct columns {
    struct text *out;
    const char *const *names;           /* of the seats, borrowed */
    int seats, label;                   /* label: the width of the words before a row */
    int at;                             /* the seat whose cell comes next */
    bool narrow;
};

/* Writes the names above the columns. */
void columns_begin(struct columns *c, struct text *out, const char *const *names, int seats, int label);

/* Begins a row; then one cell for each seat, in order. Blanks before the text of a cell do not count. */
void columns_row(struct columns *c, const char *label);
void columns_cell(struct columns *c, const char *text);
void columns_number(struct columns *c, int number);

#endif
