/* SPDX-License-Identifier: MIT
 * net_lws.c -- libwebsockets 4.1 on our own libuv loop.
 *
 * What to know: lws_write may be called only from a writeable callback and once in each, so all that
 * leaves goes through a queue per connection. The loop is ours, since lws's own takes the signal
 * handlers away and then spins instead of ending. Each connection (struct peer) lives from the accept
 * to LWS_CALLBACK_WSI_DESTROY, whatever it turns out to be.
 *
 * An HTTP connection serves one request and is closed. lws 4.1 keeps what comes after a request in a
 * list, and when that is a POST it takes the start of the headers for the body, without end: a client
 * that sends two requests at once must never get that far. */
#include "net_lws.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "net_probe.h"

enum {
    SLOT_BITS = 16,
    CHUNK = 16 * 1024,
    HEAD_ROOM = 2048,
    WHY_ROOM = 123,
    SWALLOW = 8 << 20,
    BYE_MS = 1500,
    CLOSING_ROUNDS = 20
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
    PEER_ANSWERING,
    PEER_SERVED,
    PEER_WEBSOCKET
};

/* One accepted connection. Owned by the transport, in slots[slot]. */
struct peer {
    struct lws *wsi;
    net_id id;
    enum peer_kind kind;
    unsigned slot;
    uint64_t deadline; /* ms on the loop's clock; 0: none */
    char address[NET_ADDRESS_ROOM];
    struct net_bucket messages;

    /* HTTP: the request as it arrives, then the answer as it leaves. */
    enum net_method method;
    char path[NET_PATH_ROOM], authorization[NET_HEADER_ROOM], if_none_match[NET_HEADER_ROOM];
    char accept_encoding[NET_HEADER_ROOM];
    char *in; /* the body, or the message put together from its fragments */
    size_t in_len, in_room, in_limit;
    struct net_reply reply;
    char *reply_body; /* a copy, unless it lasts */
    char etag[80], type[80], encoding[16], cache[80], filename[80], allow[32];
    size_t sent;
    bool head_sent;
    bool no_body; /* there was none to wait for; lws may still say once that it is complete */
    const struct own_refusal *refusal; /* PEER_REFUSED: what to say when the body has gone by */

    /* WebSocket. */
    struct parcel *first, *last;
    size_t queued;
    int bye; /* the close code, once we want to close */
    char why[WHY_ROOM];
    bool said_bye;
};

struct net_lws {
    struct net net; /* first, so that it can be found from it */
    struct net_lws_options options;
    struct net_handler handler;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct net_limiter *limiter;
    uv_timer_t sweep;
    void *loops[1];
    struct peer **slots;
    uint64_t serial;
    int open;
    bool refuse, stopping;
};

static uint64_t
now(const struct net_lws *net)
{
    return uv_now(net->options.loop);
}

static uint64_t
soon(const struct net_lws *net)
{
    return now(net) + 1000u * (uint64_t)net->options.limits.patience;
}

/* ---- peers ---- */

static struct peer *
peer_of(const struct net_lws *net, net_id id)
{
    size_t slot = id & ((1u << SLOT_BITS) - 1);
    struct peer *peer =
        slot < (size_t)net->options.limits.connections ? net->slots[slot] : NULL;

    return peer && peer->id == id ? peer : NULL;
}

static void
new_id(struct net_lws *net, struct peer *peer)
{
    peer->id = ++net->serial << SLOT_BITS | peer->slot;
}

static int
open_from(const struct net_lws *net, const char *address)
{
    int count = 0;

    for (int i = 0; i < net->options.limits.connections; i++)
        count += net->slots[i] && strcmp(net->slots[i]->address, address) == 0;
    return count;
}

