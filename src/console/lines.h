/* SPDX-License-Identifier: MIT
 * lines.h -- the lines of a file or a conversation, each of a stated greatest length.
 */
/* clang-format off */
#ifndef KHEPRI_LINES_H
#define KHEPRI_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Storage is the caller's; lines_finish frees what grew inside. */
struct lines {
    FILE *from;                     /* borrowed */
    size_t longest;                 /* bytes a line may have, its line feed apart */
    char *at;                       /* the present line, ended by 0 in place of its line feed */
    size_t len, room;
    bool any_length;                /* set after lines_init(): read past a line however long it is */
    unsigned long long number;      /* its number, from 1 */
};

enum lines_next { LINES_ONE, LINES_BLANK, LINES_TOO_LONG, LINES_END, LINES_FAILED };

void lines_init(struct lines *lines, FILE *from, size_t longest);
void lines_finish(struct lines *lines);

/* Reads one line. LINES_BLANK: nothing but white space. LINES_TOO_LONG: it was read past and
 * dropped. LINES_FAILED: errno says why, and there is no further line. EFBIG is a line without an end: without
 * `any_length` that is one of 16 times the greatest length. */
enum lines_next lines_next(struct lines *lines);

#endif
