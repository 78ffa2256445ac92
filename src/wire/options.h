/* SPDX-License-Identifier: MIT
 * options.h -- the options of each game by name, as records, requests and command lines give them.
 */
/* clang-format off */
#ifndef KHEPRI_OPTIONS_H
#define KHEPRI_OPTIONS_H

#include <jansson.h>

#include "khepri/games.h"
#include "refusal.h"

enum option_form { OPTION_TEXT, OPTION_BOOLEAN, OPTION_NUMBER };

struct game_option {
    const char *key;
    enum option_form form;          /* how its values stand in JSON */
    const char *values[4];          /* ended by NULL; a board of Amun-Re can be an object as well */
    const char *fallback;           /* what holds when nothing is said, in words for people */
};

/* The options of a game, ended by one without key. */
const struct game_option *options_of(const struct game *game);

/* Sets one option from its text ("edition", "2005"). */
bool options_set(const struct game *game, union games_options *options, const char *key, const char *value,
                 struct refusal *why);

/* Sets options from a JSON object (NULL: none given), over what *options holds. Refused: *options
 * may be half set. */
bool options_read(const struct game *game, const json_t *json, union games_options *options, struct refusal *why);

/* The value in force in a state, "2005", "true"; of a board its name. */
const char *options_value(const struct game *game, const void *st, const char *key);

/* A new JSON object of the options of *st that differ from the game's default; NULL without memory. */
json_t *options_unusual(const struct game *game, const void *st);

/* Starts a game. Refused when the options do not go with that number of players. */
bool options_setup(const struct game *game, const union games_options *options, long long players,
                   union games_state *st, struct refusal *why);

#endif
