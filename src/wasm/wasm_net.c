/* SPDX-License-Identifier: MIT
 * wasm_net.c -- the net of the game at hand, from the bytes of a file that the caller fetched: looked
 * through before any bot may ask it. Its form is that of src/train/net_file.h.
 */
#include "wasm_parts.h"

#include <stdlib.h>
#include <string.h>

#include "amun_net.h"
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

/* The nets of a game as this version asks them; `number` names the game in their files. */
struct kind {
    const char *game;
    unsigned number;
    struct net_shape shape;
};

static const struct kind kinds[] = {
    {"ra", 0, {RA_COMMON_USED, RA_SEAT_USED}},
    {"amun_re", 1, {AMUN_COMMON_USED, AMUN_SEAT_USED}},
};

static const struct kind *
kind_of(const char *game)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].game, game) == 0)
            return &kinds[i];
    }
    return NULL;
}

/* NULL, or what is wrong with the file. */
static const char *
fault_of(const unsigned char *file, int size, const struct kind *kind, int seats)
{
    const int16_t *weights = (const int16_t *)(const void *)(file + HEAD);
    int count = kind ? net_places(kind->shape).weights : 0;

    if (size < HEAD || memcmp(file, "khepri n", 8) != 0)
        return "the file is no net";
    if (number(file + 8, 4) != VERSION)
        return "the net is of another version";
    if (!kind || number(file + 12, 4) / 256 != kind->number)
        return "the net is of another game";
    if (number(file + 12, 4) % 256 != (uint64_t)seats)
        return "the net is for another number of players";
    if (number(file + 16, 4) != (uint64_t)count || size != HEAD + 2 * count)
        return "the net is of another size";
    if (number(file + 32, 8) != hash_of(weights, count))
        return "the net is damaged: its hash is not what it says";
    return net_fault(kind->shape, weights);
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
    const struct match *match = wasm.match;
    const struct kind *kind = kind_of(match->game->name);
    const char *fault = wasm.net ? fault_of(wasm.net, wasm.net_size, kind, match->seats)
                                 : "there is no room for the net";
    struct text t;

    if (fault) {
        forget();
        return wasm_refuse("net", fault);
    }
    wasm.net_seats = match->seats;
    wasm.net_game = kind->game;
    t = wasm_answer();
    json_close(&t, '}');
    return wasm_length(&t);
}

static const int16_t *
weights_of(const char *game, int seats)
{
    return seats == wasm.net_seats && wasm.net_game == kind_of(game)->game
               ? (const int16_t *)(const void *)(wasm.net + HEAD)
               : NULL;
}

bool
wasm_has_net(void)
{
    const struct match *match = wasm.match;

    return kind_of(match->game->name) && weights_of(match->game->name, match->seats);
}

const int16_t *
ra_net_weights(int seats)
{
    return weights_of("ra", seats);
}

const int16_t *
amun_net_weights(int seats)
{
    return weights_of("amun_re", seats);
}
