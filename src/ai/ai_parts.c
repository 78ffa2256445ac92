/* SPDX-License-Identifier: MIT
 * ai_parts.c -- what bots share: mistakes, beginners, advice without a search. */
#include "ai_parts.h"

#include "random_play.h"
#include "rng.h"

/* The percentage of a beginner's actions that are random. */
enum { THOUGHTLESS = 12 };

int32_t
ai_mistake(int32_t most, uint64_t *rng)
{
    int32_t sum = -2 * most;

    for (int i = 0; i < 4; i++)
        sum += (int32_t)rng_below(rng, (uint32_t)most + 1);
    return sum / 2;
}

game_action
ai_beginner(const struct game *game, const void *seen, int seat, game_action action,
            uint64_t *rng)
{
    return rng_below(rng, 100) < THOUGHTLESS ? random_action(game, seen, seat, rng) : action;
}

void
ai_advise(struct ai_advice *advice, const game_action *legal, const double *worth, int count)
{
    if (!advice)
        return;
    advice->count = count <= AI_OPTIONS ? count : 0;
    for (int i = 0; i < advice->count; i++)
        advice->options[i] =
            (struct ai_option){.action = legal[i], .worth = worth ? worth[i] : 0};
}
