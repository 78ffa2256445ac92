/* SPDX-License-Identifier: MIT
 * bench_games.c -- the games that bring something to khepri bench. */
#include "games_parts.h"
#include "playouts.h"

#define X(name, NAME) extern const struct bench_game name##_bench;
GAMES_IN_BENCH(X)
#undef X

const struct bench_game *
bench_find(const struct game *game)
{
    static const struct bench_game *const all[] = {
#define X(name, NAME) &name##_bench,
        GAMES_IN_BENCH(X)
#undef X
            NULL};

    for (int i = 0; all[i]; i++) {
        if (all[i]->game == game)
            return all[i];
    }
    return NULL;
}
