/* SPDX-License-Identifier: MIT
 * ai_luck.c -- see ai_luck.h. */
#include "ai_luck.h"

#include <string.h>

#include "ai_parts.h"

bool
ai_luck_known(const struct game *game)
{
#ifndef KHEPRI_NO_NETS
    return strcmp(game->name, "ra") == 0 || strcmp(game->name, "amun_re") == 0;
#else
    (void)game;
    return false;
#endif
}

bool
ai_luck_looks_ahead(const struct game *game)
{
    return ai_luck_known(game) && strcmp(game->name, "ra") == 0;
}

void
ai_luck(const struct game *game, const void *state, game_action action, bool ahead,
        double win[GAME_MAX_SEATS])
{
    memset(win, 0, GAME_MAX_SEATS * sizeof *win);
#ifndef KHEPRI_NO_NETS
    if (strcmp(game->name, "ra") == 0)
        ra_luck(state, action, ahead, win);
    else if (strcmp(game->name, "amun_re") == 0)
        amun_luck(state, action, win);
#else
    (void)game;
    (void)state;
    (void)action;
    (void)ahead;
#endif
}
