/* SPDX-License-Identifier: MIT
 * game_mind.c -- see game_mind.h. */
#include "game_mind.h"

#include "games_parts.h"
#include "khepri/games.h"

#define X(game, GAME) extern const struct game_mind game##_mind;
GAMES_IN_AI(X)
#undef X

static const struct game_mind nothing;

static const struct {
    const struct game *game;
    const struct game_mind *mind;
} minds[] = {
#define X(game, GAME) {&game##_game, &game##_mind},
    GAMES_IN_AI(X)
#undef X
        {NULL, &nothing},
};

const struct game_mind *
game_mind(const struct game *game)
{
    int i = 0;

    while (minds[i].game && minds[i].game != game)
        i++;
    return minds[i].mind;
}
