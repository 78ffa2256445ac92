/* SPDX-License-Identifier: MIT
 * net_read.c -- see net_read.h. */
#include "net_read.h"

#include <string.h>

#include "khepri/games.h"
#include "rng.h"

/* A number of some bytes, the lowest first. */
static uint64_t
number(const unsigned char *at, int bytes)
{
    uint64_t value = 0;

    while (bytes-- > 0)
        value = value << 8 | at[bytes];
    return value;
}

uint64_t
net_hash(const int16_t *weights, int count)
{
    uint64_t hash = (uint64_t)count;

    for (int i = 0; i < count; i++)
        hash = rng_mix(hash + (uint16_t)weights[i] + UINT64_C(0x9e3779b97f4a7c15));
    return hash;
}

/* The game whose nets have this number, or NULL. */
static const struct game *
game_of(uint64_t which)
{
    for (int i = 0; games_list[i]; i++) {
        const struct game_mind *mind = game_mind(games_list[i]);

        if (mind->weights && mind->net_number == which)
            return games_list[i];
    }
    return NULL;
}

const char *
net_read(const unsigned char *file, size_t size, struct net_head *out, int16_t *weights)
{
    struct net_shape shape;
    int count;

    if (size < NET_FILE_HEAD || memcmp(file, "khepri n", 8) != 0)
        return "is no net";
    out->game = game_of(number(file + 13, 3));
    if (!out->game)
        return "is for no game that there is";
    shape = game_mind(out->game)->shape;
    count = net_places(shape).weights;
    if (number(file + 8, 4) != NET_FILE_VERSION || number(file + 16, 4) != (uint64_t)count)
        return "is a net of another version";
    out->seats = file[12];
    if (size != NET_FILE_HEAD + 2 * (size_t)count || out->seats < out->game->min_seats ||
        out->seats > out->game->max_seats)
        return "is not whole";
    out->hash = number(file + 32, 8);
    for (int i = 0; i < count; i++)
        weights[i] = (int16_t)number(file + NET_FILE_HEAD + 2 * i, 2);
    if (net_hash(weights, count) != out->hash)
        return "does not have the hash it says";
    return net_fault(shape, weights) ? "has weights that are too large" : NULL;
}
