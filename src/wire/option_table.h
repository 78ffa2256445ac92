/* SPDX-License-Identifier: MIT
 * option_table.h -- the options of a game by name, from the table that it brings (game.h): setting them, and
 * those in force as JSON. What reads options from JSON is options.h.
 */
/* clang-format off */
#ifndef KHEPRI_OPTION_TABLE_H
#define KHEPRI_OPTION_TABLE_H

#include "khepri/games.h"
#include "refusal.h"
#include "text.h"

/* The names of all games, or of those that count, each between two `mark`s; commas between them, and `last`
 * before the last one. */
struct game_names { char text[200]; };
struct game_names game_names(const char *mark, const char *last);
struct game_names game_names_of(bool (*counts)(const struct game *game), const char *mark, const char *last);

/* The option of that key, or NULL. */
const struct game_option *options_find(const struct game *game, const char *key);

/* Sets one option from its text ("edition", "2005"). */
bool options_set(const struct game *game, union games_options *options, const char *key, const char *value,
                 struct refusal *why);

/* The sentences about a key that no option has, and a value that one cannot have; both return false. */
bool options_unknown(const struct game *game, const char *key, struct refusal *why);
bool options_wrong(const struct game_option *option, const char *value, struct refusal *why);

/* Starts a game. Refused when the options do not go with that number of players. */
bool options_setup(const struct game *game, const union games_options *options, long long players,
                   union games_state *st, struct refusal *why);

/* The options of *st that differ from the game's default, as an object. */
void json_options(struct text *t, const struct game *game, const void *st);

/* The members that say of a game what can be played: its name, numbers of players, options. */
void json_game(struct text *t, const struct game *game);

#endif
