/* SPDX-License-Identifier: MIT
 * ra_typed.h -- parses typed text as an action of Ra: "d", "7", "t nile", "bid:9", "discard
 * pal".
 */
/* clang-format off */
#ifndef KHEPRI_RA_TYPED_H
#define KHEPRI_RA_TYPED_H

#include "play_game.h"

/* See struct play_game. A line is one action; case does not matter, verbs and kinds may be shortened. */
enum words ra_typed(const void *st, int seat, const char **line, game_action *out, struct text *why);

#endif
