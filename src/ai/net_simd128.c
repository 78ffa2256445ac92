/* SPDX-License-Identifier: MIT
 * net_simd128.c -- value nets by the vectors of WebAssembly, in the module that uses them; see net_vector.h. */
#include "net_way.h"

#ifdef __wasm_simd128__

#include <wasm_simd128.h>

#define VEC_SEATS 1
#define VEC_CHAINS 1
#define NET_TARGET

typedef v128_t vec;

enum { VEC_WORDS = 8, VEC_BITS = 1 };

static inline NET_TARGET vec
vec_load(const void *from)
{
    return wasm_v128_load(from);
}

static inline NET_TARGET void
vec_store(void *to, vec a)
{
    wasm_v128_store(to, a);
}

static inline NET_TARGET vec
vec_words(int32_t word)
{
    return wasm_i32x4_splat(word);
}

static inline NET_TARGET vec
vec_low(vec a, vec b)
{
    return wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

static inline NET_TARGET vec
vec_high(vec a, vec b)
{
    return wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

static inline NET_TARGET vec
vec_add(vec a, vec b)
{
    return wasm_i32x4_add(a, b);
}

static inline NET_TARGET vec
vec_add_dot(vec sums, vec a, vec b)
{
    return wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(a, b));
}

static inline NET_TARGET vec
vec_down(vec a, int twos)
{
    return wasm_i32x4_shr(a, (uint32_t)twos);
}

static inline NET_TARGET vec
vec_pack(vec a, vec b)
{
    return wasm_i16x8_narrow_i32x4(a, b);
}

static inline NET_TARGET vec
vec_clamp(vec a)
{
    return wasm_i16x8_max(wasm_i16x8_min(a, wasm_i16x8_splat(NET_ACTIVE_MOST)),
                          wasm_i16x8_splat(0));
}

static inline NET_TARGET int32_t
vec_sum(vec a)
{
    return wasm_i32x4_extract_lane(a, 0) + wasm_i32x4_extract_lane(a, 1) +
           wasm_i32x4_extract_lane(a, 2) + wasm_i32x4_extract_lane(a, 3);
}

static inline NET_TARGET uint32_t
vec_differ(vec a, vec b)
{
    return wasm_i16x8_bitmask(wasm_i16x8_ne(a, b));
}

#include "net_vector.h"

const struct net_way net_simd128 = {"simd128", open_net, sum_from, go, move, read_ends};

#endif
