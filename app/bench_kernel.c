/* SPDX-License-Identifier: MIT
 * bench_kernel.c -- see bench_kernel.h. */
#include "bench_kernel.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "amun_playout.h"
#include "bits.h"
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

static union games_state
start_of(const struct game *game, int players)
{
    union games_options options;
    union games_state s;

    game->defaults(&options);
    if (game->setup(&s, players, &options) != GAME_OK)
        abort(); /* the defaults are good for any number of players */
    return s;
}

/* ---- games ---- */

/* One game, and a number that hangs on its result and on those before, so that none is optimised away. */
static uint64_t
play_ra(const union games_state *start, uint64_t *rng, uint64_t sum)
{
    struct ra_state s = start->ra;

    ra_playout(&s, rng);
    for (int seat = 0; seat < s.seats; seat++)
        sum = sum * 31 + (uint64_t)s.score[seat];
    return sum;
}

static uint64_t
play_amun(const union games_state *start, uint64_t *rng, uint64_t sum)
{
    struct amun_state s = start->amun;

    amun_playout(&s, rng);
    for (int seat = 0; seat < s.seats; seat++)
        sum = sum * 31 + (uint64_t)s.score[seat];
    return sum;
}

struct playouts {
    union games_state start;
    uint64_t (*play)(const union games_state *start, uint64_t *rng, uint64_t sum);
    uint64_t rng;
};

static struct playouts
playouts_of(const struct game *game, int players, uint64_t seed)
{
    return (struct playouts){start_of(game, players), game == &ra_game ? play_ra : play_amun,
                             seed};
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
bench_fixed(const struct game *game, int players, uint64_t games)
{
    struct playouts p = playouts_of(game, players, 1);
    uint64_t sum = 0;

    for (uint64_t i = 0; i < games; i++)
        sum = p.play(&p.start, &p.rng, sum);
    return sum;
}

double
bench_playouts(const struct game *game, int players, double seconds, uint64_t seed)
{
    struct playouts p = playouts_of(game, players, seed);

    return rate(CLOCK_PROCESS_CPUTIME_ID, seconds, play_batch, &p);
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
bench_ra_threads(int players, int threads, double seconds)
{
    struct worker workers[MOST_THREADS];
    double sum = 0;
    int started = 0;

    for (; started < threads && started < MOST_THREADS; started++) {
        workers[started] = (struct worker){
            .playouts = playouts_of(&ra_game, players, rng_stream(1, (uint64_t)started, 0)),
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

/* ---- steps ---- */

/* One action of a set that is not empty. */
static int
pick_of(uint64_t legal, uint64_t *rng)
{
    uint64_t word = rng_next(rng);

    return bits_nth(legal, (int)rng_pick(&word, (uint32_t)bits_count(legal)));
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

struct steps {
    struct ra_state start;
    uint64_t rng;
};

static inline __attribute__((always_inline)) uint64_t
make_steps(struct steps *steps, void (*step)(struct ra_state *, uint64_t *))
{
    uint64_t made = 0;

    for (int i = 0; i < BATCH; i++) {
        struct ra_state s = steps->start;

        for (; s.phase != RA_OVER; made++)
            step(&s, &steps->rng);
    }
    return made;
}

static uint64_t
make_checked(void *steps)
{
    return make_steps(steps, step_checked);
}

static uint64_t
make_unchecked(void *steps)
{
    return make_steps(steps, ra_step_random);
}

double
bench_ra_checked(int players, double seconds, uint64_t seed)
{
    struct steps steps = {start_of(&ra_game, players).ra, seed};

    return rate(CLOCK_PROCESS_CPUTIME_ID, seconds, make_checked, &steps);
}

double
bench_ra_unchecked(int players, double seconds, uint64_t seed)
{
    struct steps steps = {start_of(&ra_game, players).ra, seed};

    return rate(CLOCK_PROCESS_CPUTIME_ID, seconds, make_unchecked, &steps);
}

/* ---- batches ---- */

enum { GAMES = 64 };

struct batch {
    struct ra_batch_game games[GAMES];
    uint8_t observations[GAMES * RA_BATCH_FEATURES];
    uint64_t masks[GAMES];
    float rewards[GAMES * RA_SEATS];
    uint8_t seats[GAMES], done[GAMES];
    uint64_t rng;
};

static uint64_t
step_batch(void *batch)
{
    struct batch *b = batch;
    int8_t actions[GAMES];
    size_t at;

    for (int n = 0; n < BATCH; n++) {
        for (int i = 0; i < GAMES; i++)
            actions[i] = (int8_t)pick_of(b->masks[i], &b->rng);
        if (ra_batch_step(b->games, GAMES, actions, b->masks, b->observations, b->seats,
                          b->rewards, b->done, &at) != GAME_OK)
            abort(); /* the masks are wrong */
    }
    return BATCH * GAMES;
}

double
bench_ra_batch(int players, double seconds, uint64_t seed)
{
    struct batch *b = malloc(sizeof *b);
    struct ra_options options;
    double made = 0;

    if (!b)
        return 0;
    ra_game.defaults(&options);
    if (ra_batch_begin(b->games, GAMES, players, &options, seed) != GAME_OK)
        abort(); /* the defaults are good for any number of players */
    ra_batch_look(b->games, GAMES, b->masks, b->observations, b->seats);
    b->rng = seed;
    made = rate(CLOCK_PROCESS_CPUTIME_ID, seconds, step_batch, b);
    free(b);
    return made;
}
