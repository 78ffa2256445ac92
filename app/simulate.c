/* SPDX-License-Identifier: MIT
 * simulate.c -- khepri simulate: games between bots, a table of results, records. */
#include "command.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command_options.h"
#include "document.h"
#include "game_setup.h"
#include "json_double.h"
#include "options.h"
#include "player_words.h"
#include "progress.h"
#include "series.h"

static const char name[] = "simulate";

static const char about[] =
    "Usage: khepri simulate GAME --players N [OPTION]...\n"
    "\n"
    "Plays games between bots and prints how they did, by policy and by seat. Everybody moves on by\n"
    "one seat from game to game. The same seed gives the same games, whatever the number of threads.\n";

static const char examples[] =
    "From weak to strong: random (any legal action), novice, easy, medium, hard (one turn ahead, on a net\n"
    "trained by self-play), expert (further), master (as far as its limit allows). rule is a heuristic\n"
    "that counts points.\n"
    "\n"
    "Examples:\n"
    "  khepri simulate ra --players 3 --games 1000 --policy rule,random\n"
    "  khepri simulate ra --players 4 --games 50 --option edition=1999 --seed 7 --records games.jsonl\n";

enum {
    MOST_GAMES = 1000000000,
    MOST_THREADS = 256,
    HELP_ROOM = 4000,
    HELP_COLUMNS = 96,
    DIGITS = 10 /* of figures in JSON */
};

/* What the command line said. */
struct request {
    struct game_setup setup;
    const char *seed, *policies, *records;
    uint64_t games, threads;
    bool json;
};

/* Sums for one row of the table. */
struct row {
    const char *label;
    double wins, score, score_squares;
    unsigned long long seats; /* seats played, over all games */
};

struct report {
    const struct series *series;
    struct row by_policy[GAME_MAX_SEATS], by_seat[GAME_MAX_SEATS];
    int policies;
    int row_of[GAME_MAX_SEATS]; /* policy of the series -> row */
    unsigned long long decisions;
    FILE *records;
    struct progress progress;
};

/* ---- the command line ---- */

/* False if the command is to exit with line->status. */
static bool
read_command_line(struct command_line *line, struct request *r)
{
    /* clang-format off */
    const struct command_option options[] = {
        {"players", "N", "how many play", .number = &r->setup.players, 1, GAME_MAX_SEATS},
        {"games", "G", "how many games (100)", .number = &r->games, 1, MOST_GAMES},
        {"seed", "S", "a number or any text (1)", .text = &r->seed},
        {"option", "KEY=VALUE", "an option of the game; may be given several times",
            .take = game_setup_option, .into = &r->setup},
        {"policy", "NAME,...", "who plays: one name a player; the last stands for all that follow (random)",
            .text = &r->policies},
        {"records", "FILE", "write the record of each game, one a line; '-' is standard output", .text = &r->records},
        {"threads", "T", "how many games at a time (1)", .number = &r->threads, 1, MOST_THREADS},
        {"json", NULL, "the table as one JSON object", .flag = &r->json},
        {0}};
    /* clang-format on */

    return command_line_read(line, options) && game_setup_words(line, &r->setup);
}

/* "rule,random": fewer names than seats, and the last is repeated. */
static bool
read_policies(const char *list, struct series *series, struct series_player *players,
              char words[][PLAYER_WORD_ROOM])
{
    int count = 0;

    while (list) {
        if (count == series->seats) {
            command_usage(name, "--policy names more than the %d players", series->seats);
            return false;
        }
        player_word(&list,
                    words[count]); /* no bot has a name as long as one that is cut here */
        if (!game_setup_bot(name, "policy", words[count], series->game, &players[count].bot))
            return false;
        players[count].name = words[count];
        count++;
    }
    for (; count < series->seats; count++)
        players[count] = players[count - 1];
    series->players = players;
    return true;
}

/* ---- counting ---- */

static void
open_rows(struct report *report)
{
    static const char *const seat_labels[GAME_MAX_SEATS] = {"seat 0", "seat 1", "seat 2",
                                                            "seat 3", "seat 4"};
    const struct series *series = report->series;

    for (int i = 0; i < series->seats; i++) {
        const char *label = series->players[i].name;
        int row = 0;

        assert(label);
        while (row < report->policies && strcmp(report->by_policy[row].label, label) != 0)
            row++;
        report->by_policy[row].label = label;
        report->row_of[i] = row;
        if (row == report->policies)
            report->policies++;
        report->by_seat[i].label = seat_labels[i];
    }
}

