/* SPDX-License-Identifier: MIT
 * net_file.c -- see net_file.h. */
#include "net_file.h"

#include <string.h>

static uint8_t *
put(uint8_t *at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *at++ = (uint8_t)(number >> 8 * i);
    return at;
}

static const char magic[8] = {'k', 'h', 'e', 'p', 'r', 'i', ' ', 'n'};

size_t
net_file_write(const struct train *t, uint8_t out[NET_FILE_MOST])
{
    const struct train_game *game = train_games[t->plan.game];
    int16_t weights[FLOAT_NET_ROOM];
    int count = net_places(game->shape).weights;
    uint8_t *at = out + sizeof magic;

    float_net_round(&t->net, weights);
    memcpy(out, magic, sizeof magic);
    at = put(at, NET_FILE_VERSION, 4);
    at = put(at, t->plan.seats | game->number << 8, 4);
    at = put(at, (uint64_t)count, 4);
    at = put(at, t->games_done, 4);
    at = put(at, t->plan.seed, 8);
    at = put(at, train_hash(weights, count), 8);
    for (int i = 0; i < count; i++)
        at = put(at, (uint16_t)weights[i], 2);
    return (size_t)(at - out);
}

static uint64_t
get(const uint8_t *at, int bytes)
{
    uint64_t number = 0;

    for (int i = bytes - 1; i >= 0; i--)
        number = number << 8 | at[i];
    return number;
}

const char *
net_file_begin(struct train *t, const uint8_t *bytes, size_t length)
{
    const struct train_game *game = train_games[t->plan.game];
    int count = net_places(game->shape).weights;
    int16_t weights[FLOAT_NET_ROOM];

    if (length < NET_FILE_HEAD || memcmp(bytes, magic, sizeof magic) != 0)
        return "is no net";
    if (get(bytes + 8, 4) != NET_FILE_VERSION ||
        get(bytes + 12, 4) != (t->plan.seats | game->number << 8) ||
        get(bytes + 16, 4) != (uint64_t)count)
        return "is a net of another version, another game or for others than so many players";
    if (length != NET_FILE_HEAD + 2 * (size_t)count)
        return "is not whole";
    for (int i = 0; i < count; i++)
        weights[i] = (int16_t)get(bytes + NET_FILE_HEAD + 2 * i, 2);
    if (train_hash(weights, count) != get(bytes + 32, 8))
        return "does not have the hash it says";
    float_net_take(&t->net, weights);
    return NULL;
}
