/* SPDX-License-Identifier: MIT
 * line_edit_none.c -- line_edit.h in a build without libedit: there is no editing. */
#include "line_edit.h"

struct line_edit *
line_edit_open(line_edit_byte *byte, void *of)
{
    (void)byte, (void)of;
    return NULL;
}

void
line_edit_close(struct line_edit *edit)
{
    (void)edit;
}

void
line_edit_offers(struct line_edit *edit, line_edit_offer *offer, const void *of)
{
    (void)edit, (void)offer, (void)of;
}

bool
line_edit_ask(struct line_edit *edit, const char *prompt, char *line, size_t room,
              bool *too_long)
{
    (void)edit, (void)prompt, (void)line, (void)room, (void)too_long;
    return false;
}

void
line_edit_redraw(struct line_edit *edit)
{
    (void)edit;
}

void
line_edit_forget(struct line_edit *edit)
{
    (void)edit;
}
