/* SPDX-License-Identifier: MIT
 * game_wire.c -- see game_wire.h. */
#include "game_wire.h"

#include "games_parts.h"

#define X(game, GAME) extern const struct game_wire game##_wire;
GAMES_IN_WIRE(X)
#undef X

static const struct game_wire nothing;

static const struct {
    const struct game *game;
    const struct game_wire *wire;
} wires[] = {
#define X(game, GAME) {&game##_game, &game##_wire},
    GAMES_IN_WIRE(X)
#undef X
        {NULL, &nothing},
};

const struct game_wire *
game_wire(const struct game *game)
{
    int i = 0;

    while (wires[i].game && wires[i].game != game)
        i++;
    return wires[i].wire;
}
