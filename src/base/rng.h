/* SPDX-License-Identifier: MIT
 * rng.h -- the seeded generator: one 64-bit word of state, owned by the caller.
 *
 * SplitMix64 (Steele, Lea, Flood 2014): the whole state is a counter, so any word is a fine
 * seed and streams are made by mixing numbers into one. Not for secrets.
 */
/* clang-format off */
#ifndef KHEPRI_RNG_H
#define KHEPRI_RNG_H

#include <stddef.h>
#include <stdint.h>

/* The next 64 random bits. */
uint64_t rng_next(uint64_t *rng);

/* A number 0..n-1, exactly uniform (rejection, Lemire 2019); n at least 1. */
uint32_t rng_below(uint64_t *rng, uint32_t n);

/* A generator for the stream (seed, a, b): the same three numbers give the same stream, others
 * an unrelated one. */
uint64_t rng_stream(uint64_t seed, uint64_t a, uint64_t b);

/* A seed from a text: its number if it is a decimal one below 2^64, else a hash of its bytes. */
uint64_t rng_seed_from_text(const char *text);

#endif