static struct peer *
peer_create(struct net_lws *net, struct lws *wsi)
{
    struct peer *peer;
    unsigned slot = 0;

    while (slot < (unsigned)net->options.limits.connections && net->slots[slot])
        slot++;
    if (slot == (unsigned)net->options.limits.connections)
        return NULL;
    peer = calloc(1, sizeof *peer);
    if (!peer)
        return NULL;
    peer->wsi = wsi;
    peer->slot = slot;
    lws_get_peer_simple(wsi, peer->address, sizeof peer->address);
    net->slots[slot] = peer;
    net->open++;
    return peer;
}

static void
drop_queue(struct peer *peer)
{
    while (peer->first) {
        struct parcel *parcel = peer->first;

        peer->first = parcel->next;
        free(parcel);
    }
    peer->last = NULL;
    peer->queued = 0;
}

static void
drop_request(struct peer *peer)
{
    free(peer->in);
    free(peer->reply_body);
    peer->in = NULL;
    peer->reply_body = NULL;
    peer->in_len = peer->in_room = peer->sent = 0;
    peer->head_sent = false;
    peer->reply = (struct net_reply){0};
}

/* The end of a WebSocket or of an unanswered request, told once. */
static void
tell_closed(struct net_lws *net, struct peer *peer)
{
    net_id id = peer->id;
    bool known = peer->kind == PEER_WEBSOCKET || peer->kind == PEER_ASKED;

    peer->id = 0;
    peer->kind = PEER_NEW;
    if (known && id && !net->stopping)
        net->handler.on_close(net->handler.self, id);
}

static void
peer_destroy(struct net_lws *net, struct peer *peer)
{
    tell_closed(net, peer);
    drop_queue(peer);
    drop_request(peer);
    net->slots[peer->slot] = NULL;
    net->open--;
    free(peer);
}

/* Room for `more` bytes of input and a closing 0, unless that passes the limit. */
static bool
take_in(struct peer *peer, const void *bytes, size_t more)
{
    if (more > peer->in_limit - peer->in_len)
        return false;
    if (peer->in_len + more + 1 > peer->in_room) {
        size_t room = 2 * (peer->in_len + more + 1);
        char *grown = realloc(peer->in, room);

        if (!grown)
            return false;
        peer->in = grown;
        peer->in_room = room;
    }
    if (more > 0)
        memcpy(peer->in + peer->in_len, bytes, more);
    peer->in_len += more;
    peer->in[peer->in_len] = 0;
    return true;
}

/* ---- HTTP: the request ---- */

static void
keep(char *to, size_t room, const char *from)
{
    snprintf(to, room, "%s", from ? from : "");
}

static void
answer(struct net_lws *net, struct peer *peer, const struct net_reply *reply)
{
    (void)net;
    peer->reply = *reply;
    if (!reply->lasting && reply->body_len > 0) {
        peer->reply_body = malloc(reply->body_len);
        if (!peer->reply_body) {
            peer->reply = (struct net_reply){.status = 503};
        } else {
            memcpy(peer->reply_body, reply->body, reply->body_len);
            peer->reply.body = peer->reply_body;
        }
    }
    keep(peer->type, sizeof peer->type, reply->type);
    keep(peer->etag, sizeof peer->etag, reply->etag);
    keep(peer->encoding, sizeof peer->encoding, reply->encoding);
    keep(peer->cache, sizeof peer->cache, reply->cache ? reply->cache : "no-store");
    keep(peer->filename, sizeof peer->filename, reply->filename);
    keep(peer->allow, sizeof peer->allow, reply->allow);
    peer->kind = PEER_ANSWERING;
    peer->deadline = soon(net);
    lws_set_timeout(peer->wsi, NO_PENDING_TIMEOUT, 0);
    lws_callback_on_writable(peer->wsi);
}

/* What the transport itself refuses, before anybody else hears of it. */
struct own_refusal {
    int status;
    const char *body;
};

/* clang-format off */
#define REFUSAL(name, status, code, sentence)                                              \
    static const struct own_refusal name =                                                 \
        {status, "{\"ok\":false,\"error\":\"" sentence "\",\"code\":\"" code "\"}"}