static void
count_seat(struct row *row, const struct game_result *result, int seat)
{
    double score = result->scores[seat];

    if (result->winners >> seat & 1)
        row->wins +=
            1.0 / __builtin_popcount(result->winners); /* a shared victory is shared here too */
    row->score += score;
    row->score_squares += score * score;
    row->seats++;
}

static bool
take_game(void *context, unsigned long long g, const struct series_game *played)
{
    struct report *report = context;

    for (int seat = 0; seat < report->series->seats; seat++) {
        int policy = report->row_of[series_player(report->series, g, seat)];

        count_seat(&report->by_policy[policy], &played->result, seat);
        count_seat(&report->by_seat[seat], &played->result, seat);
    }
    report->decisions += played->decisions;
    progress_show(&report->progress, g + 1, "");
    if (!report->records)
        return true;
    fputs(played->record, report->records);
    fputc('\n', report->records);
    return !ferror(report->records);
}

/* ---- the table ---- */

struct interval {
    double middle, low, high;
};

/* The share of wins with Wilson's 95 % interval, which stays sound near 0 and 1. It ends there exactly, which
 * differences of rounded numbers may miss. */
static struct interval
win_share(const struct row *row, double games)
{
    const double z = 1.959964;
    double share = row->wins / games, spread = z * z / games;
    double centre = (share + spread / 2) / (1 + spread);
    double half = z / (1 + spread) * sqrt(share * (1 - share) / games + spread / games / 4);

    return (struct interval){share, row->wins > 0 ? fmax(0, centre - half) : 0,
                             row->wins < games ? fmin(1, centre + half) : 1};
}

static struct interval
mean_score(const struct row *row)
{
    double count = (double)row->seats, mean = row->score / count;
    double variance = count > 1 ? (row->score_squares - count * mean * mean) / (count - 1) : 0;
    double half = 1.959964 * sqrt(fmax(0, variance) / count);

    return (struct interval){mean, mean - half, mean + half};
}

static void
print_row(FILE *to, const struct row *row, double games)
{
    struct interval wins = win_share(row, games), score = mean_score(row);

    fprintf(to, "  %-12s %10.0f  %6.2f %%  (%.2f to %.2f)%*s %7.2f +- %.2f\n", row->label,
            row->wins, 100 * wins.middle, 100 * wins.low, 100 * wins.high,
            wins.high >= 0.9995 ? 0 : 1, "", score.middle, score.middle - score.low);
}

static void
print_table(FILE *to, const struct report *report)
{
    const struct series *series = report->series;
    double games = (double)series->games;

    fprintf(to, "%s, %d players, %llu game%s, seed %s, %llu decisions\n\n", series->game->name,
            series->seats, series->games, command_plural((long long)series->games),
            series->seed, report->decisions);
    fprintf(to, "  %-12s %10s  %8s  %-17s  %s\n", "policy", "wins", "share", "(95 % interval)",
            "mean score");
    for (int i = 0; i < report->policies; i++)
        print_row(to, &report->by_policy[i], games);
    fputc('\n', to);
    for (int i = 0; i < series->seats; i++)
        print_row(to, &report->by_seat[i], games);
}

static void
json_share(struct text *t, const char *key, const struct interval *of)
{
    char key_95[32];

    snprintf(key_95, sizeof key_95, "%s_95", key);
    json_key_double(t, key, of->middle, DIGITS);
    json_key_open(t, key_95, '[');
    json_double(t, of->low, DIGITS);
    json_double(t, of->high, DIGITS);
    json_close(t, ']');
}

/* The members of a row that follow its label. */
static void
json_row(struct text *t, const struct row *row, double games)
{
    struct interval wins = win_share(row, games), score = mean_score(row);

    json_key_double(t, "wins", row->wins, DIGITS);
    json_share(t, "win_share", &wins);
    json_share(t, "mean_score", &score);
    json_close(t, '}');
}

static void
write_json(struct text *t, const void *arg)
{
    const struct report *report = arg;
    const struct series *series = report->series;

    json_open(t, '{');
    json_key_text(t, "game", series->game->name);
    json_key(t, "options");
    json_options(t, series->game, &series->start);
    json_key_int(t, "players", series->seats);
    json_key_int(t, "games", (long long)series->games);
    json_key_text(t, "seed", series->seed);
    json_key_int(t, "decisions", (long long)report->decisions);
    json_key_open(t, "policies", '[');
    for (int i = 0; i < report->policies; i++) {
        json_open(t, '{');
        json_key_text(t, "policy", report->by_policy[i].label);
        json_row(t, &report->by_policy[i], (double)series->games);
    }
    json_close(t, ']');
    json_key_open(t, "seats", '[');
    for (int i = 0; i < series->seats; i++) {
        json_open(t, '{');
        json_key_int(t, "seat", i);
        json_row(t, &report->by_seat[i], (double)series->games);
    }
    json_close(t, ']');
    json_close(t, '}');
}

