/* SPDX-License-Identifier: MIT
 * progress.c -- see progress.h. */
#include "progress.h"

#include <stdio.h>
#include <unistd.h>

static double
seconds_since(const struct timespec *began)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - began->tv_sec) + (double)(now.tv_nsec - began->tv_nsec) / 1e9;
}

void
progress_begin(struct progress *progress, const char *of, unsigned long long all)
{
    *progress = (struct progress){.of = of, .all = all};
    clock_gettime(CLOCK_MONOTONIC, &progress->began);
}

void
progress_show(struct progress *progress, unsigned long long done, const char *more)
{
    enum { WIDTH = 40 };
    double now = seconds_since(&progress->began);
    int filled = (int)((double)done / (double)progress->all * WIDTH);

    if (!isatty(STDERR_FILENO) || (now - progress->shown < 0.1 && done < progress->all))
        return;
    progress->shown = now;
    fputs("\r[", stderr);
    for (int i = 0; i < WIDTH; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %llu of %llu %s, %.0f/s %s\033[K", done, progress->all, progress->of,
            (double)done / (now + 1e-9), more);
    fflush(stderr);
    if (done == progress->all)
        progress_wipe();
}

void
progress_wipe(void)
{
    if (!isatty(STDERR_FILENO))
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}
