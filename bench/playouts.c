/* SPDX-License-Identifier: MIT
 * playouts.c -- see playouts.h. */
#include "playouts.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "rng.h"

enum { BATCH = 200, MOST_THREADS = 16 };

static double
seconds_of(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* How many a second by `clock`, where `some` makes some and tells how many. */
static double
rate(clockid_t clock, double seconds, uint64_t (*some)(void *context), void *context)
{
    double begin = seconds_of(clock), spent;
    uint64_t made = 0;

    do {
        made += some(context);
        spent = seconds_of(clock) - begin;
    } while (spent < seconds);
    return (double)made / spent;
}

double
bench_rate(double seconds, uint64_t (*some)(void *context), void *context)
{
    return rate(CLOCK_PROCESS_CPUTIME_ID, seconds, some, context);
}

union games_state
bench_start(const struct game *game, int players)
{
    union games_options options;
    union games_state s;

    game->defaults(&options);
    if (game->setup(&s, players, &options) != GAME_OK)
        abort(); /* the defaults are good for any number of players */
    return s;
}

/* ---- playouts ---- */

struct playouts {
    union games_state start;
    uint64_t (*play)(const void *start, uint64_t *rng, uint64_t sum);
    uint64_t rng;
};

static struct playouts
playouts_of(const struct bench_game *of, int players, uint64_t seed)
{
    return (struct playouts){bench_start(of->game, players), of->play, seed};
}

static uint64_t
play_batch(void *playouts)
{
    struct playouts *p = playouts;
    uint64_t rng = p->rng, sum = 0; /* no two threads write into the same line of the cache */

    for (int i = 0; i < BATCH; i++)
        sum = p->play(&p->start, &rng, sum);
    p->rng = rng + (sum & 1);
    return BATCH;
}

uint64_t
bench_fixed(const struct bench_game *of, int players, uint64_t games)
{
    struct playouts p = playouts_of(of, players, 1);
    uint64_t sum = 0;

    for (uint64_t i = 0; i < games; i++)
        sum = p.play(&p.start, &p.rng, sum);
    return sum;
}

double
bench_playouts(const struct bench_game *of, int players, double seconds)
{
    struct playouts p = playouts_of(of, players, 1);

    return bench_rate(seconds, play_batch, &p);
}

/* ---- threads ---- */

struct worker {
    pthread_t thread;
    struct playouts playouts;
    double seconds, rate;
};

static void *
work(void *argument)
{
    struct worker *w = argument;
    struct playouts own = w->playouts;

    w->rate = rate(CLOCK_THREAD_CPUTIME_ID, w->seconds, play_batch, &own);
    return NULL;
}

double
bench_threads(const struct bench_game *of, int players, int threads, double seconds)
{
    struct worker workers[MOST_THREADS];
    double sum = 0;
    int started = 0;

    for (; started < threads && started < MOST_THREADS; started++) {
        workers[started] = (struct worker){
            .playouts = playouts_of(of, players, rng_stream(1, (uint64_t)started, 0)),
            .seconds = seconds};
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0)
            break;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        sum += workers[i].rate;
    }
    return started == threads ? sum : 0;
}
