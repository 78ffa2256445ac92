/* SPDX-License-Identifier: MIT
 * bits.h -- single bits of a word. */
/* clang-format off */
#ifndef KHEPRI_BITS_H
#define KHEPRI_BITS_H

#include <stdint.h>

/* The number of the lowest set bit; `word` must not be 0. */
static inline int
bits_lowest(uint32_t word)
{
#if defined(__GNUC__)
    return __builtin_ctz(word);
#else
    int at = 0;

    while (!(word >> at & 1))
        at++;
    return at;
#endif
}

/* The same of a 64-bit word. */
static inline int
bits_lowest64(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_ctzll(word); /* without a branch */
#else
    return (uint32_t)word ? bits_lowest((uint32_t)word) : 32 + bits_lowest((uint32_t)(word >> 32));
#endif
}

/* The number of set bits. A loop: most sets are small, and the build need not know the CPU. */
static inline int
bits_count(uint64_t set)
{
    int count = 0;

    for (; set; set &= set - 1)
        count++;
    return count;
}

/* The sum of the numbers of the set bits: of the suns of a set, for instance. */
static inline int
bits_sum(uint32_t set)
{
    int sum = 0;

    for (; set; set &= set - 1)
        sum += bits_lowest(set);
    return sum;
}

/* The number of the k-th lowest set bit, from 0; there must be more than k. */
static inline int
bits_nth(uint64_t set, int k)
{
    for (; k; k--)
        set &= set - 1;
    return bits_lowest64(set);
}

#endif