REFUSAL(too_many,    429, "too_many",    "too many requests; please wait a moment");
REFUSAL(bad_length,  400, "bad_request", "a body is sent with one Content-Length in digits");
REFUSAL(bad_body,    400, "bad_request", "only POST takes a body");
REFUSAL(long_header, 413, "too_large",   "a header is too long");
REFUSAL(long_body,   413, "too_large",   "the body is too long");
REFUSAL(no_address,  404, "not_found",   "there is no such address");
REFUSAL(foreign,     403, "forbidden",   "this page belongs to another server");
/* clang-format on */

static void
refuse(struct net_lws *net, struct peer *peer, const struct own_refusal *refusal)
{
    struct net_reply reply = {.status = refusal->status,
                              .type = "application/json",
                              .body = refusal->body,
                              .body_len = strlen(refusal->body),
                              .lasting = true};

    answer(net, peer, &reply);
}

/* Refused before its body was read. A body of bearable length is let go by first: a client that is
 * still sending would not hear the answer. */
static int
refuse_early(struct net_lws *net, struct peer *peer, long long length,
             const struct own_refusal *refusal)
{
    if (length > 0 && length <= SWALLOW) {
        peer->kind = PEER_REFUSED;
        peer->refusal = refusal;
        peer->deadline = soon(net);
    } else {
        refuse(net, peer, refusal);
    }
    return 0;
}

static bool
copy_header(struct peer *peer, enum lws_token_indexes token, char *to, size_t room)
{
    to[0] = 0;
    return lws_hdr_total_length(peer->wsi, token) == 0 ||
           lws_hdr_copy(peer->wsi, to, (int)room, token) >= 0;
}

/* Whether a page of somebody else's is asking: Origin, if sent, must be our own, which is what the
 * asker calls us in Host. */
static bool
origin_is_ours(struct lws *wsi)
{
    char origin[NET_HEADER_ROOM], host[NET_HEADER_ROOM];
    const char *name;

    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
        return true;
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0 ||
        lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0)
        return false;
    name = strstr(origin, "://");
    if (!name || (strncmp(origin, "http://", 7) != 0 && strncmp(origin, "https://", 8) != 0))
        return false;
    return strcasecmp(name + 3, host) == 0;
}

static enum net_method
read_method(struct lws *wsi, char **uri, int *len)
{
    *uri = NULL;
    *len = 0;
    switch (lws_http_get_uri_and_method(wsi, uri, len)) {
    case LWSHUMETH_GET:
        return NET_GET;
    case LWSHUMETH_HEAD:
        return NET_HEAD;
    case LWSHUMETH_POST:
        return NET_POST;
    default:
        return NET_OTHER;
    }
}

/* The length the body will have, -1 if what is said about it makes no sense to us. */
static long long
body_length(struct lws *wsi)
{
    char text[24], *end;
    long long length;

    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        return -1;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) == 0)
        return 0;
    if (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 ||
        strspn(text, "0123456789") != strlen(text))
        return -1;
    length = strtoll(text, &end, 10);
    return *end || strlen(text) > 15 ? -1 : length;
}

static void
deliver(struct net_lws *net, struct peer *peer)
{
    struct net_request request = {.id = peer->id,
                                  .method = peer->method,
                                  .path = peer->path,
                                  .authorization = peer->authorization,
                                  .if_none_match = peer->if_none_match,
                                  .accept_encoding = peer->accept_encoding,
                                  .address = peer->address,
                                  .body = peer->in ? peer->in : "",
                                  .body_len = peer->in_len};

    peer->kind = PEER_ASKED;
    peer->deadline = 0;
    lws_set_timeout(peer->wsi, NO_PENDING_TIMEOUT, 0);
    net->handler.on_http(net->handler.self, &request);
    free(peer->in);
    peer->in = NULL;
    peer->in_len = peer->in_room = 0;
}

