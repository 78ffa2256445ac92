/* SPDX-License-Identifier: MIT
 * net_unix.h -- a listening Unix socket, for a proxy on the same machine.
 */
/* clang-format off */
#ifndef KHEPRI_NET_UNIX_H
#define KHEPRI_NET_UNIX_H

#include <stdbool.h>
#include <sys/types.h>

#include "oops.h"

enum { NET_UNIX_ROOM = 108 };       /* of a path, as in struct sockaddr_un */

/* The address that all visitors on such a socket have, until a proxy is believed. */
#define NET_UNIX_ADDRESS "unix"

struct net_unix { int fd; char path[NET_UNIX_ROOM]; dev_t device; ino_t inode; };

/* For whom a socket is: the user of this process, and its group. */
enum net_unix_for { NET_UNIX_OWNER = 0600, NET_UNIX_GROUP = 0660 };

/* Listens at a path with that mode. A socket that nobody listens at any
 * more is replaced. False, and a sentence, if somebody listens there or it is another kind of file. Sets the
 * process's umask for a moment, so call it before there are threads. */
bool net_unix_listen(const char *path, enum net_unix_for mode, struct net_unix *out, struct oops *why);

/* Closes it, and removes its file unless it is somebody else's by now. */
void net_unix_close(const struct net_unix *socket);

#endif
