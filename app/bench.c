/* SPDX-License-Identifier: MIT
 * bench.c -- khepri bench: the speed of the rules, through the same checked functions that everything
 * else uses. Absolute numbers depend on the machine and its load, so each round also measures a
 * yardstick. Ratios to it can be compared.
 */
#include "command.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "bench_minds.h"
#include "command_options.h"
#include "game_setup.h"
#include "khepri/games.h"
#include "khepri/version.h"
#include "moves.h"
#include "playouts.h"
#include "random_play.h"
#include "rng.h"

static const char name[] = "bench";

static const char about[] =
    "Usage: khepri bench [OPTION]... [GAME]\n"
    "\n"
    "Measures random games, decisions and steps a second for each number of players, and the time to copy a\n"
    "state. A step lists the legal actions, picks one and applies it with checks. The yardstick is a shuffle of\n"
    "180 bytes and 250 dependent picks, about the minimum cost of a game of Ra; 'ratio' is a random game in\n"
    "yardsticks. Playouts are the same games unchecked, on a layout of their own. Some games add steps with\n"
    "sets of actions, checked and unchecked, steps of batches with observations, and the speedup of two threads.\n"
    "Each figure is the best of several rounds, by CPU time of one core. Quote figures from a build with\n"
    "--buildtype=release -Db_lto=true.\n"
    "\n"
    "With --minds it measures the bot `hard` against itself: decisions and games a second, and positions that its\n"
    "net alone evaluates a second; in such a position 8 features of the table and 6 of each seat are new.\n";

static const char examples[] =
    "Example:\n"
    "  khepri bench ra\n  khepri bench --tenths 1 --rounds 1 --json\n"
    "  khepri bench --minds ra\n";

enum { BATCH = 200, YARD_BYTES = 180, YARD_PICKS = 250, MOST_ROUNDS = 100 };

#define MOST_FIXED (UINT64_C(1) << 40) /* more than an enum holds */

struct settings {
    const struct game *game;
    const struct bench_game *brings; /* NULL: no playouts */
    double seconds;
    int rounds;
    bool json, minds;
};

/* The best of the rounds, for one number of players. */
struct figures {
    double games, decisions, steps;
    double kernel; /* playouts */
};

enum { MORE_PLAYERS = 4, MORE_STEPS = 4 };

/* The best of the rounds, for four players, of a game that brings further steps. */
struct more {
    double steps[MORE_STEPS], one_thread, two_threads;
};

/* Seconds of processor time, so that other programs on the machine count little. */
static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- what is measured ---- */

struct played {
    unsigned long long decisions, steps;
};

/* One random game through the contract: list, pick, apply. */
static void
play(const struct game *game, const union games_state *start, uint64_t *rng,
     struct played *played)
{
    union games_state st = *start;
    game_seats seats;

    while ((seats = game->to_move(&st)) != 0) {
        int seat = GAME_NATURE;
        game_action action;

        if (seats >> GAME_NATURE & 1) {
            action = random_chance(game, &st, rng);
        } else {
            seat = __builtin_ctz(seats);
            action = random_action(game, &st, seat, rng);
            played->decisions++;
        }
        if (game->apply(&st, seat, action, NULL) != GAME_OK)
            abort(); /* what is listed is legal: anything else is a bug */
        played->steps++;
    }
}

static struct figures
measure_games(const struct settings *settings, const union games_state *start, uint64_t *rng)
{
    struct played played = {0};
    unsigned long long games = 0;
    double begin = now(), spent;

    do {
        for (int i = 0; i < BATCH; i++)
            play(settings->game, start, rng, &played);
        games += BATCH;
        spent = now() - begin;
    } while (spent < settings->seconds);
    return (struct figures){.games = (double)games / spent,
                            .decisions = (double)played.decisions / spent,
                            .steps = (double)played.steps / spent};
}

/* Yardsticks a second. */
static double
measure_yardstick(const struct settings *settings, uint64_t *rng)
{
    uint8_t bag[YARD_BYTES];
    unsigned long long count = 0;
    uint32_t chain = 0;
    double begin = now(), spent;

    for (int i = 0; i < YARD_BYTES; i++)
        bag[i] = (uint8_t)i;
    do {
        for (int n = 0; n < BATCH; n++) {
            for (uint32_t i = YARD_BYTES - 1; i > 0; i--) {
                uint32_t j = rng_below(rng, i + 1);
                uint8_t keep = bag[i];

                bag[i] = bag[j];
                bag[j] = keep;
            }
            for (int i = 0; i < YARD_PICKS; i++)
                chain += bag[(rng_below(rng, YARD_BYTES) + chain) % YARD_BYTES];
        }
        count += BATCH;
        spent = now() - begin;
    } while (spent < settings->seconds);
    *rng += chain; /* so that the picks are not optimised away */
    return (double)count / spent;
}

