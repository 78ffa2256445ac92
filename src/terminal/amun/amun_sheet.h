/* SPDX-License-Identifier: MIT
 * amun_sheet.h -- the points of Amun-Re as tables: the current score of each player, the sheet
 * of a scoring, the final ranking.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_SHEET_H
#define KHEPRI_AMUN_SHEET_H

#include "play_game.h"

/* If the kingdom ended now: points for provinces, bonus cards that would hold, and the income with the
 * temple on each space. */
void amun_show_scores(const struct speech *speech, struct text *out);

/* The points for provinces of a kingdom that just ended; nothing if none did. */
void amun_show_sheet(const struct speech *speech, const struct game_log *log, struct text *out);

/* The final ranking of a finished game. */
void amun_show_result(const struct speech *speech, struct text *out);

#endif
