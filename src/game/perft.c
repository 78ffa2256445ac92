/* SPDX-License-Identifier: MIT
 * perft.c -- see perft.h. */
#include "perft.h"

#include <assert.h>
#include <string.h>

#include "moves.h"

struct walk {
    const struct game *game;
    unsigned char *scratch;
    int depth;
};

static uint64_t count(const struct walk *walk, const void *st, int left);

/* The paths that start with this move. */
static uint64_t
count_after(const struct walk *walk, const void *st, int left, int seat, game_action action)
{
    void *next = walk->scratch + (size_t)(walk->depth - left) * walk->game->state_size;
    enum game_err err;

    memcpy(next, st, walk->game->state_size);
    err = walk->game->apply(next, seat, action, NULL);
    assert(err == GAME_OK); /* listed moves are legal */
    return err == GAME_OK ? count(walk, next, left - 1) : 0;
}

static uint64_t
count(const struct walk *walk, const void *st, int left)
{
    const struct game *game = walk->game;
    game_seats seats = game->to_move(st);
    uint64_t paths = 0;

    if (left == 0)
        return 1;
    if (seats >> GAME_NATURE & 1) {
        struct game_chance outcomes[GAME_MOST_CHANCES];
        int outcome_count = game->chances(st, outcomes);

        for (int i = 0; i < outcome_count; i++)
            paths += count_after(walk, st, left, GAME_NATURE, outcomes[i].action);
    }
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        game_action actions[GAME_MOST_ACTIONS];
        int action_count = seats >> seat & 1 ? game->actions(st, seat, actions) : 0;

        for (int i = 0; i < action_count; i++)
            paths += count_after(walk, st, left, seat, actions[i]);
    }
    return paths;
}

uint64_t
perft(const struct game *game, const void *st, int depth, void *scratch)
{
    const struct walk walk = {.game = game, .scratch = scratch, .depth = depth};

    return count(&walk, st, depth);
}
