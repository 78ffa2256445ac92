/* SPDX-License-Identifier: MIT
 * embed.c -- what an embedder writes, with the installed headers and library only: plays one game
 * of every kind, always the first choice, and prints how it ended. Not part of the build;
 * ./check compiles it through pkg-config. */
#include <khepri/games.h>

#include <stdio.h>

static int
play(const struct game *game)
{
    union games_state st;
    union games_options options;
    struct game_result result;
    int moves = 0;

    game->defaults(&options);
    if (game->setup(&st, game->max_seats, &options) != GAME_OK)
        return 1;
    for (game_seats who; (who = game->to_move(&st)) != 0; moves++) {
        game_action legal[GAMES_MAX_ACTIONS];
        struct game_chance chances[GAMES_MAX_CHANCES];
        int seat = 0;

        while (!(who >> seat & 1))
            seat++;
        if (seat == GAME_NATURE)
            (void)game->chances(&st, chances);
        else
            (void)game->actions(&st, seat, legal);
        if (game->apply(&st, seat, seat == GAME_NATURE ? chances[0].action : legal[0], NULL) !=
            GAME_OK)
            return 1;
    }
    if (!game->result(&st, &result))
        return 1;
    printf("%s: %d actions, seat 0 has %d points\n", game->name, moves, (int)result.scores[0]);
    return 0;
}

int
main(void)
{
    for (int i = 0; games_list[i]; i++) {
        if (play(games_list[i]))
            return 1;
    }
    return 0;
}
