/* SPDX-License-Identifier: MIT
 * arena.c -- khepri arena: players measured against each other, the same deals for all of them. */
#include "command.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ai_luck.h"
#include "arena_checkpoint.h"
#include "arena_merge.h"
#include "arena_show.h"
#include "command_options.h"
#include "document.h"
#include "game_setup.h"
#include "options.h"
#include "progress.h"

_Static_assert((int)ARENA_SHARDS == (int)COMMAND_SHARDS,
               "--shard and the merging of shards have one limit");

static const char name[] = "arena";

static const char about[] =
    "Usage: khepri arena GAME --players N --field A,B,... [OPTION]...\n"
    "       khepri arena --merge FILE... [--json] [--anchor NAME]\n"
    "\n"
    "Measures players against each other. Each deal is played once in each rotation of the seats, with the\n"
    "same chance; the error of all figures is taken from the spread of the deals. If only built-in bots play, the\n"
    "same seed gives the same bytes, whatever the number of threads.\n";

static const char examples[] =
    "Ctrl-C ends the run after the games that are under way, and shows what was played.\n"
    "\n"
    "Status: 0 done, 1 done but a program failed at times, 2 not done.\n"
    "\n"
    "Examples:\n"
    "  khepri arena ra --players 3 --field rule,random --deals 50\n"
    "  khepri arena ra --players 3 --field me=rule,rule --until +2 --threads 2\n"
    "  khepri arena amun_re --players 3 --mixed rule,twin=rule,random --deals 10 --json\n"
    "  khepri arena ra --players 2 --deals 20 --field rule,random --shard 1/2 --json\n";

enum { MOST_THREADS = 256, MOST_MS = 3600000, PROGRAMS = ARENA_PLAYERS, FAULTS_TOLD = 3 };
enum { CHECKPOINT_SECONDS = 10 };

/* What the command line said. */
struct request {
    struct game_setup setup;
    const char *seed, *field, *mixed, *until, *anchor, *checkpoint, *programs[PROGRAMS],
        *nets[PROGRAMS];
    int program_count, net_count;
    struct command_shard shard;
    uint64_t deals, threads, ms;
    bool json, merge, no_luck, luck_ahead;
};

/* What options are for, by their group. */
enum { TO_PLAY, OF_BOTH };

/* An arena being played. */
struct arena {
    const struct request *request;
    struct arena_plan plan;
    struct series series;
    struct series_player players[ARENA_PLAYERS];
    struct frozen_net *nets[ARENA_PLAYERS]; /* owned */
    struct arena_sums sums;
    struct arena_deal deal;
    struct arena_test test;
    struct progress progress;
    int anchor, told[ARENA_PLAYERS];
    struct arena_outcome outcome;
    unsigned long long before; /* the games that the checkpoint had */
    time_t written; /* when the checkpoint was */
    bool lost; /* it could not be */
    const char *hopeless; /* a program that does not start */
};

/* Set by a signal; the games under way are played to their end. */
static atomic_bool interrupted;

/* ---- the command line ---- */

/* One more of a list: `what` they are called. */
static bool
add(const char *what, const char *word, const char *list[PROGRAMS], int *count)
{
    if (*count == PROGRAMS) {
        command_usage(name, "there are more than %d %s", PROGRAMS, what);
        return false;
    }
    list[(*count)++] = word;
    return true;
}

static bool
add_program(const char *command, void *into, const char *word)
{
    struct request *r = into;

    (void)command;
    return add("programs", word, r->programs, &r->program_count);
}

static bool
add_net(const char *command, void *into, const char *word)
{
    struct request *r = into;

    (void)command;
    return add("nets", word, r->nets, &r->net_count);
}

