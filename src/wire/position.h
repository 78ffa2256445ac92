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

/* Sets an option whose value is an object, a board, from JSON. */
bool position_option(const struct game *game, const char *key, const struct json *json, union games_options *options,
                     struct refusal *why);

/* What a game brings: src/wire/<game> defines one, <game>_position. Without it no position of the game can be given.
 * All but `read` may be NULL. */
struct position_of {
    /* The struct from the keys that do not follow from others; with `view` from what a seat sees. *out is the game as
     * it begins with the options and the number of players of the state. */
    bool (*read)(const struct json *json, bool view, union games_state *out, struct refusal *why);

    /* What is wrong with it, if more than check() is to be asked; NULL if nothing is. */
    const char *(*fault)(const union games_state *st);

    bool (*shows)(const union games_state *st, int seat);
    bool (*option)(const struct json *json, union games_options *options, struct refusal *why);
};

/* What `game` brings; never NULL. */
const struct position_of *position_of(const struct game *game);

#endif
