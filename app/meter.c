/* SPDX-License-Identifier: MIT
 * meter.c -- khepri meter: players judged by what their choices lose in positions with known truths. */
#include "command.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "game_setup.h"
#include "meter.h"
#include "meter_judge.h"
#include "meter_show.h"
#include "player_words.h"

static const char name[] = "meter";

static const char help[] =
    "Usage: khepri meter FILE... --bot BOT [--bot BOT]... [--program NAME=CMD] [--kinds] [--json]\n"
    "       khepri meter --make GAME --players N [OPTION]... > FILE\n"
    "\n"
    "Judges players without opponents: positions are stored with what each legal action is worth, found\n"
    "once with patience, and a player is asked what it would do there. What its choices lose against the\n"
    "best ones, in chance to win for each decision, is its measure; the error is taken from the spread of\n"
    "the games the positions come from.\n"
    "\n"
    "  --bot BOT            a bot to judge; may be given several times\n"
    "  --program NAME=CMD   a program to judge, run by sh; docs/arena.md says what it is asked\n"
    "  --ms T               what a program has for a decision, in milliseconds (1000)\n"
    "  --seed S             the dice of the players, a number or any text (1); of --make: of everything\n"
    "  --kinds              the sorts of decisions one by one too\n"
    "  --json               a JSON object for each file and player\n"
    "\n"
    "Making positions, from games of a bot against itself:\n"
    "  --players N          how many play\n"
    "  --option KEY=VALUE   an option of the game; may be given several times\n"
    "  --policy BOT         who plays the games, and the rollouts (hard)\n"
    "  --deep BOT           who says what each action is worth (master)\n"
    "  --games G            how many games (8)\n"
    "  --each P             positions of each game (24)\n"
    "  --endings E          from further games: solved endings, where one sun is left in the last epoch (30)\n"
    "  --rolled P           positions of each game that are played out as well (6)\n"
    "  --rollouts R         how often each of their actions is played out, with the same chance (40)\n"
    "\n"
    "Status: 0 done, 1 done but a program failed at times, 2 not done.\n"
    "\n"
    "Examples:\n"
    "  khepri meter --make ra --players 2 --games 1 --each 4 --rollouts 0 --endings 1 --deep hard | tee few\n"
    "  khepri meter few --bot rule --bot hard --kinds\n";

enum { MOST = 100000, MOST_MS = 3600000 };

struct request {
    struct game_setup setup;
    bool make, json, kinds;
    const char *seed, *policy, *deep;
    const char *who[METER_PLAYERS]; /* a bot's word, or a program's "NAME=CMD" */
    bool outside[METER_PLAYERS];
    int count;
    uint64_t ms, games, each, endings, rolled, rollouts;
};

static bool
add_player(struct request *r, bool outside)
{
    const char *equals = strchr(optarg, '=');

    if (r->count == METER_PLAYERS)
        command_usage(name, "there are more than %d players", METER_PLAYERS);
    else if (outside && (!equals || equals == optarg || !equals[1]))
        command_usage(name, "--program takes NAME=COMMAND, not '%.60s'", optarg);
    else {
        r->outside[r->count] = outside;
        r->who[r->count++] = optarg;
        return true;
    }
    return false;
}

static bool
read_option(int option, char **argv, struct request *r)
{
    switch (option) {
    case 'p':
        return command_number(name, "--players", optarg, 1, GAME_MAX_SEATS, &r->setup.players);
    case 'g':
        return command_number(name, "--games", optarg, 1, MOST, &r->games);
    case 'e':
        return command_number(name, "--each", optarg, 0, MOST, &r->each);
    case 'E':
        return command_number(name, "--endings", optarg, 0, MOST, &r->endings);
    case 'R':
        return command_number(name, "--rolled", optarg, 0, MOST, &r->rolled);
    case 'r':
        return command_number(name, "--rollouts", optarg, 0, MOST, &r->rollouts);
    case 'm':
        return command_number(name, "--ms", optarg, 1, MOST_MS, &r->ms);
    case 'o':
        return game_setup_option(name, &r->setup, optarg);
    case 'b':
    case 'x':
        return add_player(r, option == 'x');
    case 's':
        r->seed = optarg;
        return true;
    case 'P':
        r->policy = optarg;
        return true;
    case 'd':
        r->deep = optarg;
        return true;
    case 'k':
    case 'j':
    case 'M':
        *(option == 'k' ? &r->kinds : option == 'j' ? &r->json : &r->make) = true;
        return true;
    default:
        command_bad_option(name, argv);
        return false;
    }
}

