/* SPDX-License-Identifier: MIT
 * typing.h -- lines that a person types, edited where the terminal can (line_edit.h), and the signals that end them.
 * There is no race: Ctrl-C never falls between checking for a signal and waiting for input. One that comes after the
 * last line interrupts no output.
 */
/* clang-format off */
#ifndef KHEPRI_TYPING_H
#define KHEPRI_TYPING_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "line_edit.h"

enum { TYPING_LINE = 512 };

struct typing {
    int input;                  /* what is read; owned, unless it is the standard input */
    char bytes[4096];           /* read and not yet returned: from..to */
    size_t from, to;
    bool ended;                 /* end of input, or a signal */
    struct line_edit *edit;     /* owned; NULL: lines are read as they come */
    const char *prompt;         /* what it then was asked with, borrowed while it waits */
    sigset_t waiting, before;   /* the mask while waiting, and the one to go back to */
};

/* Between the two calls, SIGINT, SIGTERM, SIGHUP and SIGCONT are delivered only while typing_ask waits. After SIGCONT
 * it shows the prompt again. */
void typing_begin(struct typing *typing);
void typing_finish(struct typing *typing);

/* Has a signal come that ends the input, though perhaps nobody has waited since? Long work asks it and stops. */
bool typing_interrupted(void);

/* What the Tab key offers from now on. */
void typing_offer(struct typing *typing, line_edit_offer *offer, const void *of);

/* Forgets the lines before, which the next person must not see. */
void typing_forget(struct typing *typing);

/* Shows the prompt, and reads the next line, without its end, into line[TYPING_LINE]. Of a longer line only *too_long
 * is set. False at the end of the input or after a signal. */
bool typing_ask(struct typing *typing, const char *prompt, char line[TYPING_LINE], bool *too_long);

#endif
