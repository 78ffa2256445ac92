/* SPDX-License-Identifier: MIT
 * net_peer.c -- connections: lookup by id, creation and destruction. */
#include "net_lws_parts.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
peer_write_address(char out[NET_ADDRESS_ROOM], const char *text)
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    unsigned char bytes[16];

    peer_keep(out, NET_ADDRESS_ROOM, text);
    if (inet_pton(AF_INET6, out, bytes) != 1)
        return;
    if (memcmp(bytes, mapped, sizeof mapped) == 0)
        inet_ntop(AF_INET, bytes + sizeof mapped, out, NET_ADDRESS_ROOM);
    else
        inet_ntop(AF_INET6, bytes, out, NET_ADDRESS_ROOM);
}

bool
peer_is_proxy(const struct net_lws *net, const char *address)
{
    return net->proxy[0] && strcmp(net->proxy, address) == 0;
}

int
peer_open_from(const struct net_lws *net, const char *address)
{
    int count = 0;

    for (int i = 0; i < net->options.limits.connections; i++)
        count += net->slots[i] && strcmp(net->slots[i]->address, address) == 0;
    return count;
}

struct peer *
peer_create(struct net_lws *net, struct lws *wsi)
{
    struct peer *peer;
    char address[NET_ADDRESS_ROOM] = "";
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
    lws_get_peer_simple(wsi, address, sizeof address);
    peer_write_address(peer->address, address);
    net->slots[slot] = peer;
    net->open++;
    return peer;
}

void
peer_drop_queue(struct peer *peer)
{
    while (peer->first) {
        struct parcel *parcel = peer->first;

        peer->first = parcel->next;
        free(parcel);
    }
    peer->last = NULL;
    peer->queued = 0;
}

void
peer_drop_request(struct peer *peer)
{
    free(peer->in);
    free(peer->reply_body);
    peer->in = NULL;
    peer->reply_body = NULL;
    peer->in_len = peer->in_room = peer->sent = 0;
    peer->head_sent = false;
    peer->reply = (struct net_reply){0};
}

/* Reports the end of a WebSocket or of an unanswered request, once. */
void
peer_tell_closed(struct net_lws *net, struct peer *peer)
{
    net_id id = peer->id;
    bool known = peer->kind == PEER_WEBSOCKET || peer->kind == PEER_ASKED;

    peer->id = 0;
    peer->kind = PEER_NEW;
    if (known && id && !net->stopping)
        net->handler.on_close(net->handler.self, id);
}

void
peer_destroy(struct net_lws *net, struct peer *peer)
{
    peer_tell_closed(net, peer);
    peer_drop_queue(peer);
    peer_drop_request(peer);
    net->slots[peer->slot] = NULL;
    net->open--;
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
