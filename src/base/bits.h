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

#endif
