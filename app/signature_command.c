/* SPDX-License-Identifier: MIT
 * signature_command.c -- khepri signature: a hash of fixed random games for each way to play. */
#include "command.h"

#include <inttypes.h>
#include <string.h>

#include "command_options.h"
#include "game_setup.h"
#include "options.h"
#include "signature.h"

static const char name[] = "signature";

static const char about[] =
    "Usage: khepri signature [OPTION]... [GAME]\n"
    "\n"
    "Plays fixed random games for each number of players and each combination of options, and\n"
    "prints one hash of all their positions for each, and one for the game. When a change that should\n"
    "not touch the rules changes a hash, it did touch them.\n";

static const char examples[] = "Example:\n"
                               "  khepri signature --games 5 ra\n";

enum { GAMES = 1000, MOST_GAMES = 1000000, TEXT_EACH = 50, MOST_OPTIONS = 8 };

/* Which value each option has, as places in their tables: counted through like an odometer. */
struct combination {
    int value[MOST_OPTIONS];
};

static bool
next_combination(const struct game_option *options, struct combination *c)
{
    int last = 0;

    while (options[last].key)
        last++;
    for (int i = last - 1; i >= 0; i--) {
        if (options[i].values[++c->value[i]])
            return true;
        c->value[i] = 0;
    }
    return false;
}

static uint64_t
print_one(const struct game *game, const union games_state *start, int players,
          const struct combination *c, int games)
{
    const struct game_option *options = game->options;
    union games_state scratch;
    uint64_t hash = signature(game, start, games, TEXT_EACH, &scratch);

    printf("%s %d players", game->name, players);
    for (int i = 0; options[i].key; i++)
        printf(" %s=%s", options[i].key, options[i].values[c->value[i]]);
    printf(" %016" PRIx64 "\n", hash);
    fflush(stdout);
    return hash;
}

static void
print_game(const struct game *game, int games)
{
    const struct game_option *options = game->options;
    struct combination c = {{0}};
    uint64_t all = 0;

    do {
        union games_options chosen;

        game->defaults(&chosen);
        for (int i = 0; options[i].key; i++) {
            struct refusal why;

            if (!options_set(game, &chosen, options[i].key, options[i].values[c.value[i]],
                             &why))
                return;
        }
        for (int players = game->min_seats; players <= game->max_seats && !ferror(stdout);
             players++) {
            union games_state start;

            if (game->setup(&start, players, &chosen) == GAME_OK)
                all = all * 31 + print_one(game, &start, players, &c, games);
        }
    } while (next_combination(options, &c));
    printf("%s all %016" PRIx64 "\n", game->name, all);
}

int
command_signature(int argc, char **argv)
{
    uint64_t games = GAMES;
    const struct command_option options[] = {
        {"games", "G", "the number of games of each (1000); the hashes depend on it",
         .number = &games, 1, MOST_GAMES},
        {0}};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};

    if (!command_line_read(&line, options))
        return line.status;
    if (line.count > 1)
        return command_usage(name, "one game at a time, please");
    if (line.count == 1 && !game_setup_find(name, line.words[0]))
        return EXIT_TROUBLE;
    for (int i = 0; games_list[i]; i++) {
        if (line.count == 0 || strcmp(games_list[i]->name, line.words[0]) == 0)
            print_game(games_list[i], (int)games);
    }
    return command_close_output(name, EXIT_DONE);
}
