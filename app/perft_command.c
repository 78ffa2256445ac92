/* SPDX-License-Identifier: MIT
 * perft_command.c -- khepri perft: counts of paths, depth by depth. */
#include "command.h"

#include <stdlib.h>

#include "command_options.h"
#include "game_setup.h"
#include "options.h"
#include "perft.h"

static const char name[] = "perft";

static const char about[] =
    "Usage: khepri perft GAME --players N --depth D [OPTION]...\n"
    "\n"
    "Counts every path of 1, 2, ... D moves from the beginning of a game: each choice and each outcome\n"
    "of chance once. Programs that follow the same rules agree on these numbers.\n";

static const char examples[] =
    "Examples:\n"
    "  khepri perft ra --players 3 --depth 5\n"
    "  khepri perft ra --players 4 --depth 4 --option edition=1999 --json\n";

enum { DEEPEST = 100 };

static int
count_paths(const struct game *game, const union games_state *st, int players, int depth,
            bool json)
{
    union games_state *scratch = malloc((size_t)depth * sizeof *scratch);
    char text[GAMES_OPTION_ROOM + 256];
    struct text t = text_in(text, sizeof text);

    if (!scratch)
        return command_trouble(name, "there is not memory enough");
    json_options(&t, game, st);
    if (json)
        printf("{\"game\":\"%s\",\"options\":%s,\"players\":%d,\"perft\":[", game->name, text,
               players);
    for (int d = 1; d <= depth && !ferror(stdout); d++) {
        unsigned long long paths = perft(game, st, d, scratch);

        if (json)
            printf("%s%llu", d == 1 ? "" : ",", paths);
        else
            printf("%3d %20llu\n", d, paths);
        fflush(stdout);
    }
    fputs(json ? "]}\n" : "", stdout);
    free(scratch);
    return EXIT_DONE;
}

int
command_perft(int argc, char **argv)
{
    struct game_setup setup = {.game = NULL};
    const struct game *game;
    union games_state st;
    uint64_t depth = 4;
    bool json = false;
    /* clang-format off */
    const struct command_option options[] = {
        {"players", "N", "how many play", .number = &setup.players, 1, GAME_MAX_SEATS},
        {"depth", "D", "how deep (4)", .number = &depth, 1, DEEPEST},
        {"option", "KEY=VALUE", "an option of the game; may be given several times",
            .take = game_setup_option, .into = &setup},
        {"json", NULL, "as one JSON object", .flag = &json},
        {0}};
    /* clang-format on */
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};

    if (!command_line_read(&line, options))
        return line.status;
    if (!game_setup_words(&line, &setup) || !game_setup_start(name, &setup, &game, &st))
        return EXIT_TROUBLE;
    return command_close_output(name,
                                count_paths(game, &st, (int)setup.players, (int)depth, json));
}
