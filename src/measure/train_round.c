/* SPDX-License-Identifier: MIT
 * train_round.c -- see train_round.h. */
#include "train_round.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 256 };

/* ---- room ---- */

bool
train_round_room(struct train_games *games, uint64_t first, uint64_t count)
{
    games->first = first;
    games->count = count;
    games->of = calloc(count ? count : 1, sizeof *games->of);
    return games->of;
}

void
train_round_free(struct train_games *games)
{
    for (uint64_t g = 0; games->of && g < games->count; g++)
        free(games->of[g].of);
    free(games->of);
    games->of = NULL;
}

bool
train_round_put(struct train_games *games, uint64_t number, const struct lesson *lessons,
                int count)
{
    struct game_lessons *to = &games->of[number - games->first];

    to->of = malloc((size_t)(count ? count : 1) * sizeof *lessons);
    if (!to->of)
        return false;
    memcpy(to->of, lessons, (size_t)count * sizeof *lessons);
    to->count = count;
    return true;
}

/* ---- playing ---- */

struct work {
    const struct train *t;
    struct train_games *games;
    unsigned long long step;
    atomic_ullong next;
    atomic_bool no_memory;
};

static void *
work(void *context)
{
    struct work *w = context;
    int most = train_games[w->t->plan.game]->most_lessons;
    struct lesson *room = malloc((size_t)most * sizeof *room);
    unsigned long long g;

    if (!room)
        atomic_store(&w->no_memory, true);
    while (room && (g = atomic_fetch_add(&w->next, w->step)) < w->games->count) {
        uint64_t number = w->games->first + g;

        if (!w->games->of[g].of &&
            !train_round_put(w->games, number, room, train_play(w->t, number, room)))
            atomic_store(&w->no_memory, true);
    }
    free(room);
    return NULL;
}

bool
train_round_play(const struct train *t, struct train_games *games, int threads, int part,
                 int parts)
{
    struct work w = {.t = t,
                     .games = games,
                     .step = (unsigned long long)parts,
                     .next = (unsigned long long)part - 1};
    pthread_t others[MOST_THREADS];
    int started = 0;

    while (started < threads - 1 && started < MOST_THREADS &&
           pthread_create(&others[started], NULL, work, &w) == 0)
        started++;
    work(&w); /* the caller's thread is one of them */
    for (int i = 0; i < started; i++)
        pthread_join(others[i], NULL);
    return !atomic_load(&w.no_memory);
}

/* ---- learning ---- */

/* Threads that wait for lanes of a batch. */
struct team {
    pthread_mutex_t lock;
    pthread_cond_t more, done;
    void (*lane)(void *work, int i);
    void *work;
    int lanes, next,
        left; /* of the batch: all, the next to take, and those that have not ended */
    bool over;
};

/* Takes lanes until none is left; the lock is held. */
static void
take_lanes(struct team *t)
{
    while (t->next < t->lanes) {
        int i = t->next++;

        pthread_mutex_unlock(&t->lock);
        t->lane(t->work, i);
        pthread_mutex_lock(&t->lock);
        if (--t->left == 0)
            pthread_cond_signal(&t->done);
    }
}

static void *
help(void *context)
{
    struct team *t = context;

    pthread_mutex_lock(&t->lock);
    while (!t->over) {
        take_lanes(t);
        if (!t->over)
            pthread_cond_wait(&t->more, &t->lock);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static void
run(void *self, void (*lane)(void *work, int i), void *work, int lanes)
{
    struct team *t = self;

    pthread_mutex_lock(&t->lock);
    t->lane = lane;
    t->work = work;
    t->lanes = t->left = lanes;
    t->next = 0;
    pthread_cond_broadcast(&t->more);
    take_lanes(t); /* the caller's thread is one of them */
    while (t->left > 0)
        pthread_cond_wait(&t->done, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

bool
train_round_learn(struct train *t, const struct train_games *games, int threads)
{
    struct team team = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
                        PTHREAD_COND_INITIALIZER, .lanes = 0};
    const struct train_team as_told = {run, &team};
    pthread_t others[MOST_THREADS];
    int started = 0;
    bool good;

    while (started < threads - 1 && started < TRAIN_LANES - 1 &&
           pthread_create(&others[started], NULL, help, &team) == 0)
        started++;
    good = train_learn(t, games->of, games->count, started ? &as_told : NULL);
    pthread_mutex_lock(&team.lock);
    team.over = true;
    pthread_cond_broadcast(&team.more);
    pthread_mutex_unlock(&team.lock);
    for (int i = 0; i < started; i++)
        pthread_join(others[i], NULL);
    return good;
}