/* The request line and the headers have arrived. */
static int
begin_request(struct net_lws *net, struct peer *peer)
{
    struct lws *wsi = peer->wsi;
    char *uri;
    int len;
    long long length;

    if (peer->kind != PEER_NEW)
        return -1;
    new_id(net, peer);
    peer->method = read_method(wsi, &uri, &len);
    length = body_length(wsi);
    if (!net_limiter_take(net->limiter, peer->address, now(net)))
        return refuse_early(net, peer, length, &too_many);
    if (length < 0)
        return refuse_early(net, peer, length, &bad_length);
    if (!uri || len <= 0 || len >= NET_PATH_ROOM || memchr(uri, 0, (size_t)len))
        return refuse_early(net, peer, length, &no_address);
    memcpy(peer->path, uri, (size_t)len);
    peer->path[len] = 0;
    if (!copy_header(peer, WSI_TOKEN_HTTP_AUTHORIZATION, peer->authorization,
                     sizeof peer->authorization) ||
        !copy_header(peer, WSI_TOKEN_HTTP_IF_NONE_MATCH, peer->if_none_match,
                     sizeof peer->if_none_match) ||
        !copy_header(peer, WSI_TOKEN_HTTP_ACCEPT_ENCODING, peer->accept_encoding,
                     sizeof peer->accept_encoding))
        return refuse_early(net, peer, length, &long_header);
    if (peer->method == NET_POST && !origin_is_ours(wsi))
        return refuse_early(net, peer, length, &foreign);
    peer->in_limit = net->handler.body_limit(net->handler.self, peer->path);
    if ((unsigned long long)length > peer->in_limit)
        return refuse_early(net, peer, length, &long_body);
    if (peer->method != NET_POST && length > 0)
        return refuse_early(net, peer, length, &bad_body);
    if (length == 0) {
        peer->no_body = true;
        deliver(net, peer);
    } else {
        peer->kind = PEER_BODY;
        peer->deadline = soon(net);
    }
    return 0;
}

/* lws says this again and again when more comes after the body: then we are done with that client. */
static int
end_body(struct net_lws *net, struct peer *peer)
{
    if (peer->kind == PEER_REFUSED)
        refuse(net, peer, peer->refusal);
    else if (peer->kind == PEER_BODY)
        deliver(net, peer);
    else if (!peer->no_body)
        return -1;
    peer->no_body = false;
    return 0;
}

/* ---- HTTP: the answer ---- */

static bool
header(struct lws *wsi, const char *name, const char *value, unsigned char **p,
       unsigned char *end)
{
    return value[0] == 0 || lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                                        (const unsigned char *)value,
                                                        (int)strlen(value), p, end) == 0;
}

/* These go out with everything: no page of ours loads or is loaded by anything foreign. */
static bool
guard_headers(struct lws *wsi, unsigned char **p, unsigned char *end)
{
    return header(
               wsi, "content-security-policy:",
               "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
               "img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
               "form-action 'self'; frame-ancestors 'none'",
               p, end) &&
           header(wsi, "x-content-type-options:", "nosniff", p, end) &&
           header(wsi, "referrer-policy:", "no-referrer", p, end) &&
           header(wsi, "cross-origin-opener-policy:", "same-origin", p, end);
}

