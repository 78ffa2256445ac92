/* SPDX-License-Identifier: MIT
 * amun_step.c -- see amun_step.h. The moves are those of amun.c, entered behind its checks. */
#include "amun_step.h"

#include "amun_parts.h"
#include "rng.h"

void
amun_step(struct amun_state *s, int seat, game_action a)
{
    amun_move(s, seat, a, NULL);
}

void
amun_step_nature(struct amun_state *s, uint64_t *rng)
{
    struct game_chance chances[AMUN_MAX_CHANCES];
    int count = amun_chances(s, chances), at = 0;
    uint32_t total = 0, pick;
    uint64_t word = rng_next(rng);

    for (int i = 0; i < count; i++)
        total += chances[i].weight;
    for (pick = rng_pick(&word, total); pick >= chances[at].weight; at++)
        pick -= chances[at].weight;
    amun_move(s, GAME_NATURE, chances[at].action, NULL);
}

bool
amun_step_legal(const struct amun_state *s, int seat, game_action a)
{
    return amun_is_legal(s, seat, a);
}
