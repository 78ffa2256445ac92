/* SPDX-License-Identifier: MIT
 * net_sse2.c -- value nets by SSE2, which every x86-64 processor has; see net_vector.h. */
#include "net_way.h"

#ifdef __x86_64__

#include <emmintrin.h>

#define VEC_SEATS 1
#define VEC_CHAINS 1
#define NET_TARGET

typedef __m128i vec;

enum { VEC_WORDS = 8, VEC_BITS = 2 };

static inline NET_TARGET vec
vec_load(const void *from)
{
    return _mm_loadu_si128(from);
}

static inline NET_TARGET void
vec_store(void *to, vec a)
{
    _mm_storeu_si128(to, a);
}

static inline NET_TARGET vec
vec_words(int32_t word)
{
    return _mm_set1_epi32(word);
}

static inline NET_TARGET vec
vec_low(vec a, vec b)
{
    return _mm_unpacklo_epi16(a, b);
}

static inline NET_TARGET vec
vec_high(vec a, vec b)
{
    return _mm_unpackhi_epi16(a, b);
}

static inline NET_TARGET vec
vec_add(vec a, vec b)
{
    return _mm_add_epi32(a, b);
}

static inline NET_TARGET vec
vec_add_dot(vec sums, vec a, vec b)
{
    return _mm_add_epi32(sums, _mm_madd_epi16(a, b));
}

static inline NET_TARGET vec
vec_down(vec a, int twos)
{
    return _mm_srai_epi32(a, twos);
}

static inline NET_TARGET vec
vec_pack(vec a, vec b)
{
    return _mm_packs_epi32(a, b);
}

static inline NET_TARGET vec
vec_clamp(vec a)
{
    return _mm_max_epi16(_mm_min_epi16(a, _mm_set1_epi16(NET_ACTIVE_MOST)),
                         _mm_setzero_si128());
}

static inline NET_TARGET int32_t
vec_sum(vec a)
{
    a = _mm_add_epi32(a, _mm_shuffle_epi32(a, 0x4e));
    a = _mm_add_epi32(a, _mm_shuffle_epi32(a, 0xb1));
    return _mm_cvtsi128_si32(a);
}

static inline NET_TARGET uint32_t
vec_differ(vec a, vec b)
{
    return ~(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi16(a, b)) & 0x5555;
}

#include "net_vector.h"

const struct net_way net_sse2 = {"SSE2", open_net, sum_from, go, move, read_ends};

#endif
