/* SPDX-License-Identifier: MIT
 * ra_hash.c -- see ra_hash.h. */
#include "ra_hash.h"

#include <stddef.h>
#include <string.h>

#include "rng.h"

enum { LANES = 4 };

_Static_assert(sizeof(struct ra_state) % (LANES * sizeof(uint64_t)) == 0,
               "a state is whole words, as many for each lane");

/* A word as it is where the lowest byte comes first: the first field is in the lowest bits. It was read where the
 * highest byte comes first. `bytes`: the size of each of its fields. */
static uint64_t
lowest_first(uint64_t word, size_t bytes)
{
    if (bytes <= 4)
        word = word << 32 | word >> 32;
    if (bytes <= 2)
        word = (word & UINT64_C(0x0000ffff0000ffff)) << 16 |
               (word >> 16 & UINT64_C(0x0000ffff0000ffff));
    if (bytes <= 1)
        word = (word & UINT64_C(0x00ff00ff00ff00ff)) << 8 |
               (word >> 8 & UINT64_C(0x00ff00ff00ff00ff));
    return word;
}

/* The bytes of the fields at that place. */
static size_t
field_at(size_t place)
{
    return place < offsetof(struct ra_state, ready)   ? sizeof(ra_display)
           : place < offsetof(struct ra_state, score) ? sizeof(uint32_t)
           : place < offsetof(struct ra_state, bag)   ? sizeof(int16_t)
                                                      : 1;
}

_Static_assert(offsetof(struct ra_state, ready) % 8 == 0 &&
                   offsetof(struct ra_state, score) % 8 == 0 &&
                   offsetof(struct ra_state, bag) % 8 == 0,
               "all fields of a word have the same size");

void
ra_hash_words(const struct ra_state *s, uint64_t words[RA_HASH_WORDS])
{
    memcpy(words, s, sizeof *s);
    if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
        return;
    for (size_t i = 0; i < RA_HASH_WORDS; i++)
        words[i] = lowest_first(words[i], field_at(i * sizeof words[i]));
}

/* A bit of the word changes two at least, so that no bit of the next word makes up for it. */
static inline uint64_t
mixed(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/* Four words are mixed at a time, since each step waits for the one before it. Where the lanes meet, each is mixed in
 * its turn: else a bit of one would make up for the same bit of another. */
uint64_t
ra_hash(const struct ra_state *s, uint64_t more)
{
    uint64_t words[RA_HASH_WORDS], lane[LANES] = {1, 2, 3, more}, hash = 0;

    ra_hash_words(s, words);
    for (int i = 0; i < RA_HASH_WORDS; i += LANES) {
        for (int k = 0; k < LANES; k++)
            lane[k] = mixed(lane[k], words[i + k]);
    }
    for (int k = 0; k < LANES; k++)
        hash = mixed(hash, lane[k]);
    return rng_mix(hash);
}

/* Any number for each kind of tile, and for a place without one. */
static const uint64_t numbers[RA_KINDS + 1] = {
    UINT64_C(0xe220a8397b1dcdaf), UINT64_C(0x6e789e6aa1b965f4), UINT64_C(0x06c45d188009454f),
    UINT64_C(0xf88bb8a8724c81ec), UINT64_C(0x1b39896a51a8749b), UINT64_C(0x53cb9f0c747ea2ea),
    UINT64_C(0x2c829abe1f4532e1), UINT64_C(0xc584133ac916ab3c), UINT64_C(0x3ee5789041c98ac3),
    UINT64_C(0xf3b8488c368cb0a6), UINT64_C(0x657eecdd3cb13d09), UINT64_C(0xc2d326e0055bdef6),
    UINT64_C(0x8621a03fe0bbdb7b), UINT64_C(0x8e1f7555983aa92f), UINT64_C(0xb54e0f1600cc4d19),
    UINT64_C(0x84bb3f97971d80ab), UINT64_C(0x7d29825c75521255), UINT64_C(0xc3cf17102b7f7f86),
    UINT64_C(0x3466e9a083914f64), UINT64_C(0xd81a8d2b5a4485ac), UINT64_C(0xdb01602b100b9ed7),
    UINT64_C(0xa9038a921825f10d), UINT64_C(0xedf5f1d90dca2f6a), UINT64_C(0x54496ad67bd2634c),
};

uint64_t
ra_hash_unordered(const struct ra_state *s)
{
    struct ra_state bare = *s;
    uint64_t sum = 0;

    for (int i = 0; i < RA_TRACK; i++)
        sum += numbers[s->track[i]];
    memset(bare.track, 0, sizeof bare.track);
    return ra_hash(&bare, sum);
}
