/* SPDX-License-Identifier: MIT
 * ra_words.h -- words about Ra: reading them, and whether a line of them holds. */
/* clang-format off */
#ifndef KHEPRI_RA_WORDS_H
#define KHEPRI_RA_WORDS_H

#include "khepri/ra.h"

#include "t_lines.h"

extern const struct names ra_kinds;

bool words_kind(struct words *w, int *out);         /* takes the next word if it is a kind of tile, or "-" */
uint32_t words_suns(struct words *w);               /* reads numbers as a set of suns */

/* Whether the line of expect() is true of *s; found[] gets what it should have said. */
bool words_hold(const struct ra_state *s, const char *line, char *found, size_t room);

#endif
