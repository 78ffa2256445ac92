/* SPDX-License-Identifier: MIT
 * game_wire.c -- the games whose positions can be given; see position.h. */
#include "games_parts.h"
#include "position.h"

#define X(game, GAME) extern const struct position_of game##_position;
GAMES_IN_WIRE(X)
#undef X

static const struct position_of nothing;

static const struct {
    const struct game *game;
    const struct position_of *position;
} positions[] = {
#define X(game, GAME) {&game##_game, &game##_position},
    GAMES_IN_WIRE(X)
#undef X
        {NULL, &nothing},
};

const struct position_of *
position_of(const struct game *game)
{
    int i = 0;

    while (positions[i].game && positions[i].game != game)
        i++;
    return positions[i].position;
}

bool
position_known(const struct game *game)
{
    return position_of(game)->read != NULL;
}

bool
position_shows(const struct game *game, const union games_state *st, int seat)
{
    return !position_of(game)->shows || position_of(game)->shows(st, seat);
}

bool
position_option(const struct game *game, const char *key, const struct json *json,
                union games_options *options, struct refusal *why)
{
    if (!position_of(game)->option)
        return refuse(why, "the option %s of %s cannot be an object", key, game->name);
    return position_of(game)->option(json, options, why);
}
