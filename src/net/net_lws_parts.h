/* SPDX-License-Identifier: MIT
 * net_lws_parts.h -- what the files of the libwebsockets transport share: a connection and the
 * transport.
 */
/* clang-format off */
#ifndef KHEPRI_NET_LWS_PARTS_H
#define KHEPRI_NET_LWS_PARTS_H

#include "net_home.h"
#include "net_lws.h"

#include <libwebsockets.h>
#include <uv.h>

enum {
    SLOT_BITS = 20,
    CHUNK = 16 * 1024,
    HEAD_ROOM = 2048,
    HEADERS_MOST = 8192, /* all headers of a request together */
    LINE_MOST = 4096, /* of an address no more is read */
    WHY_ROOM = 123,
    RX_BUFFER = 1024, /* of a message, lws collects so much before it tells us */
    GATHERED = 16 * 1024, /* what is sent to a WebSocket at once */
    SWALLOW = 8 << 20,
    BYE_MS = 1500,
    CLOSING_ROUNDS = 20,
    SEND_BUFFER = 64 * 1024, /* of the kernel, for one connection; it takes twice as much memory */
    SMALL_QUEUE = 16 * 1024, /* what each may queue when the queues together are too long */
    SWEEP_MS = 100,
    SWEEPS = 10 /* to look at all connections once */
};

struct parcel {
    struct parcel *next;
    size_t len;
    unsigned char space[]; /* LWS_PRE bytes for lws, then the message */
};

enum peer_kind {
    PEER_NEW,
    PEER_BODY,
    PEER_REFUSED,
    PEER_ASKED,
    PEER_ANSWERING, /* from here on the client is written to */
    PEER_STREAM, /* the response goes on */
    PEER_SERVED,
    PEER_WEBSOCKET
};

/* The request of an HTTP connection, then the response being sent. WebSockets have none, to be small. */
struct exchange {
    net_id id;
    uint64_t began; /* ns */
    enum net_method method;
    char path[NET_PATH_ROOM], authorization[NET_HEADER_ROOM], if_none_match[NET_HEADER_ROOM];
    char accept_encoding[NET_HEADER_ROOM];
    struct net_reply reply;
    char *reply_body; /* a copy, unless it is static */
    char etag[80], type[80], encoding[16], cache[80], filename[80], allow[32];
    size_t sent;
    bool head_sent;
    bool no_body; /* none is waited for; lws may still report once that it is complete */
    const struct own_refusal *refusal; /* PEER_REFUSED: the response after the body is dropped */
};

/* One accepted connection. Owned by the transport, in slots[slot]. */
struct peer {
    struct lws *wsi;
    net_id id;
    enum peer_kind kind;
    unsigned slot;
    uint64_t deadline; /* ms on the loop's clock; 0: none */
    char address[NET_ADDRESS_ROOM];
    struct net_home *home;
    size_t held; /* bytes of a body, as counted for its household and in total */
    struct net_bucket messages;
    char *in; /* the body, or the message reassembled from fragments */
    size_t in_len, in_room, in_limit;
    struct exchange *http; /* NULL: none yet, or it is a WebSocket */

    /* WebSocket; a response that goes on has the queue and `bye` of it. */
    uint64_t received; /* by the socket, until it became a WebSocket */
    uint64_t framed; /* bytes of the data frames read since, as a client has to send them */
    uint64_t charged; /* bytes of other frames that were counted as messages */
    size_t frame; /* bytes of the frame being read */
    uint8_t checked; /* how many frames were, each on its own, up to CHECKED_AT_ONCE */
    struct parcel *first, *last;
    size_t queued;
    int bye; /* the close code, once closing */
    char why[WHY_ROOM];
    bool said_bye;
    struct peer *ready, **ready_at; /* in the list of those to be written to; ready_at NULL: it is not */
};

struct net_lws {
    struct net net; /* first, so that it can be found from it */
    struct net_lws_options options;
    char proxies[NET_PROXIES][NET_ADDRESS_ROOM]; /* "": none */
    uv_poll_t accepting; /* from options.listener */
    struct net_handler handler;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct net_limiter *limiter; /* of requests */
    struct net_limiter *bodies; /* of KiB */
    struct net_homes homes;
    uv_timer_t sweep;
    uv_prepare_t writing; /* runs while there are peers to be written to */
    struct peer *ready;
    int sweeps;
    void *loops[1];
    struct peer **slots;
    unsigned *free_slots; /* the last `connections - open` of them are free */
    uint64_t serial;
    size_t held, queued; /* bytes of bodies in flight; of messages to send */
    int open;
    bool refuse, stopping;
};

