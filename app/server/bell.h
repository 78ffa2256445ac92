/* SPDX-License-Identifier: MIT
 * bell.h -- how a thread wakes the event loop.
 *
 * uv_async_t is not used for that: while its sender is between two steps, the loop spins. The system puts a nice thread
 * aside in just that moment, when it has woken the loop. Then the loop waits for the thread that shall not hinder it.
 */
/* clang-format off */
#ifndef KHEPRI_BELL_H
#define KHEPRI_BELL_H

#include <stdbool.h>
#include <uv.h>

struct bell { uv_poll_t poll; int fd; void (*heard)(void *arg); void *arg; };

/* `heard` is called on the loop, once for all rings before. False: the system has no more of what it needs. */
bool bell_init(struct bell *bell, uv_loop_t *loop, void (*heard)(void *arg), void *arg);

/* On any thread, until bell_finish(). */
void bell_ring(struct bell *bell);

/* Its storage is needed until the loop has run. */
void bell_finish(struct bell *bell);

#endif
