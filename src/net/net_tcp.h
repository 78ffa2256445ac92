/* SPDX-License-Identifier: MIT
 * net_tcp.h -- what the system counts of a connection.
 */
/* clang-format off */
#ifndef KHEPRI_NET_TCP_H
#define KHEPRI_NET_TCP_H

#include <stdbool.h>
#include <stdint.h>

/* The bytes that a socket has received in all, and those of them that nobody has read yet, unless that is NULL. False
 * if the system does not count them, as for a Unix socket. */
bool net_tcp_received(int fd, uint64_t *all, int *unread);

#endif
