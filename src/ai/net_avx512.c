/* SPDX-License-Identifier: MIT
 * net_avx512.c -- value nets by AVX-512 with VNNI, for processors that have both; see net_vector.h. */
#include "net_way.h"

#ifdef __x86_64__

#include <immintrin.h>

#define VEC_SEATS 5
#define VEC_CHAINS 2
#define NET_TARGET __attribute__((target("avx512f,avx512bw,avx512vnni")))

typedef __m512i vec;

enum { VEC_WORDS = 32, VEC_BITS = 1 };

static inline NET_TARGET vec
vec_load(const void *from)
{
    return _mm512_loadu_si512(from);
}

static inline NET_TARGET void
vec_store(void *to, vec a)
{
    _mm512_storeu_si512(to, a);
}

static inline NET_TARGET vec
vec_words(int32_t word)
{
    return _mm512_set1_epi32(word);
}

static inline NET_TARGET vec
vec_low(vec a, vec b)
{
    return _mm512_unpacklo_epi16(a, b);
}

static inline NET_TARGET vec
vec_high(vec a, vec b)
{
    return _mm512_unpackhi_epi16(a, b);
}

static inline NET_TARGET vec
vec_add(vec a, vec b)
{
    return _mm512_add_epi32(a, b);
}

static inline NET_TARGET vec
vec_add_dot(vec sums, vec a, vec b)
{
    return _mm512_dpwssd_epi32(sums, a, b);
}

static inline NET_TARGET vec
vec_down(vec a, int twos)
{
    return _mm512_srai_epi32(a, (unsigned)twos);
}

static inline NET_TARGET vec
vec_pack(vec a, vec b)
{
    return _mm512_packs_epi32(a, b);
}

static inline NET_TARGET vec
vec_clamp(vec a)
{
    return _mm512_max_epi16(_mm512_min_epi16(a, _mm512_set1_epi16(NET_ACTIVE_MOST)),
                            _mm512_setzero_si512());
}

static inline NET_TARGET int32_t
vec_sum(vec a)
{
    return _mm512_reduce_add_epi32(a);
}

static inline NET_TARGET uint32_t
vec_differ(vec a, vec b)
{
    return _mm512_cmpneq_epi16_mask(a, b);
}

#include "net_vector.h"

const struct net_way net_avx512 = {"AVX-512 VNNI", open_net, sum_from, go, move, read_ends};

#endif
