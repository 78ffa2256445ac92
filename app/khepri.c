/* SPDX-License-Identifier: MIT
 * khepri.c -- the one executable: finds the subcommand and runs it. */
#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "completion.h"
#include "khepri/version.h"
#include "nearest.h"
#include "text.h"
#include "option_table.h"

/* clang-format off */
static int complete(int argc, char **argv);

static const struct command commands[] = {
#ifdef KHEPRI_SERVER
    {"serve",     command_serve,     "serve the game to browsers, yours and your friends'"},
    {"admin",     command_admin,     "look after a server that runs: tables, bans, announcements"},
    {"backup",    command_backup,    "copy the data file of a server while it runs"},
    {"restore",   command_restore,   "put a backup in the place of a data file"},
    {"bot",       command_bot,       "play on a server over the network, with a program or a bot"},
    {"bot-account", command_bot_account, "accounts for bots that play on your server"},
    {"copy-data", command_copy_data, "copy all tables to PostgreSQL, or from it to a file"},
    {"check-data", command_check_data, "look through a data file, and replay its games"},
#endif
    {"play",      command_play,      "play at this terminal, against bots or taking turns"},
    {"simulate",  command_simulate,  "play games between bots, show a table, write records"},
    {"arena",     command_arena,     "measure bots and programs: the same deals in all seats, ratings"},
    {"analyse",   command_analyse,   "what each decision of a game cost, and what was luck"},
    {"meter",     command_meter,     "judge bots by what their choices lose in stored positions"},
    {"puzzle",    command_puzzle,    "make, check and show puzzles: decisions with one best action"},
    {"exploit",   command_exploit,   "what could be gained by foreseeing the sealed offers of bots"},
    {"replay",    command_replay,    "check records of games by the rules"},
    {"show",      command_show,      "read a record: its games, one as a log, one moment as a table"},
    {"engine",    command_engine,    "the bot protocol on standard input and output"},
    {"board",     command_board,     "the board of Amun-Re as a table, and how its cells are known"},
    {"perft",     command_perft,     "count the paths of a game to a given depth, chance included"},
    {"signature", command_signature, "one hash for all the rules do, game by game"},
    {"train",     command_train,     "teach a net the worth of positions, by games against itself"},
    {"survey",    command_survey,    "what the nets make of a game: its parts, seats and scores"},
    {"bench",     command_bench,     "how fast the rules are on this machine"},
    {"completion", complete,          "a script for your shell: commands and options by the Tab key"},
    {0},
};
/* clang-format on */

/* khepri completion, of all these commands. */
static int
complete(int argc, char **argv)
{
    return completion_run(commands, argc, argv);
}

static int
show_help(FILE *to)
{
    fprintf(
        to,
        "Khepri plays board games by their exact rules, against bots and with friends: %s.\n\n"
        "Usage: khepri COMMAND [OPTION]...\n\nCommands:\n",
        game_names("", " and ").text);
    for (const struct command *c = commands; c->name; c++)
        fprintf(to, "  %-11s %s\n", c->name, c->line);
    fputs("\n'khepri help COMMAND' explains each, with examples; so does 'man khepri'.\n"
          "'khepri --version' prints the version.\n",
          to);
    return to == stdout ? command_close_output("--help", EXIT_DONE) : EXIT_TROUBLE;
}

static int
unknown_command(const char *word)
{
    struct nearest nearest = {.word = word};
    char question[NEAREST_ROOM], typed[61];
    struct text shown = text_in(typed, sizeof typed);

#ifndef KHEPRI_SERVER
    if (strcmp(word, "serve") == 0) {
        fputs(
            "khepri: this program was built without its server; 'khepri play' plays at the terminal\n"
            "Try 'khepri --help'.\n",
            stderr);
        return EXIT_TROUBLE;
    }
#endif
    for (const struct command *c = commands; c->name; c++)
        nearest_offer(&nearest, c->name);
    text_shown(&shown, word);
    fprintf(stderr, "khepri: there is no command '%s'%s\nTry 'khepri --help'.\n", typed,
            nearest_question(&nearest, "", question));
    return EXIT_TROUBLE;
}

static const struct command *
command_of(const char *word)
{
    for (const struct command *c = commands; c->name; c++) {
        if (strcmp(word, c->name) == 0)
            return c;
    }
    return NULL;
}

/* Whether nothing follows what stands alone. */
static bool
stands_alone(int argc, char **argv)
{
    char typed[61];
    struct text shown = text_in(typed, sizeof typed);

    if (argc < 2)
        return true;
    text_shown(&shown, argv[1]);
    fprintf(stderr,
            "khepri: '%s' is not understood: nothing may follow '%s'\nTry 'khepri --help'.\n",
            typed, argv[0]);
    return false;
}

/* khepri help [COMMAND], or --help or -h in place of help */
static int
help(int argc, char **argv)
{
    static char asked[] = "--help";
    const struct command *command;

    if (argc < 2)
        return show_help(stdout);
    command = command_of(argv[1]);
    if (!command)
        return unknown_command(argv[1]);
    return stands_alone(argc - 1, argv + 1) ? command->run(2, (char *[]){argv[1], asked, NULL})
                                            : EXIT_TROUBLE;
}

static int
show_version(void)
{
    puts("khepri " KHEPRI_VERSION);
    return command_close_output("--version", EXIT_DONE);
}

/* The next file or pipe that is opened would get the number of a closed stream, and what is written to the stream.
 * Opened for the other direction, the stream fails as a closed one does. */
static bool
keep_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            return false;
    }
    return true;
}

int
main(int argc, char **argv)
{
    const struct command *command;

    if (!keep_streams())
        return command_trouble("khepri", "cannot open /dev/null for a closed stream: %s",
                               strerror(errno));
    /* A file at its limit of size (ulimit -f) is then a failed write, as on a full disk: it is told and tidied up. */
    signal(SIGXFSZ, SIG_IGN);
    if (argc < 2)
        return show_help(stderr);
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 ||
        strcmp(argv[1], "-h") == 0)
        return help(argc - 1, argv + 1);
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        return stands_alone(argc - 1, argv + 1) ? show_version() : EXIT_TROUBLE;
    command = command_of(argv[1]);
    return command ? command->run(argc - 1, argv + 1) : unknown_command(argv[1]);
}
