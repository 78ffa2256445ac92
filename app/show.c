/* SPDX-License-Identifier: MIT
 * show.c -- khepri show: records for people to read: a list of games, one game as a log, one moment as a table.
 */
#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command_options.h"
#include "document.h"
#include "game_setup.h"
#include "lines.h"
#include "moves.h"
#include "option_table.h"
#include "play_table.h"
#include "record.h"
#include "session.h"
#include "show_position.h"
#include "wrapped.h"

static const char name[] = "show";

static const char about[] =
    "Usage: khepri show [OPTION]... FILE\n"
    "       khepri show [OPTION]... --position POSITION\n"
    "\n"
    "Shows records of games (one JSON object a line, see khepri-records(7)). Of several games a list,\n"
    "a line each; of one game what happened, in sentences, and the result; with --step the table\n"
    "after so many actions. FILE '-' is standard input. With --position the table of that position.\n";

static const char examples[] =
    "Hands and offers that were secret are shown to the seat that is named with --seat only.\n"
    "\n"
    "Exit status: 0 done, 1 a record does not hold, 2 wrong usage or unreadable file.\n"
    "\n"
    "Examples:\n"
    "  khepri simulate ra --players 3 --games 10 --seed 7 --records games.jsonl\n"
    "  khepri show games.jsonl\n"
    "  khepri show --line 4 games.jsonl\n"
    "  khepri show --line 4 --step 50 games.jsonl\n"
    "  khepri show --line 4 --step 50 --json games.jsonl\n"
    "  khepri show --line 4 --step 50 --as-position games.jsonl\n";

/* Groups of options. */
enum { OF_ALL, OF_SEAT, OF_STEP };

struct request {
    const char *path, *game, *player, *position;
    uint64_t line, step, seat; /* line: 0 if not said */
    bool json, as_position;
    uint32_t used;
};

/* A file being read. The first game that is wanted is kept, since it may be the only one. */
struct reading {
    const struct request *asked;
    struct document document;
    uint64_t found, line; /* games that are wanted; the line of the first */
    char *first; /* its text, owned */
    size_t len;
    int status;
};

static bool
said(const struct request *r, int group)
{
    return r->used >> group & 1;
}

/* ---- the list ---- */

/* "Anna 31, Bob 40*, Cathy 28" */
static void
put_players(struct text *t, const struct record *r)
{
    struct game_result result = {.winners = 0};
    bool over = r->game->result(&r->state, &result);

    for (int i = 0; i < r->seats; i++) {
        text_put(t, i ? ", " : "");
        text_shown(t, record_player(r, i));
        if (over) {
            text_char(t, ' ');
            text_int(t, result.scores[i]);
            text_put(t, result.winners >> i & 1 ? "*" : "");
        }
    }
    text_put(t, over ? "" : " (not over)");
}

static void
print_row(const struct record *r, unsigned long long line)
{
    char players[4096];
    struct text t = text_in(players, sizeof players);

    put_players(&t, r);
    printf("%6llu  %-8s %7zu  %s\n", line, r->game->name, r->actions, players);
}

static void
write_row(struct text *t, const void *of)
{
    const struct record *r = of;

    json_open(t, '{');
    json_key_text(t, "game", r->game->name);
    json_key(t, "options");
    json_options(t, r->game, &r->state);
    json_key_open(t, "players", '[');
    for (int i = 0; i < r->seats; i++)
        json_text(t, record_player(r, i));
    json_close(t, ']');
    json_key_int(t, "actions", (long long)r->actions);
    json_key(t, "result");
    json_result(t, r->game, &r->state, r->seats);
    json_close(t, '}');
}

static bool
print_json_row(const struct record *r, unsigned long long line)
{
    char *row = document_written(write_row, r, NULL);

    if (row)
        printf("{\"line\":%llu,%s\n", line, row + 1);
    free(row);
    return row != NULL;
}

/* ---- one game ---- */

static void
print_title(const struct session *play, const struct reading *reading, size_t all)
{
    char title[4096];
    struct text t = text_in(title, sizeof title);

    text_put(&t, play->table->title);
    text_put(&t, ": ");
    for (int i = 0; i < play->seats; i++) {
        text_put(&t, i ? ", " : "");
        text_put(&t, play->names[i]);
    }
    text_put(&t, "\nOptions: ");
    json_options(&t, play->game, &play->start);
    wrapped_print(title);
    printf("Line %llu of the file, after %zu of %zu action%s.\n\n",
           (unsigned long long)reading->line, play->actions.count, all,
           command_plural((long long)all));
}

static bool
print_game(struct session *play, const struct reading *reading, size_t all)
{
    const struct request *asked = reading->asked;
    int seat = said(asked, OF_SEAT) ? (int)asked->seat : GAME_SPECTATOR;

    if (asked->json || asked->as_position)
        return show_state(play->game, &play->state, !asked->json);
    print_title(play, reading, all);
    if (said(asked, OF_STEP)) {
        show_table(play, seat);
        return true;
    }
    if (session_ear(play, seat)->log.len)
        wrapped_print(session_ear(play, seat)->log.at);
    putchar('\n');
    play_show_result(play);
    return true;
}

