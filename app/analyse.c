/* SPDX-License-Identifier: MIT
 * analyse.c -- khepri analyse: a bot analyses the games of a file, for people or as JSON. */
#include "command.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "analyse_show.h"
#include "command_options.h"
#include "document.h"
#include "file_bytes.h"
#include "lines.h"
#include "phrase.h"
#include "progress.h"
#include "session.h"
#include "spoken.h"
#include "teach.h"
#include "wrapped.h"

static const char name[] = "analyse";

static const char about[] =
    "Usage: khepri analyse [OPTION]... FILE\n"
    "       khepri analyse [OPTION]... --position POSITION\n"
    "\n"
    "Evaluates games (records, one a line, see khepri-records(7)) action by action with a bot that estimates\n"
    "chances of winning. For each seat it prints what its decisions lost, what luck gave, and the chances of\n"
    "winning. It lists the decisions that cost most, with the better action and what follows from each.\n"
    "FILE '-' is standard input.\n";

static const char examples[] =
    "Exit status: 0 done, 1 a record does not hold or cannot be analysed, 2 wrong usage or unreadable file.\n"
    "\n"
    "Examples:\n"
    "  khepri simulate ra --players 3 --games 1 --policy rule --records games.jsonl --seed 7\n"
    "  khepri analyse games.jsonl\n"
    "  khepri analyse --json --bot hard games.jsonl\n";

enum { MOST_THREADS = 64 };

/* A line of the file and its analysis. */
struct one {
    unsigned long long line;
    struct document document;
    struct record r;
    struct analysed of;
    struct refusal why;
    bool good;
};

struct work {
    const char *word; /* of the bot, or NULL */
    bool no_hindsight;
    struct one *games;
    size_t count, next, actions, done;
    pthread_mutex_t lock;
    struct progress progress;
};

/* ---- reading ---- */

static struct one *
add_game(struct work *w)
{
    struct one *grown = realloc(w->games, (w->count + 1) * sizeof *grown);

    if (!grown)
        return NULL;
    w->games = grown;
    memset(&grown[w->count], 0, sizeof *grown);
    return &grown[w->count++];
}

static bool
read_games(struct work *w, FILE *file, const char *path)
{
    struct lines lines;
    enum lines_next next;
    bool good = true;

    lines_init(&lines, file, RECORD_MAX_BYTES);
    while (good && (next = lines_next(&lines)) != LINES_END && next != LINES_FAILED) {
        struct one *one = next == LINES_BLANK ? NULL : add_game(w);

        if (next == LINES_BLANK)
            continue;
        good = one != NULL;
        if (!one)
            continue;
        one->line = lines.number;
        if (next == LINES_TOO_LONG)
            refuse(&one->why, "the line is longer than 16 MiB, the most a record may have");
        else
            document_line(&one->document, lines.at, lines.len, &one->why);
        one->good = one->document.root &&
                    record_replay(&one->r, one->document.root, &one->why) &&
                    record_open(&one->r, one->document.root, &one->why);
        w->actions += one->good ? one->r.actions : 0;
    }
    if (!good)
        command_trouble(name, "there is not memory enough for the games of '%s'", path);
    else if (next == LINES_FAILED)
        command_trouble(name, "reading '%s' failed: %s", path, strerror(errno));
    good = good && next != LINES_FAILED;
    lines_finish(&lines);
    return good;
}

/* ---- the work ---- */

static bool
told(void *self, size_t done)
{
    struct work *w = self;

    (void)done;
    pthread_mutex_lock(&w->lock);
    progress_show(&w->progress, ++w->done, "");
    pthread_mutex_unlock(&w->lock);
    return true;
}

static void
analyse_one(struct work *w, struct one *one)
{
    struct ai_player player;
    struct analysed_how how = {&player, told, w, w->no_hindsight};

    if (one->good)
        one->good = analysed_bot(w->word, one->r.game, &player, &one->why) &&
                    analysed_record(&one->of, &one->r, &how, &one->why);
}

