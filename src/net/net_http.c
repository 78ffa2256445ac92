/* SPDX-License-Identifier: MIT
 * net_http.c -- HTTP by libwebsockets: receiving a request, sending its response. */
#include "net_lws_parts.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "net_words.h"

/* ---- HTTP: what the transport itself refuses, before the handler ---- */

struct own_refusal {
    int status;
    const char *body;
};

/* clang-format off */
#define REFUSAL(name, status, code, sentence)                                              \
    static const struct own_refusal name =                                                 \
        {status, "{\"ok\":false,\"error\":\"" sentence "\",\"code\":\"" code "\"}"}

REFUSAL(too_many,    429, "too_many",    "too many requests; please wait a moment");
REFUSAL(too_much,    429, "too_many",    "too much is being sent at once; please wait a moment");
REFUSAL(too_big,     429, "too_many",    "too many large requests; please wait a moment");
REFUSAL(bad_length,  400, "bad_request", "a body is sent with one Content-Length in digits");
REFUSAL(bad_body,    400, "bad_request", "GET and HEAD take no body");
REFUSAL(bad_line,    400, "bad_request", "a request begins with GET, HEAD or POST, an address and HTTP/1.1");
REFUSAL(long_line,   414, "too_large",   "the address is too long: it should have less than 4 KiB");
REFUSAL(long_header, 413, "too_large",   "a header is too long: those that are read may have 511 bytes");
REFUSAL(long_body,   413, "too_large",   "the body is too long");
REFUSAL(no_address,  404, "not_found",   "there is no such address");
REFUSAL(foreign,     403, "forbidden",   "this page belongs to another server");
REFUSAL(other_host,  403, "forbidden",   "this server does not go by that name; khepri serve --host gives it one");
/* clang-format on */

static_assert(NET_HEADER_ROOM == 512 && LINE_MOST == 4 << 10, "as the sentences say");

/* Keeps a copy of the body, unless it is static. */
static bool
keep_body(struct exchange *http)
{
    if (http->reply.lasting || http->reply.body_len == 0)
        return true;
    http->reply_body = malloc(http->reply.body_len);
    if (!http->reply_body)
        return false;
    memcpy(http->reply_body, http->reply.body, http->reply.body_len);
    http->reply.body = http->reply_body;
    return true;
}

static void
answer(struct net_lws *net, struct peer *peer, const struct net_reply *reply)
{
    struct exchange *http = peer->http;

    http->reply = *reply;
    if (!keep_body(http))
        http->reply = (struct net_reply){.status = 503};
    reply = &http->reply;
    peer_keep(http->type, sizeof http->type, reply->type);
    peer_keep(http->etag, sizeof http->etag, reply->etag);
    peer_keep(http->encoding, sizeof http->encoding, reply->encoding);
    peer_keep(http->cache, sizeof http->cache, reply->cache ? reply->cache : "no-store");
    peer_keep(http->filename, sizeof http->filename, reply->filename);
    peer_keep(http->allow, sizeof http->allow, reply->allow);
    peer->kind = PEER_ANSWERING;
    peer->deadline = peer_soon(net);
    lws_set_timeout(peer->wsi, NO_PENDING_TIMEOUT, 0);
    lws_callback_on_writable(peer->wsi);
}

static void
refuse(struct net_lws *net, struct peer *peer, const struct own_refusal *refusal)
{
    struct net_reply reply = {.status = refusal->status,
                              .type = "application/json",
                              .body = refusal->body,
                              .body_len = strlen(refusal->body),
                              .retry_after = refusal->status == 429 ? 1 : 0,
                              .lasting = true};
    char named[128];

    if (refusal == &long_body) { /* each path has its own limit */
        snprintf(named, sizeof named,
                 "{\"ok\":false,\"error\":\"the body is too long: it may have %zu KiB\","
                 "\"code\":\"too_large\"}",
                 net->handler.body_limit(net->handler.self, peer->http->path) / 1024);
        reply.body = named;
        reply.body_len = strlen(named);
        reply.lasting = false;
    }
    answer(net, peer, &reply);
}

/* Refuses a request before its body was read. A body of acceptable length is read and dropped
 * first: a client that is still sending would not read the response. */
