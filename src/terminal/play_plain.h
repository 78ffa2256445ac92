/* SPDX-License-Identifier: MIT
 * play_plain.h -- the terminal's table of a game that brings none of its own.
 */
/* clang-format off */
#ifndef KHEPRI_PLAY_PLAIN_H
#define KHEPRI_PLAY_PLAIN_H

#include "play_game.h"

/* The plain table of a game of the list. */
const struct play_game *play_plain_of(const struct game *game);

#endif
