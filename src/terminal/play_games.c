/* SPDX-License-Identifier: MIT
 * play_games.c -- the games that the terminal plays. */
#include "games_parts.h"
#include "play_plain.h"

#define X(game, GAME) extern const struct play_game play_##game;
GAMES_IN_TERMINAL(X)
#undef X

static const struct play_game *const all[] = {
#define X(game, GAME) &play_##game,
    GAMES_IN_TERMINAL(X)
#undef X
        NULL,
};

const struct play_game *
play_game_of(const struct game *game)
{
    int i = 0;

    while (all[i] && all[i]->game != game)
        i++;
    return all[i] ? all[i] : play_plain_of(game);
}
