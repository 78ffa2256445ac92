/* SPDX-License-Identifier: MIT
 * game_why.c -- see game_why.h. */
#include "game_why.h"

static const struct game_why nothing;

static const struct {
    const struct game *game;
    const struct game_why *why;
} whys[] = {
#define X(game, GAME) {&game##_game, &game##_why},
    GAMES_IN_ANALYSIS(X)
#undef X
        {NULL, &nothing},
};

const struct game_why *
game_why(const struct game *game)
{
    int i = 0;

    while (whys[i].game && whys[i].game != game)
        i++;
    return whys[i].why;
}