/* Makes the first actions of a record that holds; every seat hears what it may know. False without memory. */
static bool
play_on(struct session *play, const struct json *actions, size_t steps)
{
    struct move move;

    for (int i = 0; i < play->seats; i++)
        play->bots[i].bot = NULL;
    for (const struct json *a = json_first(actions); a && steps > 0;
         a = json_next(actions, a)) {
        if (moves_read(play->game, &play->state, json_as_text(a), &move) != GAME_OK)
            abort(); /* the record was checked */
        if (!session_act(play, move.seat, move.action))
            return false;
        steps--;
    }
    return true;
}

/* Are there such a moment and such a seat? */
static bool
fits(const struct request *asked, const struct session *play, size_t all)
{
    if (asked->step > all)
        command_trouble(name, "the game has %zu action%s, and --step asks for %llu", all,
                        command_plural((long long)all), (unsigned long long)asked->step);
    else if (asked->seat >= (uint64_t)play->seats)
        command_trouble(name, "the game has the seats 0 to %d, and --seat asks for %llu",
                        play->seats - 1, (unsigned long long)asked->seat);
    return asked->step <= all && asked->seat < (uint64_t)play->seats;
}

/* Shows the only game, or the moment of it that was asked for. */
static int
show_game(struct reading *reading)
{
    const struct request *asked = reading->asked;
    struct session play = {0};
    struct refusal why;
    const struct json *json =
        document_line(&reading->document, reading->first, reading->len, &why);
    const struct json *actions = json_member(json, "actions");
    size_t all = json_count(actions);
    int status = EXIT_DONE;

    if (!json || !session_begin(&play, json, 1, &why))
        return command_trouble(name, "%s", why.text);
    if (!fits(asked, &play, all))
        status = EXIT_TROUBLE;
    else if (!play_on(&play, actions, said(asked, OF_STEP) ? (size_t)asked->step : all) ||
             !print_game(&play, reading, all))
        status = command_trouble(name, "there is not enough memory");
    session_finish(&play);
    return status;
}

/* ---- the file ---- */

static bool
wanted(const struct request *asked, const struct record *r, unsigned long long line)
{
    bool there = !asked->player;

    for (int i = 0; i < r->seats && !there; i++)
        there = strcmp(record_player(r, i), asked->player) == 0;
    return there && (!asked->line || asked->line == line) &&
           (!asked->game || strcmp(asked->game, r->game->name) == 0);
}

static int
list_row(const struct reading *reading, const struct record *r, unsigned long long line)
{
    if (!reading->asked->json)
        print_row(r, line);
    else if (!print_json_row(r, line))
        return command_trouble(name, "there is not enough memory");
    return EXIT_DONE;
}

/* The row of the first game, when a second is there. */
static int
list_first(struct reading *reading)
{
    struct document document = {0};
    struct record r;
    struct refusal why;
    const struct json *json = document_line(&document, reading->first, reading->len, &why);
    int status = json && record_replay(&r, json, &why) ? list_row(reading, &r, reading->line)
                                                       : command_trouble(name, "%s", why.text);

    document_finish(&document);
    return status;
}

static int
take_game(struct reading *reading, const struct record *r, const struct lines *lines)
{
    int status = EXIT_DONE;

    if (!wanted(reading->asked, r, lines->number))
        return EXIT_DONE;
    if (reading->found++ == 0) {
        reading->line = lines->number;
        reading->len = lines->len;
        reading->first = malloc(lines->len + 1);
        if (!reading->first)
            return command_trouble(name, "there is not enough memory");
        memcpy(reading->first, lines->at, lines->len + 1);
        return EXIT_DONE;
    }
    if (reading->found == 2) {
        if (!reading->asked->json)
            printf("%6s  %-8s %7s  %s\n", "line", "game", "actions",
                   "players, points and winners (*)");
        status = list_first(reading);
    }
    return status == EXIT_DONE ? list_row(reading, r, lines->number) : status;
}

static int
take_line(struct reading *reading, const struct lines *lines, enum lines_next next)
{
    struct refusal why;
    struct record r;
    const struct json *json;

    if (next == LINES_TOO_LONG)
        refuse(&why, "the line is longer than 16 MiB, the most a record may have");
    else if ((json = document_line(&reading->document, lines->at, lines->len, &why)) &&
             record_replay(&r, json, &why))
        return take_game(reading, &r, lines);
    if (reading->asked->line && reading->asked->line != lines->number)
        return EXIT_DONE;
    command_trouble(name, "line %llu: %s", lines->number, why.text);
    reading->status = EXIT_FOUND;
    return EXIT_DONE;
}

