/* SPDX-License-Identifier: MIT
 * games.h -- the one list of games, and a place that holds any state or options by value.
 */
/* clang-format off */
#ifndef KHEPRI_GAMES_H
#define KHEPRI_GAMES_H

#include "khepri/amun.h"
#include "khepri/game.h"
#include "khepri/ra.h"

#ifdef __cplusplus
extern "C" {
#endif

union games_state   { struct ra_state ra; struct amun_state amun; };
union games_options { struct ra_options ra; struct amun_options amun; };

/* The largest of all games. */
enum { GAMES_MAX_ACTIONS = AMUN_MAX_ACTIONS, GAMES_MAX_CHANCES = RA_MAX_CHANCES,
       GAMES_MAX_EVENTS = AMUN_MAX_EVENTS, GAMES_STATE_ROOM = 16384 /* bytes for any state's JSON */,
       GAMES_OPTION_ROOM = 8192 /* bytes for the value of any option */ };

/* All games, ended by NULL. */
extern const struct game *const games_list[];

/* The game of that name ("ra"), or NULL. */
const struct game *games_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
