/* SPDX-License-Identifier: MIT
 * net_tcp.c -- see net_tcp.h. A file of its own, because the kernel's header has more in struct tcp_info than
 * libc's, and cannot be included beside it. */
#include "net_tcp.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

bool
net_tcp_received(int fd, uint64_t *all)
{
    struct tcp_info info = {0};
    socklen_t len = sizeof info;

    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &len) != 0 ||
        len < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received)
        return false;
    *all = info.tcpi_bytes_received;
    return true;
}

bool
net_tcp_unread(int fd, int *unread)
{
    return ioctl(fd, FIONREAD, unread) == 0;
}
