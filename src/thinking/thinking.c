/* SPDX-License-Identifier: MIT
 * thinking.c -- see thinking.h. */
#include "thinking.h"

#include <time.h>

static uint64_t
now_ns(void)
{
#ifdef _WIN32 /* its clock() tells the time that has passed, not that of the processor */
    return (uint64_t)clock() * (1000000000u / CLOCKS_PER_SEC);
#else
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

static bool
is_over(void *self)
{
    const struct thinking *t = self;

    return now_ns() >= t->end;
}

void
thinking_begin(struct thinking *t, const struct ai_player *player, uint32_t custom_ms)
{
    uint32_t ms = player->ms || player->positions ? player->ms : custom_ms;

    *t = (struct thinking){.limits = {.positions = player->positions}};
    if (ms) {
        t->end = now_ns() + (uint64_t)ms * 1000000u;
        t->limits.stop = is_over;
        t->limits.self = t;
    }
}
