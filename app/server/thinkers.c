/* SPDX-License-Identifier: MIT
 * thinkers.c -- see thinkers.h. */
#include "thinkers.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "store_thread.h"

enum { MOST_THREADS = 64, USEFUL_MOST = 16, NICENESS = 10, CLOSING_ROUNDS = 2 };

/* Both count while others wait: how long somebody may hold more threads than their share. And how long
 * anybody may think when there are more owners than threads. */
enum { TOO_MANY_MS = 300, CROWDED_MS = 1000, MS = 1000000 };

/* The owners with work of one rank, by their first pieces; the first one is next. */
struct ring {
    struct piece *first, *last;
};

struct thinkers {
    struct bell finished_some;
    pthread_t threads[MOST_THREADS];
    int count;
    atomic_bool ending;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t more;
    struct ring wanted[PIECE_RANKS];
    struct piece *running[MOST_THREADS];
    int running_count;
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

/* Asked by bots while they think. */
static bool
must_stop(void *self)
{
    struct piece *piece = self;

    return is_unwanted(piece) || (piece->most_ns && uv_hrtime() - atomic_load(&piece->began) >=
                                                        atomic_load(&piece->share_ns));
}

/* ---- who is next: with the mutex held ---- */

static struct piece *
find_owner(const struct ring *ring, uint32_t owner)
{
    struct piece *first = ring->first;

    while (first && first->owner != owner)
        first = first->next;
    return first;
}

static void
put_owner(struct ring *ring, struct piece *first)
{
    append(&ring->first, &ring->last, first);
}

static void
put(struct ring *ring, struct piece *piece)
{
    struct piece *first = find_owner(ring, piece->owner);

    piece->behind = NULL;
    if (first) {
        first->last->behind = piece;
        first->last = piece;
        first->waiting++;
    } else {
        piece->last = piece;
        piece->waiting = 1;
        put_owner(ring, piece);
    }
}

/* The first piece of the owner whose turn it is; the owner goes to the end. NULL: nobody waits. */
static struct piece *
pull(struct ring *ring)
{
    struct piece *piece = ring->first, *behind;

    if (!piece)
        return NULL;
    ring->first = piece->next;
    if (!ring->first)
        ring->last = NULL;
    behind = piece->behind;
    if (behind) {
        behind->last = piece->last;
        behind->waiting = piece->waiting - 1;
        put_owner(ring, behind);
    }
    return piece;
}

static struct piece *
pull_any(struct thinkers *thinkers)
{
    struct piece *piece = NULL;

    for (int rank = 0; rank < PIECE_RANKS && !piece; rank++)
        piece = pull(&thinkers->wanted[rank]);
    return piece;
}

static int
running_of(const struct thinkers *thinkers, uint32_t owner)
{
    int count = 0;

    for (int i = 0; i < thinkers->running_count; i++)
        count += thinkers->running[i]->owner == owner;
    return count;
}

/* The owners who think or wait to, of this rank or a better one. Those who do both with two ranks count
 * twice, which does not matter. */
static int
owners_up_to(const struct thinkers *thinkers, enum piece_rank rank)
{
    int count = 0;

    for (int i = 0; i <= (int)rank; i++) {
        for (const struct piece *p = thinkers->wanted[i].first; p; p = p->next)
            count += running_of(thinkers, p->owner) == 0;
    }
    for (int i = 0; i < thinkers->running_count; i++) {
        bool counted = false;

        for (int j = 0; j < i; j++)
            counted = counted || thinkers->running[j]->owner == thinkers->running[i]->owner;
        count += !counted;
    }
    return count;
}

static bool
others_wait(const struct thinkers *thinkers, const struct piece *piece)
{
    for (int i = 0; i <= (int)piece->rank; i++) {
        for (const struct piece *p = thinkers->wanted[i].first; p; p = p->next) {
            if (p->owner != piece->owner)
                return true;
        }
    }
    return false;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* How long a piece may think, as things are now. */
static uint64_t
share_of(const struct thinkers *thinkers, const struct piece *piece)
{
    const struct piece *own = find_owner(&thinkers->wanted[piece->rank], piece->owner);
    uint64_t threads = (uint64_t)thinkers->count,
             own_waiting = own ? (uint64_t)own->waiting : 0;
    uint64_t share = piece->most_ns / (1 + own_waiting / threads), owners;

    if (piece->rank != PIECE_FOR_PEOPLE && thinkers->wanted[PIECE_FOR_PEOPLE].first)
        return 0; /* people wait: that is enough */
    if (!others_wait(thinkers, piece))
        return share;
    owners = (uint64_t)owners_up_to(thinkers, piece->rank);
    if (owners > threads)
        share =
            least(share, least(piece->most_ns * threads / owners, (uint64_t)CROWDED_MS * MS));
    if (running_of(thinkers, piece->owner) > (int)(owners < threads ? threads / owners : 1))
        share = least(share, (uint64_t)TOO_MANY_MS * MS);
    return share;
}

/* To be called whenever somebody begins to wait, or no longer does. */
static void
share_out(struct thinkers *thinkers)
{
    for (int i = 0; i < thinkers->running_count; i++) {
        struct piece *piece = thinkers->running[i];

        atomic_store(&piece->share_ns, share_of(thinkers, piece));
    }
}

/* The next piece, or NULL when it is time to go. */
static struct piece *
take(struct thinkers *thinkers)
{
    struct piece *piece = NULL;

    while (!atomic_load(&thinkers->ending) && !(piece = pull_any(thinkers)))
        pthread_cond_wait(&thinkers->more, &thinkers->mutex);
    if (!piece)
        return NULL;
    thinkers->running[thinkers->running_count++] = piece;
    if (!is_unwanted(piece))
        atomic_store(&piece->began, uv_hrtime());
    share_out(thinkers);
    return piece;
}

static void
give_back(struct thinkers *thinkers, struct piece *piece)
{
    int i = 0;

    while (thinkers->running[i] != piece)
        i++;
    thinkers->running[i] = thinkers->running[--thinkers->running_count];
    append(&thinkers->finished, &thinkers->finished_last, piece);
}

static void *
think_on(void *arg)
{
    struct thinkers *thinkers = arg;
    struct piece *piece;

    (void)!nice(
        NICENESS); /* of this thread alone, on Linux; where it is of the process, all think */
    pthread_mutex_lock(&thinkers->mutex);
    while ((piece = take(thinkers))) {
        pthread_mutex_unlock(&thinkers->mutex);
        if (atomic_load(&piece->began))
            piece->work(piece);
        pthread_mutex_lock(&thinkers->mutex);
        give_back(thinkers, piece);
        bell_ring(&thinkers->finished_some);
    }
    pthread_mutex_unlock(&thinkers->mutex);
    return NULL;
}

/* ---- on the loop's thread ---- */

static void
collect(void *arg)
{
    struct thinkers *thinkers = arg;
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
    if (!bell_init(&thinkers->finished_some, loop, collect, thinkers)) {
        free(thinkers);
        return NULL;
    }
    pthread_mutex_init(&thinkers->mutex, NULL);
    pthread_cond_init(&thinkers->more, NULL);
    threads = threads < 1 ? 1 : threads > MOST_THREADS ? MOST_THREADS : threads;
    while (thinkers->count < threads &&
           store_thread_create(&thinkers->threads[thinkers->count], think_on, thinkers))
        thinkers->count++; /* fewer than wanted will do */
    if (thinkers->count > 0)
        return thinkers;
    bell_finish(&thinkers->finished_some);
    for (int i = 0; i < CLOSING_ROUNDS; i++) /* the handle is part of what is freed */
        uv_run(loop, UV_RUN_NOWAIT);
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
    put(&thinkers->wanted[piece->rank], piece);
    share_out(thinkers);
    pthread_cond_signal(&thinkers->more);
    pthread_mutex_unlock(&thinkers->mutex);
}

void
piece_stop(struct piece *piece)
{
    atomic_store(&piece->stopped, true);
}

int
thinkers_waiting(struct thinkers *thinkers, uint32_t owner)
{
    int count = 0;

    pthread_mutex_lock(&thinkers->mutex);
    for (int rank = 0; rank < PIECE_RANKS; rank++) {
        const struct piece *first = find_owner(&thinkers->wanted[rank], owner);

        count += first ? first->waiting : 0;
    }
    pthread_mutex_unlock(&thinkers->mutex);
    return count;
}

struct thinkers_load
thinkers_load(struct thinkers *thinkers)
{
    struct thinkers_load load = {.threads = thinkers->count};

    pthread_mutex_lock(&thinkers->mutex);
    load.busy = thinkers->running_count;
    for (int rank = 0; rank < PIECE_RANKS; rank++) {
        for (const struct piece *p = thinkers->wanted[rank].first; p; p = p->next)
            load.waiting[rank] += p->waiting;
    }
    pthread_mutex_unlock(&thinkers->mutex);
    return load;
}

void
thinkers_stop(struct thinkers *thinkers)
{
    struct piece *piece;

    pthread_mutex_lock(&thinkers->mutex);
    atomic_store(&thinkers->ending, true);
    while ((piece = pull_any(thinkers))) {
        append(&thinkers->finished, &thinkers->finished_last, piece);
        bell_ring(&thinkers->finished_some);
    }
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
    do { /* again for what `done` adds after the stop */
        thinkers_stop(thinkers);
        collect(thinkers);
    } while (thinkers->wanted[PIECE_FOR_PEOPLE].first ||
             thinkers->wanted[PIECE_FOR_BOTS].first);
    bell_finish(&thinkers->finished_some);
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
