/* SPDX-License-Identifier: MIT
 * wasm_net.c -- the net of the game at hand, from the bytes of a file that the caller fetched: looked
 * through before any bot may ask it. Its form is that of src/train/net_file.h.
 */
#ifndef KHEPRI_NO_NETS

#include "wasm_parts.h"

#include <stdlib.h>
#include <string.h>

#include "ra_net.h"
#include "refusal.h"
#include "rng.h"

enum { VERSION = 1, HEAD = 40, MOST = 1 << 20 };

/* A number of some bytes, the lowest first. */
static uint64_t
number(const unsigned char *at, int bytes)
{
    uint64_t value = 0;

    while (bytes-- > 0)
        value = value << 8 | at[bytes];
    return value;
}

static uint64_t
hash_of(const int16_t *weights, int count)
{
    uint64_t hash = (uint64_t)count;

    for (int i = 0; i < count; i++)
        hash = rng_mix(hash + (uint16_t)weights[i] + UINT64_C(0x9e3779b97f4a7c15));
    return hash;
}

/* NULL, or what is wrong with the file. */
static const char *
fault_of(const unsigned char *file, int size, int seats)
{
    if (size < HEAD || memcmp(file, "khepri n", 8) != 0)
        return "the file is no net";
    if (number(file + 8, 4) != VERSION)
        return "the net is of another version";
    if (number(file + 16, 4) != RA_NET_WEIGHTS || size != HEAD + 2 * RA_NET_WEIGHTS)
        return "the net is of another size";
    if (number(file + 12, 4) != (uint64_t)seats)
        return "the net is for another number of players";
    if (number(file + 32, 8) != hash_of((const int16_t *)(const void *)(file + HEAD), RA_NET_WEIGHTS))
        return "the net is damaged: its hash is not what it says";
    return ra_net_fault((const int16_t *)(const void *)(file + HEAD));
}

static void
forget(void)
{
    free(wasm.net);
    wasm.net = NULL;
    wasm.net_seats = 0;
}

unsigned char *
wasm_net_room(int size)
{
    forget();
    if (size < 0 || size > MOST)
        return NULL;
    wasm.net = malloc((size_t)size);
    wasm.net_size = size;
    return wasm.net;
}

int
wasm_net(void)
{
    const char *fault = wasm.net ? fault_of(wasm.net, wasm.net_size, wasm.match->seats)
                                 : "there is no room for the net";
    struct text t;

    if (fault) {
        forget();
        return wasm_refuse("net", fault);
    }
    wasm.net_seats = wasm.match->seats;
    t = wasm_answer();
    json_close(&t, '}');
    return wasm_length(&t);
}

const int16_t *
ra_net_weights(int seats)
{
    return seats == wasm.net_seats ? (const int16_t *)(const void *)(wasm.net + HEAD) : NULL;
}

#endif
