/* SPDX-License-Identifier: MIT
 * store_queue.h -- the writer's thread of a store: batches wait in its queue, are written in groups, and are
 * reported on the caller's thread.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_QUEUE_H
#define KHEPRI_STORE_QUEUE_H

#include <pthread.h>

#include "store_parts.h"

/* What the writer's thread calls. `write` gives each batch of a list its result; `rest`, or NULL, comes after the
 * group was reported. `wake` is called whenever there is something to collect.
 *
 * A commit costs the same for one batch as for many. So once several came while one was made, `pause_ms` pass between
 * its report and the next: then more share it. What `rest` takes is a part of that. A batch that comes alone never
 * waits. */
struct store_work {
    void (*write)(void *of, struct store_batch *first);
    void (*rest)(void *of);
    void *of;
    void (*wake)(void *arg);
    void *arg;
    int pause_ms;
};

struct store_queue {
    struct store_work work;
    bool running;
    pthread_t thread;
    pthread_mutex_t mutex;          /* guards the following */
    pthread_cond_t more;
    struct store_batch *wanted, *wanted_last;
    struct store_batch *finished, *finished_last;
    int unfinished;                 /* submitted, and not yet in `finished` */
    bool ending;
};

void store_queue_init(struct store_queue *queue);
bool store_queue_start(struct store_queue *queue, const struct store_work *work);

/* On the caller's thread, as the functions of store.h. */
void store_queue_submit(struct store_queue *queue, struct store_batch *batch);
int  store_queue_collect(struct store_queue *queue);

/* Has everything written that was submitted, and ends the thread; then what was not collected goes. */
void store_queue_end(struct store_queue *queue);
void store_queue_finish(struct store_queue *queue);
bool store_queue_is_ending(struct store_queue *queue);

#endif
