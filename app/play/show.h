/* SPDX-License-Identifier: MIT
 * show.h -- the table of Ra in words and digits, line by line, fit for a screen reader and 80 columns.
 */
/* clang-format off */
#ifndef KHEPRI_SHOW_H
#define KHEPRI_SHOW_H

#include "sentences.h"

/* The whole table: epoch, tracks, bag, each player, the auction. */
void show_table(const struct speech *speech, const struct ra_state *s, struct text *out);

/* What seat may do now, each with its short form. */
void show_actions(const struct speech *speech, const struct ra_state *s, int seat, struct text *out);

/* What each player would score if the epoch ended now, line by line, as a table. */
void show_scores(const struct speech *speech, const struct ra_state *s, struct text *out);

/* The same for an epoch that just ended, from its tally events; nothing if none did. */
void show_sheet(const struct speech *speech, const struct game_log *log, int seats, struct text *out);

/* What is left in the bag, and the chance of each kind to be drawn next. */
void show_odds(const struct speech *speech, const struct ra_state *s, struct text *out);

/* What the lot on the track would score for each player who won it. */
void show_lot(const struct speech *speech, const struct ra_state *s, struct text *out);

/* The final ranking of a finished game. */
void show_result(const struct speech *speech, const struct ra_state *s, struct text *out);

#endif
