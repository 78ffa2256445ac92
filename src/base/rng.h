/* SPDX-License-Identifier: MIT
 * rng.h -- the seeded generator: one 64-bit word of state, owned by the caller.
 *
 * SplitMix64 (Steele, Lea, Flood 2014): the state is a counter, so any word is a good seed, and
 * mixing numbers into one word makes streams. Not for secrets.
 */
/* clang-format off */
#ifndef KHEPRI_RNG_H
#define KHEPRI_RNG_H

#include <stddef.h>
#include <stdint.h>

/* The mixing function of a counter. */
static inline uint64_t
rng_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The next 64 random bits. Inline, so that playouts have no call for each. */
static inline uint64_t
rng_next(uint64_t *rng)
{
    return rng_mix(*rng += UINT64_C(0x9e3779b97f4a7c15));
}

/* A number 0..n-1 out of *word; leaves in *word what remains for further picks: the high and
 * the low word of their product. The bias is at most 2^-64 times the product of all n picked
 * from one word. */
static inline uint32_t
rng_pick(uint64_t *word, uint32_t n)
{
#if defined(__SIZEOF_INT128__) && !defined(__wasm__) /* WebAssembly has no such multiplication */
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)*word * n;

    *word = (uint64_t)product;
    return (uint32_t)(product >> 64);
#else
    uint64_t high = (*word >> 32) * n, low = (*word & UINT32_MAX) * n;

    *word *= n;
    return (uint32_t)((high + (low >> 32)) >> 32);
#endif
}

/* A number 0..n-1 out of the next 64 random bits; the bias is at most n / 2^64. */
static inline uint32_t
rng_pick_one(uint64_t *rng, uint32_t n)
{
    uint64_t word = rng_next(rng);

    return rng_pick(&word, n);
}

/* A number 0..n-1, exactly uniform (rejection, Lemire 2019); n at least 1. */
uint32_t rng_below(uint64_t *rng, uint32_t n);

/* A generator for the stream (seed, a, b): the same three numbers give the same stream, others
 * an independent one. */
uint64_t rng_stream(uint64_t seed, uint64_t a, uint64_t b);

/* A seed from a text: its number if it is a decimal one below 2^64, else a hash of its bytes. */
uint64_t rng_seed_from_text(const char *text);

#endif
