/* SPDX-License-Identifier: MIT
 * ra_hint.h -- see struct play_game: what a hint adds of the bag of Ra.
 */
/* clang-format off */
#ifndef KHEPRI_RA_HINT_H
#define KHEPRI_RA_HINT_H

#include "text.h"

void ra_tell_odds(const void *seen, struct text *out);

#endif
