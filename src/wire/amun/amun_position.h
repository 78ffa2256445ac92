/* SPDX-License-Identifier: MIT
 * amun_position.h -- positions of Amun-Re from JSON, for amun_wire.c.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_POSITION_H
#define KHEPRI_AMUN_POSITION_H

#include "game_wire.h"

/* The members of struct game_wire. */
bool amun_position_read(const struct json *json, bool view, union games_state *out, struct refusal *why);
const char *amun_position_fault(const union games_state *st);
bool amun_position_shows(const union games_state *st, int seat);
bool amun_position_option(const struct json *json, union games_options *options, struct refusal *why);

/* See game_wire.h, `words`. */
extern const char *const amun_state_words[];

#endif
