/* SPDX-License-Identifier: MIT
 * position.h -- states of games from JSON. Any consistent state is taken, reachable or not; what a
 * key says that follows from the others must be as it follows.
 */
/* clang-format off */
#ifndef KHEPRI_POSITION_H
#define KHEPRI_POSITION_H

#include <jansson.h>

#include "khepri/games.h"
#include "refusal.h"

/* Reads the state of any game. Refused: *game and *out may be half written. */
bool position_read(const json_t *json, const struct game **game, union games_state *out, struct refusal *why);

/* The same of what one seat sees of a state, as write_state() writes an observation: what is null is blanked. A
 * whole state is taken too. */
bool position_read_view(const json_t *json, const struct game **game, union games_state *out, struct refusal *why);

/* Each game's part: the struct from the keys that do not follow from others; with `view` from what a seat sees. */
bool ra_position_read(const json_t *json, struct ra_state *out, struct refusal *why);
bool amun_position_read(const json_t *json, bool view, struct amun_state *out, struct refusal *why);

/* A whole state that looks like *seen, if there is one: the hidden cards as they come, but the first for the hidden hand
 * of seen->turn of the kind `first` (0: as it comes). */
bool amun_position_unveil(const struct amun_state *seen, int first, struct amun_state *out);

/* What the readers of games share. Each refuses with a sentence that names the place. */

/* A member that must be there. NULL when refused. */
const json_t *position_member(const json_t *object, const char *where, const char *key, struct refusal *why);

/* A whole number of low..high. */
bool position_number(const json_t *object, const char *where, const char *key, int low, int high, int *out,
                     struct refusal *why);

/* The place of a string in names[count]. */
bool position_name(const json_t *json, const char *what, const char *const *names, int count, int *out,
                   struct refusal *why);

/* A list of different numbers 0..31 as a set of bits. */
bool position_set(const json_t *object, const char *where, const char *key, uint32_t *out, struct refusal *why);

#endif
