/* SPDX-License-Identifier: MIT
 * ra_hash.h -- a number for a state of Ra, by which positions that are known already are found. */
/* clang-format off */
#ifndef KHEPRI_RA_HASH_H
#define KHEPRI_RA_HASH_H

#include "khepri/ra.h"

enum { RA_HASH_WORDS = sizeof(struct ra_state) / sizeof(uint64_t) };

/* All bytes of a state as words, the same on every machine: as they are where the lowest byte comes first. */
void ra_hash_words(const struct ra_state *s, uint64_t words[RA_HASH_WORDS]);

/* Two states that differ have different numbers, but for a chance of about 2^-64. `more`: any number that counts too.
 * All bytes of the state count, so it must have none that is not set. */
uint64_t ra_hash(const struct ra_state *s, uint64_t more);

/* The same whatever the order of the tiles on the track. */
uint64_t ra_hash_unordered(const struct ra_state *s);

#endif
