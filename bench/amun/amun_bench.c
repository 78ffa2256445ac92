/* SPDX-License-Identifier: MIT
 * amun_bench.c -- what Amun-Re brings to khepri bench: playouts, batches. */
#include <stdlib.h>

#include "amun_playout.h"
#include "bits.h"
#include "khepri/batch.h"
#include "playouts.h"
#include "rng.h"

static uint64_t
play(const void *start, uint64_t *rng, uint64_t sum)
{
    struct amun_state s = *(const struct amun_state *)start;

    amun_playout(&s, rng);
    for (int seat = 0; seat < s.seats; seat++)
        sum = sum * 31 + (uint64_t)s.score[seat];
    return sum;
}

/* ---- batches ---- */

enum { GAMES = 64, STEPS = 64 };

struct batch {
    struct amun_batch_game games[GAMES];
    uint64_t masks[GAMES][AMUN_BATCH_WORDS];
    uint8_t observations[GAMES * AMUN_BATCH_FEATURES];
    float rewards[GAMES * AMUN_SEATS];
    uint8_t seats[GAMES], done[GAMES];
    uint64_t rng;
};

static int
pick_of(const uint64_t mask[AMUN_BATCH_WORDS], uint64_t *rng)
{
    int count = 0, at = 0, here;
    uint64_t word = rng_next(rng);

    for (int i = 0; i < AMUN_BATCH_WORDS; i++)
        count += __builtin_popcountll(mask[i]);
    count = (int)rng_pick(&word, (uint32_t)count);
    while (count >= (here = __builtin_popcountll(mask[at]))) {
        count -= here;
        at++;
    }
    return 64 * at + bits_nth(mask[at], count);
}

static struct batch_out
out_of(struct batch *b)
{
    return (struct batch_out){.masks = b->masks[0],
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

    for (int n = 0; n < STEPS; n++) {
        for (int i = 0; i < GAMES; i++)
            actions[i] = (int16_t)pick_of(b->masks[i], &b->rng);
        if (amun_batch_step(b->games, GAMES, actions, BATCH_WIN, &out, &at) != GAME_OK)
            abort(); /* the masks are wrong */
    }
    return STEPS * GAMES;
}

static double
measure_batch(int players, double seconds)
{
    struct batch *b = malloc(sizeof *b);
    struct amun_options options;
    struct batch_out out;
    double made;

    if (!b)
        return 0;
    amun_game.defaults(&options);
    if (amun_batch_begin(b->games, GAMES, players, &options, 1) != GAME_OK)
        abort(); /* the defaults are good for any number of players */
    out = out_of(b);
    amun_batch_look(b->games, GAMES, &out);
    b->rng = 1;
    made = bench_rate(seconds, step_batch, b);
    free(b);
    return made;
}

static const struct bench_steps steps[] = {
    {"batch_steps_per_s", "of a batch with observations", measure_batch},
    {NULL, NULL, NULL},
};

const struct bench_game amun_bench = {&amun_game, play, steps};
