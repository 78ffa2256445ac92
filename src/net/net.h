/* SPDX-License-Identifier: MIT
 * net.h -- HTTP requests and WebSockets for the server: bytes in, bytes out, no sockets.
 *
 * There are two transports: net_lws.h (libwebsockets on a libuv loop) and net_mem.h (tests).
 * Both call the handler on one thread and must be called on that thread only. A connection is a
 * number that is never used again, so an answer to a closed connection is simply dropped.
 */
/* clang-format off */
#ifndef KHEPRI_NET_H
#define KHEPRI_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NET_PATH_ROOM = 256, NET_HEADER_ROOM = 512, NET_ADDRESS_ROOM = 48 };

/* The close codes of WebSockets (RFC 6455) that are used. */
enum { NET_BYE_GOING = 1001, NET_BYE_BROKEN = 1002, NET_BYE_TYPE = 1003, NET_BYE_POLICY = 1008, NET_BYE_BIG = 1009,
    NET_BYE_LATER = 1013 };

typedef uint64_t net_id;            /* one WebSocket, or one HTTP request; 0 is none */

enum net_method { NET_GET, NET_HEAD, NET_POST, NET_OTHER };

/* One complete HTTP request. Its pointers are invalid after on_http returns. */
struct net_request {
    net_id          id;             /* must be answered by exactly one reply(), now or later */
    enum net_method method;
    const char     *path;           /* decoded, without the query */
    const char     *authorization;  /* headers: "" if not sent */
    const char     *if_none_match;
    const char     *accept_encoding;
    const char     *address;        /* of the client, as text */
    const char     *body;           /* ends in a 0 that body_len does not count */
    size_t          body_len;
};

/* The response. The body is copied unless `lasting` says that it is static. */
struct net_reply {
    int         status;
    const char *type;               /* Content-Type; NULL: no body */
    const char *body;
    size_t      body_len;
    bool        lasting;
    const char *etag;               /* the following may be NULL */
    const char *encoding;           /* Content-Encoding */
    const char *cache;              /* Cache-Control; NULL: no-store */
    const char *filename;           /* sent as a download with this name */
    const char *allow;              /* for 405 */
    int         retry_after;        /* Retry-After, in seconds; 0: none */
    bool        goes_on;            /* the body is the beginning of a stream: send() adds to it, close() ends it */
};

/* An HTTP request that is over: answered, refused by the transport, or given up. */
struct net_served {
    net_id          id;
    const char     *address;        /* of the client */
    enum net_method method;
    const char     *path;           /* without the query; "" if it could not be read */
    int             status;         /* 0: the client disconnected before the response */
    size_t          bytes;          /* of the body that was sent */
    uint64_t        us;             /* from the headers of the request to the end of the response */
    bool            went_on;        /* the response was a stream */
};

/* Callbacks of the server. on_close comes once for each on_open, for a request whose client
 * disconnected before the response, and for each response that went on. */
struct net_handler {
    void  *self;
    void (*on_open)(void *self, net_id id, const char *address);
    void (*on_message)(void *self, net_id id, const char *text, size_t len);   /* text[len] is 0 */
    void (*on_http)(void *self, const struct net_request *request);
    void (*on_close)(void *self, net_id id);
    void (*on_served)(void *self, const struct net_served *served);           /* may be NULL */
    size_t (*body_limit)(void *self, const char *path);    /* the maximum size of a body for this path */
};

/* What the transport holds at the moment. */
struct net_load {
    int    connections;
    size_t queued;                  /* bytes of messages to send */
    size_t held;                    /* bytes of bodies in flight */
};

/* A transport. send() queues one text message, or more of a response that goes on; a client whose queue exceeds
 * the limit is disconnected. close() flushes the queue first. None of them calls the handler. */
struct net {
    void (*send)(struct net *net, net_id id, const char *text, size_t len);
    void (*reply)(struct net *net, net_id id, const struct net_reply *reply);
    void (*close)(struct net *net, net_id id, int code, const char *why);
    struct net_load (*load)(const struct net *net);
};

/* Rate limits of a client; 0 switches a rate off. "From one address" means from one household. */
struct net_limits {
    int    connections;             /* concurrent, in total */
    int    connections_each;        /* concurrent from one address */
    int    requests_rate;           /* HTTP requests from one address, per second ... */
    int    requests_burst;          /* ... and burst */
    int    bodies_rate;             /* KiB of bodies and long messages from one address: they cost time to read */
    int    bodies_burst;
    int    messages_rate;           /* WebSocket messages on one connection; control frames count by their bytes */
    int    messages_burst;
    size_t message_bytes;           /* the longest WebSocket message */
    size_t queue_bytes;             /* queued for one WebSocket */
    size_t queues;                  /* queued for all of them; beyond it each may have a small part only ... */
    size_t queues_each;             /* ... as beyond this, queued for one address */
    size_t bodies;                  /* bytes of bodies in flight, in total */
    size_t bodies_each;             /* ... and from one address */
    int    patience;                /* timeout in seconds for a request to arrive, or a response to be read */
};

/* The limits in docs/protocol.md; ordinary clients do not reach them. */
struct net_limits net_limits_default(void);

/* A token bucket: it fills at `rate` a second up to `burst` and loses `cost`, or one for each take. False, and
 * unchanged, when it holds less. `now` is in milliseconds and monotonic. A zeroed bucket is full; a rate of
 * 0 means no limit. */
struct net_bucket { uint64_t filled_at; int64_t thousandths; bool begun; };
bool net_bucket_pay(struct net_bucket *bucket, int cost, int rate, int burst, uint64_t now);
bool net_bucket_take(struct net_bucket *bucket, int rate, int burst, uint64_t now);

/* The part of an address that stands for one visitor. An IPv6 customer has a whole /64, so of such an address
 * it is the first half ("2001:db8:1:2::"). Of any other text it is all. */
void net_household(const char *address, char out[NET_ADDRESS_ROOM]);

/* Token buckets by household; the least recently used one is replaced when there is no space. */
struct net_limiter;
struct net_limiter *net_limiter_create(int rate, int burst);
void net_limiter_destroy(struct net_limiter *limiter);
bool net_limiter_pay(struct net_limiter *limiter, const char *address, int cost, uint64_t now);
bool net_limiter_take(struct net_limiter *limiter, const char *address, uint64_t now);

#endif
