/* SPDX-License-Identifier: MIT
 * meter.c -- khepri meter: players measured by what their choices lose in positions with known values. */
#include "command.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "command_options.h"
#include "game_setup.h"
#include "meter.h"
#include "meter_judge.h"
#include "meter_shard.h"
#include "meter_show.h"
#include "progress.h"

_Static_assert((int)METER_SHARDS == (int)COMMAND_SHARDS,
               "--shard and the merging of parts have one limit");

static const char name[] = "meter";

static const char about[] =
    "Usage: khepri meter FILE... --bot BOT [--bot BOT]... [--program NAME=CMD] [--kinds] [--json]\n"
    "       khepri meter --make GAME --players N [OPTION]... > FILE\n"
    "       khepri meter --merge FILE... > FILE\n"
    "\n"
    "Measures players without opponents. Positions are stored with the value of each legal action, computed\n"
    "once by a deep search, and each player is asked for its choice. Its score is the chance of winning that it\n"
    "loses at each decision against the best action; the error is taken from the spread of the games that the\n"
    "positions come from.\n";

static const char examples[] =
    "Status: 0 done, 1 done but a program failed at times, 2 not done.\n"
    "\n"
    "Examples:\n"
    "  khepri meter --make ra --players 2 --games 1 --each 4 --rollouts 0 --endings 1 --deep hard | tee few\n"
    "  khepri meter few --bot rule --bot hard --kinds\n";

enum { MOST = 100000, MOST_MS = 3600000 };

struct request {
    struct game_setup setup;
    bool make, merge, json, kinds;
    const char *seed, *policy, *deep;
    const char *who[METER_PLAYERS]; /* a bot's word, or a program's "NAME=CMD" */
    struct command_shard shard;
    bool outside[METER_PLAYERS];
    int count;
    uint64_t ms, games, each, endings, rolled, rollouts, turns;
};

/* What options are for, by their group. */
enum { TO_JUDGE, TO_MAKE, OF_BOTH, TO_MERGE };

static bool
add_player(struct request *r, const char *word, bool outside)
{
    if (r->count == METER_PLAYERS) {
        command_usage(name, "there are more than %d players", METER_PLAYERS);
        return false;
    }
    r->outside[r->count] = outside;
    r->who[r->count++] = word;
    return true;
}

static bool
add_bot(const char *command, void *into, const char *word)
{
    (void)command;
    return add_player(into, word, false);
}

static bool
add_program(const char *command, void *into, const char *word)
{
    const char *equals = strchr(word, '=');

    if (equals && equals > word && equals[1])
        return add_player(into, word, true);
    command_usage(command, "--program takes NAME=COMMAND, not '%.60s'", word);
    return false;
}

static bool
may_merge(const struct command_line *line)
{
    if (line->used == 1 << TO_MERGE && line->count > 0)
        return true;
    command_usage(name, line->count > 0 ? "--merge only takes files"
                                        : "--merge needs the files that the parts wrote");
    return false;
}

/* False if the command is to exit with line->status. */
static bool
read_command_line(struct command_line *line, struct request *r)
{
    /* clang-format off */
    const struct command_option options[] = {
        {"bot", "BOT", "a bot to judge; may be given several times", .take = add_bot, .into = r},
        {"program", "NAME=CMD", "a program to judge, run by sh; docs/arena.md says what it is asked",
            .take = add_program, .into = r},
        {"ms", "T", "time limit of a program for a decision, in milliseconds (1000)", .number = &r->ms, 1, MOST_MS},
        {"seed", "S", "for the chance in the players' choices, a number or any text (1); with --make for everything",
            .text = &r->seed, .group = OF_BOTH},
        {"kinds", NULL, "also each kind of decision", .flag = &r->kinds},
        {"json", NULL, "a JSON object for each file and player", .flag = &r->json},
        {"make", NULL, "make positions, and write them to standard output", .flag = &r->make, .group = TO_MAKE,
            .heading = "Making positions, from games of a bot against itself:"},
        {"players", "N", "how many play", .number = &r->setup.players, 1, GAME_MAX_SEATS, .group = TO_MAKE},
        {"option", "KEY=VALUE", "an option of the game; may be given several times",
            .take = game_setup_option, .into = &r->setup, .group = TO_MAKE},
        {"policy", "BOT", "who plays the games, and the rollouts (hard)", .text = &r->policy, .group = TO_MAKE},
        {"deep", "BOT", "who evaluates each action (master)", .text = &r->deep, .group = TO_MAKE},
        {"games", "G", "how many games (8)", .number = &r->games, 1, MOST, .group = TO_MAKE},
        {"each", "P", "positions of each game (24)", .number = &r->each, 0, MOST, .group = TO_MAKE},
        {"endings", "E", "from further games: endings solved exactly, where the game has them (30)",
            .number = &r->endings, 0, MOST, .group = TO_MAKE},
        {"rolled", "P", "positions of each game with rollouts as well (6)",
            .number = &r->rolled, 0, MOST, .group = TO_MAKE},
        {"rollouts", "R", "rollouts of each of their actions, with the same chance, at most (40)",
            .number = &r->rollouts, 0, MOST, .group = TO_MAKE},
        {"turns", "T", "turns of a rollout by hard, where the game can stop early; 0: to the end of the game (30)",
            .number = &r->turns, 0, MOST, .group = TO_MAKE},
        {"shard", "I/N", "make only the I-th of N parts of the games; --merge joins them",
            .take = command_take_shard, .into = &r->shard, .group = TO_MAKE},
        {"merge", NULL, "the arguments are files that --make wrote, one for each --shard", .flag = &r->merge,
            .group = TO_MERGE, .heading = "Joining positions that several machines made:"},
        {0}};
    /* clang-format on */

    if (!command_line_read(line, options))
        return false;
    if (r->merge)
        return may_merge(line);
    if (r->make && line->used >> TO_JUDGE & 1)
        command_usage(
            name, "--make takes --seed and what help names below it; the others are to judge");
    else if (r->make)
        return game_setup_words(line, &r->setup);
    else if (line->used >> TO_MAKE & 1)
        command_usage(
            name, "to judge there are --bot, --program, --ms, --seed, --kinds and --json; the "
                  "others are for --make");
    else if (line->count == 0)
        command_usage(name, "files with positions are needed, such as data/meters/ra-3.jsonl");
    else if (!r->count)
        command_usage(name, "--bot or --program is needed: who is judged");
    else
        return true;
    return false;
}