/* Nanoseconds to copy a state. */
static double
measure_copy(const struct settings *settings, const union games_state *start)
{
    enum { STATES = 64 };
    union games_state states[STATES];
    unsigned long long count = 0;
    double begin = now(), spent;

    for (int i = 0; i < STATES; i++)
        states[i] = *start;
    do {
        for (int n = 0; n < 1000; n++) {
            for (int i = 0; i < STATES; i++) {
                memcpy(&states[i], &states[(i + 7) % STATES], settings->game->state_size);
                __asm__ volatile("" : : "r"(&states[i]) : "memory");
            }
        }
        count += 1000ull * STATES;
        spent = now() - begin;
    } while (spent < settings->seconds / 3);
    return spent / (double)count * 1e9;
}

/* ---- where it ran ---- */

static const char *
compiler(void)
{
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#else
    return "unknown";
#endif
}

/* The processor as the system calls it. */
static void
find_processor(char *buf, size_t room)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    struct utsname machine;
    char line[256];

    snprintf(buf, room, "%s", uname(&machine) == 0 ? machine.machine : "unknown");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');

        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        line[strcspn(line, "\n")] = 0;
        snprintf(buf, room, "%s", colon + 2);
        break;
    }
    if (file)
        fclose(file);
}

static void
print_place(const struct settings *settings)
{
    char processor[200], date[32] = "unknown";
    time_t t = time(NULL);
    struct tm day;

    find_processor(processor, sizeof processor);
    if (gmtime_r(&t, &day))
        strftime(date, sizeof date, "%Y-%m-%d", &day);
    if (settings->json)
        printf("{\"game\":\"%s\",\"version\":\"%s\",\"compiler\":\"%s\",\"flags\":\"%s\","
               "\"processor\":\"%s\",\"date\":\"%s\"",
               settings->game->name, KHEPRI_VERSION, compiler(), KHEPRI_FLAGS, processor, date);
    else
        printf("%s, khepri %s, %s\ncompiler  %s\nflags     %s\nprocessor %s, one core\n\n",
               settings->game->name, KHEPRI_VERSION, date, compiler(), KHEPRI_FLAGS, processor);
}

/* ---- all together ---- */

/* The steps that the game brings, ended by a key of NULL. */
static const struct bench_steps *
steps_of(const struct settings *settings)
{
    static const struct bench_steps none = {NULL, NULL, NULL};

    return settings->brings && settings->brings->steps ? settings->brings->steps : &none;
}

static double
best(double a, double b)
{
    return a > b ? a : b;
}

static void
print_json(const struct settings *settings, const struct figures *figures, double yardstick,
           double copy, const struct more *more)
{
    printf(",\"yardstick_per_s\":%.0f,\"copy_ns\":%.2f,\"state_bytes\":%zu,\"players\":{",
           yardstick, copy, settings->game->state_size);
    for (int n = settings->game->min_seats; n <= settings->game->max_seats; n++) {
        const struct figures *f = &figures[n];

        printf(
            "%s\"%d\":{\"games_per_s\":%.0f,\"decisions_per_s\":%.0f,\"steps_per_s\":%.0f,\"ratio\":%.2f",
            n == settings->game->min_seats ? "" : ",", n, f->games, f->decisions, f->steps,
            yardstick / f->games);
        if (settings->brings)
            printf(",\"kernel_games_per_s\":%.0f,\"kernel_ratio\":%.3f", f->kernel,
                   yardstick / f->kernel);
        putchar('}');
    }
    putchar('}');
    for (int i = 0; steps_of(settings)[i].key; i++)
        printf(",\"%s\":%.0f", steps_of(settings)[i].key, more->steps[i]);
    if (steps_of(settings)->key)
        printf(",\"two_threads\":%.2f", more->two_threads / more->one_thread);
    puts("}");
}

static void
print_kernel(const struct settings *settings, const struct figures *figures, double yardstick,
             const struct more *more)
{
    if (!settings->brings)
        return;
    puts("\nplayouts\nplayers      games/s  decisions/s   ratio");
    for (int n = settings->game->min_seats; n <= settings->game->max_seats; n++) {
        const struct figures *f = &figures[n];

        printf("%7d %12.0f %12.0f %7.2f\n", n, f->kernel, f->kernel * f->decisions / f->games,
               yardstick / f->kernel);
    }
    if (!steps_of(settings)->key)
        return;
    printf("\n%d players\n", MORE_PLAYERS);
    for (int i = 0; steps_of(settings)[i].key; i++)
        printf("%7.1f M steps/s %s\n", more->steps[i] / 1e6, steps_of(settings)[i].line);
    printf("%7.2f times as many playouts by two threads\n",
           more->two_threads / more->one_thread);
}

static void
print_figures(const struct settings *settings, const struct figures *figures, double yardstick,
              double copy)
{
    printf("yardstick %.0f a second; a copy of a state (%zu bytes) %.2f ns\n\n"
           "players      games/s  decisions/s      steps/s  ns/step   ratio\n",
           yardstick, settings->game->state_size, copy);
    for (int n = settings->game->min_seats; n <= settings->game->max_seats; n++) {
        const struct figures *f = &figures[n];

        printf("%7d %12.0f %12.0f %12.0f %8.1f %7.2f\n", n, f->games, f->decisions, f->steps,
               1e9 / f->steps, yardstick / f->games);
    }
}

