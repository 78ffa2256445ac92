/* SPDX-License-Identifier: MIT
 * analyse_show.h -- an analysis for people: a table by seat, the dearest decisions in words, a plot of the chances.
 */
/* clang-format off */
#ifndef KHEPRI_ANALYSE_SHOW_H
#define KHEPRI_ANALYSE_SHOW_H

#include "analysed.h"
#include "hint.h"

enum { ANALYSE_TEXT_ROOM = 32768 };

struct analysed_game { const struct analysed *of; const char *names[GAME_MAX_SEATS]; };

/* Each appends to a text of ANALYSE_TEXT_ROOM. The table: what each seat lost and was given; then the decisions. */
void analyse_table(const struct analysed_game *game, struct text *out);
void analyse_worst(const struct analysed_game *game, struct text *out);
void analyse_plot(const struct analysed_game *game, struct text *out);

/* The plot as a drawing, in a file that is written whole or not at all. False if it is not: errno says why. */
bool analyse_svg(const struct analysed_game *game, const char *path);

/* "12.3 %", with a sign if wanted, in `width` letters. */
void put_percent(struct text *out, int32_t win, bool sign, int width);

#endif