/* ---- making ---- */

static void
show_progress(void *self, uint64_t done)
{
    progress_show(self, done, "");
}

/* How many values are to be found, for showing progress. */
static uint64_t
values_of(const struct meter_plan *plan)
{
    uint64_t parts = (uint64_t)plan->parts, part = (uint64_t)plan->part;

    return (plan->games + parts - part) / parts * plan->each +
           (plan->part == plan->parts ? plan->endings : 0);
}

static int
make(const struct request *r)
{
    struct progress progress;
    bool made;
    struct meter_plan plan = {.seats = (int)r->setup.players,
                              .seed = r->seed,
                              .policy_word = r->policy,
                              .deep_word = r->deep,
                              .games = r->games,
                              .each = r->each,
                              .endings = r->endings,
                              .rolled = r->rolled,
                              .rollouts = r->rollouts,
                              .turns = r->turns,
                              .part = r->shard.part,
                              .parts = r->shard.parts,
                              .told = show_progress,
                              .self = &progress};

    if (!game_setup_start(name, &r->setup, &plan.game, &plan.start) ||
        !game_setup_bot(name, "policy", r->policy, plan.game, &plan.policy) ||
        !game_setup_bot(name, "bot", r->deep, plan.game, &plan.deep))
        return EXIT_TROUBLE;
    if (!plan.deep.bot->wins)
        return command_usage(
            name, "--deep is for bots that say chances to win, and '%s' does not", r->deep);
    if (plan.deep.ms || plan.policy.ms)
        return command_usage(name, "a clock makes no truth that could be made again: "
                                   "give positions in place of ms");
    if (!meter_has_endings(plan.game))
        plan.endings = 0;
    command_write_lines(stdout);
    progress_begin(&progress, "values", values_of(&plan));
    made = meter_make(&plan, stdout);
    progress_wipe();
    if (!made && !ferror(stdout))
        return command_trouble(name, "there is not memory enough");
    return command_close_output(name, EXIT_DONE);
}

/* ---- parts ---- */

static int
merge(int count, char **paths)
{
    struct refusal why;

    if (!meter_shard_merge(count, paths, stdout, &why))
        return command_trouble(name, "%s", why.text);
    return command_close_output(name, EXIT_DONE);
}

/* ---- judging ---- */

enum { FAULTS_TOLD = 3 };

static void
tell_fault(const struct meter_judge *j, const char *fault)
{
    if (j->faults <= FAULTS_TOLD)
        command_trouble(name, "%s %s; its first legal action is taken", j->label, fault);
}

static bool
judge_file(const struct request *r, const char *path, int which, bool *faults)
{
    struct meter_judge judge = {.path = path,
                                .word = r->who[which],
                                .outside = r->outside[which],
                                .limit_ms = (int)r->ms,
                                .seed = r->seed,
                                .told = tell_fault};
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
                        .rollouts = 40,
                        .turns = 30,
                        .shard = {1, 1}};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};

    if (!read_command_line(&line, &r))
        return line.status;
    if (r.merge)
        return merge(line.count, line.words);
    return r.make ? make(&r) : judge(&r, line.count, line.words);
}
