/* SPDX-License-Identifier: MIT
 * load_wire.h -- a connection that never blocks: one HTTP request, or a WebSocket.
 */
/* clang-format off */
#ifndef KHEPRI_LOAD_WIRE_H
#define KHEPRI_LOAD_WIRE_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

struct wire {
    int    fd;                      /* -1: none */
    bool   upgraded;                /* a WebSocket that the server has accepted */
    char  *in, *out;                /* on the heap, kept from one request to the next */
    size_t in_len, in_room, read, out_len, out_room;
};

/* Connects, and has epoll report it with `tag`. False if it cannot. */
bool wire_open(struct wire *wire, const struct sockaddr_in *server, int epoll, void *tag);
void wire_close(struct wire *wire);
void wire_free(struct wire *wire);

/* Asks for a page, or posts JSON if there is a body. The answer ends when the server closes. */
bool wire_ask(struct wire *wire, const char *path, const char *body);

/* Asks for the upgrade of a connection. */
bool wire_upgrade(struct wire *wire);

/* Sends a message on a WebSocket. */
bool wire_say(struct wire *wire, const char *text, size_t len);

/* Reads and writes what can be. False when the other end has closed. */
bool wire_stir(struct wire *wire);

/* The next message that has come, which may be changed until the next call; NULL: none yet. The answer to
 * the upgrade is taken care of: then `upgraded`. */
char *wire_hear(struct wire *wire, size_t *len);

/* The status and the body of an answer that has come whole. 0: it is none. */
int wire_answer(struct wire *wire, char **body, size_t *len);

#endif
