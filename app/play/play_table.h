/* SPDX-License-Identifier: MIT
 * play_table.h -- people at one terminal, line by line: what they type, what they are told, and the curtain
 * between them where hands are secret.
 */
/* clang-format off */
#ifndef KHEPRI_PLAY_TABLE_H
#define KHEPRI_PLAY_TABLE_H

#include "session.h"

/* Plays until the end of the game, of the input, or of the people's patience; a signal ends the input. */
void play_at_table(struct session *play);

/* The ranking, if the game is over. */
void play_show_result(const struct session *play);

/* Answers what is asked of a game that is over, until an empty line or the end of the input: at a terminal, where
 * somebody sits, or if `anyway`. */
void play_look_back(const struct session *play, bool anyway);

#endif
