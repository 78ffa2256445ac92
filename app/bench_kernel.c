/* SPDX-License-Identifier: MIT
 * bench_kernel.c -- see bench_kernel.h. */
#include "bench_kernel.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "amun_playout.h"
#include "bits.h"
#include "khepri/amun.h"
#include "khepri/batch.h"
#include "ra_playout.h"
#include "ra_step.h"
#include "rng.h"

enum { BATCH = 200, MOST_THREADS = 16 };

static double
seconds_of(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct ra_state
start_of(int players)
{
    const struct ra_options options = {.edition = RA_2016, .empty_invoke = 1};
    struct ra_state s;

    if (ra_setup(&s, players, &options) != GAME_OK)
        abort(); /* these options are good for any number of players */
    return s;
}

/* A number that hangs on the results, so that no game is optimised away. */
static uint64_t
play_batch(const struct ra_state *start, uint64_t games, uint64_t *rng)
{
    uint64_t sum = 0;

    for (uint64_t i = 0; i < games; i++) {
        struct ra_state s = *start;

        ra_playout(&s, rng);
        for (int seat = 0; seat < s.seats; seat++)
            sum = sum * 31 + (uint64_t)s.score[seat];
    }
    return sum;
}

uint64_t
bench_ra_fixed(int players, uint64_t games)
{
    struct ra_state start = start_of(players);
    uint64_t rng = 1;

    return play_batch(&start, games, &rng);
}

double
bench_ra_playouts(int players, double seconds, uint64_t seed)
{
    struct ra_state start = start_of(players);
    double begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID), spent;
    unsigned long long games = 0;

    do {
        seed += play_batch(&start, BATCH, &seed) & 1;
        games += BATCH;
        spent = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin;
    } while (spent < seconds);
    return (double)games / spent;
}

static struct amun_state
amun_start_of(int players)
{
    struct amun_options options;
    struct amun_state s;

    amun_game.defaults(&options);
    if (amun_setup(&s, players, &options) != GAME_OK)
        abort(); /* the defaults are good for any number of players */
    return s;
}

static uint64_t
play_amun_batch(const struct amun_state *start, uint64_t games, uint64_t *rng)
{
    uint64_t sum = 0;

    for (uint64_t i = 0; i < games; i++) {
        struct amun_state s = *start;

        amun_playout(&s, rng);
        for (int seat = 0; seat < s.seats; seat++)
            sum = sum * 31 + (uint64_t)s.score[seat];
    }
    return sum;
}

uint64_t
bench_amun_fixed(int players, uint64_t games)
{
    struct amun_state start = amun_start_of(players);
    uint64_t rng = 1;

    return play_amun_batch(&start, games, &rng);
}

double
bench_amun_playouts(int players, double seconds, uint64_t seed)
{
    struct amun_state start = amun_start_of(players);
    double begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID), spent;
    unsigned long long games = 0;

    do {
        seed += play_amun_batch(&start, BATCH, &seed) & 1;
        games += BATCH;
        spent = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin;
    } while (spent < seconds);
    return (double)games / spent;
}

/* ---- threads ---- */

struct worker {
    pthread_t thread;
    struct ra_state start;
    double seconds, rate;
    uint64_t rng;
};

static void *
work(void *argument)
{
    struct worker *w = argument;
    uint64_t rng = w->rng; /* no two threads write into the same line of the cache */
    double begin = seconds_of(CLOCK_THREAD_CPUTIME_ID), spent;
    unsigned long long games = 0;

    do {
        rng += play_batch(&w->start, BATCH, &rng) & 1;
        games += BATCH;
        spent = seconds_of(CLOCK_THREAD_CPUTIME_ID) - begin;
    } while (spent < w->seconds);
    w->rate = (double)games / spent;
    return NULL;
}

double
bench_ra_threads(int players, int threads, double seconds)
{
    struct worker workers[MOST_THREADS];
    double rate = 0;
    int started = 0;

    for (; started < threads && started < MOST_THREADS; started++) {
        workers[started] = (struct worker){.start = start_of(players),
                                           .seconds = seconds,
                                           .rng = rng_stream(1, (uint64_t)started, 0)};
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0)
            break;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        rate += workers[i].rate;
    }
    return started == threads ? rate : 0;
}

/* ---- steps ---- */

/* One action of a set that is not empty. */
static int
pick_of(uint64_t legal, uint64_t *rng)
{
    uint64_t word = rng_next(rng);
    uint32_t count = 0;

    for (uint64_t rest = legal; rest; rest &= rest - 1)
        count++;
    for (uint32_t which = rng_pick(&word, count); which; which--)
        legal &= legal - 1;
    return bits_lowest64(legal);
}

static void
step_checked(struct ra_state *s, uint64_t *rng)
{
    uint64_t legal = ra_step_legal(s);
    game_action a;

    if (!legal) {
        ra_step_nature(s, rng);
        return;
    }
    a = ra_step_action(pick_of(legal, rng));
    if (ra_apply(s, bits_lowest(ra_to_move(s)), a, NULL) != GAME_OK)
        abort(); /* the set of legal actions is wrong */
}

static inline __attribute__((always_inline)) double
measure_steps(int players, double seconds, uint64_t seed,
              void (*step)(struct ra_state *, uint64_t *))
{
    struct ra_state start = start_of(players);
    double begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID), spent;
    unsigned long long steps = 0;

    do {
        for (int i = 0; i < BATCH; i++) {
            struct ra_state s = start;

            for (; s.phase != RA_OVER; steps++)
                step(&s, &seed);
        }
        spent = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin;
    } while (spent < seconds);
    return (double)steps / spent;
}

double
bench_ra_checked(int players, double seconds, uint64_t seed)
{
    return measure_steps(players, seconds, seed, step_checked);
}

double
bench_ra_unchecked(int players, double seconds, uint64_t seed)
{
    return measure_steps(players, seconds, seed, ra_step_random);
}

/* ---- batches ---- */

double
bench_ra_batch(int players, double seconds, uint64_t seed)
{
    enum { GAMES = 64 };
    const struct ra_options options = {.edition = RA_2016, .empty_invoke = 1};
    static struct ra_batch_game games[GAMES];
    static uint8_t observations[GAMES * RA_BATCH_FEATURES];
    uint64_t masks[GAMES];
    float rewards[GAMES * RA_SEATS];
    uint8_t seats[GAMES], done[GAMES];
    int8_t actions[GAMES];
    double begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID), spent;
    unsigned long long steps = 0;
    size_t at;

    if (ra_batch_begin(games, GAMES, players, &options, seed) != GAME_OK)
        abort(); /* these options are good for any number of players */
    ra_batch_look(games, GAMES, masks, observations, seats);
    do {
        for (int n = 0; n < BATCH; n++) {
            for (int i = 0; i < GAMES; i++)
                actions[i] = (int8_t)pick_of(masks[i], &seed);
            if (ra_batch_step(games, GAMES, actions, masks, observations, seats, rewards, done,
                              &at) != GAME_OK)
                abort(); /* the masks are wrong */
        }
        steps += BATCH * GAMES;
        spent = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin;
    } while (spent < seconds);
    return (double)steps / spent;
}
