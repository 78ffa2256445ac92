/* SPDX-License-Identifier: MIT
 * option_table.h -- the options of each game by name: which there are, their values, those in force. Texts
 * only: what reads options from JSON is options.h.
 */
/* clang-format off */
#ifndef KHEPRI_OPTION_TABLE_H
#define KHEPRI_OPTION_TABLE_H

#include "khepri/games.h"
#include "refusal.h"
#include "text.h"

enum option_form { OPTION_TEXT, OPTION_BOOLEAN, OPTION_NUMBER };
enum { AMUN_BOARD_ROOM = 8192 };    /* bytes for any board's JSON */

struct game_option {
    const char *key;
    enum option_form form;          /* how its values stand in JSON */
    const char *values[4];          /* ended by NULL; a board of Amun-Re can be an object as well */
    const char *fallback;           /* what holds when nothing is said, in words for people */
};

/* The options of a game, ended by one without key; and the one of that key, or NULL. */
const struct game_option *options_of(const struct game *game);
const struct game_option *options_find(const struct game *game, const char *key);

/* The one option that can be an object as well: a board of one's own. */
bool options_is_board(const struct game *game, const char *key);

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
