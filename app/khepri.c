/* SPDX-License-Identifier: MIT
 * khepri.c -- the one executable: finds the subcommand and runs it. */
#include "command.h"

#include <string.h>

#include "khepri/version.h"

struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *line;
};

/* clang-format off */
static const struct command commands[] = {
#ifdef KHEPRI_SERVER
    {"serve",     command_serve,     "serve the game to browsers, yours and your friends'"},
#endif
    {"play",      command_play,      "play at this terminal, against bots or taking turns"},
    {"simulate",  command_simulate,  "play games between bots, show a table, write records"},
    {"arena",     command_arena,     "measure bots and programs: the same deals in all seats, ratings"},
    {"analyse",   command_analyse,   "what each decision of a game cost, and what was luck"},
    {"meter",     command_meter,     "judge bots by what their choices lose in stored positions"},
    {"exploit",   command_exploit,   "what can be gained by reading the offers of the bots of Amun-Re"},
    {"replay",    command_replay,    "check records of games by the rules"},
    {"engine",    command_engine,    "the bot protocol on standard input and output"},
    {"board",     command_board,     "the board of Amun-Re as a table, and how its cells are known"},
    {"perft",     command_perft,     "count the paths of a game to a given depth, chance included"},
    {"signature", command_signature, "one hash for all the rules do, game by game"},
    {"train",     command_train,     "teach a net the worth of positions, by games against itself"},
    {"survey",    command_survey,    "what the nets make of Ra: suns, tiles, seats, scores"},
    {"bench",     command_bench,     "how fast the rules are on this machine"},
};
/* clang-format on */

enum { COMMANDS = sizeof commands / sizeof commands[0], LONGEST_NAME = 31 };

static int
show_help(FILE *to)
{
    fputs(
        "Khepri plays the board games Ra and Amun-Re: by their exact rules, against bots, and with friends.\n\n"
        "Usage: khepri COMMAND [OPTION]...\n\nCommands:\n",
        to);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].line);
    fputs("\n'khepri COMMAND --help' explains each, with examples; so does 'man khepri'.\n"
          "'khepri --version' prints the version.\n",
          to);
    return to == stdout ? command_close_output("--help", EXIT_DONE) : EXIT_TROUBLE;
}

static int
smaller(int a, int b)
{
    return a < b ? a : b;
}

/* The number of single letters to add, drop or change to make `a` of `b` (Levenshtein). */
static int
distance(const char *a, const char *b)
{
    int row[LONGEST_NAME + 1];
    int width = (int)strlen(b);

    for (int j = 0; j <= width; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];

        row[0] = i;
        for (int j = 1; j <= width; j++) {
            int changed = diagonal + (a[i - 1] != b[j - 1]);

            diagonal = row[j];
            row[j] = smaller(changed, smaller(row[j], row[j - 1]) + 1);
        }
    }
    return row[width];
}

static int
unknown_command(const char *word)
{
    int nearest = 0, best = LONGEST_NAME;

    for (int i = 0; i < COMMANDS && strlen(word) <= LONGEST_NAME; i++) {
        int away = distance(word, commands[i].name);

        if (away < best) {
            best = away;
            nearest = i;
        }
    }
    fprintf(stderr, "khepri: there is no command '%.60s'", word);
    if (best < (int)strlen(commands[nearest].name))
        fprintf(stderr, "; did you mean '%s'?", commands[nearest].name);
    fputs("\nTry 'khepri --help'.\n", stderr);
    return EXIT_TROUBLE;
}

int
main(int argc, char **argv)
{
    if (argc < 2)
        return show_help(stderr);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return show_help(stdout);
    if (strcmp(argv[1], "--version") == 0) {
        puts("khepri " KHEPRI_VERSION);
        return command_close_output("--version", EXIT_DONE);
    }
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    }
    return unknown_command(argv[1]);
}
