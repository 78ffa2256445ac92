/* SPDX-License-Identifier: MIT
 * lean.c -- see lean.h. */
#include "lean.h"

#include "random_play.h"
#include "rng.h"

const struct lean leans[LEANS] = {
    {0, 0, true}, {0, 0, false}, {6, 0, true}, {1, 5, true}, {3, 3, true}, {5, 1, false},
};

int
lean_seat(const struct game *game, const void *st, uint64_t *rng)
{
    game_seats movers = game->to_move(st);
    int seat;

    do
        seat = (int)rng_below(rng, GAME_NATURE + 1);
    while (!(movers >> seat & 1));
    return seat;
}

static game_action
blind_chance(const struct game *game, const void *st, uint64_t *rng)
{
    struct game_chance chances[GAME_MOST_CHANCES];
    int count = game->chances(st, chances);

    return chances[rng_below(rng, (uint32_t)count)].action;
}

game_action
lean_choice(const struct game *game, const void *st, int seat, struct lean lean, uint64_t *rng)
{
    game_action list[GAME_MOST_ACTIONS];
    uint32_t die = rng_below(rng, 8);
    int count;

    if (seat == GAME_NATURE)
        return lean.blind ? blind_chance(game, st, rng) : random_chance(game, st, rng);
    count = game->actions(st, seat, list);
    if (die < lean.first)
        return list[0];
    if (die < lean.first + lean.last)
        return list[count - 1];
    return list[rng_below(rng, (uint32_t)count)];
}
