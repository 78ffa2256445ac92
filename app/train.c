/* SPDX-License-Identifier: MIT
 * train.c -- khepri train: a value net from nothing, by self-play. */
#include "command.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "command_options.h"
#include "file_bytes.h"
#include "frozen_net.h"
#include "game_setup.h"
#include "net_file.h"
#include "option_table.h"
#include "rng.h"
#include "train_round.h"
#include "train_shard.h"

static const char name[] = "train";

static const char about[] =
    "Usage: khepri train GAME --players N --games G --out FILE [OPTION]...\n"
    "\n"
    "Trains a net that values positions of a game, from nothing, by self-play, and writes it to FILE. The same\n"
    "players, games and seed give the same net to the last bit. Twenty times during the training the net is written\n"
    "and measured: one turn ahead, against the rule bot in all other seats.\n"
    "\n"
    "All games of a round are played by the same net, so several threads or machines may play them: each machine gets\n"
    "the checkpoint and plays a --shard, and one machine learns from all their --lessons.\n";

static const char examples[] =
    "Example:\n"
    "  khepri train ra --players 2 --games 100 --deals 5 --out ra-2.bin --curve ra-2.json\n"
    "  khepri train ra --players 2 --games 100 --threads 2 --shard 1/2\n";

enum {
    MOST_GAMES = 100000000,
    MOST_ROUND = 100000,
    MOST_DEALS = 10000,
    MOST_PASSES = 100,
    MOST_BATCH = 1 << 20,
    MOST_THREADS = 256,
    HELP_ROOM = 300,
    OF_SHARDS = 1
};
enum { POINTS = 20, ROOM = 200, MEASURE_SEED = 7 };

struct request {
    struct game_setup setup;
    const char *seed, *from, *out, *curve, *checkpoint;
    uint64_t game, games, round, passes, batch, deals, pause,
        threads; /* game: in train_games */
    struct command_shard shard;
    const char *lessons[COMMAND_SHARDS]; /* files */
    int lessons_count;
    bool sharded;
    double rate, lambda; /* below 0: not said */
};

struct point {
    uint64_t games;
    double wrong, wins;
};

/* All that a checkpoint holds. */
struct session {
    char mark[16];
    uint64_t size, sum; /* the sum of all that follows */
    uint64_t deals;
    struct point points[ROOM];
    int64_t count;
    struct train train;
};

static const char mark[16] = "khepri train 6";

/* ---- the command line ---- */

static bool
find_game(struct request *r)
{
    for (r->game = 0; train_games[r->game]; r->game++) {
        if (strcmp(train_games[r->game]->game->name, r->setup.game) == 0)
            return true;
    }
    return false;
}

static bool
has_lessons(const struct game *game)
{
    int i = 0;

    while (train_games[i] && train_games[i]->game != game)
        i++;
    return train_games[i] != NULL;
}

/* The defaults of the games, with what help says of them: "learning rate (ra 0.0007, amun_re 0.0015)". */
static const char *
defaults(const char *what, double (*of)(const struct train_game *game), char *room, size_t size)
{
    size_t length = (size_t)snprintf(room, size, "%s (", what);

    for (int i = 0; train_games[i] && length < size; i++)
        length += (size_t)snprintf(room + length, size - length, "%s%s %g", i ? ", " : "",
                                   train_games[i]->game->name, of(train_games[i]));
    if (length < size)
        snprintf(room + length, size - length, ")");
    return room;
}

static double
rate_of(const struct train_game *game)
{
    return game->rate;
}

static double
lambda_of(const struct train_game *game)
{
    return game->lambda;
}

static bool
take_lessons(const char *command, void *into, const char *value)
{
    struct request *r = into;

    if (r->lessons_count == COMMAND_SHARDS) {
        command_usage(command, "--lessons may be given %d times", COMMAND_SHARDS);
        return false;
    }
    r->lessons[r->lessons_count++] = value;
    return true;
}

