/* SPDX-License-Identifier: MIT
 * net_client.h -- HTTP as a client, blocking: one request for each connection, its response read whole or line by line.
 */
/* clang-format off */
#ifndef KHEPRI_NET_CLIENT_H
#define KHEPRI_NET_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "oops.h"

enum { NET_URL_HOST = 256, NET_URL_PATH = 256, NET_LINE_MOST = 1 << 20 };

/* "https://example.org:8443/below": where a server is. */
struct net_url { bool tls; char host[NET_URL_HOST], port[8], below[NET_URL_PATH]; };

/* False, and a sentence, if the text is no such address. */
bool net_url_read(const char *text, struct net_url *out, struct oops *why);

struct net_ask {
    const char *method, *path;      /* the path goes behind that of the address */
    const char *token;              /* NULL: none */
    const char *body;               /* JSON; NULL: none */
    int         patience;           /* ms for anything to happen */
};

/* A request that was sent and the response to it. */
struct net_call;

/* Sends a request and reads the head of the response; its status into *status. NULL, and a sentence, if that fails.
 * https: the certificate must be one that this machine trusts for that host. */
struct net_call *net_call_open(const struct net_url *url, const struct net_ask *ask, int *status, struct oops *why);
void net_call_close(struct net_call *call);     /* NULL is nothing */

/* The next line of the response, without its line feed, valid until the next call; *len may be NULL. NULL at the end
 * (why->text is empty), or with a sentence: nothing came for that long, the line is too long, the connection broke. */
const char *net_call_line(struct net_call *call, int patience, size_t *len, struct oops *why);

#endif
