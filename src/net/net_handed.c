/* SPDX-License-Identifier: MIT
 * net_handed.c -- see net_handed.h. */
#include "net_handed.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { FIRST_HANDED = 3 }; /* SD_LISTEN_FDS_START */

/* The number of sockets that are meant for this process, not for one that started it. */
static long
count_handed(void)
{
    const char *pid = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    long found =
        pid && count && strtol(pid, NULL, 10) == (long)getpid() ? strtol(count, NULL, 10) : 0;

    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    return found;
}

static bool
is_listening(int fd)
{
    int listens = 0, type = 0;
    socklen_t one = sizeof listens, two = sizeof type;

    return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &one) == 0 && listens &&
           getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &two) == 0 && type == SOCK_STREAM;
}

static bool
write_address(int fd, char *address, size_t room, int *port, char path[NET_UNIX_ROOM])
{
    struct sockaddr_storage at = {0};
    socklen_t len = sizeof at;

    path[0] = 0;
    if (getsockname(fd, (struct sockaddr *)&at, &len) != 0)
        return false;
    if (at.ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)&at;

        *port = ntohs(four->sin_port);
        return inet_ntop(AF_INET, &four->sin_addr, address, (socklen_t)room);
    }
    if (at.ss_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&at;

        *port = ntohs(six->sin6_port);
        return inet_ntop(AF_INET6, &six->sin6_addr, address, (socklen_t)room);
    }
    if (at.ss_family == AF_UNIX) {
        const struct sockaddr_un *local = (const struct sockaddr_un *)&at;

        snprintf(address, room, "%s", NET_UNIX_ADDRESS);
        snprintf(path, NET_UNIX_ROOM, "%.107s", local->sun_path);
        return true;
    }
    return false;
}

bool
net_handed_over(int *fd, char *address, size_t room, int *port, char path[NET_UNIX_ROOM],
                struct oops *why)
{
    long count = count_handed();

    *fd = -1;
    if (count == 0)
        return true;
    if (count != 1 || !is_listening(FIRST_HANDED) ||
        !write_address(FIRST_HANDED, address, room, port, path)) {
        snprintf(why->text, sizeof why->text,
                 "one listening stream socket should be handed over (LISTEN_FDS), as "
                 "ListenStream=127.0.0.1:7272 does; here are %ld",
                 count);
        return false;
    }
    if (fcntl(FIRST_HANDED, F_SETFD, FD_CLOEXEC) != 0 ||
        fcntl(FIRST_HANDED, F_SETFL, O_NONBLOCK) != 0) {
        snprintf(why->text, sizeof why->text, "the socket handed over cannot be set up: %s",
                 strerror(errno));
        return false;
    }
    *fd = FIRST_HANDED;
    return true;
}
