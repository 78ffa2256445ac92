/* SPDX-License-Identifier: MIT
 * games.c -- the one list of games. A third game is one line here. */
#include "khepri/games.h"

#include "text.h"

const struct game *const games_list[] = {&ra_game, &amun_game, NULL};

const struct game *
games_find(const char *name)
{
    for (int i = 0; games_list[i]; i++) {
        if (text_same(games_list[i]->name, name))
            return games_list[i];
    }
    return NULL;
}
