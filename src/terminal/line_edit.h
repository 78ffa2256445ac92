/* SPDX-License-Identifier: MIT
 * line_edit.h -- a line that is edited while it is typed, with history and completion, by libedit. In a build without
 * libedit, line_edit_none.c stands in its place, and no line is edited.
 */
/* clang-format off */
#ifndef KHEPRI_LINE_EDIT_H
#define KHEPRI_LINE_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

struct line_edit;

/* Where letters come from: the next byte, or -1 when nothing more comes. */
typedef int line_edit_byte(void *of);

/* What may be typed: whole lines, each with a line feed at its end. */
typedef void line_edit_offer(const void *of, struct text *out);

/* NULL if lines cannot be edited here. */
struct line_edit *line_edit_open(line_edit_byte *byte, void *of);
void line_edit_close(struct line_edit *edit);

/* What the Tab key offers from now on. */
void line_edit_offers(struct line_edit *edit, line_edit_offer *offer, const void *of);

/* Asks for a line, without its end, into line[room]. Of a longer one only *too_long is set. False at the end of the
 * input. */
bool line_edit_ask(struct line_edit *edit, const char *prompt, char *line, size_t room, bool *too_long);

/* Shows the prompt and what was typed once more, while line_edit_ask waits for a byte: another program has had the
 * terminal. */
void line_edit_redraw(struct line_edit *edit);

/* Forgets the lines that were typed: the next person must not see them. */
void line_edit_forget(struct line_edit *edit);

#endif
