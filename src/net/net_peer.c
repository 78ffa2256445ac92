/* SPDX-License-Identifier: MIT
 * net_peer.c -- connections: lookup by id, creation and destruction. */
#include "net_lws_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net_unix.h"
#include "net_words.h"

static size_t
least(size_t a, size_t b)
{
    return a < b ? a : b;
}

uint64_t
peer_now(const struct net_lws *net)
{
    return uv_now(net->options.loop);
}

uint64_t
peer_soon(const struct net_lws *net)
{
    return peer_now(net) + 1000u * (uint64_t)net->options.limits.patience;
}

struct peer *
peer_of(const struct net_lws *net, net_id id)
{
    size_t slot = id & ((1u << SLOT_BITS) - 1);
    struct peer *peer =
        slot < (size_t)net->options.limits.connections ? net->slots[slot] : NULL;

    return peer && peer->id == id ? peer : NULL;
}

void
peer_new_id(struct net_lws *net, struct peer *peer)
{
    peer->id = ++net->serial << SLOT_BITS | peer->slot;
}

void
peer_keep(char *to, size_t room, const char *from)
{
    snprintf(to, room, "%s", from ? from : "");
}

void
peer_address(const struct net_lws *net, int fd, char out[NET_ADDRESS_ROOM])
{
    char seen[NET_ADDRESS_ROOM] = "";

    if (strcmp(net->options.address, NET_UNIX_ADDRESS) == 0)
        strcpy(seen, NET_UNIX_ADDRESS);
    else
        lws_get_peer_simple_fd(fd, seen, sizeof seen);
    net_canonical(seen, out);
}

bool
peer_is_proxy(const struct net_lws *net, const char *address)
{
    for (int i = 0; i < NET_PROXIES && net->proxies[i][0]; i++) {
        if (strcmp(net->proxies[i], address) == 0)
            return true;
    }
    return false;
}

int
peer_open_from(const struct net_lws *net, const char *address)
{
    const struct net_home *home = net_home_find(&net->homes, address);

    return home ? home->open : 0;
}

struct peer *
peer_create(struct net_lws *net, struct lws *wsi)
{
    int left = net->options.limits.connections - net->open;
    struct peer *peer = left > 0 ? calloc(1, sizeof *peer) : NULL;

    if (!peer)
        return NULL;
    peer_address(net, lws_get_socket_fd(wsi), peer->address);
    peer->home = net_home_enter(&net->homes, peer->address);
    if (!peer->home) {
        free(peer);
        return NULL;
    }
    peer->wsi = wsi;
    peer->deadline = peer_soon(net);
    peer->slot = net->free_slots[left - 1];
    net->slots[peer->slot] = peer;
    net->open++;
    return peer;
}

bool
peer_move(struct net_lws *net, struct peer *peer, const char *address)
{
    struct net_home *home;

    net_canonical(address, peer->address);
    home = net_home_enter(&net->homes, peer->address);
    if (!home)
        return false;
    net_home_leave(&net->homes, peer->home);
    peer->home = home;
    return true;
}

bool
peer_hold(struct net_lws *net, struct peer *peer, size_t bytes)
{
    const struct net_limits *limits = &net->options.limits;

    if (bytes > limits->bodies_each - least(peer->home->held, limits->bodies_each) ||
        bytes > limits->bodies - least(net->held, limits->bodies))
        return false;
    peer->held += bytes;
    peer->home->held += bytes;
    net->held += bytes;
    return true;
}

void
peer_release(struct net_lws *net, struct peer *peer)
{
    peer->home->held -= peer->held;
    net->held -= peer->held;
    peer->held = 0;
}

/* The first KiB is free. */
bool
peer_may_send(struct net_lws *net, const struct peer *peer, size_t bytes)
{
    return bytes < 1024 ||
           net_limiter_pay(net->bodies, peer->address, (int)(bytes / 1024), peer_now(net));
}

void
peer_queue(struct net_lws *net, struct peer *peer, size_t bytes)
{
    peer->queued += bytes;
    peer->home->queued += bytes;
    net->queued += bytes;
}

void
peer_unqueue(struct net_lws *net, struct peer *peer, size_t bytes)
{
    peer->queued -= bytes;
    peer->home->queued -= bytes;
    net->queued -= bytes;
}

bool
peer_listens(const struct peer *peer)
{
    return peer->kind == PEER_WEBSOCKET || peer->kind == PEER_STREAM ||
           (peer->kind == PEER_ANSWERING && peer->http->reply.goes_on);
}

struct parcel *
peer_next_parcel(struct net_lws *net, struct peer *peer)
{
    struct parcel *parcel = peer->first;

    if (!parcel)
        return NULL;
    peer->first = parcel->next;
    if (!peer->first)
        peer->last = NULL;
    peer_unqueue(net, peer, parcel->len);
    peer->deadline = peer->first || peer->bye ? peer_soon(net) : 0;
    return parcel;
}

void
peer_drop_queue(struct net_lws *net, struct peer *peer)
{
    while (peer->first) {
        struct parcel *parcel = peer->first;

        peer->first = parcel->next;
        free(parcel);
    }
    peer->last = NULL;
    peer_unqueue(net, peer, peer->queued);
}

static void
tell_served(const struct net_lws *net, const struct peer *peer)
{
    const struct exchange *http = peer->http;

    if (net->handler.on_served && !net->stopping)
        net->handler.on_served(
            net->handler.self,
            &(struct net_served){.id = http->id,
                                 .address = peer->address,
                                 .method = http->method,
                                 .path = http->path,
                                 .status = http->head_sent ? http->reply.status : 0,
                                 .bytes = http->sent,
                                 .us = (uv_hrtime() - http->began) / 1000,
                                 .went_on = http->reply.goes_on});
}

void
peer_drop_request(struct net_lws *net, struct peer *peer)
{
    peer_release(net, peer);
    free(peer->in);
    peer->in = NULL;
    peer->in_len = peer->in_room = 0;
    if (peer->http) {
        tell_served(net, peer);
        free(peer->http->reply_body);
    }
    free(peer->http);
    peer->http = NULL;
}

/* Reports the end of a WebSocket, of an unanswered request, or of a response that went on, once. */
void
peer_tell_closed(struct net_lws *net, struct peer *peer)
{
    net_id id = peer->id;
    bool known = peer_listens(peer) || peer->kind == PEER_ASKED;

    peer->id = 0;
    peer->kind = PEER_NEW;
    if (known && id && !net->stopping)
        net->handler.on_close(net->handler.self, id);
}

void
peer_not_ready(struct peer *peer)
{
    if (!peer->ready_at)
        return;
    *peer->ready_at = peer->ready;
    if (peer->ready)
        peer->ready->ready_at = peer->ready_at;
    peer->ready = NULL;
    peer->ready_at = NULL;
}

void
peer_destroy(struct net_lws *net, struct peer *peer)
{
    peer_tell_closed(net, peer);
    peer_not_ready(peer);
    peer_drop_queue(net, peer);
    peer_drop_request(net, peer);
    net_home_leave(&net->homes, peer->home);
    net->slots[peer->slot] = NULL;
    net->open--;
    net->free_slots[net->options.limits.connections - net->open - 1] = peer->slot;
    free(peer);
}

/* Room for `more` bytes of input and a closing 0, unless that passes the limit. */
bool
peer_take_in(struct peer *peer, const void *bytes, size_t more)
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