/* False if the command is to exit with line->status. */
static bool
read_command_line(struct command_line *line, struct request *r)
{
    /* clang-format off */
    const struct command_option options[] = {
        {"players", "N", "how many sit at a table", .number = &r->setup.players, 1, GAME_MAX_SEATS},
        {"field", "A,B,...", "who plays; the last stands for all that follow, so A,B is one A against Bs.\n"
                             "A player is a bot, a program, or NAME=BOT: the bot under another name",
            .text = &r->field},
        {"mixed", "A,B,...", "instead: 2 to 10 players; each deal is played by all line-ups of N different ones,\n"
                             "or with fewer than N players by all in which each plays", .text = &r->mixed},
        {"program", "NAME=CMD", "a program as a player, run by sh; docs/arena.md says what it is asked",
            .take = add_program, .into = r},
        {"net", "PLAYER=FILE", "the bot of that player uses the net in this file, written by `khepri train`",
            .take = add_net, .into = r},
        {"ms", "T", "time limit of a program for a decision, in milliseconds (1000)", .number = &r->ms, 1, MOST_MS},
        {"deals", "D", "how many deals (100)", .number = &r->deals, 1, ARENA_GAMES},
        {"seed", "S", "a number or any text (1)", .text = &r->seed},
        {"option", "KEY=VALUE", "an option of the game; may be given several times",
            .take = game_setup_option, .into = &r->setup},
        {"until", "[PLAYER=]LOW:HIGH", "stop as soon as a sequential test decides whether the share of\n"
                             "PLAYER (the first) is at most LOW % or at least HIGH %;\n"
                             "+P tests the fair share against P points more",
            .text = &r->until},
        {"no-luck", NULL, "no luck adjustment (by default, if a net can estimate luck, shares are also shown\n"
                          "luck-adjusted, and the test uses these)", .flag = &r->no_luck},
        {"luck-ahead", NULL, "estimate luck one turn ahead: narrower intervals, but half a second or more for each\n"
                             "game; for bots that think longer", .flag = &r->luck_ahead},
        {"anchor", "NAME", "who is rated 1000 (rule if it plays, else the first)",
            .text = &r->anchor, .group = OF_BOTH},
        {"threads", "T", "how many games at a time (1)", .number = &r->threads, 1, MOST_THREADS},
        {"shard", "I/N", "play only the I-th of N parts of the deals; --merge joins them",
            .take = command_take_shard, .into = &r->shard},
        {"checkpoint", "FILE", "where to go on if this is interrupted: written every ten seconds and at the end,\n"
                               "and read if it is there; of a finished arena it shows the result again",
            .text = &r->checkpoint},
        {"merge", NULL, "the arguments are files written by --json, one for each shard", .flag = &r->merge,
            .group = OF_BOTH},
        {"json", NULL, "everything as one JSON object", .flag = &r->json, .group = OF_BOTH},
        {0}};
    /* clang-format on */

    if (!command_line_read(line, options))
        return false;
    if (r->merge && line->used >> TO_PLAY & 1)
        command_usage(name, "--merge only takes files, --json and --anchor");
    else if (r->merge && line->count == 0)
        command_usage(name, "--merge needs the files that the shards wrote");
    else if (r->merge)
        return true;
    else if (r->until && r->shard.parts > 1)
        command_usage(name, "--until needs all deals in one place, and --shard parts them");
    else
        return game_setup_words(line, &r->setup);
    return false;
}

/* "me=40:45", "40:45" or "+2", in percent. */
static bool
read_until(const char *all, const struct arena_plan *plan, struct arena_test *out)
{
    const char *text = strchr(all, '=') ? strchr(all, '=') + 1 : all;
    char *end = NULL, who[PLAYER_WORD_ROOM];
    double low = 100.0 / plan->seats, high;
    int player = 0;

    if (text > all) {
        snprintf(who, sizeof who, "%.*s", (int)(text - all) - 1, all);
        player = arena_plan_player(plan, who);
        if (player < 0) {
            command_usage(name, "--until names '%s', who does not play", who);
            return false;
        }
    }
    if (*text == '+') {
        high = low + strtod(text + 1, &end);
    } else {
        low = strtod(text, &end);
        high = end > text && *end == ':' ? strtod(end + 1, &end) : NAN;
    }
    if (end > text && end[-1] != ':' && end[-1] != '+' && !*end && low >= 0 && high <= 100 &&
        low < high) {
        *out = (struct arena_test){
            .asked = true, .player = player, .low = low / 100, .high = high / 100};
        return true;
    }
    command_usage(name,
                  "--until takes [PLAYER=]LOW:HIGH or [PLAYER=]+POINTS, in percent, such as "
                  "40:45, not '%.60s'",
                  all);
    return false;
}

static bool
find_anchor(const char *word, const struct arena_plan *plan, int *out)
{
    int player = arena_plan_player(plan, word ? word : "rule");

    *out = player < 0 ? 0 : player;
    if (word && player < 0)
        command_usage(name, "--anchor names '%.60s', who does not play", word);
    return !word || player >= 0;
}

/* ---- the plan ---- */

static bool
read_field(const struct request *r, struct arena_plan *plan)
{
    struct refusal why;

    if (!r->field == !r->mixed) {
        command_usage(name, r->field ? "--field and --mixed exclude each other"
                                     : "--field or --mixed is needed: who plays");
        return false;
    }
    plan->mixed = r->mixed != NULL;
    if (arena_plan_field(plan, r->field ? r->field : r->mixed, r->programs, r->program_count,
                         &why))
        return true;
    command_usage(name, "%s", why.text);
    return false;
}