static void *
work_on(void *self)
{
    struct work *w = self;

    for (;;) {
        size_t at;

        pthread_mutex_lock(&w->lock);
        at = w->next++;
        pthread_mutex_unlock(&w->lock);
        if (at >= w->count)
            return NULL;
        analyse_one(w, &w->games[at]);
    }
}

/* Those threads that the system gives, and this one. */
static void
work_together(struct work *w, int threads)
{
    pthread_t others[MOST_THREADS];
    int count = 0;

    pthread_mutex_init(&w->lock, NULL);
    progress_begin(&w->progress, "actions", w->actions ? w->actions : 1);
    while (count < threads - 1 && pthread_create(&others[count], NULL, work_on, w) == 0)
        count++;
    work_on(w);
    for (int i = 0; i < count; i++)
        pthread_join(others[i], NULL);
    progress_wipe();
    pthread_mutex_destroy(&w->lock);
}

/* ---- telling ---- */

static struct analysed_game
to_show(const struct one *one)
{
    struct analysed_game game = {.of = &one->of};

    for (int i = 0; i < one->r.seats; i++)
        game.names[i] = record_player(&one->r, i);
    return game;
}

static bool
show(const struct one *one, const char *bot)
{
    struct analysed_game game = to_show(one);
    char *buf = malloc(ANALYSE_TEXT_ROOM);
    struct text out = text_in(buf, buf ? ANALYSE_TEXT_ROOM : 0);

    if (!buf)
        return false;
    put_format(&out, "%s, %d players, %zu action%s, by %s\n\n", one->r.game->name, one->r.seats,
               one->r.actions, command_plural((long long)one->r.actions), bot);
    analyse_table(&game, &out);
    text_char(&out, '\n');
    analyse_worst(&game, &out);
    text_char(&out, '\n');
    analyse_plot(&game, &out);
    wrapped_print(buf);
    free(buf);
    return true;
}

static int
tell(const struct work *w, bool json)
{
    int status = EXIT_DONE;

    for (size_t i = 0; i < w->count; i++) {
        const struct one *one = &w->games[i];
        char *text = one->good && json ? analysed_json(&one->of) : NULL;

        if (!one->good) {
            command_trouble(name, "line %llu: %s", one->line, one->why.text);
            status = EXIT_FOUND;
            continue;
        }
        if (i > 0 && !json)
            puts("");
        if (text)
            puts(text);
        else if (json || !show(one, one->of.analysis->teacher.bot->name))
            status = command_trouble(name, "there is not memory enough to show the analysis");
        free(text);
    }
    return status;
}

static int
not_drawn(const char *path)
{
    return command_trouble(name, "'%s' cannot be written: %s", path, strerror(errno));
}

static int
draw(const struct work *w, const char *path)
{
    struct analysed_game game = to_show(&w->games[0]);

    return analyse_svg(&game, path) ? EXIT_DONE : not_drawn(path);
}

/* An analysis takes its time: what cannot be drawn afterwards is refused before. */
static int
may_draw(const struct work *w, const char *path)
{
    if (w->count != 1)
        return command_trouble(name, "--svg draws a single game, and the file has %zu lines",
                               w->count);
    return file_may_replace(path) ? EXIT_DONE : not_drawn(path);
}

struct request {
    const char *bot, *svg, *position;
    uint64_t threads;
    bool json, no_hindsight;
};

static int
analyse(const struct request *request, FILE *file, const char *path)
{
    struct work w = {.word = request->bot, .no_hindsight = request->no_hindsight};
    int status = read_games(&w, file, path) ? EXIT_DONE : EXIT_TROUBLE;

    if (status == EXIT_DONE && w.count == 0)
        status = command_trouble(name, "'%s' holds no game", path);
    if (status == EXIT_DONE && request->svg)
        status = may_draw(&w, request->svg);
    if (status == EXIT_DONE) {
        work_together(&w, (int)request->threads);
        status = tell(&w, request->json);
        if (status == EXIT_DONE && request->svg)
            status = draw(&w, request->svg);
    }
    for (size_t i = 0; i < w.count; i++) {
        analysed_finish(&w.games[i].of);
        document_finish(&w.games[i].document);
    }
    free(w.games);
    return status;
}

/* ---- a position ---- */