static bool
read_command_line(struct command_line *line, struct request *r)
{
    char rates[HELP_ROOM], lambdas[HELP_ROOM];
    /* clang-format off */
    const struct command_option options[] = {
        {"players", "N", "how many play", .number = &r->setup.players, 2, NET_SEATS},
        {"games", "G", "how many games; the learning rate decays to 0 with the last",
            .number = &r->games, 1, MOST_GAMES},
        {"rate", "R", defaults("the initial learning rate", rate_of, rates, sizeof rates), .fraction = &r->rate},
        {"lambda", "L", defaults("how much a position learns from the next one and not from its own search,\n0 to 1",
                                 lambda_of, lambdas, sizeof lambdas), .fraction = &r->lambda},
        {"round", "R", "games of a round, all by the same net (64)", .number = &r->round, 1, MOST_ROUND},
        {"passes", "P", "how often each position of a round is learned (2)", .number = &r->passes, 1, MOST_PASSES},
        {"batch", "B", "positions of an update of the net (32)", .number = &r->batch, 1, MOST_BATCH},
        {"seed", "S", "a number or any text (1)", .text = &r->seed},
        {"from", "FILE", "begin with this net instead of random weights", .text = &r->from},
        {"out", "FILE", "the net", .text = &r->out},
        {"curve", "FILE", "what was measured, as JSON", .text = &r->curve},
        {"checkpoint", "FILE", "where an interrupted training goes on: written at each measurement, and read\n"
                               "if the file exists, also with another --games; for this version only",
            .text = &r->checkpoint},
        {"pause", "P", "stop after P games (and the rest of the round), to go on from the checkpoint",
            .number = &r->pause, 1, MOST_GAMES},
        {"deals", "D", "deals of a measurement, each played once in every seat (100)",
            .number = &r->deals, 1, MOST_DEALS},
        {"threads", "T", "how many threads (1); the net is the same", .number = &r->threads, 1, MOST_THREADS},
        {"shard", "I/N", "play only the I-th of N parts of the next round and print its lessons, one game a line",
            .take = command_take_shard, .into = &r->shard, .group = OF_SHARDS},
        {"lessons", "FILE", "learn the next round from games that --shard printed, all of them (once for each file),\n"
                            "and stop", .take = take_lessons, .into = r},
        {.plays = has_lessons}};
    /* clang-format on */

    if (!command_line_read(line, options) || !game_setup_words(line, &r->setup))
        return false;
    r->sharded = line->used >> OF_SHARDS & 1;
    if (!find_game(r))
        command_usage(name, "there are nets for %s, not for '%s'",
                      game_names_of(has_lessons, "'", " and ").text, r->setup.game);
    else if (r->setup.players < (uint64_t)train_games[r->game]->game->min_seats ||
             r->setup.players > (uint64_t)train_games[r->game]->game->max_seats)
        command_usage(name, "--players is needed: %d to %d",
                      train_games[r->game]->game->min_seats,
                      train_games[r->game]->game->max_seats);
    else if (!r->games)
        command_usage(name, "--games is needed: how many games to learn from");
    else if (!r->out && !r->sharded)
        command_usage(name, "--out is needed: the file for the net");
    else if ((r->pause || r->lessons_count) && !r->checkpoint)
        command_usage(name, "--%s needs --checkpoint, or there is nothing to go on from",
                      r->pause ? "pause" : "lessons");
    else if (r->lessons_count && r->sharded)
        command_usage(
            name, "--shard plays games and --lessons learns from them, one after the other");
    else
        return true;
    return false;
}

/* ---- files ---- */

/* The files that will be written, looked at before the work. */
static bool
may_write(const struct request *r)
{
    const char *const paths[] = {r->out, r->curve, r->checkpoint};

    for (size_t i = 0; i < sizeof paths / sizeof *paths && !r->sharded; i++) {
        if (paths[i] && !file_may_replace(paths[i])) {
            command_trouble(name, "'%s' cannot be written: %s", paths[i], strerror(errno));
            return false;
        }
    }
    return true;
}

static int
write_file(const char *path, const void *bytes, size_t count)
{
    return file_replace(path, bytes, count)
               ? EXIT_DONE
               : command_trouble(name, "'%s' cannot be written: %s", path, strerror(errno));
}

static int
write_curve(const struct request *r, const struct session *at)
{
    char text[128 * (ROOM + 3)];
    int length = snprintf(
        text, sizeof text,
        "{\"game\":\"%s\",\"players\":%d,\"games\":%llu,\"seed\":%llu,\"against\":\"rule\","
        "\"measured_over\":%llu,\"points\":[",
        train_games[at->train.plan.game]->game->name, (int)at->train.plan.seats,
        (unsigned long long)at->train.plan.games, (unsigned long long)at->train.plan.seed,
        (unsigned long long)at->deals * at->train.plan.seats);

    for (int i = 0; i < at->count; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "%s\n{\"games\":%llu,\"cross_entropy\":%.4f,\"win_share\":%.4f}",
                           i ? "," : "", (unsigned long long)at->points[i].games,
                           at->points[i].wrong, at->points[i].wins);
    length += snprintf(text + length, sizeof text - (size_t)length, "]}\n");
    return write_file(r->curve, text, (size_t)length);
}