static int
say_none_found(const struct request *asked)
{
    if (asked->game || asked->player)
        return command_trouble(name, "'%s' has no such game", asked->path);
    if (asked->line)
        return command_trouble(name, "'%s' has no game in line %llu", asked->path,
                               (unsigned long long)asked->line);
    return command_trouble(name, "'%s' holds no game", asked->path);
}

/* What is left to do when the file has been read. */
static int
close_file(struct reading *reading)
{
    const struct request *asked = reading->asked;

    if (reading->found == 0 && reading->status == EXIT_DONE)
        return say_none_found(asked);
    if (reading->found > 1 &&
        (said(asked, OF_STEP) || said(asked, OF_SEAT) || asked->as_position))
        return command_trouble(name, "%llu games fit; choose one with --line",
                               (unsigned long long)reading->found);
    if (reading->found == 1 && asked->json && !said(asked, OF_STEP) && !asked->as_position)
        return list_first(reading);
    return reading->found == 1 ? show_game(reading) : EXIT_DONE;
}

static int
show_file(const struct request *asked, FILE *file)
{
    struct reading reading = {.asked = asked};
    struct lines lines;
    enum lines_next next;
    int status = EXIT_DONE;

    lines_init(&lines, file, RECORD_MAX_BYTES);
    while (status == EXIT_DONE && !ferror(stdout) && (next = lines_next(&lines)) != LINES_END) {
        if (next == LINES_FAILED) {
            status =
                command_trouble(name, "reading '%s' failed: %s", asked->path, strerror(errno));
            break;
        }
        if (next != LINES_BLANK)
            status = take_line(&reading, &lines, next);
    }
    if (status == EXIT_DONE)
        status = close_file(&reading);
    lines_finish(&lines);
    document_finish(&reading.document);
    free(reading.first);
    return status == EXIT_DONE ? reading.status : status;
}

/* ---- a position ---- */

static int
show_given(const struct request *r)
{
    struct session play;
    struct refusal why;
    int status = EXIT_DONE;

    if (!session_begin_at(&play, r->position, strlen(r->position), 1, &why))
        return command_trouble(name, "%s", why.text);
    if (!fits(r, &play, 0))
        status = EXIT_TROUBLE;
    else if (!r->json && !r->as_position)
        show_table(&play, said(r, OF_SEAT) ? (int)r->seat : GAME_SPECTATOR);
    else if (!show_state(play.game, &play.state, r->as_position))
        status = command_trouble(name, "there is not enough memory");
    session_finish(&play);
    return status;
}

static bool
read_command_line(struct command_line *line, struct request *r)
{
    /* clang-format off */
    const struct command_option options[] = {
        {"line", "N", "only the game in this line of the file", .number = &r->line, 1, UINT32_MAX},
        {"game", "GAME", "only records of this game", .text = &r->game},
        {"player", "NAME", "only games with a player of this name", .text = &r->player},
        {"step", "K", "of one game the table after K actions", .number = &r->step, 0, UINT32_MAX, .group = OF_STEP},
        {"seat", "S", "as this seat sees it, from 0 (as a spectator)", .number = &r->seat, 0, GAME_MAX_SEATS - 1,
            .group = OF_SEAT},
        {"json", NULL, "a JSON object for each game; with --step the whole position, for 'khepri engine'",
            .flag = &r->json},
        {"as-position", NULL, "the last position, or that of --step, as a string to paste and to link",
            .flag = &r->as_position},
        {"position", "POSITION", "show this position in place of a file: such a string, or the JSON of --json",
            .text = &r->position},
        {0}};
    /* clang-format on */

    if (!command_line_read(line, options))
        return false;
    r->used = line->used;
    if (line->count != !r->position)
        command_usage(name, r->position ? "--position shows no file; leave one of them out"
                            : line->count == 0
                                ? "a file of records is needed, or '-' for standard input"
                                : "one file at a time, please");
    else if (r->json && r->as_position)
        command_usage(name, "--json and --as-position are two forms; choose one");
    else if ((r->json || r->as_position) && said(r, OF_SEAT))
        command_usage(name, "--%s prints all there is; --seat does not go with it",
                      r->json ? "json" : "as-position");
    else if (r->position && (r->line || r->game || r->player || said(r, OF_STEP)))
        command_usage(
            name,
            "--position shows one moment; --line, --game, --player and --step are for files");
    else
        return !r->game || game_setup_find(name, r->game);
    return false;
}

int
command_show(int argc, char **argv)
{
    struct request r = {.path = NULL};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    FILE *file = stdin;
    int status;

    if (!read_command_line(&line, &r))
        return line.status;
    if (r.position)
        return command_close_output(name, show_given(&r));
    r.path = line.words[0];
    if (strcmp(r.path, "-") != 0 && !(file = fopen(r.path, "rb")))
        return command_trouble(name, "'%s' cannot be opened: %s", r.path, strerror(errno));
    status = show_file(&r, file);
    if (file != stdin)
        fclose(file);
    return command_close_output(name, status);
}