static bool
send_head(struct peer *peer)
{
    unsigned char buf[LWS_PRE + HEAD_ROOM], *start = buf + LWS_PRE, *p = start,
                                            *end = buf + sizeof buf - 1;
    char offer[128] = "";
    struct lws *wsi = peer->wsi;

    if (peer->filename[0])
        snprintf(offer, sizeof offer, "attachment; filename=\"%s\"", peer->filename);
    if (lws_add_http_header_status(wsi, (unsigned)peer->reply.status, &p, end))
        return false;
    if (peer->reply.status != 304 &&
        lws_add_http_header_content_length(wsi, peer->reply.body_len, &p, end))
        return false;
    return header(wsi, "content-type:", peer->type, &p, end) &&
           header(wsi, "etag:", peer->etag, &p, end) &&
           header(wsi, "content-encoding:", peer->encoding, &p, end) &&
           header(wsi, "cache-control:", peer->cache, &p, end) &&
           (!peer->reply.lasting || header(wsi, "vary:", "accept-encoding", &p, end)) &&
           header(wsi, "content-disposition:", offer, &p, end) &&
           header(wsi, "allow:", peer->allow, &p, end) &&
           (peer->reply.status != 429 || header(wsi, "retry-after:", "1", &p, end)) &&
           header(wsi, "connection:", "close", &p, end) && guard_headers(wsi, &p, end) &&
           lws_finalize_write_http_header(wsi, start, &p, end) == 0;
}

/* -1, which is how lws is told to close, once what it still holds is written. */
static int
end_answer(struct peer *peer)
{
    drop_request(peer);
    peer->kind = PEER_SERVED;
    peer->id = 0;
    peer->deadline = 0;
    return -1;
}

