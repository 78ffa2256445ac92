/* SPDX-License-Identifier: MIT
 * game_meter.c -- see game_meter.h; and what meter.h and meter_study.h ask of a game. */
#include "game_meter.h"

#include "games_parts.h"
#include "meter.h"

#define X(game, GAME) extern const struct game_meter game##_meter;
GAMES_IN_MEASURE(X)
#undef X

static const struct game_meter nothing;

static const struct {
    const struct game *game;
    const struct game_meter *meter;
} meters[] = {
#define X(game, GAME) {&game##_game, &game##_meter},
    GAMES_IN_MEASURE(X)
#undef X
        {NULL, &nothing},
};

const struct game_meter *
game_meter(const struct game *game)
{
    int i = 0;

    while (meters[i].game && meters[i].game != game)
        i++;
    return meters[i].meter;
}

const char *
meter_kind(const struct game *game, const void *state)
{
    const struct game_meter *meter = game_meter(game);

    return meter->kind ? meter->kind(state) : "decision";
}

int
meter_part(const struct game *game, const void *state)
{
    const struct game_meter *meter = game_meter(game);

    return meter->part ? meter->part(state) : 1;
}

bool
meter_has_endings(const struct game *game)
{
    return game_meter(game)->solve != NULL;
}

bool
meter_plays_on(const struct game *game)
{
    return game_meter(game)->plays_on;
}

bool
meter_is_fair(const struct game *game, const void *state, int seat)
{
    const struct game_meter *meter = game_meter(game);
    game_action actions[GAMES_MAX_ACTIONS];
    int count = game->actions(state, seat, actions);

    return count >= 2 && count <= AI_OPTIONS && (!meter->is_fair || meter->is_fair(state));
}

meter_study *
meter_survey(const struct game *game)
{
    return game_meter(game)->survey;
}

meter_study *
meter_exploit(const struct game *game)
{
    return game_meter(game)->exploit;
}
