/* SPDX-License-Identifier: MIT
 * ai_luck.c -- see ai_luck.h. */
#include "ai_luck.h"

#include <string.h>

#include "game_mind.h"

bool
ai_luck_known(const struct game *game)
{
    return game_mind(game)->luck != NULL;
}

bool
ai_luck_looks_ahead(const struct game *game)
{
    return game_mind(game)->looks_ahead;
}

void
ai_luck(const struct game *game, const void *state, game_action action, bool ahead,
        double win[GAME_MAX_SEATS])
{
    const struct game_mind *mind = game_mind(game);

    memset(win, 0, GAME_MAX_SEATS * sizeof *win);
    if (mind->luck)
        mind->luck(state, action, ahead, win);
}
