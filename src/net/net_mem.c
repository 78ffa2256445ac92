/* SPDX-License-Identifier: MIT
 * net_mem.c -- see net_mem.h. Limits are the same as in the real transport. */
#include "net_mem.h"

#include <stdlib.h>
#include <string.h>

struct parcel {
    struct parcel *next;
    size_t len;
    char text[];
};

struct visitor {
    net_id id;
    bool http, gone; /* gone: closed by the client */
    bool goes_on; /* a response to which more is added */
    bool untold; /* closed by the server; the handler is not told yet */
    int closed, status;
    size_t queued;
    struct parcel *first, *last;
};

struct net_mem {
    struct net net; /* first, so that it can be found from it */
    struct net_limits limits;
    struct net_handler handler;
    struct visitor *visitors;
    size_t count, room;
};

static struct visitor *
find(const struct net_mem *mem, net_id id)
{
    return id >= 1 && id <= mem->count ? &mem->visitors[id - 1] : NULL;
}

static bool
put(struct visitor *v, const char *text, size_t len)
{
    struct parcel *parcel = malloc(sizeof *parcel + len + 1);

    if (!parcel)
        return false;
    *parcel = (struct parcel){.len = len};
    if (len > 0)
        memcpy(parcel->text, text, len);
    parcel->text[len] = 0;
    if (v->last)
        v->last->next = parcel;
    else
        v->first = parcel;
    v->last = parcel;
    v->queued += len;
    return true;
}

/* Whether messages can be sent to it. */
static bool
listens(const struct visitor *v)
{
    return (!v->http || v->goes_on) && !v->gone && !v->closed;
}

/* Never calls the handler directly: it may be busy with that very client. */
static void
mem_close(struct net *net, net_id id, int code, const char *why)
{
    struct visitor *v = find((struct net_mem *)net, id);

    (void)why;
    if (!v || !listens(v))
        return;
    v->closed = code;
    v->untold = true;
}

static void
tell_closed(struct net_mem *mem)
{
    for (size_t i = 0; i < mem->count; i++) {
        if (mem->visitors[i].untold) {
            mem->visitors[i].untold = false;
            mem->handler.on_close(mem->handler.self, i + 1);
        }
    }
}

static void
mem_send(struct net *net, net_id id, const char *text, size_t len)
{
    struct net_mem *mem = (struct net_mem *)net;
    struct visitor *v = find(mem, id);

    if (!v || !listens(v))
        return;
    if (v->queued + len > mem->limits.queue_bytes || !put(v, text, len))
        mem_close(net, id, NET_BYE_LATER, "too slow");
}

static void
mem_reply(struct net *net, net_id id, const struct net_reply *reply)
{
    struct visitor *v = find((struct net_mem *)net, id);

    if (!v || !v->http || v->gone || v->status)
        return;
    v->goes_on = reply->goes_on;
    v->status = put(v, reply->body, reply->type ? reply->body_len : 0) ? reply->status : 500;
}

static struct net_load
mem_load(const struct net *net)
{
    const struct net_mem *mem = (const struct net_mem *)net;
    struct net_load load = {0};

    for (size_t i = 0; i < mem->count; i++) {
        load.connections += !mem->visitors[i].gone && !mem->visitors[i].closed;
        load.queued += mem->visitors[i].queued;
    }
    return load;
}

struct net_mem *
net_mem_create(const struct net_limits *limits, const struct net_handler *handler)
{
    struct net_mem *mem = calloc(1, sizeof *mem);

    if (mem) {
        mem->net = (struct net){
            .send = mem_send, .reply = mem_reply, .close = mem_close, .load = mem_load};
        mem->limits = *limits;
        mem->handler = *handler;
    }
    return mem;
}

void
net_mem_destroy(struct net_mem *mem)
{
    if (!mem)
        return;
    for (size_t i = 0; i < mem->count; i++) {
        while (mem->visitors[i].first) {
            struct parcel *parcel = mem->visitors[i].first;

            mem->visitors[i].first = parcel->next;
            free(parcel);
        }
    }
    free(mem->visitors);
    free(mem);
}

struct net *
net_mem_net(struct net_mem *mem)
{
    return &mem->net;
}

static net_id
add(struct net_mem *mem, bool http)
{
    if (mem->count == mem->room) {
        size_t room = mem->room ? 2 * mem->room : 16;
        struct visitor *grown = realloc(mem->visitors, room * sizeof *grown);

        if (!grown)
            return 0;
        mem->visitors = grown;
        mem->room = room;
    }
    mem->visitors[mem->count] = (struct visitor){.id = mem->count + 1, .http = http};
    return ++mem->count;
}

net_id
net_mem_open(struct net_mem *mem, const char *address)
{
    int open = 0;
    net_id id;

    for (size_t i = 0; i < mem->count; i++)
        open += !mem->visitors[i].http && !mem->visitors[i].gone && !mem->visitors[i].closed;
    if (open >= mem->limits.connections)
        return 0;
    id = add(mem, false);
    if (id)
        mem->handler.on_open(mem->handler.self, id, address);
    tell_closed(mem);
    return id;
}

void
net_mem_message(struct net_mem *mem, net_id id, const char *text)
{
    struct visitor *v = find(mem, id);

    if (!v || v->gone || v->closed)
        return;
    if (strlen(text) > mem->limits.message_bytes)
        mem_close(&mem->net, id, NET_BYE_BIG, "too long");
    else
        mem->handler.on_message(mem->handler.self, id, text, strlen(text));
    tell_closed(mem);
}

void
net_mem_leave(struct net_mem *mem, net_id id)
{
    struct visitor *v = find(mem, id);

    if (!v || v->gone || v->closed || (v->status && !v->goes_on))
        return;
    v->gone = true;
    mem->handler.on_close(mem->handler.self, id);
}

char *
net_mem_take(struct net_mem *mem, net_id id)
{
    struct visitor *v = find(mem, id);
    struct parcel *parcel = v ? v->first : NULL;
    char *text;

    if (!parcel)
        return NULL;
    text = malloc(parcel->len + 1);
    if (!text)
        return NULL;
    memcpy(text, parcel->text, parcel->len + 1);
    v->queued -= parcel->len;
    v->first = parcel->next;
    if (!v->first)
        v->last = NULL;
    free(parcel);
    return text;
}

int
net_mem_closed(const struct net_mem *mem, net_id id)
{
    const struct visitor *v = find(mem, id);

    return v ? v->closed : 0;
}

static const char *
or_empty(const char *text)
{
    return text ? text : "";
}

net_id
net_mem_ask(struct net_mem *mem, const struct net_request *request)
{
    struct net_request full = *request;

    full.id = add(mem, true);
    full.authorization = or_empty(request->authorization);
    full.if_none_match = or_empty(request->if_none_match);
    full.accept_encoding = or_empty(request->accept_encoding);
    full.address = request->address ? request->address : "test";
    full.body = or_empty(request->body);
    if (full.id)
        mem->handler.on_http(mem->handler.self, &full);
    return full.id;
}

int
net_mem_answer(struct net_mem *mem, net_id id, char **body)
{
    struct visitor *v = find(mem, id);

    *body = NULL;
    if (!v || !v->status)
        return 0;
    *body = net_mem_take(mem, id);
    return v->status;
}
