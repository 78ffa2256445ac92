/* SPDX-License-Identifier: MIT
 * position.h -- states of games from JSON. Any consistent state is taken, reachable or not; what a
 * key says that follows from the others must be as it follows.
 */
/* clang-format off */
#ifndef KHEPRI_POSITION_H
#define KHEPRI_POSITION_H

#include "json_read.h"
#include "khepri/games.h"
#include "refusal.h"

/* Reads the state of any game. Refused: *game and *out may be half written. */
bool position_read(const struct json *json, const struct game **game, union games_state *out, struct refusal *why);

/* The same of what one seat sees of a state, as write_state() writes an observation: what is null is blanked. A
 * whole state is taken too. */
bool position_read_view(const struct json *json, const struct game **game, union games_state *out, struct refusal *why);

/* Each game's part: the struct from the keys that do not follow from others; with `view` from what a seat sees. */
bool ra_position_read(const struct json *json, struct ra_state *out, struct refusal *why);
bool amun_position_read(const struct json *json, bool view, struct amun_state *out, struct refusal *why);

/* A whole state that looks like *seen, if there is one: the hidden cards as they come, but the first for the hidden hand
 * of seen->turn of the kind `first` (0: as it comes). */
bool amun_position_unveil(const struct amun_state *seen, int first, struct amun_state *out);

#endif