/* A checkpoint is used as it is, so a damaged one must be known. */
static uint64_t
sum_of(const struct session *at)
{
    const uint8_t *bytes = (const uint8_t *)at;
    uint64_t sum = 0;

    for (size_t i = offsetof(struct session, deals); i < sizeof *at; i++)
        sum = rng_mix(sum + bytes[i] + UINT64_C(0x9e3779b97f4a7c15));
    return sum;
}

static int
write_all(const struct request *r, struct session *at)
{
    uint8_t net[NET_FILE_MOST];
    int status = write_file(r->out, net, net_file_write(&at->train, net));

    if (status == EXIT_DONE && r->curve)
        status = write_curve(r, at);
    if (status == EXIT_DONE && r->checkpoint) {
        at->sum = sum_of(at);
        status = write_file(r->checkpoint, at, sizeof *at);
    }
    return status;
}

/* The plan may have become longer or shorter, not another. */
static bool
goes_on(const struct session *old, const struct session *at)
{
    const struct train_plan *plan = &at->train.plan, *then = &old->train.plan;

    return plan->rate == then->rate && plan->lambda == then->lambda &&
           plan->game == then->game && plan->seats == then->seats && plan->seed == then->seed &&
           plan->round == then->round && plan->passes == then->passes &&
           plan->batch == then->batch && old->deals == at->deals &&
           old->train.games_done <= plan->games && old->count >= 0 &&
           old->count <= ROOM - POINTS - 1;
}

/* Begins with a net that is there. */
static int
read_net(const char *path, struct train *t)
{
    struct refusal why;
    struct frozen_net *net = frozen_net_read(path, &why);
    bool fits = net && net->game == train_games[t->plan.game]->game &&
                (uint64_t)net->seats == t->plan.seats;

    if (fits)
        float_net_take(&t->net, net->weights);
    else if (net)
        refuse(&why, "the net '%.200s' is for %s with %d players", path, net->game->name,
               net->seats);
    free(net);
    return fits ? EXIT_DONE : command_trouble(name, "%s", why.text);
}

/* Goes on where the checkpoint says, if there is one. */
static int
read_checkpoint(const struct request *r, struct session *at)
{
    struct session *old;
    FILE *from = r->checkpoint ? fopen(r->checkpoint, "rb") : NULL;
    bool good;

    if (!from)
        return !r->checkpoint || errno == ENOENT
                   ? EXIT_DONE
                   : command_trouble(name, "'%s' cannot be read: %s", r->checkpoint,
                                     strerror(errno));
    old = malloc(sizeof *old);
    good = old && fread(old, 1, sizeof *old, from) == sizeof *old && fgetc(from) == EOF &&
           memcmp(old->mark, mark, sizeof mark) == 0 && old->size == sizeof *old &&
           old->sum == sum_of(old);
    fclose(from);
    if (!old)
        return command_trouble(name, "there is not memory enough");
    if (!good || !goes_on(old, at)) {
        free(old);
        return command_trouble(
            name, "'%s' is no checkpoint of this training by this version of the program",
            r->checkpoint);
    }
    old->train.plan = at->train.plan;
    *at = *old;
    free(old);
    return EXIT_DONE;
}

/* ---- measuring ---- */

static void
measure(struct session *at)
{
    const struct train_plan *plan = &at->train.plan;
    int16_t weights[FLOAT_NET_ROOM];
    struct point *p = &at->points[at->count++];
    int wins = 0;

    float_net_round(&at->train.net, weights);
    for (uint64_t deal = 0; deal < at->deals; deal++)
        wins += train_games[plan->game]->measure(weights, (int)plan->seats,
                                                 rng_stream(MEASURE_SEED, 2, deal));
    p->games = at->train.games_done;
    p->wrong = at->train.wrong;
    p->wins = (double)wins / (double)(at->deals * plan->seats);
    printf("%9llu games  cross entropy %.4f  against rule %5.1f %%\n",
           (unsigned long long)p->games, p->wrong, 100 * p->wins);
    fflush(stdout);
}

/* ---- a round ---- */

/* A net plays with its weights as integers, so they must be in bounds. */
static int
check_net(const struct train *t)
{
    int16_t weights[FLOAT_NET_ROOM];
    const char *fault;

    float_net_round(&t->net, weights);
    fault = net_fault(t->net.shape, weights);
    return fault ? command_trouble(name, "%s", fault) : EXIT_DONE;
}

