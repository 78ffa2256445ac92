/* SPDX-License-Identifier: MIT
 * amun_drawn.h -- the table of Amun-Re, drawn with letters. It has the map with both sides of the Nile, the numbers of
 * the bids, the temple's track, and the property of each seat.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_DRAWN_H
#define KHEPRI_AMUN_DRAWN_H

#include "play_game.h"

/* Draws the table; the sacrifice and the hand of a seat that waits are told in sentences. */
void amun_draw_table(const struct speech *speech, struct drawing *d, struct text *out);

#endif
