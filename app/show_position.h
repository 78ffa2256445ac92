/* SPDX-License-Identifier: MIT
 * show_position.h -- one position on standard output: the table for people, or the position as text to read back.
 */
/* clang-format off */
#ifndef KHEPRI_SHOW_POSITION_H
#define KHEPRI_SHOW_POSITION_H

#include "session.h"

/* The table as `seat` (or GAME_SPECTATOR) sees it, and what that seat may do. */
void show_table(const struct session *play, int seat);

/* A state as JSON, or as a position string, on one line. False without memory. */
bool show_state(const struct game *game, const union games_state *st, bool as_string);

#endif