/* The next round's games, those of a part of them played. */
static bool
play_round(const struct request *r, const struct train *t, struct train_games *games)
{
    return train_round_room(games, t->games_done, train_round(t)) &&
           train_round_play(t, games, (int)r->threads, r->shard.part, r->shard.parts);
}

/* Prints a part of the next round; the training stays where it is. */
static int
print_shard(const struct request *r, const struct train *t)
{
    struct train_games games;
    bool good = play_round(r, t, &games);

    if (good)
        train_shard_write(t, &games, stdout);
    train_round_free(&games);
    return good ? EXIT_DONE : command_trouble(name, "there is not memory enough");
}

static bool
read_round(const struct request *r, const struct train *t, struct train_games *games,
           struct refusal *why)
{
    if (!train_round_room(games, t->games_done, train_round(t)))
        return refuse(why, "there is not memory enough");
    for (int i = 0; i < r->lessons_count; i++) {
        if (!train_shard_read(t, games, r->lessons[i], why))
            return false;
    }
    for (uint64_t g = 0; g < games->count; g++) {
        if (!games->of[g].of)
            return refuse(
                why, "the lessons of game %llu are missing; this round has games %llu to %llu",
                (unsigned long long)games->first + g, (unsigned long long)games->first,
                (unsigned long long)games->first + games->count - 1);
    }
    return true;
}

static int
learn_round(const struct request *r, struct train *t)
{
    struct train_games games;
    struct refusal why = {"there is not memory enough"};
    bool good = r->lessons_count ? read_round(r, t, &games, &why) : play_round(r, t, &games);

    good = good && train_round_learn(t, &games, (int)r->threads);
    train_round_free(&games);
    return good ? EXIT_DONE : command_trouble(name, "%s", why.text);
}

/* ---- all together ---- */

static int
finish(const struct train *t)
{
    int16_t weights[FLOAT_NET_ROOM];

    float_net_round(&t->net, weights);
    printf("hash %016llx\n",
           (unsigned long long)net_hash(weights, net_places(t->net.shape).weights));
    return EXIT_DONE;
}

static int
train(const struct request *r, struct session *at)
{
    const struct train_plan *plan = &at->train.plan;
    int status = r->from ? read_net(r->from, &at->train) : EXIT_DONE;

    if (status == EXIT_DONE)
        status = read_checkpoint(r, at);
    if (status == EXIT_DONE && r->sharded)
        return print_shard(r, &at->train);
    if (status == EXIT_DONE && at->train.games_done == plan->games)
        status = write_all(r, at); /* it was over before: this time the files may be others */
    while (status == EXIT_DONE && at->train.games_done < plan->games) {
        uint64_t before = at->train.games_done * POINTS / plan->games;
        bool paused;

        status = learn_round(r, &at->train);
        if (status == EXIT_DONE)
            status = check_net(&at->train);
        if (status != EXIT_DONE)
            return status;
        paused = (r->pause && at->train.games_done >= r->pause) || r->lessons_count;
        if (at->train.games_done * POINTS / plan->games > before)
            measure(at);
        else if (!paused)
            continue;
        status = write_all(r, at);
        if (paused && at->train.games_done < plan->games)
            return status;
    }
    return status == EXIT_DONE ? finish(&at->train) : status;
}

int
command_train(int argc, char **argv)
{
    struct request r = {.seed = "1",
                        .round = TRAIN_ROUND,
                        .passes = TRAIN_PASSES,
                        .batch = TRAIN_BATCH,
                        .deals = 100,
                        .threads = 1,
                        .shard = {1, 1},
                        .rate = -1,
                        .lambda = -1};
    struct train_plan plan;
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    struct session *at;
    int status;

    if (!read_command_line(&line, &r))
        return line.status;
    if (!may_write(&r))
        return EXIT_TROUBLE;
    at = calloc(1, sizeof *at);
    if (!at)
        return command_trouble(name, "there is not memory enough");
    plan = (struct train_plan){.game = r.game,
                               .seats = r.setup.players,
                               .games = r.games,
                               .round = r.round,
                               .passes = r.passes,
                               .batch = r.batch,
                               .seed = rng_seed_from_text(r.seed),
                               .rate = r.rate < 0 ? train_games[r.game]->rate : r.rate,
                               .lambda = r.lambda < 0 ? train_games[r.game]->lambda : r.lambda};
    memcpy(at->mark, mark, sizeof mark);
    at->size = sizeof *at;
    at->deals = r.deals;
    train_begin(&at->train, &plan);
    status = train(&r, at);
    free(at);
    return command_close_output(name, status);
}
