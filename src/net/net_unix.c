/* SPDX-License-Identifier: MIT
 * net_unix.c -- see net_unix.h. */
#include "net_unix.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { WAITING = 1024 };

static_assert(sizeof(((struct sockaddr_un *)0)->sun_path) == NET_UNIX_ROOM,
              "a path has as much room as the system gives it");

/* Whether nobody listens at this socket any more. */
static bool
is_stale(const struct sockaddr_un *at)
{
    struct stat facts;
    int fd, fault;

    if (lstat(at->sun_path, &facts) != 0 || !S_ISSOCK(facts.st_mode))
        return false;
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return false;
    fault = connect(fd, (const struct sockaddr *)at, sizeof *at) == 0 ? 0 : errno;
    close(fd);
    return fault == ECONNREFUSED;
}

static bool
bind_here(int fd, const struct sockaddr_un *at, enum net_unix_for mode)
{
    mode_t before = umask(0777 & ~(mode_t)mode);
    bool fine = bind(fd, (const struct sockaddr *)at, sizeof *at) == 0;
    int fault = errno;

    umask(before);
    errno = fault;
    return fine;
}

bool
net_unix_listen(const char *path, enum net_unix_for mode, struct net_unix *out,
                struct oops *why)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    struct stat facts;
    const char *what;

    *out =
        (struct net_unix){.fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    snprintf(out->path, sizeof out->path, "%s", path);
    memcpy(at.sun_path, out->path, sizeof at.sun_path);
    if (out->fd >= 0 &&
        (bind_here(out->fd, &at, mode) ||
         (errno == EADDRINUSE && is_stale(&at) && unlink(path) == 0 &&
          bind_here(out->fd, &at, mode))) &&
        listen(out->fd, WAITING) == 0 && stat(path, &facts) == 0) {
        out->device = facts.st_dev;
        out->inode = facts.st_ino;
        return true;
    }
    what = errno != EADDRINUSE                                    ? strerror(errno)
           : lstat(path, &facts) == 0 && !S_ISSOCK(facts.st_mode) ? "the file is no socket"
                                                                  : "another program does";
    snprintf(why->text, sizeof why->text, "cannot listen at %s: %s", path, what);
    if (out->fd >= 0)
        close(out->fd);
    out->fd = -1;
    return false;
}

void
net_unix_close(const struct net_unix *socket)
{
    struct stat facts;

    if (lstat(socket->path, &facts) == 0 && facts.st_dev == socket->device &&
        facts.st_ino == socket->inode)
        unlink(socket->path);
    close(socket->fd);
}
