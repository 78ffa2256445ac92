/* SPDX-License-Identifier: MIT
 * ra_bench.c -- what Ra brings to khepri bench: playouts, steps with sets of actions, batches. */
#include <stdlib.h>

#include "bits.h"
#include "khepri/batch.h"
#include "playouts.h"
#include "ra_playout.h"
#include "ra_step.h"
#include "rng.h"

enum { BATCH = 200 };

static uint64_t
play(const void *start, uint64_t *rng, uint64_t sum)
{
    struct ra_state s = *(const struct ra_state *)start;

    ra_playout(&s, rng);
    for (int seat = 0; seat < s.seats; seat++)
        sum = sum * 31 + (uint64_t)s.score[seat];
    return sum;
}

/* ---- steps ---- */

/* One action of a set that is not empty. */
static int
pick_of(uint64_t legal, uint64_t *rng)
{
    return bits_nth(legal, (int)rng_pick_one(rng, (uint32_t)bits_count(legal)));
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

static double
measure_checked(int players, double seconds)
{
    struct steps steps = {bench_start(&ra_game, players).ra, 1};

    return bench_rate(seconds, make_checked, &steps);
}

static double
measure_unchecked(int players, double seconds)
{
    struct steps steps = {bench_start(&ra_game, players).ra, 1};

    return bench_rate(seconds, make_unchecked, &steps);
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

static struct batch_out
out_of(struct batch *b)
{
    return (struct batch_out){.masks = b->masks,
                              .observations = b->observations,
                              .seats = b->seats,
                              .rewards = b->rewards,
                              .done = b->done};
}

static uint64_t
step_batch(void *batch)
{
    struct batch *b = batch;
    const struct batch_out out = out_of(b);
    int16_t actions[GAMES];
    size_t at;

    for (int n = 0; n < BATCH; n++) {
        for (int i = 0; i < GAMES; i++)
            actions[i] = (int16_t)pick_of(b->masks[i], &b->rng);
        if (ra_batch_step(b->games, GAMES, actions, BATCH_WIN, &out, &at) != GAME_OK)
            abort(); /* the masks are wrong */
    }
    return BATCH * GAMES;
}

static double
measure_batch(int players, double seconds)
{
    struct batch *b = malloc(sizeof *b);
    struct ra_options options;
    struct batch_out out;
    double made = 0;

    if (!b)
        return 0;
    ra_game.defaults(&options);
    if (ra_batch_begin(b->games, GAMES, players, &options, 1) != GAME_OK)
        abort(); /* the defaults are good for any number of players */
    out = out_of(b);
    ra_batch_look(b->games, GAMES, &out);
    b->rng = 1;
    made = bench_rate(seconds, step_batch, b);
    free(b);
    return made;
}

/* ---- all together ---- */

static const struct bench_steps steps[] = {
    {"checked_mask_steps_per_s", "checked, with sets of actions", measure_checked},
    {"unchecked_steps_per_s", "unchecked, with sets of actions", measure_unchecked},
    {"batch_steps_per_s", "of a batch with observations", measure_batch},
    {NULL, NULL, NULL},
};

const struct bench_game ra_bench = {&ra_game, play, steps};
