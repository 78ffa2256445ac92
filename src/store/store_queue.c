/* SPDX-License-Identifier: MIT
 * store_queue.c -- see store_queue.h. */
#include "store_queue.h"

#include <time.h>

#include "store_thread.h"

/* Batches of a group: the most, and how many are several. */
enum { GROUP = 256, BUSY = 3 };

/* ---- the writer's thread ---- */

/* Takes up to GROUP batches from the queue, and counts them. */
static struct store_batch *
take_group(struct store_queue *queue, int *count)
{
    struct store_batch *first = queue->wanted, *last = first;

    for (*count = 1; *count < GROUP && last->next; ++*count)
        last = last->next;
    queue->wanted = last->next;
    if (!queue->wanted)
        queue->wanted_last = NULL;
    last->next = NULL;
    return first;
}

static void
put_finished(struct store_queue *queue, struct store_batch *first)
{
    struct store_batch *last = first;

    queue->unfinished--;
    while (last->next) {
        last = last->next;
        queue->unfinished--;
    }
    if (queue->finished_last)
        queue->finished_last->next = first;
    else
        queue->finished = first;
    queue->finished_last = last;
}

/* Waits until `ms` milliseconds have passed since `then`. */
static void
pause_since(const struct timespec *then, int ms)
{
    struct timespec now, left = {0};
    int64_t ns = ms * INT64_C(1000000);

    clock_gettime(CLOCK_MONOTONIC, &now);
    ns -= (now.tv_sec - then->tv_sec) * INT64_C(1000000000) + now.tv_nsec - then->tv_nsec;
    if (ns <= 0)
        return;
    left.tv_nsec = (long)ns;
    nanosleep(&left, NULL);
}

static void *
write_on(void *arg)
{
    struct store_queue *queue = arg;
    const struct store_work *work = &queue->work;

    pthread_mutex_lock(&queue->mutex);
    for (;;) {
        struct store_batch *group;
        struct timespec reported;
        int count;

        while (!queue->wanted && !queue->ending)
            pthread_cond_wait(&queue->more, &queue->mutex);
        if (!queue->wanted)
            break;
        group = take_group(queue, &count);
        pthread_mutex_unlock(&queue->mutex);
        work->write(work->of, group);
        pthread_mutex_lock(&queue->mutex);
        put_finished(queue, group);
        if (!queue->ending)
            work->wake(work->arg);
        pthread_mutex_unlock(&queue->mutex);
        clock_gettime(CLOCK_MONOTONIC, &reported);
        if (work->rest)
            work->rest(work->of);
        if (count >= BUSY && count < GROUP)
            pause_since(&reported, work->pause_ms);
        pthread_mutex_lock(&queue->mutex);
    }
    pthread_mutex_unlock(&queue->mutex);
    return NULL;
}

/* ---- on the caller's thread ---- */

void
store_queue_init(struct store_queue *queue)
{
    *queue = (struct store_queue){.running = false};
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->more, NULL);
}

bool
store_queue_start(struct store_queue *queue, const struct store_work *work)
{
    queue->work = *work;
    queue->running = store_thread_create(&queue->thread, write_on, queue);
    return queue->running;
}

void
store_queue_submit(struct store_queue *queue, struct store_batch *batch)
{
    batch->next = NULL;
    pthread_mutex_lock(&queue->mutex);
    if (queue->wanted_last)
        queue->wanted_last->next = batch;
    else
        queue->wanted = batch;
    queue->wanted_last = batch;
    queue->unfinished++;
    pthread_cond_signal(&queue->more);
    pthread_mutex_unlock(&queue->mutex);
}

int
store_queue_collect(struct store_queue *queue)
{
    struct store_batch *batch;
    int left;

    pthread_mutex_lock(&queue->mutex);
    batch = queue->finished;
    queue->finished = queue->finished_last = NULL;
    pthread_mutex_unlock(&queue->mutex);
    while (batch) {
        struct store_batch *next = batch->next;

        batch->done(batch->arg, batch->error);
        store_batch_destroy(batch);
        batch = next;
    }
    pthread_mutex_lock(&queue->mutex);
    left = queue->unfinished + (queue->finished ? 1 : 0);
    pthread_mutex_unlock(&queue->mutex);
    return left;
}

void
store_queue_end(struct store_queue *queue)
{
    if (!queue->running)
        return;
    pthread_mutex_lock(&queue->mutex);
    queue->ending = true;
    pthread_cond_signal(&queue->more);
    pthread_mutex_unlock(&queue->mutex);
    pthread_join(queue->thread, NULL);
    queue->running = false;
}

void
store_queue_finish(struct store_queue *queue)
{
    while (queue->finished) {
        struct store_batch *batch = queue->finished;

        queue->finished = batch->next;
        store_batch_destroy(batch);
    }
    pthread_cond_destroy(&queue->more);
    pthread_mutex_destroy(&queue->mutex);
}

bool
store_queue_is_ending(struct store_queue *queue)
{
    bool ending;

    pthread_mutex_lock(&queue->mutex);
    ending = queue->ending;
    pthread_mutex_unlock(&queue->mutex);
    return ending;
}
