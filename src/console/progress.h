/* SPDX-License-Identifier: MIT
 * progress.h -- a bar on standard error for long work; nothing where that is no terminal.
 */
/* clang-format off */
#ifndef KHEPRI_PROGRESS_H
#define KHEPRI_PROGRESS_H

#include <stdbool.h>
#include <time.h>

struct progress {
    const char *of;                 /* what is counted: "games" */
    unsigned long long all;
    struct timespec began;
    double shown;                   /* seconds after it began, when last drawn */
};

void progress_begin(struct progress *progress, const char *of, unsigned long long all);

/* Draws it, not more than ten times a second; at the last one it is wiped away. `more` stands at its end. */
void progress_show(struct progress *progress, unsigned long long done, const char *more);

/* Wipes it away, for a sentence that comes between or when the work ends early. */
void progress_wipe(void);

#endif
