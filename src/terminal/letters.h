/* SPDX-License-Identifier: MIT
 * letters.h -- how wide the letters of a terminal are, and where a line of them may break.
 */
/* clang-format off */
#ifndef KHEPRI_LETTERS_H
#define KHEPRI_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct letter {
    uint32_t code;          /* its code point; a byte that is not UTF-8 stands for itself */
    size_t bytes;           /* at least 1 */
    int columns;            /* 0, 1, or 2 for those of East Asia */
};

/* The letter at `at`, of which `left` bytes may be read, at least one. */
struct letter letter_at(const char *at, size_t left);

/* The columns of a text of `len` bytes. */
int letters_width(const char *text, size_t len);

/* May a line end behind `before` and the next begin with `after`, though no blank is between them? So it is beside wide
 * letters, except before what closes and behind what opens. */
bool letters_may_part(struct letter before, struct letter after);

#endif
