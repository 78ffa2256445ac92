/* SPDX-License-Identifier: MIT
 * admin_socket.h -- a Unix socket at which the host of the server asks what nobody else may: khepri admin.
 *
 * One JSON object on a line goes in, the answer of /api/1/admin comes back on a line, and the connection ends. Whoever
 * may open the socket's file may do all of it, so the file is for its owner alone.
 */
/* clang-format off */
#ifndef KHEPRI_ADMIN_SOCKET_H
#define KHEPRI_ADMIN_SOCKET_H

#include <uv.h>

#include "hall.h"

enum { ADMIN_LINE_MOST = 8192, ADMIN_LINES_MOST = 16 };

/* The numbers of those who ask here; the transport never gives such a number. */
#define ADMIN_WHO ((hall_who)1 << 63)

struct admin_socket;

/* Listens at a copy of a listening socket. NULL without memory or a descriptor. */
struct admin_socket *admin_socket_create(uv_loop_t *loop, int fd, struct hall *hall);

/* Answers one of those who ask; one who has left is ignored. */
void admin_socket_reply(struct admin_socket *at, hall_who who, const struct hall_reply *reply);

/* Closes its handles; it is freed when the loop has closed them. Accepts NULL. */
void admin_socket_stop(struct admin_socket *at);

#endif
