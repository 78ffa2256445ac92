/* SPDX-License-Identifier: MIT
 * load_wire.c -- see load_wire.h. */
#include "load_wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PIECE = 16 * 1024, TEXT = 0x81, PING = 0x89, PONG = 0x8a, MASKED = 0x80, KEY = 0x5a };

bool
wire_open(struct wire *wire, const struct sockaddr_in *server, int epoll, void *tag)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET,
                                .data.ptr = tag};
    static const int on = 1;

    wire->upgraded = false;
    wire->in_len = wire->read = wire->out_len = 0;
    wire->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (wire->fd < 0)
        return false;
    (void)setsockopt(wire->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if ((connect(wire->fd, (const struct sockaddr *)server, sizeof *server) == 0 ||
         errno == EINPROGRESS) &&
        epoll_ctl(epoll, EPOLL_CTL_ADD, wire->fd, &event) == 0)
        return true;
    wire_close(wire);
    return false;
}

void
wire_close(struct wire *wire)
{
    if (wire->fd >= 0)
        close(wire->fd);
    wire->fd = -1;
}

void
wire_free(struct wire *wire)
{
    wire_close(wire);
    free(wire->in);
    free(wire->out);
}

static bool
make_room(char **at, size_t *room, size_t wanted)
{
    char *grown = wanted <= *room ? *at : realloc(*at, 2 * wanted);

    if (!grown)
        return false;
    if (grown != *at) {
        *at = grown;
        *room = 2 * wanted;
    }
    return true;
}

/* Writes the bytes that wait. If the socket takes only a part, epoll tells when it takes more. */
static bool
push(struct wire *wire)
{
    while (wire->out_len > 0) {
        ssize_t gone = send(wire->fd, wire->out, wire->out_len, MSG_NOSIGNAL);

        if (gone < 0)
            return errno == EAGAIN || errno == ENOTCONN;
        wire->out_len -= (size_t)gone;
        memmove(wire->out, wire->out + gone, wire->out_len);
    }
    return true;
}

static bool
put(struct wire *wire, const void *bytes, size_t len)
{
    if (!make_room(&wire->out, &wire->out_room, wire->out_len + len))
        return false;
    memcpy(wire->out + wire->out_len, bytes, len);
    wire->out_len += len;
    return true;
}

bool
wire_ask(struct wire *wire, const char *path, const char *body)
{
    char head[256];
    int len = snprintf(head, sizeof head,
                       "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n\r\n",
                       body ? "POST" : "GET", path, body ? strlen(body) : 0);

    return put(wire, head, (size_t)len) && (!body || put(wire, body, strlen(body))) &&
           push(wire);
}

bool
wire_upgrade(struct wire *wire)
{
    static const char head[] =
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: khepri-1\r\n\r\n";

    return put(wire, head, sizeof head - 1) && push(wire);
}

/* A client's frame, with the same mask each time. */
static bool
put_frame(struct wire *wire, int first, const char *text, size_t len)
{
    unsigned char head[8] = {(unsigned char)first, (unsigned char)(MASKED | len)};
    size_t head_len = 2;
    char *at;

    if (len > 0xffff)
        return false;
    if (len > 125) {
        head[1] = MASKED | 126;
        head[2] = (unsigned char)(len >> 8);
        head[3] = (unsigned char)len;
        head_len = 4;
    }
    memset(head + head_len, KEY, 4);
    if (!put(wire, head, head_len + 4) || !put(wire, text, len))
        return false;
    at = wire->out + wire->out_len - len;
    for (size_t i = 0; i < len; i++)
        at[i] ^= KEY;
    return true;
}

bool
wire_say(struct wire *wire, const char *text, size_t len)
{
    return put_frame(wire, TEXT, text, len) && push(wire);
}

bool
wire_stir(struct wire *wire)
{
    if (!push(wire))
        return false;
    for (;;) {
        ssize_t came;

        if (!make_room(&wire->in, &wire->in_room, wire->in_len + PIECE + 1))
            return false;
        came = recv(wire->fd, wire->in + wire->in_len, PIECE, 0);
        if (came <= 0)
            return came < 0 && (errno == EAGAIN || errno == ENOTCONN);
        wire->in_len += (size_t)came;
        if (came < PIECE && !wire->upgraded)
            continue;
        if (came < PIECE) /* epoll tells of what comes later */
            return true;
    }
}

/* The answer to the request for a WebSocket, if it has come. */
static bool
take_upgrade(struct wire *wire)
{
    char *end;

    if (wire->in_len == 0)
        return false;
    wire->in[wire->in_len] = 0;
    end = strstr(wire->in, "\r\n\r\n");
    if (!end || strncmp(wire->in, "HTTP/1.1 101", 12) != 0)
        return false;
    wire->upgraded = true;
    wire->read = (size_t)(end + 4 - wire->in);
    return true;
}

/* The next frame: its payload, and its first byte. False if it has not come whole. */
static bool
take_frame(struct wire *wire, int *first, char **payload, size_t *len)
{
    const unsigned char *at = (const unsigned char *)wire->in + wire->read;
    size_t left = wire->in_len - wire->read, head = 2;

    if (left < 2)
        return false;
    *first = at[0];
    *len = at[1];
    if (*len >= 126) {
        head = *len == 126 ? 4 : 10;
        *len = 0;
        for (size_t i = 2; i < head && left >= head; i++)
            *len = *len << 8 | at[i];
    }
    if (left < head || left - head < *len)
        return false;
    *payload = wire->in + wire->read + head;
    wire->read += head + *len;
    return true;
}

char *
wire_hear(struct wire *wire, size_t *len)
{
    char *payload;
    int first;

    if (!wire->upgraded && !take_upgrade(wire))
        return NULL;
    while (take_frame(wire, &first, &payload, len)) {
        if (first == TEXT)
            return payload;
        if (first == PING && (!put_frame(wire, PONG, payload, *len) || !push(wire)))
            return NULL;
    }
    memmove(wire->in, wire->in + wire->read, wire->in_len - wire->read);
    wire->in_len -= wire->read;
    wire->read = 0;
    return NULL;
}

int
wire_answer(struct wire *wire, char **body, size_t *len)
{
    char *end;

    if (wire->in_len == 0)
        return 0;
    wire->in[wire->in_len] = 0;
    end = strstr(wire->in, "\r\n\r\n");
    if (!end || strncmp(wire->in, "HTTP/1.1 ", 9) != 0)
        return 0;
    *body = end + 4;
    *len = (size_t)(wire->in + wire->in_len - *body);
    return atoi(wire->in + 9);
}
