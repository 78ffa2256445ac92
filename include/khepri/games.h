/* SPDX-License-Identifier: MIT
 * games.h -- all games of games.def, and unions that hold any state or options by value.
 */
/* clang-format off */
#ifndef KHEPRI_GAMES_H
#define KHEPRI_GAMES_H

#include "khepri/game.h"

#define GAMES_HEADERS
#include "khepri/games.def"
#undef GAMES_HEADERS

#ifdef __cplusplus
extern "C" {
#endif

union games_state {
#define X(game, GAME) struct game##_state game;
#include "khepri/games.def"
#undef X
};

union games_options {
#define X(game, GAME) struct game##_options game;
#include "khepri/games.def"
#undef X
};

/* As large as the largest number of any game. */
union games_actions {
#define X(game, GAME) char game[GAME##_MAX_ACTIONS];
#include "khepri/games.def"
#undef X
};

union games_chances {
#define X(game, GAME) char game[GAME##_MAX_CHANCES];
#include "khepri/games.def"
#undef X
};

union games_events {
#define X(game, GAME) char game[GAME##_MAX_EVENTS];
#include "khepri/games.def"
#undef X
};

enum { GAMES_MAX_ACTIONS = (int)sizeof(union games_actions), GAMES_MAX_CHANCES = (int)sizeof(union games_chances),
       GAMES_MAX_EVENTS = (int)sizeof(union games_events), GAMES_STATE_ROOM = 16384 /* bytes for any state's JSON */,
       GAMES_OPTION_ROOM = 8192 /* bytes for the value of any option */ };

/* All games, ended by NULL. */
extern const struct game *const games_list[];

/* The game of that name ("ra"), or NULL. */
const struct game *games_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
