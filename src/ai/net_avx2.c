/* SPDX-License-Identifier: MIT
 * net_avx2.c -- value nets by AVX2, for processors that have it; see net_vector.h. */
#include "net_way.h"

#ifdef __x86_64__

#include <immintrin.h>

#define VEC_SEATS 1
#define VEC_CHAINS 1
#define NET_TARGET __attribute__((target("avx2")))

typedef __m256i vec;

enum { VEC_WORDS = 16, VEC_BITS = 2 };

static inline NET_TARGET vec
vec_load(const void *from)
{
    return _mm256_loadu_si256(from);
}

static inline NET_TARGET void
vec_store(void *to, vec a)
{
    _mm256_storeu_si256(to, a);
}

static inline NET_TARGET vec
vec_words(int32_t word)
{
    return _mm256_set1_epi32(word);
}

static inline NET_TARGET vec
vec_low(vec a, vec b)
{
    return _mm256_unpacklo_epi16(a, b);
}

static inline NET_TARGET vec
vec_high(vec a, vec b)
{
    return _mm256_unpackhi_epi16(a, b);
}

static inline NET_TARGET vec
vec_add(vec a, vec b)
{
    return _mm256_add_epi32(a, b);
}

static inline NET_TARGET vec
vec_add_dot(vec sums, vec a, vec b)
{
    return _mm256_add_epi32(sums, _mm256_madd_epi16(a, b));
}

static inline NET_TARGET vec
vec_down(vec a, int twos)
{
    return _mm256_srai_epi32(a, twos);
}

static inline NET_TARGET vec
vec_pack(vec a, vec b)
{
    return _mm256_packs_epi32(a, b);
}

static inline NET_TARGET vec
vec_clamp(vec a)
{
    return _mm256_max_epi16(_mm256_min_epi16(a, _mm256_set1_epi16(NET_ACTIVE_MOST)),
                            _mm256_setzero_si256());
}

static inline NET_TARGET int32_t
vec_sum(vec a)
{
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));

    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    return _mm_cvtsi128_si32(half);
}

static inline NET_TARGET uint32_t
vec_differ(vec a, vec b)
{
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi16(a, b)) & 0x55555555;
}

#include "net_vector.h"

const struct net_way net_avx2 = {"AVX2", open_net, sum_from, go, move, read_ends};

#endif
