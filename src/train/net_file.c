/* SPDX-License-Identifier: MIT
 * net_file.c -- see net_file.h. */
#include "net_file.h"

#include <string.h>

#include "game_mind.h"

static uint8_t *
put(uint8_t *at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *at++ = (uint8_t)(number >> 8 * i);
    return at;
}

size_t
net_file_write(const struct train *t, uint8_t out[NET_FILE_MOST])
{
    static const char magic[8] = {'k', 'h', 'e', 'p', 'r', 'i', ' ', 'n'};
    int16_t weights[FLOAT_NET_ROOM];
    int count = net_places(t->net.shape).weights;
    uint8_t *at = out + sizeof magic;

    float_net_round(&t->net, weights);
    memcpy(out, magic, sizeof magic);
    at = put(at, NET_FILE_VERSION, 4);
    at =
        put(at, t->plan.seats | game_mind(train_games[t->plan.game]->game)->net_number << 8, 4);
    at = put(at, (uint64_t)count, 4);
    at = put(at, t->games_done, 4);
    at = put(at, t->plan.seed, 8);
    at = put(at, net_hash(weights, count), 8);
    for (int i = 0; i < count; i++)
        at = put(at, (uint16_t)weights[i], 2);
    return (size_t)(at - out);
}
