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

/* Saves the game in its own file. That may hold something else by now, as after another terminal played the same
 * game. Then the game is saved beside it from now on, and the player is told. False, and why. */
bool play_keep(struct session *play, struct refusal *why);

/* The ranking, if the game is over. */
void play_show_result(const struct session *play);

/* Answers questions about a finished game, until an empty line or the end of the input; only at
 * a terminal, or if `anyway`. */
void play_look_back(const struct session *play, bool anyway);

#endif
