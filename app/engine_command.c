/* SPDX-License-Identifier: MIT
 * engine_command.c -- khepri engine: requests from standard input, replies to standard output. */
#include "command.h"

#include <errno.h>
#include <string.h>

#include "command_options.h"
#include "engine.h"
#include "lines.h"

static const char name[] = "engine";

static const char about[] =
    "Usage: khepri engine\n"
    "\n"
    "The bot protocol: reads one JSON object a line from standard input and answers each with one line,\n"
    "{\"ok\":true,...} or {\"ok\":false,\"error\":\"one sentence\"}, with the request's \"id\" if it has one. A\n"
    "refused request changes nothing. A blank line gets no answer. khepri-records(7) describes actions, states\n"
    "and records.\n"
    "\n"
    "  {\"op\":\"new\",\"game\":\"ra\",\"players\":3,\"options\":{\"edition\":\"2005\"},\"seed\":\"7\"}\n"
    "  {\"op\":\"position\",\"state\":{...}}       begin from any consistent state\n"
    "  {\"op\":\"legal\"}                        who is to act, and all they may do; \"seat\":1 for one seat\n"
    "  {\"op\":\"apply\",\"action\":\"draw\"}        make a move; chance outcomes too, \"tile:nile\"\n"
    "  {\"op\":\"chance\"}                       let the seed decide what chance does, and apply it\n"
    "  {\"op\":\"undo\"}                         take the last action back\n"
    "  {\"op\":\"state\"}                        everything about the game\n"
    "  {\"op\":\"view\",\"seat\":1}                what a seat may know; null: a spectator\n"
    "  {\"op\":\"suggest\",\"bot\":\"rule\",\"ms\":200}  what a bot would do; with \"view\":{...} in that state\n"
    "  {\"op\":\"analyse\",\"bot\":\"hard\"}        each action so far; of another game with \"record\":{...}\n"
    "  {\"op\":\"record\"}                       the game so far as a record\n"
    "  {\"op\":\"quit\"}                         end\n";

static const char examples[] =
    "Example:\n"
    "  printf '%s\\n' '{\"op\":\"new\",\"game\":\"ra\",\"players\":3}' '{\"op\":\"chance\"}' '{\"op\":\"legal\"}'"
    " | khepri engine\n";

static int
converse(struct engine *e)
{
    struct lines lines;
    enum lines_next next = LINES_END;
    int status = EXIT_DONE;

    lines_init(&lines, stdin, ENGINE_LONGEST_LINE);
    lines.any_length = true; /* each line gets its reply, and the conversation goes on */
    while (!engine_has_quit(e) && !ferror(stdout) && (next = lines_next(&lines)) != LINES_END &&
           next != LINES_FAILED) {
        if (next == LINES_BLANK)
            continue;
        puts(engine_answer(e, lines.at, lines.len, next == LINES_TOO_LONG));
        fflush(stdout); /* the other side waits for it */
    }
    if (next == LINES_FAILED)
        status = command_trouble(name, "reading standard input failed: %s", strerror(errno));
    lines_finish(&lines);
    return status;
}

int
command_engine(int argc, char **argv)
{
    static const struct command_option options[] = {{0}};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    struct engine *e;
    int status;

    if (!command_line_read(&line, options))
        return line.status;
    if (line.count != 0)
        return command_usage(name, "it takes no words: requests come on standard input");
    e = engine_create();
    if (!e)
        return command_trouble(name, "there is not memory enough");
    status = converse(e);
    engine_destroy(e);
    return command_close_output(name, status);
}
