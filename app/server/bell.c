/* SPDX-License-Identifier: MIT
 * bell.c -- see bell.h. */
#include "bell.h"

#include <sys/eventfd.h>
#include <unistd.h>

static void
on_ring(uv_poll_t *poll, int status, int events)
{
    struct bell *bell = poll->data;
    eventfd_t rings;

    (void)status;
    (void)events;
    (void)eventfd_read(bell->fd, &rings); /* none: they were heard already */
    bell->heard(bell->arg);
}

bool
bell_init(struct bell *bell, uv_loop_t *loop, void (*heard)(void *arg), void *arg)
{
    *bell =
        (struct bell){.fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), .heard = heard, .arg = arg};
    if (bell->fd >= 0 && uv_poll_init(loop, &bell->poll, bell->fd) == 0) {
        bell->poll.data = bell;
        uv_poll_start(&bell->poll, UV_READABLE, on_ring);
        return true;
    }
    if (bell->fd >= 0)
        close(bell->fd);
    return false;
}

void
bell_ring(struct bell *bell)
{
    (void)eventfd_write(bell->fd, 1); /* it fails only if it is rung and unheard 2^64 times */
}

void
bell_finish(struct bell *bell)
{
    uv_close((uv_handle_t *)&bell->poll, NULL);
    close(bell->fd);
}