static int
refuse_early(struct net_lws *net, struct peer *peer, long long length,
             const struct own_refusal *refusal)
{
    if (length > 0 && length <= SWALLOW) {
        peer->kind = PEER_REFUSED;
        peer->http->refusal = refusal;
        peer->deadline = peer_soon(net);
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

/* ---- HTTP: the request ---- */

/* Is this a cross-origin request? Origin, if sent, must be the server's own, which is the Host
 * that the client used. */
bool
http_origin_is_ours(struct lws *wsi)
{
    char origin[NET_HEADER_ROOM], host[NET_HEADER_ROOM];

    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
        return true;
    return lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) > 0 &&
           lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
           net_origin_is(origin, host);
}

/* DNS rebinding: a foreign name may resolve to this host, and its page would then have the same
 * origin. So check Host. */
bool
http_host_is_ours(const struct net_lws *net, struct lws *wsi)
{
    char host[NET_HEADER_ROOM];

    return !net->options.names || (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
                                   net_host_is(host, net->options.names));
}

bool
http_know_asker(struct net_lws *net, struct peer *peer)
{
    char list[HEADERS_MOST + 1], address[NET_ADDRESS_ROOM]; /* the proxy's entry is the last */
    char *comma;

    if (!peer_is_proxy(net, peer->address) ||
        lws_hdr_copy(peer->wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR) <= 0)
        return true;
    do { /* the client may have forged everything before what our own proxies wrote */
        if (!net_forwarded(list, address))
            return true;
        comma = strrchr(list, ',');
        if (comma)
            *comma = 0;
    } while (comma && peer_is_proxy(net, address));
    return peer_move(net, peer, address) &&
           peer->home->open <= net->options.limits.connections_each;
}

enum net_method
http_read_method(struct lws *wsi, char **uri, int *len)
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

/* The announced length of the body, -1 if the headers make no sense. */
static long long
body_length(struct lws *wsi)
{
    char text[24];

    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        return -1;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) == 0)
        return 0;
    return lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0
               ? net_length(text)
               : -1;
}

static void
deliver(struct net_lws *net, struct peer *peer)
{
    struct net_request request = {.id = peer->id,
                                  .method = peer->http->method,
                                  .path = peer->http->path,
                                  .authorization = peer->http->authorization,
                                  .if_none_match = peer->http->if_none_match,
                                  .accept_encoding = peer->http->accept_encoding,
                                  .address = peer->address,
                                  .body = peer->in ? peer->in : "",
                                  .body_len = peer->in_len};

    peer->kind = PEER_ASKED;
    peer->deadline = 0;
    lws_set_timeout(peer->wsi, NO_PENDING_TIMEOUT, 0);
    peer_release(net, peer); /* the body goes when it has been read */
    net->handler.on_http(net->handler.self, &request);
    free(peer->in);
    peer->in = NULL;
    peer->in_len = peer->in_room = 0;
}

static bool
begin_exchange(struct net_lws *net, struct peer *peer)
{
    if (peer->kind != PEER_NEW || peer->http)
        return false;
    peer->http = calloc(1, sizeof *peer->http);
    if (!peer->http)
        return false;
    peer_new_id(net, peer);
    peer->http->id = peer->id;
    peer->http->began = uv_hrtime();
    return true;
}

/* What lws cannot read as a request, such as an unknown method. Of three other refusals it tells nobody. It answers a
 * wrong escape and an address with "http://" by itself, and closes where the headers are too long. */
int
http_refuse_line(struct net_lws *net, struct peer *peer)
{
    if (!begin_exchange(net, peer))
        return -1;
    peer->http->method = NET_OTHER;
    refuse(net, peer,
           net_limiter_take(net->limiter, peer->address, peer_now(net)) ? &bad_line
                                                                        : &too_many);
    return 0;
}

