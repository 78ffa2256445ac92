/* SPDX-License-Identifier: MIT
 * play_games.c -- the games that the terminal plays. */
#include "play_game.h"

const struct play_game *
play_game_of(const struct game *game)
{
    static const struct play_game *const all[] = {&play_ra, &play_amun};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i]->game == game)
            return all[i];
    }
    return NULL;
}