/* The bots of the field; programs have none. */
static bool
find_players(struct arena *arena)
{
    for (int i = 0; i < arena->plan.players; i++) {
        const struct arena_player *player = &arena->plan.player[i];

        arena->players[i] =
            (struct series_player){.name = player->name, .program = player->program};
        if (player->program)
            arena->plan.limit_ms = (int)arena->request->ms;
        else if (!game_setup_bot(name, "bot", player->bot, arena->series.game,
                                 &arena->players[i].bot))
            return false;
    }
    return true;
}

/* The nets that come from files. */
static bool
find_nets(struct arena *arena)
{
    const struct request *r = arena->request;
    struct refusal why;

    for (int i = 0; i < r->net_count; i++) {
        struct arena_player *player;
        const char *path;
        int number;

        if (!arena_plan_net(&arena->plan, r->nets[i], &number, &path, &why)) {
            command_usage(name, "%s", why.text);
            return false;
        }
        player = &arena->plan.player[number];
        if (!arena->players[number].bot.bot || !arena->players[number].bot.bot->wins) {
            command_usage(name, "--net is for bots that ask a net, hard for one; not for '%s'",
                          player->name);
            return false;
        }
        arena->nets[number] = frozen_net_read(path, &why);
        if (!arena->nets[number]) {
            command_trouble(name, "%s", why.text);
            return false;
        }
        if (strcmp(arena->nets[number]->game->name, arena->plan.game) != 0 ||
            arena->nets[number]->seats != arena->plan.seats) {
            command_trouble(name, "the net '%.200s' is for %s with %d players", path,
                            arena->nets[number]->game->name, arena->nets[number]->seats);
            return false;
        }
        arena->players[number].net = arena->nets[number];
        snprintf(player->net, sizeof player->net, "%016llx",
                 (unsigned long long)arena->nets[number]->hash);
    }
    return true;
}

static bool
count_games(struct arena *arena)
{
    const struct request *r = arena->request;
    unsigned long long each = (unsigned long long)arena_plan_games(&arena->plan), own;

    if (r->deals > ARENA_GAMES / each) {
        command_usage(name, "that are more games than %d: a deal has %llu of them", ARENA_GAMES,
                      each);
        return false;
    }
    if (r->deals < (uint64_t)r->shard.parts) {
        command_usage(name, "%llu deal%s cannot be parted into %d shards",
                      (unsigned long long)r->deals, command_plural((long long)r->deals),
                      r->shard.parts);
        return false;
    }
    own = (r->deals - (uint64_t)r->shard.part + (uint64_t)r->shard.parts) /
          (uint64_t)r->shard.parts;
    arena->series.games = own * each;
    arena->series.first_deal = (unsigned long long)r->shard.part - 1;
    arena->series.deal_step = (unsigned long long)r->shard.parts;
    return true;
}

static void
write_options(struct text *t, const void *arg)
{
    const struct series *series = arg;

    json_options(t, series->game, &series->start);
}

static bool
make_plan(const struct request *r, struct arena *arena)
{
    struct arena_plan *plan = &arena->plan;
    struct series *series = &arena->series;

    arena->request = r;
    if (!game_setup_start(name, &r->setup, &series->game, &series->start))
        return false;
    if (strlen(r->seed) >= sizeof plan->seed) {
        command_usage(name, "--seed has at most %zu bytes", sizeof plan->seed - 1);
        return false;
    }
    snprintf(plan->game, sizeof plan->game, "%s", series->game->name);
    snprintf(plan->seed, sizeof plan->seed, "%s", r->seed);
    plan->seats = (int)r->setup.players;
    plan->deals = r->deals;
    if (!read_field(r, plan) || !find_players(arena) || !find_nets(arena) ||
        !count_games(arena) || !find_anchor(r->anchor, plan, &arena->anchor) ||
        (r->until && !read_until(r->until, plan, &arena->test)))
        return false;
    plan->options = document_written(write_options, series, NULL);
    if (!plan->options) {
        command_trouble(name, "there is not memory enough");
        return false;
    }
    series->seats = plan->seats;
    series->players = arena->players;
    series->line_ups = plan->line_ups;
    series->line_up_count = plan->line_up_count;
    series->duplicate = true;
    series->seed = plan->seed;
    series->threads = (int)r->threads;
    series->limit_ms = plan->limit_ms;
    series->luck = plan->luck = !r->no_luck && ai_luck_known(series->game);
    series->luck_ahead = plan->luck_ahead = r->luck_ahead;
    if (r->luck_ahead && r->no_luck)
        command_usage(name, "--no-luck and --luck-ahead exclude each other");
    else if (r->luck_ahead && !ai_luck_looks_ahead(series->game))
        command_usage(name, "--luck-ahead is for %s only",
                      game_names_of(ai_luck_looks_ahead, "", " and ").text);
    else
        return true;
    return false;
}