/* The request line and the headers have arrived. */
int
http_begin_request(struct net_lws *net, struct peer *peer)
{
    struct lws *wsi = peer->wsi;
    char *uri;
    int len;
    long long length;

    if (!begin_exchange(net, peer))
        return -1;
    peer->http->method = http_read_method(wsi, &uri, &len);
    length = body_length(wsi);
    peer->http->no_body = length <= 0;
    if (!http_know_asker(net, peer) ||
        !net_limiter_take(net->limiter, peer->address, peer_now(net)))
        return refuse_early(net, peer, length, &too_many);
    if (length < 0)
        return refuse_early(net, peer, length, &bad_length);
    if (!http_host_is_ours(net, wsi))
        return refuse_early(net, peer, length, &other_host);
    if (len >= LINE_MOST)
        return refuse_early(net, peer, length, &long_line);
    if (!uri || len <= 0 || len >= NET_PATH_ROOM || memchr(uri, 0, (size_t)len))
        return refuse_early(net, peer, length, &no_address);
    memcpy(peer->http->path, uri, (size_t)len);
    peer->http->path[len] = 0;
    if (!copy_header(peer, WSI_TOKEN_HTTP_AUTHORIZATION, peer->http->authorization,
                     sizeof peer->http->authorization) ||
        !copy_header(peer, WSI_TOKEN_HTTP_IF_NONE_MATCH, peer->http->if_none_match,
                     sizeof peer->http->if_none_match) ||
        !copy_header(peer, WSI_TOKEN_HTTP_ACCEPT_ENCODING, peer->http->accept_encoding,
                     sizeof peer->http->accept_encoding))
        return refuse_early(net, peer, length, &long_header);
    if (peer->http->method == NET_POST && !http_origin_is_ours(wsi))
        return refuse_early(net, peer, length, &foreign);
    peer->in_limit = net->handler.body_limit(net->handler.self, peer->http->path);
    if ((unsigned long long)length > peer->in_limit)
        return refuse_early(net, peer, length, &long_body);
    if (length > 0 && (peer->http->method == NET_GET || peer->http->method == NET_HEAD))
        return refuse_early(net, peer, length, &bad_body);
    if (length == 0) {
        deliver(net, peer);
    } else if (!peer_may_send(net, peer, (size_t)length)) {
        return refuse_early(net, peer, length, &too_big);
    } else if (!peer_hold(net, peer, (size_t)length)) {
        return refuse_early(net, peer, length, &too_much);
    } else {
        peer->kind = PEER_BODY;
        peer->in_limit = (size_t)length;
        peer->deadline = peer_soon(net);
    }
    return 0;
}

/* A chunk of the body. */
void
http_take_body(struct peer *peer, const void *bytes, size_t len)
{
    if (peer->kind == PEER_BODY && !peer_take_in(peer, bytes, len)) {
        peer->kind = PEER_REFUSED;
        peer->http->refusal = &long_body;
    }
}

/* lws calls this repeatedly if more data follows the body: then close that client. */
int
http_end_body(struct net_lws *net, struct peer *peer)
{
    if (peer->kind == PEER_REFUSED)
        refuse(net, peer, peer->http->refusal);
    else if (peer->kind == PEER_BODY)
        deliver(net, peer);
    else if (!peer->http || !peer->http->no_body)
        return -1;
    peer->http->no_body = false;
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

/* Headers of every response: no page of this server loads, or is loaded by, a foreign page. */
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
    char offer[128] = "", seconds[12] = "";
    struct lws *wsi = peer->wsi;

    if (peer->http->filename[0])
        snprintf(offer, sizeof offer, "attachment; filename=\"%s\"", peer->http->filename);
    if (peer->http->reply.retry_after > 0)
        snprintf(seconds, sizeof seconds, "%d", peer->http->reply.retry_after);
    if (lws_add_http_header_status(wsi, (unsigned)peer->http->reply.status, &p, end))
        return false;
    if (peer->http->reply.status != 304 && !peer->http->reply.goes_on &&
        lws_add_http_header_content_length(wsi, peer->http->reply.body_len, &p, end))
        return false;
    return header(wsi, "content-type:", peer->http->type, &p, end) &&
           header(wsi, "etag:", peer->http->etag, &p, end) &&
           header(wsi, "content-encoding:", peer->http->encoding, &p, end) &&
           header(wsi, "cache-control:", peer->http->cache, &p, end) &&
           (!peer->http->reply.lasting || header(wsi, "vary:", "accept-encoding", &p, end)) &&
           header(wsi, "content-disposition:", offer, &p, end) &&
           header(wsi, "allow:", peer->http->allow, &p, end) &&
           header(wsi, "retry-after:", seconds, &p, end) &&
           (!peer->http->reply.goes_on || header(wsi, "x-accel-buffering:", "no", &p, end)) &&
           header(wsi, "connection:", "close", &p, end) && guard_headers(wsi, &p, end) &&
           lws_finalize_write_http_header(wsi, start, &p, end) == 0;
}

