/* SPDX-License-Identifier: MIT
 * net_lws.h -- the transport with sockets: libwebsockets on the caller's libuv loop.
 */
/* clang-format off */
#ifndef KHEPRI_NET_LWS_H
#define KHEPRI_NET_LWS_H

#include "net.h"
#include "oops.h"

struct uv_loop_s;
struct net_lws;

enum { NET_PROXIES = 16 };          /* at most */

struct net_lws_options {
    struct uv_loop_s *loop;         /* runs the transport; outlives it */
    const char *address;            /* to listen on: "127.0.0.1", "::1", "0.0.0.0"; NET_UNIX_ADDRESS with a listener */
    int         port;               /* 0: any that is free */
    const char *ws_path;            /* where WebSockets are accepted: "/ws" */
    struct net_limits limits;
    const char *const *proxies;     /* the addresses of trusted proxies, whose X-Forwarded-For is used; ended by NULL */
    const int  *listener;           /* a listening socket, to be used instead of address and port; NULL: none. Stays
                                       open */
    const char *const *names;       /* allowed names in Host, besides addresses and "localhost"; ended by NULL.
                                       NULL: any name */
};

/* Starts to listen. On failure NULL, and a sentence in *why. */
struct net_lws *net_lws_open(const struct net_lws_options *options, const struct net_handler *handler,
                             struct oops *why);
struct net *net_lws_net(struct net_lws *lws);
int net_lws_port(const struct net_lws *lws);

/* Stops accepting connections; existing ones stay. */
void net_lws_refuse_new(struct net_lws *lws);

/* True when all queues are flushed to the sockets. */
bool net_lws_is_quiet(const struct net_lws *lws);

/* Drops all connections and starts to close the handles on the loop. The caller then runs the
 * loop until it ends by itself; net_lws_destroy frees the rest. The handler is not called
 * again. */
void net_lws_stop(struct net_lws *lws);
void net_lws_destroy(struct net_lws *lws);

#endif
