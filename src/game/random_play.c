/* SPDX-License-Identifier: MIT
 * random_play.c -- see random_play.h. */
#include "random_play.h"

#include <assert.h>

#include "rng.h"

enum { FEW = 64 };

game_action
random_chance(const struct game *game, const void *st, uint64_t *rng)
{
    struct game_chance outcomes[GAME_MOST_CHANCES];
    int count = game->chances(st, outcomes);
    uint32_t total = 0, pick;

    assert(count > 0);
    for (int i = 0; i < count; i++)
        total += outcomes[i].weight;
    pick = rng_below(rng, total);
    for (int i = 0; i < count - 1; i++) {
        if (pick < outcomes[i].weight)
            return outcomes[i].action;
        pick -= outcomes[i].weight;
    }
    return outcomes[count - 1].action;
}

/* A separate function, so that games of few actions do not pay for its stack. */
static game_action
random_of_many(const struct game *game, const void *st, int seat, uint64_t *rng)
{
    game_action legal[GAME_MOST_ACTIONS];
    int count = game->actions(st, seat, legal);

    assert(count > 0);
    return legal[rng_below(rng, (uint32_t)count)];
}

game_action
random_action(const struct game *game, const void *st, int seat, uint64_t *rng)
{
    game_action legal[FEW];
    int count;

    if (game->max_actions > FEW)
        return random_of_many(game, st, seat, rng);
    count = game->actions(st, seat, legal);
    assert(count > 0);
    return legal[rng_below(rng, (uint32_t)count)];
}
