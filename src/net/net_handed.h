/* SPDX-License-Identifier: MIT
 * net_handed.h -- a listening socket that whoever started the program opened for it: socket activation, by the
 * protocol of sd_listen_fds(3). Connections wait in it while the program is restarted.
 */
/* clang-format off */
#ifndef KHEPRI_NET_HANDED_H
#define KHEPRI_NET_HANDED_H

#include <stdbool.h>
#include <stddef.h>

#include "net_unix.h"

/* The socket into *fd, -1 if there is none, and its address and port; of a Unix socket NET_UNIX_ADDRESS, and its path
 * into *path. False and a sentence if what was handed over is not one listening stream socket. Children do not get
 * it. To be called once, before there are threads. */
bool net_handed_over(int *fd, char *address, size_t room, int *port, char path[NET_UNIX_ROOM], struct oops *why);

#endif
