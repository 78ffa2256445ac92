/* SPDX-License-Identifier: MIT
 * net_websocket.c -- WebSockets by libwebsockets: reassembling messages, and sending the queue. */
#include "net_lws_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net_tcp.h"

enum { TOO_MANY_REQUESTS = 429 };

/* The header of a frame that a client sends: with its mask, and the length if it is not short. */
enum { HEADER = 6, LONG_HEADER = 8, SHORT_MOST = 125 };

/* The longest header of a frame that is sent. */
enum { FRAME_HEAD = 4 };

/* The number of frames that are checked for a mask as they come. Later ones are checked with the control frames,
 * within a second: asking the system costs as much as reading the frame. */
enum { CHECKED_AT_ONCE = 16 };

/* The bytes of a frame being read that may not have reached us yet. */
enum { BEING_READ = RX_BUFFER + 16 };

void
net_lws_close(struct net *base, net_id id, int code, const char *why)
{
    struct peer *peer = peer_of((struct net_lws *)base, id);

    if (!peer || !peer_listens(peer) || peer->bye)
        return;
    peer->bye = code;
    peer_keep(peer->why, sizeof peer->why, why);
    peer->deadline = peer_soon((struct net_lws *)base);
    http_write_soon(peer);
}

static bool
may_queue(const struct net_lws *net, const struct peer *peer, size_t len)
{
    const struct net_limits *limits = &net->options.limits;
    bool full = net->queued > limits->queues || peer->home->queued > limits->queues_each;

    return peer->queued + len <= (full ? SMALL_QUEUE : limits->queue_bytes);
}

/* ---- without waiting ---- */

/* Most sockets can be written to at once. To wait for that costs four calls of epoll_ctl and a round of the event loop.
 * Whenever the events that are waited for change, libuv forgets a socket and takes it up again. */
static void
be_ready(struct net_lws *net, struct peer *peer)
{
    if (peer->ready_at || net->stopping)
        return;
    if (!net->ready)
        uv_prepare_start(&net->writing, websocket_write_ready);
    peer->ready = net->ready;
    if (peer->ready)
        peer->ready->ready_at = &peer->ready;
    peer->ready_at = &net->ready;
    net->ready = peer;
}

void
websocket_write_ready(uv_prepare_t *handle)
{
    struct net_lws *net = handle->data;

    while (net->ready) {
        struct peer *peer = net->ready;

        peer_not_ready(peer);
        if (!peer->first)
            continue;
        if (lws_partial_buffered(peer->wsi)) /* what was written before has not all been sent */
            lws_callback_on_writable(peer->wsi);
        else if (websocket_write(net, peer) < 0) /* the connection is broken */
            lws_set_timeout(peer->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC);
    }
    uv_prepare_stop(handle);
}

void
net_lws_send(struct net *base, net_id id, const char *text, size_t len)
{
    struct net_lws *net = (struct net_lws *)base;
    struct peer *peer = peer_of(net, id);
    struct parcel *parcel;

    if (!peer || !peer_listens(peer) || peer->bye)
        return;
    parcel = may_queue(net, peer, len) ? malloc(sizeof *parcel + LWS_PRE + len) : NULL;
    if (!parcel) {
        peer_drop_queue(net, peer);
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
    peer_queue(net, peer, len);
    if (peer->deadline == 0)
        peer->deadline = peer_soon(net);
    if (peer->kind == PEER_WEBSOCKET)
        be_ready(net, peer);
    else
        http_write_soon(peer);
}

/* Sends the close frame by hand: if told to close from a writeable callback, lws 4.1 on libuv
 * disconnects without one. The client then closes, or is disconnected soon. */
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
    peer->deadline = peer_now(net) + BYE_MS;
    return lws_write(peer->wsi, frame, len + 4, LWS_WRITE_RAW) < 0 ? -1 : 0;
}

/* A message as a frame of the server's, which has no mask. */
static size_t
put_frame(unsigned char *at, const struct parcel *parcel)
{
    size_t head = parcel->len > SHORT_MOST ? FRAME_HEAD : FRAME_HEAD - 2;

    at[0] = 0x81; /* final, opcode 1 */
    at[1] = (unsigned char)(head == FRAME_HEAD ? 126 : parcel->len);
    at[2] = (unsigned char)(parcel->len >> 8);
    at[3] = (unsigned char)parcel->len;
    memcpy(at + head, parcel->space + LWS_PRE, parcel->len);
    return head + parcel->len;
}

/* The messages that wait, as many as fit into one write. Most often these are a reply and the step that it led to: one
 * packet instead of two, and one round of the event loop. 0: the first of them is too long. */
static size_t
gather(struct net_lws *net, struct peer *peer, unsigned char *at)
{
    size_t len = 0;

    while (peer->first && len + FRAME_HEAD + peer->first->len <= GATHERED) {
        len += put_frame(at + len, peer->first);
        free(peer_next_parcel(net, peer));
    }
    return len;
}

static int
write_long(struct net_lws *net, struct peer *peer)
{
    struct parcel *parcel = peer_next_parcel(net, peer);
    int written = lws_write(peer->wsi, parcel->space + LWS_PRE, parcel->len, LWS_WRITE_TEXT);

    free(parcel);
    return written;
}

int
websocket_write(struct net_lws *net, struct peer *peer)
{
    unsigned char buf[LWS_PRE + GATHERED];
    size_t len;

    if (!peer->first)
        return peer->bye && !peer->said_bye ? write_bye(net, peer) : 0;
    len = gather(net, peer, buf + LWS_PRE);
    if ((len > 0 ? lws_write(peer->wsi, buf + LWS_PRE, len, LWS_WRITE_RAW)
                 : write_long(net, peer)) < 0)
        return -1;
    if (peer->first || peer->bye)
        lws_callback_on_writable(peer->wsi);
    return 0;
}