/* Returns -1, which tells lws to close once its buffers are written. */
static int
end_answer(struct net_lws *net, struct peer *peer)
{
    peer_drop_request(net, peer);
    peer->kind = PEER_SERVED;
    peer->id = 0;
    peer->deadline = 0;
    return -1;
}

void
http_write_soon(struct peer *peer)
{
    if (peer->kind == PEER_STREAM) /* lws does not write to whom it does not read */
        lws_rx_flow_control(peer->wsi, 1);
    lws_callback_on_writable(peer->wsi);
}

/* Writes what there is. If there is nothing, nothing is read either: what the client sends, or its end, would wake lws
 * again and again, which leaves it unread. */
static void
write_or_rest(struct peer *peer)
{
    if (peer->first || peer->bye || lws_partial_buffered(peer->wsi))
        http_write_soon(peer);
    else
        lws_rx_flow_control(peer->wsi, 0);
}

/* lws leaves unread what a client sends while a response waits to be written, and the end of what it sends. Both wake
 * lws again and again, for as long as the client does not read. So that client is closed. A response that goes on has
 * no other end than that of the client: whoever sends no more hears no more. */
void
http_end_unread(struct peer *peer)
{
    struct pollfd line = {.fd = lws_get_socket_fd(peer->wsi), .events = POLLOUT};
    char next;
    ssize_t got = recv(line.fd, &next, 1, MSG_PEEK | MSG_DONTWAIT);
    bool silent = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);

    if (line.fd >= 0 && !silent &&
        ((peer->kind == PEER_STREAM && got <= 0) || poll(&line, 1, 0) == 0))
        lws_set_timeout(peer->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC);
}

/* The next line of a response that goes on. */
static int
continue_stream(struct net_lws *net, struct peer *peer)
{
    struct parcel *parcel;
    int written;

    parcel = peer_next_parcel(net, peer);
    if (!parcel && peer->bye)
        return -1;
    if (!parcel) {
        write_or_rest(peer);
        return 0;
    }
    written = lws_write(peer->wsi, parcel->space + LWS_PRE, parcel->len, LWS_WRITE_HTTP);
    peer->http->sent += parcel->len;
    free(parcel);
    write_or_rest(peer);
    return written < 0 ? -1 : 0;
}

/* The beginning of such a response is sent; what comes is written as it is queued. */
static int
begin_stream(struct net_lws *net, struct peer *peer)
{
    peer->kind = PEER_STREAM;
    peer->deadline = peer->first || peer->bye ? peer_soon(net) : 0;
    write_or_rest(peer);
    return 0;
}

int
http_continue_answer(struct net_lws *net, struct peer *peer)
{
    unsigned char buf[LWS_PRE + CHUNK];
    size_t rest, part;
    const struct exchange *http = peer->http;
    bool body;

    if (peer->kind == PEER_STREAM)
        return continue_stream(net, peer);
    if (peer->kind != PEER_ANSWERING)
        return 0;
    body = http->reply.type && http->method != NET_HEAD && http->reply.body_len > 0;
    peer->deadline = peer_soon(net);
    if (!peer->http->head_sent) {
        peer->http->head_sent = true;
        if (!send_head(peer))
            return -1;
        if (!body)
            return end_answer(net, peer);
        lws_callback_on_writable(peer->wsi);
        return 0;
    }
    rest = peer->http->reply.body_len - peer->http->sent;
    part = rest < CHUNK ? rest : CHUNK;
    memcpy(buf + LWS_PRE, peer->http->reply.body + peer->http->sent, part);
    if (lws_write(peer->wsi, buf + LWS_PRE, part,
                  part == rest && !http->reply.goes_on ? LWS_WRITE_HTTP_FINAL
                                                       : LWS_WRITE_HTTP) < 0)
        return -1;
    peer->http->sent += part;
    if (part == rest)
        return http->reply.goes_on ? begin_stream(net, peer) : end_answer(net, peer);
    lws_callback_on_writable(peer->wsi);
    return 0;
}

void
net_lws_reply(struct net *base, net_id id, const struct net_reply *reply)
{
    struct net_lws *net = (struct net_lws *)base;
    struct peer *peer = peer_of(net, id);

    if (!peer || peer->kind != PEER_ASKED)
        return;
    answer(net, peer, reply);
}
