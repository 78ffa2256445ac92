/* SPDX-License-Identifier: MIT
 * net_lws.h -- the transport with sockets: libwebsockets on a libuv loop that is the caller's.
 */
/* clang-format off */
#ifndef KHEPRI_NET_LWS_H
#define KHEPRI_NET_LWS_H

#include "net.h"
#include "oops.h"

struct uv_loop_s;
struct net_lws;

struct net_lws_options {
    struct uv_loop_s *loop;         /* runs the transport; outlives it */
    const char *address;            /* to listen on: "127.0.0.1", "::1", "0.0.0.0" */
    int         port;               /* 0: any that is free */
    const char *ws_path;            /* where WebSockets are accepted: "/ws" */
    struct net_limits limits;
    const char *proxy;              /* the address of a proxy of ours, whose X-Forwarded-For is believed; NULL: none */
    const char *const *names;       /* by which we may be called in Host, beside addresses and "localhost"; ended by
                                     * NULL. NULL: any name will do */
};

/* Starts to listen. NULL and a sentence in *why when that cannot be. */
struct net_lws *net_lws_open(const struct net_lws_options *options, const struct net_handler *handler,
                             struct oops *why);
struct net *net_lws_net(struct net_lws *lws);
int net_lws_port(const struct net_lws *lws);

/* From now on nobody new gets in; who is here stays. */
void net_lws_refuse_new(struct net_lws *lws);

/* True when everything queued has been handed to the sockets. */
bool net_lws_is_quiet(const struct net_lws *lws);

/* Drops all connections and begins to close the handles on the loop, which must then run until it ends by
 * itself; net_lws_destroy frees what is left after that. No handler is called any more. */
void net_lws_stop(struct net_lws *lws);
void net_lws_destroy(struct net_lws *lws);

#endif