static int
bad_message(struct net_lws *net, struct peer *peer, int code, const char *why)
{
    net_lws_close(&net->net, peer->id, code, why);
    return 0;
}

static const char no_mask[] = "a client's frames have a mask";

/* ---- what lws does not tell: frames without a mask, and control frames ---- */

/* Notes a part of a data frame. False if the frames could not have been that short with a mask (RFC 6455, 5.1).
 * lws does not tell, so this counts bytes: four are missing for each such frame, until control frames make up for
 * it. */
static bool
count_frame(struct peer *peer, size_t len)
{
    uint64_t all;

    peer->frame += len;
    if (lws_remaining_packet_payload(peer->wsi) > 0)
        return true;
    peer->framed += peer->frame + (peer->frame > SHORT_MOST ? LONG_HEADER : HEADER);
    peer->frame = 0;
    if (peer->checked == CHECKED_AT_ONCE)
        return true;
    peer->checked++;
    return !net_tcp_received(lws_get_socket_fd(peer->wsi), &all) ||
           all - peer->received >= peer->framed;
}

void
websocket_begin(struct net_lws *net, struct peer *peer)
{
    peer_drop_request(net, peer);
}

/* lws answers pings by itself and tells nobody. But the socket counts bytes: those that were in no data frame were in
 * control frames, of which the shortest counts as a message. */
void
websocket_count_control(struct net_lws *net, struct peer *peer)
{
    const struct net_limits *limits = &net->options.limits;
    uint64_t all,
        data = peer->received + peer->framed + peer->frame + peer->charged + BEING_READ;
    int fd = lws_get_socket_fd(peer->wsi), unread, frames;

    if (peer->bye || !net_tcp_received(fd, &all))
        return;
    if (all - peer->received < peer->framed) {
        bad_message(net, peer, NET_BYE_BROKEN, no_mask);
        return;
    }
    if (all < data + HEADER || !net_tcp_unread(fd, &unread) ||
        all < data + (uint64_t)unread + HEADER)
        return;
    frames = (int)((all - (uint64_t)unread - data) / HEADER);
    peer->charged += (uint64_t)frames * HEADER;
    if (net_bucket_pay(&peer->messages, frames, limits->messages_rate, limits->messages_burst,
                       peer_now(net)))
        return;
    peer->bye =
        NET_BYE_POLICY; /* without a word: it would go on while we wait for its answer */
    lws_set_timeout(peer->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC);
}

int
websocket_read(struct net_lws *net, struct peer *peer, const void *bytes, size_t len)
{
    if (peer->bye)
        return 0;
    if (!count_frame(peer, len))
        return bad_message(net, peer, NET_BYE_BROKEN, no_mask);
    if (lws_is_first_fragment(peer->wsi)) {
        peer->in_len = 0;
        peer->in_limit = net->options.limits.message_bytes;
        if (lws_frame_is_binary(peer->wsi))
            return bad_message(net, peer, NET_BYE_TYPE, "messages are text");
    }
    if (!peer_take_in(peer, bytes, len))
        return bad_message(net, peer, NET_BYE_BIG, "the message is too long");
    if (!lws_is_final_fragment(peer->wsi) || lws_remaining_packet_payload(peer->wsi) > 0)
        return 0;
    if (!net_bucket_take(&peer->messages, net->options.limits.messages_rate,
                         net->options.limits.messages_burst, peer_now(net)))
        return bad_message(net, peer, NET_BYE_POLICY, "too many messages");
    if (!peer_may_send(net, peer, peer->in_len))
        return bad_message(net, peer, NET_BYE_POLICY, "too many long messages");
    net->handler.on_message(net->handler.self, peer->id, peer->in, peer->in_len);
    peer->in_len = 0;
    return 0;
}

/* Nonzero refuses the upgrade: a wrong path, a wrong protocol, or a foreign page. lws can only
 * send the plain status line here. */
int
websocket_check_upgrade(struct net_lws *net, struct lws *wsi, const char *to)
{
    struct peer *peer = lws_get_opaque_user_data(wsi);
    char *uri, protocol[64];
    int len;
    size_t path_len = strlen(net->options.ws_path);

    if (!to || strcasecmp(to, "websocket") != 0)
        return -1;
    if (http_read_method(wsi, &uri, &len) != NET_GET || !uri || (size_t)len != path_len ||
        memcmp(uri, net->options.ws_path, path_len) != 0)
        return lws_return_http_status(wsi, HTTP_STATUS_NOT_FOUND, NULL) ? -1 : 1;
    if (lws_hdr_copy(wsi, protocol, sizeof protocol, WSI_TOKEN_PROTOCOL) <= 0 ||
        !strstr(protocol, "khepri-1"))
        return lws_return_http_status(wsi, HTTP_STATUS_BAD_REQUEST, NULL) ? -1 : 1;
    if (!http_know_asker(net, peer))
        return lws_return_http_status(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE, NULL) ? -1 : 1;
    /* It counts as a request: otherwise reconnecting would have no rate limit. */
    if (!net_limiter_take(net->limiter, peer->address, peer_now(net)))
        return lws_return_http_status(wsi, TOO_MANY_REQUESTS, NULL) ? -1 : 1;
    if (!http_host_is_ours(net, wsi) || !http_origin_is_ours(wsi))
        return lws_return_http_status(wsi, HTTP_STATUS_FORBIDDEN, NULL) ? -1 : 1;
    if (!net_tcp_received(lws_get_socket_fd(wsi), &peer->received))
        peer->received = 0; /* what comes later are frames */
    return 0;
}
