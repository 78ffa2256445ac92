/* SPDX-License-Identifier: MIT
 * net_way.h -- the ways to evaluate a value net (value_net.h): plain C, and one for each kind of vector
 * instructions. All sums are of integers, so each way gives the same bits. Sums and nets made by one way are
 * for that way only.
 */
/* clang-format off */
#ifndef KHEPRI_NET_WAY_H
#define KHEPRI_NET_WAY_H

#include "value_net.h"

/* The scales of activations, and of inputs and outputs: powers of two. */
enum {
    NET_ACTIVE = 256,
    NET_FIRST_DOWN = NET_UNIT * NET_WEIGHT / NET_ACTIVE,
    NET_FIRST_SHIFT = 6, NET_SECOND_SHIFT = 10,
    NET_LOGIT = NET_WEIGHT * NET_ACTIVE
};

/* `open`: fills what struct net has in an order of its own. `sum_from`, `go`, `move`: as
 * net_sum_from(), net_go(), net_move().
 * `read_ends`: for each seat the two outputs of the last layer, in units of 1 / NET_LOGIT, from sums. */
struct net_way {
    const char *name;
    void (*open)(struct net *net);
    void (*sum_from)(const struct net *net, const struct net_sums *from, struct net_sums *to);
    void (*go)(const struct net *net, const struct net_lists *now, struct net_sums *sums);
    void (*move)(const struct net *net, struct net_changes *changes, struct net_firsts *sums);
    void (*read_ends)(const struct net *net, const struct net_firsts *sums, int32_t (*out)[2]);
};

/* The ways of this processor from plain C to the fastest, which is the one in use; NULL after the last. */
const struct net_way *net_way_at(int i);

/* Like net_open(), by a certain way. */
void net_way_open(const struct net_way *way, struct net *net, const int16_t *weights, struct net_shape shape);

/* Those of some processors. */
extern const struct net_way net_sse2, net_avx2, net_avx512, net_simd128;

#endif
