/* SPDX-License-Identifier: MIT
 * ra_show.h -- the table of Ra in words and digits, line by line, fit for a screen reader and 80 columns.
 */
/* clang-format off */
#ifndef KHEPRI_RA_SHOW_H
#define KHEPRI_RA_SHOW_H

#include "play_game.h"

/* The whole table: epoch, tracks, bag, each player, the auction. */
void ra_show_table(const struct speech *speech, struct text *out);

/* The legal actions of speech->seat, each with its short form. */
void ra_show_actions(const struct speech *speech, struct text *out);

/* The score sheet of an epoch that just ended, from its tally events; nothing if none did. */
void ra_show_sheet(const struct speech *speech, const struct game_log *log, struct text *out);

/* The final ranking of a finished game. */
void ra_show_result(const struct speech *speech, struct text *out);

/* score: the score of each player if the epoch ended now. odds: the bag, and the chance of each
 * kind to be drawn next. lot: the score of the lot on the track for each possible winner. */
bool ra_answer(const struct speech *speech, const char *word, const char *argument, struct text *out);

#endif
