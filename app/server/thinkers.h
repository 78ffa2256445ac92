/* SPDX-License-Identifier: MIT
 * thinkers.h -- a few threads that think for all tables: what bots choose, hints, analyses.
 *
 * Each piece of work has an owner: whoever asked for it. The owners take turns, however much one of them has asked
 * for; an owner's own pieces are served in the order in which they came. What people wait for comes first, work for
 * tables of bots only runs when nothing else waits. Long work is cut into slices that queue again.
 *
 * While another owner waits, whoever holds more threads than their share soon has to end. With more owners than
 * threads the clocks of all run faster. The threads are nice: the event loop goes before them.
 */
/* clang-format off */
#ifndef KHEPRI_THINKERS_H
#define KHEPRI_THINKERS_H

#include <stdatomic.h>
#include <stdint.h>
#include <uv.h>

#include "ai.h"
#include "bell.h"

struct thinkers;

enum piece_rank { PIECE_FOR_PEOPLE, PIECE_FOR_BOTS, PIECE_RANKS };

/* One piece of work, part of a larger structure that is its maker's. From thinkers_add() until `done` is called
 * it is the thread's; only the marked fields may be touched meanwhile. */
struct piece {
    struct piece    *next;                          /* the first piece of the next owner; or the next finished one */
    struct piece    *behind, *last;                 /* the owner's next piece; of the first one: the last */
    int              waiting;                       /* of the owner's first piece: how many wait */
    struct thinkers *thinkers;
    uint32_t         owner;                         /* set by the maker: who asked for it ... */
    enum piece_rank  rank;                          /* ... and for whom it is */
    void           (*work)(struct piece *piece);    /* on a thread */
    void           (*done)(struct piece *piece, bool worked);   /* on the loop's; not worked: it was stopped before */
    struct ai_limits limits;                        /* what to think within */
    uint64_t         most_ns;                       /* by the clock; 0: without one */
    _Atomic uint64_t share_ns;                      /* any thread: what is left of it while others wait */
    atomic_bool      stopped;                       /* any thread; by piece_stop() */
    _Atomic uint64_t began;                         /* any thread: uv_hrtime(), 0 while it waits */
};

/* `threads` is at least 1. NULL without memory or threads. */
struct thinkers *thinkers_create(uv_loop_t *loop, int threads);

/* How many this machine has use for. */
int thinkers_useful(void);

/* To the end of its owner's queue. `ms`: how long it may think once it has begun, 0: without a clock. */
void thinkers_add(struct thinkers *thinkers, struct piece *piece, uint64_t positions, uint32_t ms);

/* Cancels a piece: it is not begun, or ends soon; `done` is called in any case. */
void piece_stop(struct piece *piece);

/* How many pieces of an owner wait to be begun. */
int thinkers_waiting(struct thinkers *thinkers, uint32_t owner);

/* What the threads have to do at the moment. */
struct thinkers_load { int threads, busy, waiting[PIECE_RANKS]; };
struct thinkers_load thinkers_load(struct thinkers *thinkers);

/* Rejects new pieces and asks running ones to end soon; `done` is called for those that
 * wait. */
void thinkers_stop(struct thinkers *thinkers);

/* Stops, waits for the threads, calls what `done` is outstanding, and closes the handle on the loop, which is to
 * run before it is destroyed. Both take NULL. */
void thinkers_end(struct thinkers *thinkers);
void thinkers_destroy(struct thinkers *thinkers);

#endif
