/* SPDX-License-Identifier: MIT
 * net_probe.c -- see net_probe.h. */
#include "net_probe.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
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

/* As libwebsockets reads it: "127.1" is none. */
static bool
is_number(const char *address)
{
    unsigned char bytes[16];

    return inet_pton(AF_INET, address, bytes) == 1 || inet_pton(AF_INET6, address, bytes) == 1;
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
    if (!is_number(address) || getaddrinfo(address, service, &hints, &found) != 0) {
        if (if_nametoindex(address) != 0)
            return true; /* libwebsockets knows interfaces, but no names of machines */
        snprintf(
            why->text, sizeof why->text,
            "cannot listen on %s: that is neither an address in numbers, as 127.0.0.1, nor "
            "a network interface of this machine",
            address);
        return false;
    }
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
