/* SPDX-License-Identifier: MIT
 * moves_json.c -- see moves_json.h. */
#include "moves_json.h"

#include <stdlib.h>

struct move *
moves_create(const struct game *game, const void *st, int *count)
{
    int room = moves_count(game, st);
    struct move *moves = malloc(((size_t)room + 1) * sizeof *moves); /* never of nothing */

    if (moves)
        *count = moves_list(game, st, moves);
    return moves;
}

void
json_to_act(struct text *t, game_seats seats)
{
    if (seats >> GAME_NATURE & 1) {
        json_text(t, "chance");
        return;
    }
    json_open(t, '[');
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        if (seats >> seat & 1)
            json_int(t, seat);
    }
    json_close(t, ']');
}

void
json_moves(struct text *t, const struct move *moves, int count, int seat)
{
    json_open(t, '[');
    for (int i = 0; i < count; i++) {
        if (seat == ANY_SEAT || moves[i].seat == seat)
            json_text(t, moves[i].text);
    }
    json_close(t, ']');
}
