/* SPDX-License-Identifier: MIT
 * ra_net.h -- the value net of Ra (value_net.h), and the judge that uses it in ra_search.h. */
/* clang-format off */
#ifndef KHEPRI_RA_NET_H
#define KHEPRI_RA_NET_H

#include <stdbool.h>

#include "value_net.h"
#include "ra_features.h"
#include "ra_search.h"

enum { RA_NET_WEIGHTS = NET_WEIGHTS(RA_COMMON_USED, RA_SEAT_USED) };

#ifndef __cplusplus
_Static_assert((int)RA_COMMON_USED <= (int)NET_COMMON_MOST && (int)RA_SEAT_USED <= (int)NET_SEAT_MOST,
               "a net has room for the lists");
#endif

#define RA_NET_SHAPE ((struct net_shape){RA_COMMON_USED, RA_SEAT_USED})

/* The built-in net for that number of seats, or NULL; RA_NET_WEIGHTS weights. */
const int16_t *ra_net_weights(int seats);

/* Values of the last positions asked for; hash 0: none. Each value has one place. */
enum { RA_NET_KNOWN = 1024 };
struct ra_net_known { uint64_t hash[RA_NET_KNOWN]; struct ra_value value[RA_NET_KNOWN]; };

/* A place among the positions of an epoch, with the sums of its features. */
struct ra_net_place { struct ra_follower at; struct net_sums sums; };

/* A judge's memory: the last position asked for in this epoch and in the next. A step from one position to
 * the next is short. */
struct ra_net {
    struct net net;
    struct ra_net_place place[2];
    struct ra_net_known known;
};

/* A judge that uses the net; *net must not move, and net_fault() must accept `weights`. */
struct ra_judge ra_net_judge(struct ra_net *net, const int16_t *weights);

/* The same with a memory that this thread keeps from one decision to the next: positions are near, and some are asked
 * for again. It says what a new one says. False if these weights are not constants of the program. */
bool ra_net_keep(const int16_t *weights, int seats, struct ra_judge *out);

#endif