/* False when there is nothing left to do; *status is then what to exit with. */
static bool
read_command_line(int argc, char **argv, struct request *r, int *status)
{
    /* clang-format off */
    static const struct option options[] = {
        {"players", required_argument, NULL, 'p'},  {"games", required_argument, NULL, 'g'},
        {"each", required_argument, NULL, 'e'},     {"endings", required_argument, NULL, 'E'},
        {"rolled", required_argument, NULL, 'R'},   {"rollouts", required_argument, NULL, 'r'},
        {"option", required_argument, NULL, 'o'},   {"ms", required_argument, NULL, 'm'},
        {"bot", required_argument, NULL, 'b'},      {"program", required_argument, NULL, 'x'},
        {"seed", required_argument, NULL, 's'},     {"policy", required_argument, NULL, 'P'},
        {"deep", required_argument, NULL, 'd'},     {"kinds", no_argument, NULL, 'k'},
        {"json", no_argument, NULL, 'j'},           {"make", no_argument, NULL, 'M'},
        {"help", no_argument, NULL, 'h'},           {0}};
    /* clang-format on */
    int option;

    *status = EXIT_TROUBLE;
    opterr = 0;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (option == 'h') {
            *status = command_help(help);
            return false;
        }
        if (!read_option(option, argv, r))
            return false;
    }
    if (r->make)
        return game_setup_words(name, &r->setup, argc - optind, argv + optind);
    if (argc == optind)
        command_usage(name, "files with positions are needed, such as data/meters/ra-3.jsonl");
    else if (!r->count)
        command_usage(name, "--bot or --program is needed: who is judged");
    return argc > optind && r->count;
}

/* ---- making ---- */

static int
make(const struct request *r)
{
    struct meter_plan plan = {.seats = (int)r->setup.players,
                              .seed = r->seed,
                              .policy_word = r->policy,
                              .deep_word = r->deep,
                              .games = r->games,
                              .each = r->each,
                              .endings = r->endings,
                              .rolled = r->rolled,
                              .rollouts = r->rollouts};

    if (!game_setup_start(name, &r->setup, &plan.game, &plan.start) ||
        !player_bot(name, "policy", r->policy, plan.game, &plan.policy) ||
        !player_bot(name, "bot", r->deep, plan.game, &plan.deep))
        return EXIT_TROUBLE;
    if (!plan.deep.bot->wins)
        return command_usage(
            name, "--deep is for bots that say chances to win, and '%s' does not", r->deep);
    if (plan.deep.ms || plan.policy.ms)
        return command_usage(name, "a clock makes no truth that could be made again: "
                                   "give positions in place of ms");
    if (!meter_make(&plan, stdout) && !ferror(stdout))
        return command_trouble(name, "there is not memory enough");
    return command_close_output(name, EXIT_DONE);
}

/* ---- judging ---- */

static bool
judge_file(const struct request *r, const char *path, int which, bool *faults)
{
    struct meter_judge judge = {.path = path,
                                .word = r->who[which],
                                .outside = r->outside[which],
                                .limit_ms = (int)r->ms,
                                .seed = r->seed};
    struct refusal why;
    bool good = meter_judge(&judge, &why);

    if (!good)
        command_trouble(name, "%s", why.text);
    else if (r->json)
        good = meter_show_json(stdout, &judge);
    else
        meter_show_row(stdout, &judge, which == 0, r->kinds);
    *faults = *faults || judge.faults;
    meter_judge_free(&judge);
    return good;
}

static int
judge(const struct request *r, int count, char **paths)
{
    bool faults = false;

    signal(SIGPIPE, SIG_IGN); /* a program that has ended is told, and does not end us */
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < r->count; k++) {
            if (!judge_file(r, paths[i], k, &faults))
                return EXIT_TROUBLE;
        }
    }
    return command_close_output(name, faults ? EXIT_FOUND : EXIT_DONE);
}

int
command_meter(int argc, char **argv)
{
    struct request r = {.seed = "1",
                        .policy = "hard",
                        .deep = "master",
                        .ms = 1000,
                        .games = 8,
                        .each = 24,
                        .endings = 30,
                        .rolled = 6,
                        .rollouts = 40};
    int status;

    if (!read_command_line(argc, argv, &r, &status))
        return status;
    return r.make ? make(&r) : judge(&r, argc - optind, argv + optind);
}
