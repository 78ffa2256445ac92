/* SPDX-License-Identifier: MIT
 * amun_typed.h -- parses typed text as actions of Amun-Re: "abydos 15 +blockade", "f abu",
 * "take c f s", "farmer:abu".
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_TYPED_H
#define KHEPRI_AMUN_TYPED_H

#include "play_game.h"

/* See struct play_game. Case does not matter; words may be shortened; commas may part the actions of a line. */
enum words amun_typed(const void *st, int seat, const char **line, game_action *out, struct text *why);

#endif
