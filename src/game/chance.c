/* SPDX-License-Identifier: MIT
 * chance.c -- see khepri/chance.h: the generator of the parts inside, under names that the library exports. */
#include "khepri/chance.h"

#include <assert.h>

#include "random_play.h"
#include "rng.h"

uint64_t
khepri_stream(uint64_t seed, uint64_t a, uint64_t b)
{
    return rng_stream(seed, a, b);
}

uint64_t
khepri_seed(const char *text)
{
    return rng_seed_from_text(text);
}

uint64_t
khepri_random(uint64_t *rng)
{
    return rng_next(rng);
}

uint32_t
khepri_random_below(uint64_t *rng, uint32_t n)
{
    assert(n > 0);
    return rng_below(rng, n);
}

game_action
khepri_pick_chance(const struct game *game, const void *st, uint64_t *rng)
{
    return random_chance(game, st, rng);
}

game_action
khepri_pick_action(const struct game *game, const void *st, int seat, uint64_t *rng)
{
    return random_action(game, st, seat, rng);
}

int
khepri_settle_chance(const struct game *game, void *st, uint64_t *rng, struct game_log *log)
{
    int count = 0;

    for (; game->to_move(st) >> GAME_NATURE & 1; count++) {
        enum game_err err = game->apply(st, GAME_NATURE, random_chance(game, st, rng), log);

        assert(err == GAME_OK); /* what chances() lists is legal */
        (void)err;
    }
    return count;
}
