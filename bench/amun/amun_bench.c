/* SPDX-License-Identifier: MIT
 * amun_bench.c -- what Amun-Re brings to khepri bench: playouts. */
#include "amun_playout.h"
#include "playouts.h"

static uint64_t
play(const void *start, uint64_t *rng, uint64_t sum)
{
    struct amun_state s = *(const struct amun_state *)start;

    amun_playout(&s, rng);
    for (int seat = 0; seat < s.seats; seat++)
        sum = sum * 31 + (uint64_t)s.score[seat];
    return sum;
}

const struct bench_game amun_bench = {&amun_game, play, NULL};
