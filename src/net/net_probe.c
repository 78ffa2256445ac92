/* SPDX-License-Identifier: MIT
 * net_probe.c -- see net_probe.h. */
#include "net_probe.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* 0, or the errno of the failure. */
static int
try_bind(const struct addrinfo *where)
{
    static const int on = 1;
    int fd = socket(where->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int fault = 0;

    if (fd < 0)
        return errno;
    /* As the real socket will be: remains of former connections do not matter. */
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, where->ai_addr, where->ai_addrlen) < 0 || listen(fd, 1) < 0)
        fault = errno;
    close(fd);
    return fault;
}

bool
net_can_listen(const char *address, int port, struct oops *why)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
    struct addrinfo *found;
    char service[16];
    int fault;

    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(address, service, &hints, &found) != 0)
        return true; /* a name, not a number: libwebsockets may be able to resolve it */
    fault = try_bind(found);
    freeaddrinfo(found);
    if (!fault)
        return true;
    if (fault == EADDRINUSE)
        snprintf(why->text, sizeof why->text,
                 "cannot listen on %s port %d: another program does; choose another port",
                 address, port);
    else
        snprintf(why->text, sizeof why->text, "cannot listen on %s port %d: %s", address, port,
                 strerror(fault));
    return false;
}