/* ---- playing ---- */

static void
tell_fault(struct arena *arena, unsigned long long g, const struct series_game *played)
{
    int player = series_player(&arena->series, g, played->fault_seat);
    int told = arena->told[player]++;

    if (told > FAULTS_TOLD)
        return;
    progress_wipe();
    if (told == FAULTS_TOLD)
        command_trouble(name, "further faults of %s are only counted",
                        arena->plan.player[player].name);
    else
        command_trouble(name, "deal %llu, rotation %llu: %s %s; chance plays for it",
                        series_deal(&arena->series, g),
                        g % (unsigned long long)arena->series.seats,
                        arena->plan.player[player].name, played->fault);
}

/* Seconds that no change of the date moves. */
static time_t
now(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec;
}

/* Writes the checkpoint if it is `seconds` old. */
static void
keep(struct arena *arena, int seconds)
{
    const char *path = arena->request->checkpoint;
    struct refusal why;

    if (!path || arena->lost || arena->sums.deals == 0 || now() < arena->written + seconds)
        return;
    arena->written = now();
    arena->lost = !arena_checkpoint_write(path, &arena->outcome, &why);
    if (arena->lost)
        command_trouble(name, "%s", why.text);
}

static bool
take_game(void *context, unsigned long long g, const struct series_game *played)
{
    struct arena *arena = context;
    struct stats_sample share;
    char more[80];

    if (played->fault[0])
        tell_fault(arena, g, played);
    if (played->hopeless) {
        arena->hopeless =
            arena->plan.player[series_player(&arena->series, g, played->hopeless - 1)].name;
        return false;
    }
    if (!arena_sums_game(&arena->sums, &arena->deal, &arena->series, g, played))
        return true;
    share = (arena->plan.luck ? arena_adjusted_share : arena_win_share)(
        &arena->sums, &arena->plan, arena->test.player);
    snprintf(more, sizeof more, "%s %.1f %%", arena->plan.player[arena->test.player].name,
             100 * share.sum / share.deals);
    progress_show(&arena->progress, arena->before + g + 1, more);
    keep(arena, CHECKPOINT_SECONDS);
    if (arena->test.asked)
        arena->test.verdict = stats_test(&share, arena->test.low, arena->test.high);
    return arena->test.verdict == STATS_OPEN && !arena->lost;
}

static bool
any_fault(const struct arena_sums *sums)
{
    for (int i = 0; i < ARENA_PLAYERS; i++) {
        for (int kind = 0; kind < OUTSIDE_FAULTS; kind++) {
            if (sums->all.faults[i][kind])
                return true;
        }
    }
    return false;
}

static int
show(const struct arena_outcome *outcome, bool json)
{
    bool good = json ? arena_show_json(stdout, outcome) : arena_show_table(stdout, outcome);
    int status = any_fault(outcome->sums) ? EXIT_FOUND : EXIT_DONE;

    if (!good)
        return command_trouble(name,
                               "there is not memory enough, or the ratings did not settle");
    return command_close_output(name, status);
}

/* The test runs after each deal, so it would have stopped the arena at a deal of the
 * checkpoint. */
static bool
read_checkpoint(struct arena *arena)
{
    const struct arena_plan *plan = &arena->plan;
    struct series *series = &arena->series;
    unsigned long long deals, all = series->games / (unsigned long long)arena_plan_games(plan);
    struct stats_sample share;
    struct refusal why;

    if (!arena_checkpoint_may_write(arena->request->checkpoint, &why) ||
        !arena_checkpoint_read(arena->request->checkpoint, &arena->outcome, &arena->sums,
                               &why)) {
        command_trouble(name, "%s", why.text);
        return false;
    }
    deals = (unsigned long long)arena->sums.deals;
    if (deals > all) {
        command_trouble(name, "the checkpoint '%.200s' cannot be used: it has too many deals",
                        arena->request->checkpoint);
        return false;
    }
    arena->before = deals * (unsigned long long)arena_plan_games(plan);
    series->games -= arena->before;
    series->first_deal += deals * series->deal_step;
    share = (plan->luck ? arena_adjusted_share : arena_win_share)(&arena->sums, plan,
                                                                  arena->test.player);
    if (arena->test.asked && deals > 0)
        arena->test.verdict = stats_test(&share, arena->test.low, arena->test.high);
    return true;
}