static bool
print_json(FILE *to, const struct report *report)
{
    char *line = document_written(write_json, report, NULL);

    if (line)
        fprintf(to, "%s\n", line);
    free(line);
    return line != NULL;
}

/* ---- all together ---- */

static int
say_how_it_ended(enum series_end end, const struct request *r)
{
    switch (end) {
    case SERIES_DONE:
        return EXIT_DONE;
    case SERIES_STOPPED:
        return command_trouble(name, "writing records to '%s' failed: %s", r->records,
                               strerror(errno));
    case SERIES_NO_MEMORY:
        return command_trouble(name, "there is not memory enough");
    case SERIES_NO_THREAD:
        return command_trouble(name, "the system gives no %llu thread%s; try fewer",
                               (unsigned long long)r->threads,
                               command_plural((long long)r->threads));
    }
    return EXIT_TROUBLE;
}

/* The table goes where the records do not. */
static int
simulate(const struct request *r, const struct series *series, FILE *records)
{
    struct report report = {.series = series, .records = records};
    FILE *table = records == stdout ? stderr : stdout;
    int status;

    open_rows(&report);
    progress_begin(&report.progress, "games", series->games);
    status = say_how_it_ended(series_play(series, take_game, &report), r);
    if (status != EXIT_DONE)
        return status;
    if (records && fflush(records) != 0)
        return say_how_it_ended(SERIES_STOPPED, r);
    if (!r->json)
        print_table(table, &report);
    else if (!print_json(table, &report))
        return say_how_it_ended(SERIES_NO_MEMORY, r);
    return EXIT_DONE;
}

/* Puts words into lines of a help text. */
static void
put_wrapped(struct text *t, const char *words)
{
    for (size_t column = 0, length; *words; words += length) {
        length = 1 + strcspn(words + 1, " ");
        if (column + length > HELP_COLUMNS) {
            text_put(t, "\n   ");
            column = 3;
        }
        text_bytes(t, words, length);
        column += length;
    }
    text_char(t, '\n');
}

/* What help says after the options: the bots of each game, then the examples. */
static void
write_help(char room[HELP_ROOM])
{
    struct text t = text_in(room, HELP_ROOM);

    text_put(&t, "Policies:\n");
    for (int i = 0; games_list[i]; i++) {
        char words[HELP_ROOM];
        struct text list = text_in(words, sizeof words);

        text_put(&list, "  ");
        text_put(&list, games_list[i]->name);
        text_put(&list, ": ");
        ai_list(games_list[i], &list);
        put_wrapped(&t, words);
    }
    text_put(&t, examples);
}

int
command_simulate(int argc, char **argv)
{
    struct request r = {.seed = "1", .policies = "random", .games = 100, .threads = 1};
    static const struct series_line_up by_place = {{0, 1, 2, 3, 4}};
    struct series_player players[GAME_MAX_SEATS] = {{.name = NULL}};
    char words[GAME_MAX_SEATS][PLAYER_WORD_ROOM];
    struct series series = {.line_ups = &by_place, .line_up_count = 1};
    char help[HELP_ROOM];
    struct command_line line = {name, about, help, argc, argv, EXIT_TROUBLE, 0};
    FILE *records = NULL;
    int status;

    write_help(help);
    if (!read_command_line(&line, &r))
        return line.status;
    if (!game_setup_start(name, &r.setup, &series.game, &series.start))
        return EXIT_TROUBLE;
    series.seats = (int)r.setup.players;
    series.seed = r.seed;
    series.games = r.games;
    series.threads = (int)r.threads;
    series.records = r.records != NULL;
    if (!read_policies(r.policies, &series, players, words))
        return EXIT_TROUBLE;
    if (r.records)
        records = strcmp(r.records, "-") == 0 ? stdout : fopen(r.records, "wb");
    if (r.records && !records)
        return command_trouble(name, "'%s' cannot be written: %s", r.records, strerror(errno));
    if (records)
        command_write_lines(records);
    status = simulate(&r, &series, records);
    if (records && records != stdout && fclose(records) != 0 && status == EXIT_DONE)
        status = say_how_it_ended(SERIES_STOPPED, &r);
    return command_close_output(name, status);
}
