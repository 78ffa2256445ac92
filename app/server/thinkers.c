/* SPDX-License-Identifier: MIT
 * thinkers.c -- see thinkers.h. */
#include "thinkers.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST_THREADS = 64, USEFUL_MOST = 16 };

struct thinkers {
    uv_async_t finished_some;
    pthread_t threads[MOST_THREADS];
    int count;
    atomic_bool ending;
    atomic_int waiting;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t more;
    struct piece *wanted, *wanted_last;
    struct piece *finished, *finished_last;
};

static void
append(struct piece **first, struct piece **last, struct piece *piece)
{
    piece->next = NULL;
    if (*last)
        (*last)->next = piece;
    else
        *first = piece;
    *last = piece;
}

static bool
is_unwanted(struct piece *piece)
{
    return atomic_load(&piece->stopped) || atomic_load(&piece->thinkers->ending);
}

/* Asked by bots while they think. Of the time they were given, those who wait for a thread take their part. */
static bool
must_stop(void *self)
{
    struct piece *piece = self;
    const struct thinkers *thinkers = piece->thinkers;
    uint64_t others = (uint64_t)(atomic_load(&thinkers->waiting) / thinkers->count);

    if (is_unwanted(piece))
        return true;
    return piece->most_ns &&
           (uv_hrtime() - atomic_load(&piece->began)) * (1 + others) >= piece->most_ns;
}

/* The next piece, or NULL when it is time to go. Called with the mutex held. */
static struct piece *
take(struct thinkers *thinkers)
{
    struct piece *piece;

    while (!thinkers->wanted && !atomic_load(&thinkers->ending))
        pthread_cond_wait(&thinkers->more, &thinkers->mutex);
    piece = atomic_load(&thinkers->ending) ? NULL : thinkers->wanted;
    if (piece) {
        thinkers->wanted = piece->next;
        if (!thinkers->wanted)
            thinkers->wanted_last = NULL;
        atomic_fetch_sub(&thinkers->waiting, 1);
    }
    return piece;
}

static void *
think_on(void *arg)
{
    struct thinkers *thinkers = arg;
    struct piece *piece;

    pthread_mutex_lock(&thinkers->mutex);
    while ((piece = take(thinkers))) {
        pthread_mutex_unlock(&thinkers->mutex);
        if (!is_unwanted(piece)) {
            atomic_store(&piece->began, uv_hrtime());
            piece->work(piece);
        }
        pthread_mutex_lock(&thinkers->mutex);
        append(&thinkers->finished, &thinkers->finished_last, piece);
        uv_async_send(&thinkers->finished_some);
    }
    pthread_mutex_unlock(&thinkers->mutex);
    return NULL;
}

/* ---- on the loop's thread ---- */

static void
collect(struct thinkers *thinkers)
{
    struct piece *piece, *next;

    pthread_mutex_lock(&thinkers->mutex);
    piece = thinkers->finished;
    thinkers->finished = thinkers->finished_last = NULL;
    pthread_mutex_unlock(&thinkers->mutex);
    for (; piece; piece = next) {
        next = piece->next;
        piece->done(piece, atomic_load(&piece->began) != 0);
    }
}

static void
on_finished(uv_async_t *async)
{
    collect(async->data);
}

static void
join(struct thinkers *thinkers)
{
    for (int i = 0; i < thinkers->count; i++)
        pthread_join(thinkers->threads[i], NULL);
}

int
thinkers_useful(void)
{
    int cores = (int)uv_available_parallelism();

    return cores > USEFUL_MOST ? USEFUL_MOST : cores;
}

struct thinkers *
thinkers_create(uv_loop_t *loop, int threads)
{
    struct thinkers *thinkers = calloc(1, sizeof *thinkers);

    if (!thinkers)
        return NULL;
    pthread_mutex_init(&thinkers->mutex, NULL);
    pthread_cond_init(&thinkers->more, NULL);
    threads = threads < 1 ? 1 : threads > MOST_THREADS ? MOST_THREADS : threads;
    while (thinkers->count < threads &&
           pthread_create(&thinkers->threads[thinkers->count], NULL, think_on, thinkers) == 0)
        thinkers->count++; /* fewer than wanted will do */
    thinkers->finished_some.data = thinkers;
    if (thinkers->count > 0 && uv_async_init(loop, &thinkers->finished_some, on_finished) == 0)
        return thinkers;
    thinkers_stop(thinkers);
    join(thinkers);
    thinkers_destroy(thinkers);
    return NULL;
}

void
thinkers_add(struct thinkers *thinkers, struct piece *piece, uint64_t positions, uint32_t ms)
{
    piece->thinkers = thinkers;
    piece->most_ns = (uint64_t)ms * 1000000u;
    piece->limits =
        (struct ai_limits){.positions = positions, .stop = must_stop, .self = piece};
    atomic_store(&piece->began, 0);
    pthread_mutex_lock(&thinkers->mutex);
    atomic_fetch_add(&thinkers->waiting, 1);
    append(&thinkers->wanted, &thinkers->wanted_last, piece);
    pthread_cond_signal(&thinkers->more);
    pthread_mutex_unlock(&thinkers->mutex);
}

void
piece_stop(struct piece *piece)
{
    atomic_store(&piece->stopped, true);
}

int
thinkers_waiting(const struct thinkers *thinkers)
{
    return atomic_load(&thinkers->waiting);
}

void
thinkers_stop(struct thinkers *thinkers)
{
    pthread_mutex_lock(&thinkers->mutex);
    atomic_store(&thinkers->ending, true);
    if (thinkers->wanted)
        uv_async_send(&thinkers->finished_some);
    while (thinkers->wanted) {
        struct piece *piece = thinkers->wanted;

        thinkers->wanted = piece->next;
        append(&thinkers->finished, &thinkers->finished_last, piece);
    }
    thinkers->wanted_last = NULL;
    atomic_store(&thinkers->waiting, 0);
    pthread_cond_broadcast(&thinkers->more);
    pthread_mutex_unlock(&thinkers->mutex);
}

void
thinkers_end(struct thinkers *thinkers)
{
    if (!thinkers)
        return;
    thinkers_stop(thinkers);
    join(thinkers);
    collect(thinkers);
    while (thinkers->wanted) { /* what came after the stop */
        thinkers->finished = thinkers->wanted;
        thinkers->wanted = thinkers->wanted_last = NULL;
        collect(thinkers);
    }
    uv_close((uv_handle_t *)&thinkers->finished_some, NULL);
}

void
thinkers_destroy(struct thinkers *thinkers)
{
    if (!thinkers)
        return;
    pthread_cond_destroy(&thinkers->more);
    pthread_mutex_destroy(&thinkers->mutex);
    free(thinkers);
}
