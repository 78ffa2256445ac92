/* SPDX-License-Identifier: MIT
 * games.c -- the games of games.def, to be gone through and found by name. */
#include "khepri/games.h"

#include "text.h"

const struct game *const games_list[] = {
#define X(game, GAME) &game##_game,
#include "khepri/games.def"
#undef X
    NULL};

const struct game *
games_find(const char *name)
{
    for (int i = 0; games_list[i]; i++) {
        if (text_same(games_list[i]->name, name))
            return games_list[i];
    }
    return NULL;
}
