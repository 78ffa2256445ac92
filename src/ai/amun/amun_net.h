/* SPDX-License-Identifier: MIT
 * amun_net.h -- the value net of Amun-Re (value_net.h), and the judge that uses it in
 * amun_search.h.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_NET_H
#define KHEPRI_AMUN_NET_H

#include "amun_features.h"
#include "amun_search.h"

enum {
    AMUN_NET_WEIGHTS = NET_WEIGHTS(AMUN_COMMON_USED, AMUN_SEAT_USED),
    AMUN_NET_BASES = 4, AMUN_NET_KIN = 12
};

#define AMUN_NET_SHAPE ((struct net_shape){AMUN_COMMON_USED, AMUN_SEAT_USED})

/* The built-in net for that number of seats, or NULL; AMUN_NET_WEIGHTS weights. */
const int16_t *amun_net_weights(int seats);

/* Some positions after a base position, the first: one of each sort, since positions of a sort are most alike. `last`:
 * the sums of the last position of the sort that was asked for, which is more alike still. */
struct amun_family {
    int count, next;
    uint32_t sort[AMUN_NET_KIN];
    struct net_lists near[AMUN_NET_KIN];
    struct amun_base base[AMUN_NET_KIN];
    struct net_sums last[AMUN_NET_KIN];
};

/* A judge's memory: families of the last base positions. Samples of hidden information are asked about in turns. */
struct amun_net {
    struct net net;
    int count, next;
    struct amun_family *now, family[AMUN_NET_BASES];
    struct net_lists asked;
};

/* The phase, the round and the seat on turn. */
static inline uint32_t
amun_net_sort(const struct amun_state *s)
{
    return (uint32_t)s->phase << 16 | (uint32_t)s->round << 8 | s->turn;
}

/* A judge that uses the net, for any full state; *net must not move, and net_fault() must
 * accept `weights`. */
struct amun_judge amun_net_judge(struct amun_net *net, const int16_t *weights);

#endif
