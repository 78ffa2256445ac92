/* SPDX-License-Identifier: MIT
 * net_tcp.h -- what the system counts of a connection.
 */
/* clang-format off */
#ifndef KHEPRI_NET_TCP_H
#define KHEPRI_NET_TCP_H

#include <stdbool.h>
#include <stdint.h>

/* The bytes that a socket has received in all. False if the system does not count them, as for a Unix socket. */
bool net_tcp_received(int fd, uint64_t *all);

/* Those of them that nobody has read yet. */
bool net_tcp_unread(int fd, int *unread);

#endif
