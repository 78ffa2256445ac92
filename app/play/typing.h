/* SPDX-License-Identifier: MIT
 * typing.h -- lines from standard input, and the signals that end it, without a race: Ctrl-C
 * never falls between checking for a signal and waiting for input.
 */
/* clang-format off */
#ifndef KHEPRI_TYPING_H
#define KHEPRI_TYPING_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum { TYPING_LINE = 512 };

struct typing {
    char bytes[4096];           /* read and not yet returned: from..to */
    size_t from, to;
    bool ended;                 /* end of input, or a signal */
    sigset_t waiting, before;   /* the mask while waiting, and the one to go back to */
};

/* Between the two calls, SIGINT, SIGTERM and SIGHUP are delivered only while typing_line waits.
 */
void typing_begin(struct typing *typing);
void typing_finish(const struct typing *typing);

/* The next line, without its end, into line[TYPING_LINE]. Of a longer line only *too_long is
 * set. False at the end of the input or after a signal. */
bool typing_line(struct typing *typing, char line[TYPING_LINE], bool *too_long);

#endif