static int
continue_answer(struct net_lws *net, struct peer *peer)
{
    unsigned char buf[LWS_PRE + CHUNK];
    size_t rest, part;
    bool body = peer->reply.type && peer->method != NET_HEAD && peer->reply.body_len > 0;

    if (peer->kind != PEER_ANSWERING)
        return 0;
    peer->deadline = soon(net);
    if (!peer->head_sent) {
        peer->head_sent = true;
        if (!send_head(peer))
            return -1;
        if (!body)
            return end_answer(peer);
        lws_callback_on_writable(peer->wsi);
        return 0;
    }
    rest = peer->reply.body_len - peer->sent;
    part = rest < CHUNK ? rest : CHUNK;
    memcpy(buf + LWS_PRE, peer->reply.body + peer->sent, part);
    if (lws_write(peer->wsi, buf + LWS_PRE, part,
                  part == rest ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
        return -1;
    peer->sent += part;
    if (part == rest)
        return end_answer(peer);
    lws_callback_on_writable(peer->wsi);
    return 0;
}

static void
net_lws_reply(struct net *base, net_id id, const struct net_reply *reply)
{
    struct net_lws *net = (struct net_lws *)base;
    struct peer *peer = peer_of(net, id);

    if (!peer || peer->kind != PEER_ASKED)
        return;
    answer(net, peer, reply);
}

/* ---- WebSockets ---- */

static void
net_lws_close(struct net *base, net_id id, int code, const char *why)
{
    struct peer *peer = peer_of((struct net_lws *)base, id);

    if (!peer || peer->kind != PEER_WEBSOCKET || peer->bye)
        return;
    peer->bye = code;
    keep(peer->why, sizeof peer->why, why);
    peer->deadline = soon((struct net_lws *)base);
    lws_callback_on_writable(peer->wsi);
}

static void
net_lws_send(struct net *base, net_id id, const char *text, size_t len)
{
    struct net_lws *net = (struct net_lws *)base;
    struct peer *peer = peer_of(net, id);
    struct parcel *parcel;

    if (!peer || peer->kind != PEER_WEBSOCKET || peer->bye)
        return;
    parcel = peer->queued + len > net->options.limits.queue_bytes
                 ? NULL
                 : malloc(sizeof *parcel + LWS_PRE + len);
    if (!parcel) {
        drop_queue(peer);
        net_lws_close(base, id, NET_BYE_LATER, "too slow");
        return;
    }
    parcel->next = NULL;
    parcel->len = len;
    memcpy(parcel->space + LWS_PRE, text, len);
    if (peer->last)
        peer->last->next = parcel;
    else
        peer->first = parcel;
    peer->last = parcel;
    peer->queued += len;
    if (peer->deadline == 0)
        peer->deadline = soon(net);
    lws_callback_on_writable(peer->wsi);
}

/* The close frame, by hand and raw: told to close from a writeable callback, lws 4.1 on libuv hangs up
 * without one. The visitor then closes, or is hung up on soon. */
static int
write_bye(struct net_lws *net, struct peer *peer)
{
    unsigned char buf[LWS_PRE + 4 + WHY_ROOM], *frame = buf + LWS_PRE;
    size_t len = strlen(peer->why);

    frame[0] = 0x88; /* final, opcode 8 */
    frame[1] = (unsigned char)(len + 2);
    frame[2] = (unsigned char)(peer->bye >> 8);
    frame[3] = (unsigned char)peer->bye;
    memcpy(frame + 4, peer->why, len);
    peer->said_bye = true;
    peer->deadline = now(net) + BYE_MS;
    return lws_write(peer->wsi, frame, len + 4, LWS_WRITE_RAW) < 0 ? -1 : 0;
}

static int
write_websocket(struct net_lws *net, struct peer *peer)
{
    struct parcel *parcel = peer->first;

    if (parcel) {
        peer->first = parcel->next;
        if (!peer->first)
            peer->last = NULL;
        peer->queued -= parcel->len;
        peer->deadline = peer->first || peer->bye ? soon(net) : 0;
        if (lws_write(peer->wsi, parcel->space + LWS_PRE, parcel->len, LWS_WRITE_TEXT) < 0) {
            free(parcel);
            return -1;
        }
        free(parcel);
        if (peer->first || peer->bye)
            lws_callback_on_writable(peer->wsi);
        return 0;
    }
    if (peer->bye && !peer->said_bye)
        return write_bye(net, peer);
    return 0;
}

static int
bad_message(struct net_lws *net, struct peer *peer, int code, const char *why)
{
    net_lws_close(&net->net, peer->id, code, why);
    return 0;
}

static int
read_websocket(struct net_lws *net, struct peer *peer, const void *bytes, size_t len)
{
    if (peer->bye)
        return 0;
    if (lws_is_first_fragment(peer->wsi)) {
        peer->in_len = 0;
        peer->in_limit = net->options.limits.message_bytes;
        if (lws_frame_is_binary(peer->wsi))
            return bad_message(net, peer, NET_BYE_TYPE, "messages are text");
    }
    if (!take_in(peer, bytes, len))
        return bad_message(net, peer, NET_BYE_BIG, "the message is too long");
    if (!lws_is_final_fragment(peer->wsi) || lws_remaining_packet_payload(peer->wsi) > 0)
        return 0;
    if (!net_bucket_take(&peer->messages, net->options.limits.messages_rate,
                         net->options.limits.messages_burst, now(net)))
        return bad_message(net, peer, NET_BYE_POLICY, "too many messages");
    net->handler.on_message(net->handler.self, peer->id, peer->in, peer->in_len);
    peer->in_len = 0;
    return 0;
}

/* Nonzero refuses the upgrade: another path, another protocol than ours, or a foreign page. The plain
 * status line is all lws can still send here. */
static int
check_upgrade(struct net_lws *net, struct lws *wsi, const char *to)
{
    char *uri, protocol[64];
    int len;
    size_t path_len = strlen(net->options.ws_path);

    if (!to || strcasecmp(to, "websocket") != 0)
        return -1;
    if (read_method(wsi, &uri, &len) != NET_GET || !uri || (size_t)len != path_len ||
        memcmp(uri, net->options.ws_path, path_len) != 0)
        return lws_return_http_status(wsi, HTTP_STATUS_NOT_FOUND, NULL) ? -1 : 1;
    if (lws_hdr_copy(wsi, protocol, sizeof protocol, WSI_TOKEN_PROTOCOL) <= 0 ||
        !strstr(protocol, "khepri-1"))
        return lws_return_http_status(wsi, HTTP_STATUS_BAD_REQUEST, NULL) ? -1 : 1;
    if (!origin_is_ours(wsi))
        return lws_return_http_status(wsi, HTTP_STATUS_FORBIDDEN, NULL) ? -1 : 1;
    return 0;
}

/* ---- what lws tells ---- */

static int
on_accept(struct net_lws *net, lws_sockfd_type fd)
{
    char address[NET_ADDRESS_ROOM] = "";

    if (net->refuse || net->open >= net->options.limits.connections)
        return -1;
    lws_get_peer_simple_fd(fd, address, sizeof address);
    return open_from(net, address) >= net->options.limits.connections_each ? -1 : 0;
}

static int
on_instantiated(struct net_lws *net, struct lws *wsi)
{
    struct peer *peer = peer_create(net, wsi);

    if (!peer)
        return -1;
    lws_set_opaque_user_data(wsi, peer);
    return 0;
}

static int
on_websocket(struct net_lws *net, struct peer *peer)
{
    if (net->refuse)
        return -1;
    new_id(net, peer);
    peer->kind = PEER_WEBSOCKET;
    peer->deadline = 0;
    net->handler.on_open(net->handler.self, peer->id, peer->address);
    return 0;
}

static int
on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    struct net_lws *net = lws_context_user(lws_get_context(wsi));
    struct peer *peer;

    (void)user;
    if (reason == LWS_CALLBACK_FILTER_NETWORK_CONNECTION)
        return on_accept(net, (lws_sockfd_type)(intptr_t)in);
    if (reason == LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED)
        return on_instantiated(net, wsi);
    peer = lws_get_opaque_user_data(wsi);
    if (!peer)
        return 0;
    switch ((int)reason) { /* as int: lws has a hundred more reasons */
    case LWS_CALLBACK_HTTP:
        return begin_request(net, peer);
    case LWS_CALLBACK_HTTP_BODY:
        if (peer->kind == PEER_BODY && !take_in(peer, in, len)) {
            peer->kind = PEER_REFUSED;
            peer->refusal = &long_body;
        }
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return end_body(net, peer);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return continue_answer(net, peer);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return check_upgrade(net, wsi, in);
    case LWS_CALLBACK_ESTABLISHED:
        return on_websocket(net, peer);
    case LWS_CALLBACK_RECEIVE:
        return read_websocket(net, peer, in, len);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_websocket(net, peer);
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_CLOSED_HTTP:
        tell_closed(net, peer);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        lws_set_opaque_user_data(wsi, NULL);
        peer_destroy(net, peer);
        return 0;
    default:
        return 0;
    }
}

/* Those who take too long: to send a body, to read an answer or a message. */
static void
on_sweep(uv_timer_t *timer)
{
    struct net_lws *net = timer->data;

    for (int i = 0; i < net->options.limits.connections; i++) {
        struct peer *peer = net->slots[i];

        if (peer && peer->deadline && now(net) > peer->deadline) {
            peer->deadline = 0;
            lws_set_timeout(peer->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC);
        }
    }
}

/* ---- open and close ---- */

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = on_event},
    {.name = "khepri-1", .callback = on_event, .rx_buffer_size = 4096},
    {0},
};