/* What the bot thinks of each action of a seat that may act, from what that seat sees. */
static int
advise(const struct session *play, int seat, const struct request *request)
{
    enum { ROOM = (int)HINT_ROOM + (int)SESSION_LINES_ROOM };
    char *buf = malloc(ROOM);
    struct text out = text_in(buf, buf ? ROOM : 0);
    int status = EXIT_DONE;

    if (!buf)
        return command_trouble(name, "there is not memory enough to show the hint");
    if (!request->json) {
        put_format(&out, "%s\n", play->names[seat]);
        teach_answer(play, seat, "hint", request->bot ? request->bot : "", &out);
        wrapped_print(buf);
    } else if (teach_json(play, seat, request->bot, &out)) {
        printf("{\"seat\":%d,\"hint\":%s}\n", seat, buf);
    } else {
        status = command_trouble(name, "there is no hint for seat %d in this position", seat);
    }
    free(buf);
    return status;
}

static int
analyse_position(const struct request *request)
{
    struct session play;
    struct refusal why;
    game_seats movers;
    int status = EXIT_DONE;

    if (!session_begin_at(&play, request->position, strlen(request->position), 1, &why))
        return command_trouble(name, "%s", why.text);
    play.hints = true;
    movers = play.game->to_move(&play.state);
    if (!movers || movers >> GAME_NATURE & 1)
        status = command_trouble(
            name, movers ? "chance is to move here, so there is nothing to decide"
                         : "the game is over, so there is nothing to decide");
    for (int seat = 0; seat < play.seats && status == EXIT_DONE; seat++) {
        if (movers >> seat & 1)
            status = advise(&play, seat, request);
    }
    session_finish(&play);
    return status;
}

/* A word that is wrong for every game is wrong usage. */
static bool
bot_is_known(const char *word)
{
    struct ai_player player;
    struct refusal why;

    for (int i = 0; games_list[i]; i++) {
        if (!word || analysed_bot(word, games_list[i], &player, &why))
            return true;
    }
    analysed_bot(word, games_list[0], &player, &why);
    command_usage(name, "%s", why.text);
    return false;
}

int
command_analyse(int argc, char **argv)
{
    struct request request = {.threads = 1};
    /* clang-format off */
    const struct command_option options[] = {
        {"bot", "BOT", "whose judgement (expert, or hard where that is the best); hard is faster",
            .text = &request.bot},
        {"threads", "T", "how many games at a time (1)", .number = &request.threads, 1, MOST_THREADS},
        {"json", NULL, "one line of JSON a game in place of tables, as khepri-records(7) says",
            .flag = &request.json},
        {"no-hindsight", NULL, "chances as they were judged at each moment, not corrected by what came later",
            .flag = &request.no_hindsight},
        SPOKEN_OPTION,
        {"position", "POSITION", "in place of a file: what each action leads to in this position, as\n"
            "'khepri show --as-position' writes it, from the view of the seat to move", .text = &request.position},
        {"svg", "FILE", "draw the chances of a single game too", .text = &request.svg},
        {0}};
    /* clang-format on */
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    FILE *file = stdin;
    int status;

    speak_as_environment();
    if (!command_line_read(&line, options))
        return line.status;
    if (request.position && (line.count || request.svg || request.no_hindsight))
        return command_usage(
            name, "--position takes no file, no --svg and no --no-hindsight; leave them out");
    if (request.position)
        return bot_is_known(request.bot)
                   ? command_close_output(name, analyse_position(&request))
                   : EXIT_TROUBLE;
    if (line.count != 1)
        return command_usage(
            name, line.count == 0 ? "a file of records is needed, or '-' for standard input"
                                  : "one file at a time, please");
    if (!bot_is_known(request.bot))
        return EXIT_TROUBLE;
    if (strcmp(line.words[0], "-") != 0 && !(file = fopen(line.words[0], "rb")))
        return command_trouble(name, "'%s' cannot be opened: %s", line.words[0],
                               strerror(errno));
    status = analyse(&request, file, line.words[0]);
    if (file != stdin)
        fclose(file);
    return command_close_output(name, status);
}
