/* SPDX-License-Identifier: MIT
 * ra_drawn.h -- the table of Ra, drawn with letters: the Ra track, the lot, and the suns and tiles of each seat.
 */
/* clang-format off */
#ifndef KHEPRI_RA_DRAWN_H
#define KHEPRI_RA_DRAWN_H

#include "play_game.h"

/* Draws everything that ra_show_table tells; nothing is left for `out`. */
void ra_draw_table(const struct speech *speech, struct drawing *d, struct text *out);

#endif
