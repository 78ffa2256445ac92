/* SPDX-License-Identifier: MIT
 * batch_parts.h -- what the batches of all games share: masks as bytes.
 */
/* clang-format off */
#ifndef KHEPRI_BATCH_PARTS_H
#define KHEPRI_BATCH_PARTS_H

#include <string.h>

#include "khepri/batch.h"

/* Eight bits of a set as eight bytes, 0 or 1, the lowest first. */
static inline uint64_t
batch_spread(uint32_t bits)
{
    const uint64_t each = UINT64_C(0x8040201008040201);
    uint64_t chosen = (UINT64_C(0x0101010101010101) * (bits & 0xff)) & each;

    return (chosen + (UINT64_C(0x8080808080808080) - each)) >> 7 & UINT64_C(0x0101010101010101);
}

/* Eight fields of three bits as eight bytes, the lowest first. */
static inline uint64_t
batch_spread_threes(uint64_t fields)
{
    fields = (fields | fields << 20) & UINT64_C(0x00000fff00000fff);
    fields = (fields | fields << 10) & UINT64_C(0x003f003f003f003f);
    return (fields | fields << 5) & UINT64_C(0x0707070707070707);
}

/* Eight bytes, the lowest first, on any machine. */
static inline void
batch_put_eight(uint8_t *out, uint64_t eight)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(out, &eight, sizeof eight); /* gcc 12 turns the loop into eight stores */
#else
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(eight >> 8 * i);
#endif
}

/* The first `count` bits of a mask as bytes. */
void batch_put_bytes(const uint64_t *mask, int count, uint8_t *out);

/* Whether the step ended game i; it has no rewards yet. */
static inline void
batch_put_done(const struct batch_out *out, size_t i, bool done)
{
    if (out->rewards)
        memset(out->rewards + i * GAME_MAX_SEATS, 0, GAME_MAX_SEATS * sizeof *out->rewards);
    if (out->done)
        out->done[i] = done;
}

/* The rewards and last scores of game i, which is over in *st. */
void batch_put_end(const struct game *game, const void *st, enum batch_reward reward, const struct batch_out *out,
                   size_t i);

#endif
