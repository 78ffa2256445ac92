/* SPDX-License-Identifier: MIT
 * net_mem.h -- a transport without sockets: a test plays the clients, at the speed of function
 * calls.
 */
/* clang-format off */
#ifndef KHEPRI_NET_MEM_H
#define KHEPRI_NET_MEM_H

#include "net.h"

struct net_mem;

/* NULL without memory. */
struct net_mem *net_mem_create(const struct net_limits *limits, const struct net_handler *handler);
void net_mem_destroy(struct net_mem *mem);
struct net *net_mem_net(struct net_mem *mem);

/* A client opens a WebSocket (0: too many), sends a message, closes. */
net_id net_mem_open(struct net_mem *mem, const char *address);
void net_mem_message(struct net_mem *mem, net_id id, const char *text);
void net_mem_leave(struct net_mem *mem, net_id id);

/* The oldest message not yet taken, to be freed; NULL if there is none. */
char *net_mem_take(struct net_mem *mem, net_id id);

/* The code with which the server closed the WebSocket; 0 while it is open. */
int net_mem_closed(const struct net_mem *mem, net_id id);

/* A client sends an HTTP request; path, headers and body as in net_request (a NULL header is
 * ""). */
net_id net_mem_ask(struct net_mem *mem, const struct net_request *request);

/* The response: its status, and its body, to be freed, in *body; 0 if there is none yet. */
int net_mem_answer(struct net_mem *mem, net_id id, char **body);

#endif
