/* SPDX-License-Identifier: MIT
 * thinkers.h -- a few threads that think for all tables: what bots choose, hints, analyses.
 *
 * There is one queue, first come first served. A table has at most one piece of each kind of work in it,
 * and long work is cut into slices that go to its end again, so no table waits for all the work of
 * another. While others wait, the clocks of those who think run faster.
 */
/* clang-format off */
#ifndef KHEPRI_THINKERS_H
#define KHEPRI_THINKERS_H

#include <stdatomic.h>
#include <stdint.h>
#include <uv.h>

#include "ai.h"

struct thinkers;

/* One piece of work, part of a larger structure that is its maker's. From thinkers_add() until `done` is called
 * it is the thread's; only the marked fields may be touched meanwhile. */
struct piece {
    struct piece    *next;
    struct thinkers *thinkers;
    void           (*work)(struct piece *piece);    /* on a thread */
    void           (*done)(struct piece *piece, bool worked);   /* on the loop's; not worked: it was stopped before */
    struct ai_limits limits;                        /* what to think within */
    uint64_t         most_ns;                       /* by the clock; 0: without one */
    atomic_bool      stopped;                       /* any thread; by piece_stop() */
    _Atomic uint64_t began;                         /* any thread: uv_hrtime(), 0 while it waits */
};

/* With so many threads, at least one. NULL without memory or threads. */
struct thinkers *thinkers_create(uv_loop_t *loop, int threads);

/* How many this machine has use for. */
int thinkers_useful(void);

/* To the end of the queue. `ms`: how long it may think once it has begun, 0: without a clock. */
void thinkers_add(struct thinkers *thinkers, struct piece *piece, uint64_t positions, uint32_t ms);

/* It is not wanted any more: it is not begun, or ends soon; `done` is called nevertheless. */
void piece_stop(struct piece *piece);

/* How many wait to be begun. */
int thinkers_waiting(const struct thinkers *thinkers);

/* From now on nothing is begun, and what was begun ends soon; `done` is called of what waits. */
void thinkers_stop(struct thinkers *thinkers);

/* Stops, waits for the threads, calls what `done` is outstanding, and closes the handle on the loop, which is to
 * run before it is destroyed. Both take NULL. */
void thinkers_end(struct thinkers *thinkers);
void thinkers_destroy(struct thinkers *thinkers);

#endif
