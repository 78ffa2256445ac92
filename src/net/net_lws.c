/* SPDX-License-Identifier: MIT
 * net_lws.c -- libwebsockets 4.1 on the caller's libuv loop.
 *
 * lws_write is to be called from a writeable callback and once in each, so all output goes through
 * a queue for each connection. Only when nothing waits in lws may it be called at other times. So what
 * WebSockets are sent is written at the end of a round of the loop (net_websocket.c). The loop is
 * the caller's, because lws's own removes the signal handlers and then spins instead of ending.
 * Each connection (struct peer) lives from the accept to LWS_CALLBACK_WSI_DESTROY, whatever it
 * becomes.
 *
 * An HTTP connection serves one request and is closed. lws 4.1 keeps what follows a request in
 * a list. If that is a POST, it reads the start of the headers as the body, for ever. A client
 * that sends two requests at once must never get that far. lws 4.3 closes the connection
 * if more arrives, or the client's half ends, before the answer is written.
 */
#include "net_lws_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net_probe.h"
#include "net_words.h"

enum { ACCEPTS_AT_ONCE = 64 };

/* ---- what lws tells ---- */

/* A client that does not read shall not fill the kernel's memory: by itself it gives such a socket megabytes. */
static void
set_up_socket(lws_sockfd_type fd)
{
    static const int bytes = SEND_BUFFER, on = 1;

    (void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes,
                     sizeof bytes); /* else it is as large as the system says */
    /* lws does so for its own sockets. Without it a second message waits until the first is acknowledged; a Unix socket
     * refuses, and does not need it. */
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static int
on_accept(struct net_lws *net, lws_sockfd_type fd)
{
    char address[NET_ADDRESS_ROOM];

    if (net->refuse || net->open >= net->options.limits.connections)
        return -1;
    set_up_socket(fd);
    peer_address(net, fd, address);
    if (peer_is_proxy(net, address))
        return 0; /* the real client is not known yet */
    return peer_open_from(net, address) >= net->options.limits.connections_each ? -1 : 0;
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
    peer_new_id(net, peer);
    peer->kind = PEER_WEBSOCKET;
    peer->deadline = 0;
    websocket_begin(net, peer);
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
        return http_begin_request(net, peer);
    case LWS_CALLBACK_HTTP_BODY:
        http_take_body(peer, in, len);
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return http_end_body(net, peer);
    case LWS_CALLBACK_RAW_ADOPT:
        return http_refuse_line(net, peer);
    case LWS_CALLBACK_RAW_WRITEABLE:
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return http_continue_answer(net, peer);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return websocket_check_upgrade(net, wsi, in);
    case LWS_CALLBACK_ESTABLISHED:
        return on_websocket(net, peer);
    case LWS_CALLBACK_RECEIVE:
        return websocket_read(net, peer, in, len);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return websocket_write(net, peer);
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_RAW_CLOSE:
        peer_tell_closed(net, peer);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        lws_set_opaque_user_data(wsi, NULL);
        peer_destroy(net, peer);
        return 0;
    default:
        return 0;
    }
}

/* Clients that are too slow: to send a request, to read a response or a message. Those who send too many control
 * frames, those who send and do not read, and those who are gone. A part of all connections each time, so that no sweep
 * takes long. */
static void
on_sweep(uv_timer_t *timer)
{
    struct net_lws *net = timer->data;

    net->sweeps = (net->sweeps + 1) % SWEEPS;
    for (int i = net->sweeps; i < net->options.limits.connections; i += SWEEPS) {
        struct peer *peer = net->slots[i];

        if (peer && peer->kind == PEER_WEBSOCKET)
            websocket_count_control(net, peer);
        if (peer && peer->kind >= PEER_ANSWERING && peer->kind != PEER_WEBSOCKET)
            http_end_unread(peer);
        if (peer && peer->deadline && peer_now(net) > peer->deadline) {
            peer->deadline = 0;
            lws_set_timeout(peer->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC);
        }
    }
}

/* ---- a listening socket of somebody else's ---- */

/* lws has no way to take such a socket, but takes what we accept from it. */
static void
on_connection(uv_poll_t *poll, int status, int events)
{
    struct net_lws *net = poll->data;

    (void)events;
    for (int i = 0; status == 0 && i < ACCEPTS_AT_ONCE; i++) {
        int fd = accept4(*net->options.listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

        if (fd < 0)
            return;
        if (on_accept(net, fd) != 0)
            close(fd);
        else
            lws_adopt_socket_vhost(net->vhost, fd); /* which closes it if it cannot */
    }
}

static bool
begin_accepting(struct net_lws *net, struct oops *why)
{
    int fault = uv_poll_init(net->options.loop, &net->accepting, *net->options.listener);

    if (fault == 0) {
        net->accepting.data = net;
        fault = uv_poll_start(&net->accepting, UV_READABLE, on_connection);
    }
    if (fault == 0)
        return true;
    snprintf(why->text, sizeof why->text, "cannot listen on the socket handed over: %s",
             uv_strerror(fault));
    return false;
}

/* ---- open and close ---- */

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = on_event},
    {.name = "khepri-1",
     .callback = on_event,
     .rx_buffer_size = RX_BUFFER,
     .tx_packet_size = GATHERED}, /* else lws sends RX_BUFFER at a time, and waits in between */
    {0},
};

/* A connection is lost after half a minute of silence and half a minute without an answer to a
 * ping. */
static const lws_retry_bo_t heartbeat = {.secs_since_valid_ping = 30,
                                         .secs_since_valid_hangup = 60};

