/* SPDX-License-Identifier: MIT
 * amun_words.h -- words about Amun-Re: reading them, and whether a line of them holds. */
/* clang-format off */
#ifndef KHEPRI_AMUN_WORDS_H
#define KHEPRI_AMUN_WORDS_H

#include "khepri/amun.h"

#include "t_lines.h"

extern const struct names amun_provinces, amun_cards;

/* Whether the line of expect() is true of *s; found[] gets what it should have said. */
bool amun_line_holds(const struct amun_state *s, const char *line, char *found, size_t room);

#endif