static void
measure_more(const struct settings *settings, struct more *more)
{
    const struct bench_steps *steps = steps_of(settings);
    double s = settings->seconds;

    for (int i = 0; i < MORE_STEPS && steps[i].key; i++)
        more->steps[i] = best(more->steps[i], steps[i].measure(MORE_PLAYERS, s));
    if (!steps->key)
        return;
    more->one_thread =
        best(more->one_thread, bench_threads(settings->brings, MORE_PLAYERS, 1, s));
    more->two_threads =
        best(more->two_threads, bench_threads(settings->brings, MORE_PLAYERS, 2, s));
}

/* Each round does all measurements in turn, so that a noisy moment affects few of them. */
static int
bench(const struct settings *settings)
{
    struct figures figures[GAME_MAX_SEATS + 1] = {{0}};
    union games_state start[GAME_MAX_SEATS + 1];
    union games_options options;
    struct more more = {0};
    double yardstick = 0, copy = INFINITY;
    uint64_t rng = 1;

    print_place(settings);
    fflush(stdout);
    settings->game->defaults(&options);
    for (int round = 0; round < settings->rounds; round++) {
        yardstick = best(yardstick, measure_yardstick(settings, &rng));
        for (int n = settings->game->min_seats; n <= settings->game->max_seats; n++) {
            struct figures f;

            if (settings->game->setup(&start[n], n, &options) != GAME_OK)
                return command_trouble(name, "%s cannot be set up for %d players",
                                       settings->game->name, n);
            f = measure_games(settings, &start[n], &rng);
            figures[n].games = best(figures[n].games, f.games);
            figures[n].decisions = best(figures[n].decisions, f.decisions);
            figures[n].steps = best(figures[n].steps, f.steps);
            if (settings->brings)
                figures[n].kernel = best(
                    figures[n].kernel, bench_playouts(settings->brings, n, settings->seconds));
        }
        copy = fmin(copy, measure_copy(settings, &start[settings->game->max_seats]));
        measure_more(settings, &more);
    }
    if (settings->json) {
        print_json(settings, figures, yardstick, copy, &more);
        return EXIT_DONE;
    }
    print_figures(settings, figures, yardstick, copy);
    print_kernel(settings, figures, yardstick, &more);
    return EXIT_DONE;
}

/* The bot `hard` and its net. */
static int
bench_bots(const struct settings *settings)
{
    double yardstick = 0;
    uint64_t rng = 1;

    print_place(settings);
    fflush(stdout);
    for (int round = 0; round < settings->rounds; round++)
        yardstick = best(yardstick, measure_yardstick(settings, &rng));
    bench_minds(settings->game, settings->seconds, settings->rounds, yardstick, settings->json);
    return EXIT_DONE;
}

/* The same games each time, for counting instructions. */
static int
play_fixed(const struct settings *settings, uint64_t games)
{
    uint64_t sum = settings->minds ? bench_minds_fixed(settings->game, games)
                                   : bench_fixed(settings->brings, MORE_PLAYERS, games);

    printf("%" PRIu64 " games, %016" PRIx64 "\n", games, sum);
    return EXIT_DONE;
}

int
command_bench(int argc, char **argv)
{
    struct settings settings = {.json = false};
    uint64_t tenths = 3, rounds = 5, fixed = 0;
    /* clang-format off */
    const struct command_option options[] = {
        {"tenths", "T", "how long each measurement of a round takes, in tenths of a second (3)",
            .number = &tenths, 0, 1000},
        {"rounds", "R", "how many rounds (5)", .number = &rounds, 1, MOST_ROUNDS},
        {"json", NULL, "as one JSON object", .flag = &settings.json},
        {"minds", NULL, "measures the bot `hard` and its net", .flag = &settings.minds},
        {"fixed", "N", "measures nothing: plays N fixed playouts with four players,\n"
                       "or with --minds games of bots, and prints a checksum; for\n"
                       "counting instructions",
            .number = &fixed, 1, MOST_FIXED},
        {0}};
    /* clang-format on */
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};

    if (!command_line_read(&line, options))
        return line.status;
    if (line.count > 1)
        return command_usage(name, "one game at a time, please");
    settings.game = line.count == 0 ? games_list[0] : game_setup_find(name, line.words[0]);
    if (!settings.game)
        return EXIT_TROUBLE;
    settings.brings = bench_find(settings.game);
    if (settings.minds && !bench_minds_there(settings.game))
        return command_usage(name, "no bot of '%s' asks a net", settings.game->name);
    if (fixed && !settings.minds && !settings.brings)
        return command_usage(name, "there are no playouts of '%s'", settings.game->name);
    if (fixed)
        return command_close_output(name, play_fixed(&settings, fixed));
    settings.seconds = (double)tenths / 10;
    settings.rounds = (int)rounds;
    return command_close_output(name,
                                settings.minds ? bench_bots(&settings) : bench(&settings));
}