static void
on_signal(int number)
{
    static const char said[] =
        "\nkhepri arena: the games in progress are finished; a second Ctrl-C ends at once\n";

    if (number == SIGINT && write(STDERR_FILENO, said, sizeof said - 1) < 0)
        return; /* without words */
    atomic_store(&interrupted, true);
}

/* The first signal ends the run in good order, the second at once. */
static void
listen_for_signals(struct series *series)
{
    const struct sigaction action = {.sa_handler = on_signal,
                                     .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN); /* a program that has ended is told, and does not end us */
    series->stop = &interrupted;
}

/* Shows what there is; of an interrupted run too, if a deal was played. */
static int
conclude(struct arena *arena)
{
    bool done = !atomic_load(&interrupted) ||
                arena->before + arena->series.games ==
                    (unsigned long long)arena->sums.deals *
                        (unsigned long long)arena_plan_games(&arena->plan);
    const char *file = arena->sums.deals > 0 ? arena->request->checkpoint : NULL;
    int status = EXIT_DONE;

    keep(arena, 0);
    arena->outcome.test = arena->test;
    if (arena->lost)
        return EXIT_TROUBLE;
    if (arena->hopeless)
        return command_trouble(name, "%s ended %d times without an answer: look at its command",
                               arena->hopeless, OUTSIDE_TRIES);
    if (arena->sums.deals > 0)
        status = show(&arena->outcome, arena->request->json);
    return done ? status
                : command_trouble(name, "interrupted after %lld of %lld deals%s%s%s",
                                  (long long)arena->sums.deals,
                                  (long long)(arena->before + arena->series.games) /
                                      arena_plan_games(&arena->plan),
                                  file ? "; '--checkpoint " : "", file ? file : "",
                                  file ? "' goes on from there" : "");
}

static int
play(struct arena *arena)
{
    const struct request *r = arena->request;

    arena->outcome = (struct arena_outcome){&arena->plan,  &arena->sums,  {0},
                                            arena->anchor, r->shard.part, r->shard.parts};
    if (r->checkpoint && !read_checkpoint(arena))
        return EXIT_TROUBLE;
    listen_for_signals(&arena->series);
    arena->written = now();
    progress_begin(&arena->progress, "games", arena->before + arena->series.games);
    if (arena->test.verdict != STATS_OPEN)
        return conclude(arena);
    switch (series_play(&arena->series, take_game, arena)) {
    case SERIES_NO_MEMORY:
        return command_trouble(name, "there is not memory enough");
    case SERIES_NO_THREAD:
        return command_trouble(name, "the system gives no %llu thread%s; try fewer",
                               (unsigned long long)r->threads,
                               command_plural((long long)r->threads));
    case SERIES_STOPPED: /* the test is decided, a signal came, or a program does not start */
        progress_wipe();
        break;
    case SERIES_DONE:
        break;
    }
    return conclude(arena);
}

/* ---- shards ---- */

static int
merge(const struct request *r, int count, char **paths)
{
    struct arena_merge *m = arena_merge_create();
    struct arena_outcome outcome = {.shard = 1, .shards = 1};
    struct refusal why;
    int status = EXIT_TROUBLE;

    if (!m)
        return command_trouble(name, "there is not memory enough");
    outcome.plan = &m->plan;
    outcome.sums = &m->sums;
    if (!arena_merge_files(m, count, paths, &why))
        command_trouble(name, "%s", why.text);
    else if (find_anchor(r->anchor, &m->plan, &outcome.anchor))
        status = show(&outcome, r->json);
    arena_merge_destroy(m);
    return status;
}

int
command_arena(int argc, char **argv)
{
    struct request r = {.seed = "1", .deals = 100, .threads = 1, .ms = 1000, .shard = {1, 1}};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    struct arena *arena;
    int status;

    if (!read_command_line(&line, &r))
        return line.status;
    if (r.merge)
        return merge(&r, line.count, line.words);
    arena = calloc(1, sizeof *arena);
    if (!arena)
        return command_trouble(name, "there is not memory enough");
    status = make_plan(&r, arena) ? play(arena) : EXIT_TROUBLE;
    free(arena->plan.options);
    for (int i = 0; i < ARENA_PLAYERS; i++)
        free(arena->nets[i]);
    free(arena);
    return status;
}
