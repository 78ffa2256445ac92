/* SPDX-License-Identifier: MIT
 * net_home.h -- what each household has open: its connections, and the bodies that are on their way.
 */
/* clang-format off */
#ifndef KHEPRI_NET_HOME_H
#define KHEPRI_NET_HOME_H

#include "net.h"

/* One household with connections; it goes with the last of them. */
struct net_home {
    struct net_home *next;
    int    open;                    /* connections */
    size_t held;                    /* bytes of bodies in flight */
    size_t queued;                  /* bytes of messages to send */
    char   name[NET_ADDRESS_ROOM];
};

enum { NET_HOMES = 4096 };          /* buckets */

struct net_homes { struct net_home *buckets[NET_HOMES]; };

/* The household of an address, or NULL if it has no connection. */
struct net_home *net_home_find(const struct net_homes *homes, const char *address);

/* One connection more, or one less. NULL without memory. */
struct net_home *net_home_enter(struct net_homes *homes, const char *address);
void net_home_leave(struct net_homes *homes, struct net_home *home);

#endif