/* ---- net_peer.c: connections, from the accept to the end ---- */

/* Copies a text, or as much of it as fits; NULL is the empty text. */
void peer_keep(char *to, size_t room, const char *from);
uint64_t peer_now(const struct net_lws *net);
uint64_t peer_soon(const struct net_lws *net);
struct peer *peer_of(const struct net_lws *net, net_id id);
void peer_new_id(struct net_lws *net, struct peer *peer);
/* The address of the other end of a socket, which may be a proxy. */
void peer_address(const struct net_lws *net, int fd, char out[NET_ADDRESS_ROOM]);
bool peer_is_proxy(const struct net_lws *net, const char *address);
/* How many connections the household of an address has. */
int peer_open_from(const struct net_lws *net, const char *address);
/* The client behind a proxy turns out to be at this address. False without memory. */
bool peer_move(struct net_lws *net, struct peer *peer, const char *address);
/* Counts the bytes of a body in flight, which stay in memory until it is complete. False, and nothing is counted,
 * beyond a limit. */
bool peer_hold(struct net_lws *net, struct peer *peer, size_t bytes);
void peer_release(struct net_lws *net, struct peer *peer);
/* Whether the household may send that much more for us to read. */
bool peer_may_send(struct net_lws *net, const struct peer *peer, size_t bytes);
struct peer *peer_create(struct net_lws *net, struct lws *wsi);
/* Counts bytes that wait to be sent, or no longer do. */
void peer_queue(struct net_lws *net, struct peer *peer, size_t bytes);
void peer_unqueue(struct net_lws *net, struct peer *peer, size_t bytes);
/* Whether messages can be sent to it. */
bool peer_listens(const struct peer *peer);
/* Takes the next message from the queue, to be freed; NULL: none is left. */
struct parcel *peer_next_parcel(struct net_lws *net, struct peer *peer);
void peer_drop_queue(struct net_lws *net, struct peer *peer);
/* It is not in the list of those to be written to any more. */
void peer_not_ready(struct peer *peer);
void peer_drop_request(struct net_lws *net, struct peer *peer);
void peer_tell_closed(struct net_lws *net, struct peer *peer);
void peer_destroy(struct net_lws *net, struct peer *peer);
bool peer_take_in(struct peer *peer, const void *bytes, size_t more);

/* ---- net_http.c: one request and its answer ---- */

bool http_origin_is_ours(struct lws *wsi);
bool http_host_is_ours(const struct net_lws *net, struct lws *wsi);
/* The address of the real client behind a proxy. False if it has too many connections. */
bool http_know_asker(struct net_lws *net, struct peer *peer);
enum net_method http_read_method(struct lws *wsi, char **uri, int *len);
int http_begin_request(struct net_lws *net, struct peer *peer);
int http_refuse_line(struct net_lws *net, struct peer *peer);
void http_take_body(struct peer *peer, const void *bytes, size_t len);
int http_end_body(struct net_lws *net, struct peer *peer);
int http_continue_answer(struct net_lws *net, struct peer *peer);
void http_write_soon(struct peer *peer);
void http_end_unread(struct peer *peer);
void net_lws_reply(struct net *base, net_id id, const struct net_reply *reply);

/* ---- net_websocket.c: messages in and out ---- */

void net_lws_close(struct net *base, net_id id, int code, const char *why);
void net_lws_send(struct net *base, net_id id, const char *text, size_t len);
int websocket_write(struct net_lws *net, struct peer *peer);
/* Writes to those that were sent something in this round of the event loop. */
void websocket_write_ready(uv_prepare_t *handle);
int websocket_read(struct net_lws *net, struct peer *peer, const void *bytes, size_t len);
/* It has just become a WebSocket. */
void websocket_begin(struct net_lws *net, struct peer *peer);
/* Now and then: closes it if it sends too many control frames. */
void websocket_count_control(struct net_lws *net, struct peer *peer);
int websocket_check_upgrade(struct net_lws *net, struct lws *wsi, const char *to);

#endif
