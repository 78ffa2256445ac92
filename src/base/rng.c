/* SPDX-License-Identifier: MIT
 * rng.c -- see rng.h. */
#include "rng.h"

uint32_t
rng_below(uint64_t *rng, uint32_t n)
{
    uint64_t product = (rng_next(rng) >> 32) * n;

    if ((uint32_t)product < n) {
        uint32_t reject_below = (0u - n) % n;

        while ((uint32_t)product < reject_below)
            product = (rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

uint64_t
rng_stream(uint64_t seed, uint64_t a, uint64_t b)
{
    return rng_mix(rng_mix(rng_mix(seed + 0x9e3779b97f4a7c15u) ^ (a + 0x632be59bd9b4e019u)) ^
                   (b + 0xd6e8feb86659fd93u));
}

uint64_t
rng_seed_from_text(const char *text)
{
    uint64_t number = 0, hash = 0xcbf29ce484222325u;
    int decimal = *text != 0;

    for (const char *p = text; *p; p++) {
        uint64_t digit = (uint64_t)(*p - '0');

        if (*p < '0' || *p > '9' || number > (UINT64_MAX - digit) / 10)
            decimal = 0;
        else
            number = number * 10 + digit;
        hash = (hash ^ (unsigned char)*p) * 0x100000001b3u; /* FNV-1a */
    }
    return decimal ? number : hash;
}
