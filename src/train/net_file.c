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

void
net_file_write(const struct ra_train *t, uint8_t out[NET_FILE_BYTES])
{
    static const char magic[8] = {'k', 'h', 'e', 'p', 'r', 'i', ' ', 'n'};
    int16_t weights[RA_NET_WEIGHTS];
    uint8_t *at = out + sizeof magic;

    float_net_round(&t->net, weights);
    memcpy(out, magic, sizeof magic);
    at = put(at, NET_FILE_VERSION, 4);
    at = put(at, t->plan.seats, 4);
    at = put(at, RA_NET_WEIGHTS, 4);
    at = put(at, t->games_done, 4);
    at = put(at, t->plan.seed, 8);
    at = put(at, ra_train_hash(weights), 8);
    for (int i = 0; i < RA_NET_WEIGHTS; i++)
        at = put(at, (uint16_t)weights[i], 2);
}