/* An unanswered ping after half a minute of silence, and half a minute more, is a lost connection. */
static const lws_retry_bo_t heartbeat = {.secs_since_valid_ping = 30,
                                         .secs_since_valid_hangup = 60};

static struct lws_context_creation_info
creation_info(struct net_lws *net)
{
    struct lws_context_creation_info info = {0};

    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_NO_LWS_SYSTEM_STATES;
    if (!strchr(net->options.address, ':'))
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    net->loops[0] = net->options.loop;
    info.foreign_loops = net->loops;
    info.user = net;
    info.protocols = protocols;
    info.iface = net->options.address;
    info.port = net->options.port;
    info.vhost_name = "khepri";
    info.server_string = "khepri";
    info.timeout_secs = (unsigned)net->options.limits.patience;
    info.keepalive_timeout = 60;
    info.max_http_header_data = 8192;
    info.retry_and_idle_policy = &heartbeat;
    info.pcontext = &net->context; /* which lws sets to NULL when it has freed it */
    return info;
}

static bool
open_context(struct net_lws *net, struct oops *why)
{
    struct lws_context_creation_info info = creation_info(net);

    lws_set_log_level(
        0, NULL); /* what it has to say is of what visitors send, or we say it better */
    net->context = lws_create_context(&info);
    if (!net->context) {
        snprintf(
            why->text, sizeof why->text,
            "libwebsockets could not start on libuv; its plugin is in a package of its own "
            "(libwebsockets-evlib-uv on Debian): please install that");
        return false;
    }
    net->vhost = lws_create_vhost(net->context, &info);
    if (!net->vhost) {
        snprintf(
            why->text, sizeof why->text,
            "cannot listen on %s port %d: the address is not of this machine, or the port is taken",
            net->options.address, net->options.port);
        return false;
    }
    return true;
}

