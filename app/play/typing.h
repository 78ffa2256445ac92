/* SPDX-License-Identifier: MIT
 * typing.h -- lines from standard input, and the signals that end it: Ctrl-C and the like never fall into
 * the gap between looking for one and waiting for the other.
 */
/* clang-format off */
#ifndef KHEPRI_TYPING_H
#define KHEPRI_TYPING_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum { TYPING_LINE = 512 };

struct typing {
    char bytes[4096];           /* read and not yet given out: from..to */
    size_t from, to;
    bool ended;                 /* end of input, or a signal */
    sigset_t waiting, before;   /* the mask while waiting, and the one to go back to */
};

/* Between the two, SIGINT, SIGTERM and SIGHUP come through only while typing_line waits. */
void typing_begin(struct typing *typing);
void typing_finish(const struct typing *typing);

/* The next line, without its end, into line[TYPING_LINE]. Of a longer one nothing is given but *too_long.
 * False at the end of the input or after a signal. */
bool typing_line(struct typing *typing, char line[TYPING_LINE], bool *too_long);

#endif
