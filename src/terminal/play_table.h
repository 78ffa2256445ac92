/* SPDX-License-Identifier: MIT
 * play_table.h -- people at one terminal, line by line: input, output, and the curtain between
 * them where hands are hidden.
 */
/* clang-format off */
#ifndef KHEPRI_PLAY_TABLE_H
#define KHEPRI_PLAY_TABLE_H

#include "session.h"

/* Plays until the end of the game or of the input; a signal ends the input. */
void play_at_table(struct session *play);

/* The ranking, if the game is over. */
void play_show_result(const struct session *play);

/* Answers questions about a finished game, until an empty line or the end of the input; only at
 * a terminal, or if `anyway`. */
void play_look_back(const struct session *play, bool anyway);

#endif