/* Else lws closes a connection without a word when an address does not fit. */
static const struct lws_token_limits longest = {
    .token_limit = {[WSI_TOKEN_GET_URI] = LINE_MOST,
                    [WSI_TOKEN_HEAD_URI] = LINE_MOST,
                    [WSI_TOKEN_POST_URI] = LINE_MOST}};

static struct lws_context_creation_info
creation_info(struct net_lws *net)
{
    struct lws_context_creation_info info = {0};

    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_NO_LWS_SYSTEM_STATES |
                   /* else it answers what is no HTTP with a page of its own */
                   LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG;
    if (!strchr(net->options.address, ':'))
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    net->loops[0] = net->options.loop;
    info.foreign_loops = net->loops;
    info.user = net;
    info.protocols = protocols;
    /* Of "::" lws 4.3 would serve IPv6 alone; without an address it serves IPv4 too, as 4.1 does. */
    info.iface = net->options.listener || strcmp(net->options.address, "::") == 0
                     ? NULL
                     : net->options.address;
    info.port = net->options.listener ? CONTEXT_PORT_NO_LISTEN_SERVER : net->options.port;
    info.vhost_name = "khepri";
    info.server_string = "khepri";
    info.timeout_secs = (unsigned)net->options.limits.patience;
    info.keepalive_timeout = 60;
    info.max_http_header_data = HEADERS_MOST;
    info.token_limits = &longest;
    info.pt_serv_buf_size = CHUNK;
    info.retry_and_idle_policy = &heartbeat;
    info.pcontext = &net->context; /* lws sets it to NULL when it has freed it */
    return info;
}

static bool
open_context(struct net_lws *net, struct oops *why)
{
    struct lws_context_creation_info info = creation_info(net);

    lws_set_log_level(0, NULL); /* its log is about client input, or repeats our messages */
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

static bool
make_slots(struct net_lws *net)
{
    const struct net_limits *limits = &net->options.limits;
    size_t count = (size_t)limits->connections;

    net->slots = calloc(count, sizeof *net->slots);
    net->free_slots = calloc(count, sizeof *net->free_slots);
    net->limiter = net_limiter_create(limits->requests_rate, limits->requests_burst);
    net->bodies = net_limiter_create(limits->bodies_rate, limits->bodies_burst);
    if (!net->slots || !net->free_slots || !net->limiter || !net->bodies)
        return false;
    for (size_t i = 0; i < count; i++)
        net->free_slots[i] = (unsigned)(count - 1 - i);
    return true;
}

static struct net_load
load_of(const struct net *base)
{
    const struct net_lws *net = (const struct net_lws *)base;

    return (struct net_load){net->open, net->queued, net->held};
}

struct net_lws *
net_lws_open(const struct net_lws_options *options, const struct net_handler *handler,
             struct oops *why)
{
    struct net_lws *net = calloc(1, sizeof *net);

    if (!net || options->limits.connections > 1 << SLOT_BITS)
        goto no_memory;
    net->net = (struct net){
        .send = net_lws_send, .reply = net_lws_reply, .close = net_lws_close, .load = load_of};
    net->options = *options;
    for (int i = 0; i < NET_PROXIES && options->proxies && options->proxies[i]; i++)
        net_canonical(options->proxies[i], net->proxies[i]);
    net->handler = *handler;
    if (!make_slots(net))
        goto no_memory;
    if (!options->listener && !net_can_listen(options->address, options->port, why)) {
        net_lws_destroy(net);
        return NULL;
    }
    if (!open_context(net, why)) {
        net_lws_stop(net);
        for (int i = 0; i < CLOSING_ROUNDS;
             i++) /* other handles may be on the loop: do not wait */
            uv_run(options->loop, UV_RUN_NOWAIT);
        net_lws_destroy(net);
        return NULL;
    }
    if (options->listener && !begin_accepting(net, why)) {
        net_lws_stop(net);
        for (int i = 0; i < CLOSING_ROUNDS; i++)
            uv_run(options->loop, UV_RUN_NOWAIT);
        net_lws_destroy(net);
        return NULL;
    }
    uv_timer_init(options->loop, &net->sweep);
    net->sweep.data = net;
    uv_timer_start(&net->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    uv_unref((uv_handle_t *)&net->sweep);
    uv_prepare_init(options->loop, &net->writing);
    net->writing.data = net;
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
    return net->options.listener ? net->options.port : lws_get_vhost_listen_port(net->vhost);
}

void
net_lws_refuse_new(struct net_lws *net)
{
    net->refuse = true;
    if (net->accepting.data)
        uv_poll_stop(&net->accepting); /* they wait for whoever gets the socket next */
}

bool
net_lws_is_quiet(const struct net_lws *net)
{
    for (int i = 0; i < net->options.limits.connections; i++) {
        const struct peer *peer = net->slots[i];

        /* Whoever came by a socket that outlives us shall not notice the end. */
        if (peer && net->options.listener &&
            (peer->kind == PEER_NEW || peer->kind == PEER_BODY))
            return false;
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
    if (net->writing.data)
        uv_close((uv_handle_t *)&net->writing, NULL);
    if (net->accepting.data)
        uv_close((uv_handle_t *)&net->accepting, NULL);
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
            net->context); /* the second call frees it, now that the loop has ended */
    net_limiter_destroy(net->limiter);
    net_limiter_destroy(net->bodies);
    free(net->slots);
    free(net->free_slots);
    free(net);
}
