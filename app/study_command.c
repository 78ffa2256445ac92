/* SPDX-License-Identifier: MIT
 * study_command.c -- khepri survey and khepri exploit: reports about one game (meter_study.h). */
#include "command.h"

#include "command_options.h"
#include "game_setup.h"
#include "meter_study.h"
#include "progress.h"

static const char survey_about[] =
    "Usage: khepri survey GAME --players N [OPTION]...\n"
    "\n"
    "What the net of 'hard' makes of a game: what its parts are worth by epoch, seats from the one who begins, and\n"
    "scores. 'hard' plays all seats. On about every eighth turn its net is asked, for each seat, how the chance to\n"
    "win changes with one tile more from the bag, or without one of its suns.\n";

static const char survey_examples[] =
    "Examples:\n"
    "  khepri survey ra --players 3 --games 20\n"
    "  khepri survey ra --players 5 --games 20 --seed 2 --json\n";

static const char exploit_about[] =
    "Usage: khepri exploit GAME --players N [OPTION]...\n"
    "\n"
    "Offers are made in secret and at the same time. A player who always makes the best one can be foreseen, so\n"
    "the bots draw theirs from a mix. In each sacrifice of some games: what a seat gains, in percent of a win, if\n"
    "it sees all cards, knows how the others mix, and gives the best of its offers instead of its own mix. In the\n"
    "last line it sees no more than its own cards, so it does not know what the others make of theirs. Against an\n"
    "equilibrium nobody could gain anything then. The error is taken from the spread of the games.\n";

static const char exploit_examples[] =
    "Examples:\n"
    "  khepri exploit amun_re --players 3 --games 2\n"
    "  khepri exploit amun_re --players 3 --games 1 --json\n";

/* What a command studies. */
struct study {
    const char *name, *about, *examples, *lacks; /* a sentence about a game without it */
    meter_study *(*of)(const struct game *game);
    bool (*plays)(const struct game *game);
    uint64_t games, most_games; /* if nothing is said, and at most */
    const char *games_line;
};

static bool
has_survey(const struct game *game)
{
    return meter_survey(game) != NULL;
}

static bool
has_exploit(const struct game *game)
{
    return meter_exploit(game) != NULL;
}

static const struct study survey = {
    "survey",   survey_about, survey_examples, "there is no survey of '%s'", meter_survey,
    has_survey, 1000,         1000000,         "how many games (1000)"};
static const struct study exploit = {"exploit",
                                     exploit_about,
                                     exploit_examples,
                                     "no offers of '%s' are sealed",
                                     meter_exploit,
                                     has_exploit,
                                     10,
                                     100000,
                                     "how many games, each with six sacrifices (10)"};

static void
show_progress(void *self, uint64_t done)
{
    progress_show(self, done, "");
}

static int
run(const struct study *study, int argc, char **argv)
{
    struct meter_study_plan plan = {.seed = "1", .games = study->games, .told = show_progress};
    struct game_setup setup = {.game = NULL};
    const struct game *game;
    struct progress progress;
    /* clang-format off */
    const struct command_option options[] = {
        {"players", "N", "how many play", .number = &setup.players, 1, GAME_MAX_SEATS},
        {"games", "G", study->games_line, .number = &plan.games, 1, study->most_games},
        {"seed", "S", "a number or any text (1); the same seed, the same figures", .text = &plan.seed},
        {"json", NULL, "as one JSON object", .flag = &plan.json},
        {.plays = study->plays}};
    /* clang-format on */
    struct command_line line = {
        study->name, study->about, study->examples, argc, argv, EXIT_TROUBLE, 0};

    if (!command_line_read(&line, options))
        return line.status;
    if (!game_setup_words(&line, &setup) ||
        !game_setup_start(study->name, &setup, &game, &plan.start))
        return EXIT_TROUBLE;
    if (!study->of(game))
        return command_usage(study->name, study->lacks, game->name);
    plan.seats = (int)setup.players;
    plan.self = &progress;
    progress_begin(&progress, "games", plan.games);
    study->of(game)(&plan, stdout);
    return command_close_output(study->name, EXIT_DONE);
}

int
command_survey(int argc, char **argv)
{
    return run(&survey, argc, argv);
}

int
command_exploit(int argc, char **argv)
{
    return run(&exploit, argc, argv);
}
