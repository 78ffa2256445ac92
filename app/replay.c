/* SPDX-License-Identifier: MIT
 * replay.c -- khepri replay: checks records by the rules, line by line; only the current
 * line is in memory. */
#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command_options.h"
#include "document.h"
#include "lines.h"
#include "moves_json.h"
#include "record.h"

static const char name[] = "replay";

static const char about[] =
    "Usage: khepri replay [--trace] FILE\n"
    "\n"
    "Checks records of games (one JSON object a line, see khepri-records(7)) by the rules. For each\n"
    "game one line is printed: {\"line\":1,\"ok\":true,\"actions\":412,\"result\":{...}}, or what is wrong\n"
    "with it and at which step. FILE '-' is standard input. Blank lines are skipped.\n";

static const char examples[] =
    "Exit status: 0 all records hold, 1 one does not, 2 wrong usage or unreadable file.\n"
    "\n"
    "Examples:\n"
    "  khepri simulate ra --players 3 --games 10 --seed 7 --records games.jsonl\n"
    "  khepri replay games.jsonl\n"
    "  khepri replay --trace games.jsonl | head -n 1\n";

/* Where a replay stands, for a line of a trace. */
struct traced {
    const struct record *r;
    unsigned long long line;
    const struct move *moves;
    int count;
};

/* The action is written as it stands in the record, whatever it is. */
static void
write_trace(struct text *t, const void *arg)
{
    const struct traced *at = arg;
    const struct record *r = at->r;
    char state[GAMES_STATE_ROOM];
    bool fits = r->game->write_state(&r->state, state, sizeof state) >= 0;

    json_open(t, '{');
    json_key_int(t, "line", (long long)at->line);
    json_key_int(t, "step", (long long)r->step);
    json_key(t, "to_act");
    json_to_act(t, r->game->to_move(&r->state));
    json_key(t, "legal");
    json_moves(t, at->moves, at->count, ANY_SEAT);
    if (r->next) {
        json_key(t, "action");
        json_put(t, r->next);
    }
    json_key_literal(t, "state", state);
    json_close(t, '}');
    t->full = t->full || !fits;
}

/* One line of a trace. */
static bool
print_trace(const struct record *r, unsigned long long line)
{
    int count = 0;
    struct move *moves = moves_create(r->game, &r->state, &count);
    struct traced at = {r, line, moves, count};
    char *text = moves ? document_written(write_trace, &at, NULL) : NULL;

    if (text)
        puts(text);
    free(text);
    free(moves);
    return text != NULL;
}

static void
print_refusal(unsigned long long line, size_t step, const char *sentence)
{
    char buf[4 * REFUSAL_ROOM + 64];
    struct text t = text_in(buf, sizeof buf);

    json_open(&t, '{');
    json_key_int(&t, "line", (long long)line);
    json_key_bool(&t, "ok", false);
    json_key_int(&t, "step", (long long)step);
    json_key_text(&t, "error", sentence);
    json_close(&t, '}');
    puts(buf);
}

static void
print_success(const struct record *r, unsigned long long line)
{
    char result[200];
    struct text t = text_in(result, sizeof result);

    json_result(&t, r->game, &r->state, r->seats);
    printf("{\"line\":%llu,\"ok\":true,\"actions\":%zu,\"result\":%s}\n", line, r->actions,
           result);
}

/* Replays what record_open() opened. */
static bool
replay_actions(struct record *r, bool trace, unsigned long long line, struct refusal *why)
{
    while (r->step < r->actions) {
        if (trace && !print_trace(r, line))
            return refuse(why, "there is no room to print this position");
        if (!record_step(r, NULL, why))
            return false;
    }
    if (trace && !print_trace(r, line))
        return refuse(why, "there is no room to print this position");
    return record_check_result(r, why);
}

static bool
replay_line(struct document *document, const struct lines *lines, bool trace)
{
    struct refusal why;
    struct record r = {.step = 0};
    const struct json *json = document_line(document, lines->at, lines->len, &why);
    bool good =
        json && record_open(&r, json, &why) && replay_actions(&r, trace, lines->number, &why);

    if (good)
        print_success(&r, lines->number);
    else
        print_refusal(lines->number, r.step, why.text);
    return good;
}

static int
replay_file(FILE *file, const char *path, bool trace)
{
    struct document document = {0};
    struct lines lines;
    enum lines_next next;
    bool any = false;
    int status = EXIT_DONE;

    lines_init(&lines, file, RECORD_MAX_BYTES);
    while ((next = lines_next(&lines)) != LINES_END && next != LINES_FAILED &&
           !ferror(stdout)) {
        if (next == LINES_BLANK)
            continue;
        any = true;
        if (next == LINES_TOO_LONG)
            print_refusal(lines.number, 0,
                          "the line is longer than 16 MiB, the most a record may have");
        if (next == LINES_TOO_LONG || !replay_line(&document, &lines, trace))
            status = EXIT_FOUND;
    }
    if (next == LINES_FAILED)
        status = command_trouble(name, "reading '%s' failed: %s", path, strerror(errno));
    else if (!any)
        fprintf(stderr, "khepri replay: '%s' holds no game\n", path);
    lines_finish(&lines);
    document_finish(&document);
    return status;
}

int
command_replay(int argc, char **argv)
{
    bool trace = false;
    const struct command_option options[] = {
        {"trace", NULL,
         "before each action print the state, who is to act and all legal actions",
         .flag = &trace},
        {0}};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    FILE *file = stdin;
    int status;

    if (!command_line_read(&line, options))
        return line.status;
    if (line.count != 1)
        return command_usage(
            name, line.count == 0 ? "a file of records is needed, or '-' for standard input"
                                  : "one file at a time, please");
    if (strcmp(line.words[0], "-") != 0 && !(file = fopen(line.words[0], "rb")))
        return command_trouble(name, "'%s' cannot be opened: %s", line.words[0],
                               strerror(errno));
    status = replay_file(file, line.words[0], trace);
    if (file != stdin)
        fclose(file);
    return command_close_output(name, status);
}