struct net_lws *
net_lws_open(const struct net_lws_options *options, const struct net_handler *handler,
             struct oops *why)
{
    struct net_lws *net = calloc(1, sizeof *net);
    size_t slots = (size_t)options->limits.connections;

    if (!net || slots > 1u << SLOT_BITS)
        goto no_memory;
    net->net =
        (struct net){.send = net_lws_send, .reply = net_lws_reply, .close = net_lws_close};
    net->options = *options;
    net->handler = *handler;
    net->slots = calloc(slots, sizeof *net->slots);
    net->limiter =
        net_limiter_create(options->limits.requests_rate, options->limits.requests_burst);
    if (!net->slots || !net->limiter)
        goto no_memory;
    if (!net_can_listen(options->address, options->port, why)) {
        net_lws_destroy(net);
        return NULL;
    }
    if (!open_context(net, why)) {
        net_lws_stop(net);
        for (int i = 0; i < CLOSING_ROUNDS;
             i++) /* handles of others may be on the loop: no waiting */
            uv_run(options->loop, UV_RUN_NOWAIT);
        net_lws_destroy(net);
        return NULL;
    }
    uv_timer_init(options->loop, &net->sweep);
    net->sweep.data = net;
    uv_timer_start(&net->sweep, on_sweep, 1000, 1000);
    uv_unref((uv_handle_t *)&net->sweep);
    return net;

no_memory:
    snprintf(why->text, sizeof why->text, "there is not enough memory to listen");
    net_lws_destroy(net);
    return NULL;
}

struct net *
net_lws_net(struct net_lws *net)
{
    return &net->net;
}

int
net_lws_port(const struct net_lws *net)
{
    return lws_get_vhost_listen_port(net->vhost);
}

void
net_lws_refuse_new(struct net_lws *net)
{
    net->refuse = true;
}

bool
net_lws_is_quiet(const struct net_lws *net)
{
    for (int i = 0; i < net->options.limits.connections; i++) {
        const struct peer *peer = net->slots[i];

        if (peer && (peer->kind == PEER_ANSWERING || peer->kind == PEER_ASKED || peer->first ||
                     (peer->bye && !peer->said_bye)))
            return false;
    }
    return true;
}

void
net_lws_stop(struct net_lws *net)
{
    net->stopping = true;
    if (net->sweep.data)
        uv_close((uv_handle_t *)&net->sweep, NULL);
    if (net->context)
        lws_context_destroy(net->context);
}

void
net_lws_destroy(struct net_lws *net)
{
    if (!net)
        return;
    if (net->context)
        lws_context_destroy(
            net->context); /* the second time frees it, now that the loop is through */
    net_limiter_destroy(net->limiter);
    free(net->slots);
    free(net);
}
