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

/* Whether positions of the game can be given: whether it brings a reader of them. */
bool position_known(const struct game *game);

/* Whether a state, or a view, shows what `seat` itself may see: then that seat can be advised. */
bool position_shows(const struct game *game, const union games_state *st, int seat);

#endif
