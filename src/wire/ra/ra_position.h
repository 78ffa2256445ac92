/* SPDX-License-Identifier: MIT
 * ra_position.h -- positions of Ra from JSON, for ra_wire.c.
 */
/* clang-format off */
#ifndef KHEPRI_RA_POSITION_H
#define KHEPRI_RA_POSITION_H

#include "game_wire.h"

/* The members of struct game_wire. */
bool ra_position_read(const struct json *json, bool view, union games_state *out, struct refusal *why);

/* See game_wire.h, `words`. */
extern const char *const ra_state_words[];

#endif
