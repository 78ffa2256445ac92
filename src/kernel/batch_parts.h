/* SPDX-License-Identifier: MIT
 * batch_parts.h -- what the batches of all games share: masks as bytes.
 */
/* clang-format off */
#ifndef KHEPRI_BATCH_PARTS_H
#define KHEPRI_BATCH_PARTS_H

#include "khepri/batch.h"

/* Eight bits of a set as eight bytes, 0 or 1, the lowest first. */
static inline uint64_t
batch_spread(uint32_t bits)
{
    const uint64_t each = UINT64_C(0x8040201008040201);
    uint64_t chosen = (UINT64_C(0x0101010101010101) * (bits & 0xff)) & each;

    return (chosen + (UINT64_C(0x8080808080808080) - each)) >> 7 & UINT64_C(0x0101010101010101);
}

/* Eight bytes, the lowest first, on any machine. */
void batch_put_eight(uint8_t *out, uint64_t eight);

/* The first `count` bits of a mask as bytes. */
void batch_put_bytes(const uint64_t *mask, int count, uint8_t *out);

#endif
