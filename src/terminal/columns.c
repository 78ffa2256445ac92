/* SPDX-License-Identifier: MIT
 * columns.c -- see columns.h. */
#include "columns.h"

#include <string.h>

#include "phrase.h"
#include "screen.h"

enum { CELL = 11 };

void
columns_begin(struct columns *c, struct text *out, const char *const *names, int seats,
              int label)
{
    *c = (struct columns){.out = out, .names = names, .seats = seats, .label = label};
    c->narrow = label + seats * CELL > screen_width();
    if (c->narrow)
        return;
    put_cell(out, "", label, false);
    for (int i = 0; i < seats; i++) {
        text_char(out, ' ');
        put_cell(out, names[i], CELL - 1, true);
    }
    text_char(out, '\n');
}

void
columns_row(struct columns *c, const char *label)
{
    c->at = 0;
    if (c->narrow)
        put_format(c->out, "%s%s", label, phrase("term.colon"));
    else
        put_cell(c->out, label, c->label, false);
}

void
columns_cell(struct columns *c, const char *text)
{
    text += strspn(text, " ");
    if (c->narrow)
        put_format(c->out, "%s%s %s", c->at ? phrase("comma") : "", c->names[c->at], text);
    else
        put_cell(c->out, text, CELL, true);
    if (++c->at == c->seats)
        text_char(c->out, '\n');
}

void
columns_number(struct columns *c, int number)
{
    char digits[16];
    struct text t = text_in(digits, sizeof digits);

    text_int(&t, number);
    columns_cell(c, digits);
}
