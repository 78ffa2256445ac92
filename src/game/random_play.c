/* SPDX-License-Identifier: MIT
 * random_play.c -- see random_play.h. */
#include "random_play.h"

#include <assert.h>

#include "rng.h"

game_action
random_chance(const struct game *game, const void *st, uint64_t *rng)
{
    struct game_chance outcomes[RANDOM_PLAY_ROOM];
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

game_action
random_action(const struct game *game, const void *st, int seat, uint64_t *rng)
{
    game_action legal[RANDOM_PLAY_ROOM];
    int count = game->actions(st, seat, legal);

    assert(count > 0);
    return legal[rng_below(rng, (uint32_t)count)];
}
