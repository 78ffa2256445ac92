/* SPDX-License-Identifier: MIT
 * bot_command.c -- khepri bot: connects a program, or a bot of ours, to a server as a bot account.
 *
 * The main thread reads the stream of events and answers challenges; turns go to the threads of bot_worker.c. */
#include "command.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "ai.h"
#include "bot_worker.h"
#include "command_options.h"
#include "file_bytes.h"
#include "khepri/games.h"
#include "rng.h"

static const char name[] = "bot";

static const char about[] =
    "Usage: khepri bot --server URL --token-file FILE (--program CMD | --bot BOT) [OPTION]...\n"
    "\n"
    "Plays on a server as a bot account: accepts challenges, and asks a program for each action. The program\n"
    "speaks the protocol of khepri engine: it gets a line {\"op\":\"suggest\",\"view\":{...},\"legal\":[...],...}\n"
    "and answers with a line {\"id\":...,\"ok\":true,\"action\":\"...\"}. It may play many games at once, so each\n"
    "question stands for itself. The first is asked before it connects, to see that the program starts.\n"
    "A lost connection is made again, and no turn is lost with it.\n";

static const char examples[] =
    "Exit status: 0 it was told to end, or has played --games; 2 it could not begin, or cannot go on.\n"
    "\n"
    "Example:\n"
    "  khepri bot --server http://127.0.0.1:7272 --token-file scarab.token --program ./bot.py\n";

enum { FIRST_WAIT = 1, LAST_WAIT = 30, TOKEN_FILE_MOST = 4096 };

struct playing {
    struct bot_site site;
    const char *server, *token_file, *game;
    uint64_t games, over; /* to play in all, 0: without end; that ended */
    bool connected; /* once, at least */
    int wait; /* seconds before the next connection; longer while none works */
    bool joins; /* takes open seats of public tables */
};

/* What becomes of the stream. */
enum verdict { GO_ON, AGAIN, DONE, FAILED };

static volatile sig_atomic_t told_to_end;

static void
on_signal(int number)
{
    if (number != SIGUSR1)
        told_to_end = 1;
}

static void
say(const char *table, const char *what, const char *more)
{
    char line[512];
    struct text t = text_in(line, sizeof line);

    text_shown(&t, table ? table : "?"); /* as the server sent it, or did not */
    text_put(&t, ": ");
    text_put(&t, what);
    text_shown(&t, more ? more : "?");
    puts(line);
    fflush(stdout);
}

/* ---- events ---- */

/* Whether there is somebody here to play that game. */
static bool
plays(const struct playing *p, const char *game)
{
    const struct game *found = game ? games_find(game) : NULL;
    struct ai_player player;

    return found && (!p->game || strcmp(p->game, game) == 0) &&
           (!p->site.word || ai_read_word(p->site.word, found, &player));
}

static void
answer_challenge(struct playing *p, const struct json *event)
{
    const struct json *table = json_member(event, "table");
    const char *id = json_as_text(json_member(table, "id"));
    const char *game = json_as_text(json_member(table, "game"));
    bool fits = plays(p, game);
    char path[100];
    struct document answer = {0};
    struct oops why;
    int status;

    if (!id)
        return;
    for (int tries = 0; tries < 2; tries++) { /* a seat that cannot be taken is declined */
        snprintf(path, sizeof path, "/api/1/tables/%.20s/%s", id, fits ? "join" : "decline");
        status = bot_ask(&p->site, path, "{}", &answer, &why);
        if (status == 200)
            say(id, fits ? "invited, accepted: " : "invited, declined: ", game);
        else
            command_trouble(name, "%s: the invitation was not %s: %s", id,
                            fits ? "accepted" : "declined",
                            status ? bot_refusal(&answer) : why.text);
        if (status != 409 || !fits)
            break;
        fits = false;
    }
    document_finish(&answer);
}

/* Takes an open seat of a public table, if there is one. */
static void
join_one(struct playing *p)
{
    struct document list = {0}, answer = {0};
    struct oops why;
    const struct json *tables;
    char path[100];

    if (bot_ask(&p->site, "/api/1/tables", NULL, &list, &why) != 200)
        return; /* the next time, perhaps */
    tables = json_member(list.root, "tables");
    for (const struct json *e = json_first(tables); e; e = json_next(tables, e)) {
        const char *id = json_as_text(json_member(e, "id"));
        const char *game = json_as_text(json_member(e, "game"));

        if (!id || !plays(p, game))
            continue;
        snprintf(path, sizeof path, "/api/1/tables/%.20s/join", id);
        if (bot_ask(&p->site, path, "{}", &answer, &why) == 200) {
            say(id, "joined: ", game);
            break;
        }
    }
    document_finish(&answer);
    document_finish(&list);
}

static void
tell_hello(const struct playing *p, const char *bot)
{
    char shown[200];
    struct text t = text_in(shown, sizeof shown);

    text_shown(&t, bot ? bot : "?");
    printf("connected to %s as %s\n", p->server, shown);
    fflush(stdout);
}

static enum verdict
tell_end(struct playing *p, const struct json *event)
{
    const struct json *result =
        json_member(json_member(json_member(event, "view"), "state"), "result");
    const struct json *winners = json_member(result, "winners");
    long long seat = -1, winner;
    bool won = false;

    (void)json_as_whole(json_member(event, "seat"), &seat);
    for (const struct json *e = json_first(winners); e; e = json_next(winners, e))
        won = won || (json_as_whole(e, &winner) && winner == seat);
    say(json_as_text(json_member(json_member(event, "table"), "id")), "the game is over, ",
        won ? "won" : "not won");
    p->over++;
    return p->games && p->over >= p->games ? DONE : GO_ON;
}

static enum verdict
take_event(struct playing *p, const char *line, size_t len, const struct json *event)
{
    const struct json *what = json_member(event, "event");
    const char *id = json_as_text(json_member(json_member(event, "table"), "id"));

    if (json_is(what, "turn")) {
        if (bot_workers_add(&p->site, line, len))
            return GO_ON;
        command_trouble(name, "there is not enough memory");
        return FAILED;
    }
    if (json_is(what, "hello")) {
        tell_hello(p, json_as_text(json_member(event, "bot")));
        if (p->joins)
            join_one(p);
    } else if (json_is(what, "challenge")) {
        answer_challenge(p, event);
    } else if (json_is(what, "start") && id) {
        say(id, "the game goes on", "");
    } else if (json_is(what, "end") && id) {
        return tell_end(p, event);
    } else if (json_is(what, "gone") && json_as_text(json_member(event, "table"))) {
        say(json_as_text(json_member(event, "table")), "this seat is no longer ours", "");
    } else if (json_is(what, "elsewhere")) {
        command_trouble(name, "another program has connected as this bot");
        return FAILED;
    }
    return GO_ON; /* events of later versions too */
}

/* ---- the stream ---- */

static enum verdict
hear(struct playing *p, struct net_call *call, struct oops *why)
{
    struct document event = {0};
    enum verdict verdict = GO_ON;
    const char *line;
    size_t len;

    while (verdict == GO_ON && !told_to_end && !p->site.hopeless &&
           (line = net_call_line(call, BOT_PATIENCE_MS, &len, why))) {
        if (len == 0) { /* it keeps the connection alive, and comes every ten seconds */
            if (p->joins)
                join_one(p);
            continue;
        }
        if (document_read(&event, line, len, NULL)) {
            verdict = take_event(p, line, len, event.root);
        } else {
            snprintf(why->text, sizeof why->text, "what the server sent is no JSON");
            break;
        }
    }
    document_finish(&event);
    return verdict == GO_ON ? AGAIN : verdict;
}

/* One connection, from its beginning to its end. */
static enum verdict
connect_once(struct playing *p, struct oops *why)
{
    struct net_ask ask = {.method = "GET",
                          .path = "/api/1/bot/events",
                          .token = p->site.token,
                          .patience = BOT_PATIENCE_MS};
    enum verdict verdict = AGAIN;
    int status = 0;
    struct net_call *call = net_call_open(&p->site.url, &ask, &status, why);

    if (!call)
        return p->connected ? AGAIN : FAILED;
    if (status == 200) {
        p->connected = true;
        p->wait = FIRST_WAIT;
        verdict = hear(p, call, why);
        if (verdict == FAILED)
            why->text[0] = 0; /* it was told */
        else if (!why->text[0])
            snprintf(why->text, sizeof why->text, "the server has ended the connection");
    } else if (status == 401 || status == 403) {
        snprintf(why->text, sizeof why->text,
                 "the server knows no bot account with the token of %.100s", p->token_file);
        verdict = FAILED;
    } else if (status == 429 || status == 503) {
        snprintf(why->text, sizeof why->text, "the server is busy (status %d)", status);
    } else {
        snprintf(why->text, sizeof why->text,
                 "%.100s has no stream of events for bots (status %d)", p->server, status);
        verdict = FAILED;
    }
    net_call_close(call);
    return verdict;
}

static int
run(struct playing *p)
{
    struct oops why;
    enum verdict verdict = AGAIN;

    p->wait = FIRST_WAIT;
    while (verdict == AGAIN && !told_to_end && !p->site.hopeless) {
        why.text[0] = 0;
        verdict = connect_once(p, &why);
        if (verdict != AGAIN || told_to_end || p->site.hopeless)
            break;
        command_trouble(name, "%s; trying again in %d s", why.text, p->wait);
        nanosleep(&(struct timespec){.tv_sec = p->wait}, NULL);
        p->wait = p->wait < LAST_WAIT ? 2 * p->wait : LAST_WAIT;
    }
    if (p->site.hopeless)
        return command_trouble(name, "the program does not start: '%.100s'", p->site.program);
    if (verdict == FAILED && !told_to_end)
        return why.text[0] ? command_trouble(name, "%s", why.text) : EXIT_TROUBLE;
    return EXIT_DONE;
}

/* ---- the beginning ---- */

/* The first word of the file. */
static bool
read_token(struct playing *p)
{
    size_t len, from = 0, to;
    char *bytes = file_bytes(p->token_file, TOKEN_FILE_MOST, &len);

    if (!bytes) {
        command_trouble(name, "cannot read %.200s: %s", p->token_file, strerror(errno));
        return false;
    }
    while (from < len && isspace((unsigned char)bytes[from]))
        from++;
    for (to = from; to < len && isalnum((unsigned char)bytes[to]);)
        to++;
    if (to - from == 32)
        memcpy(p->site.token, bytes + from, to - from);
    free(bytes);
    if (p->site.token[0])
        return true;
    command_trouble(
        name,
        "%.200s should hold a token of 32 letters and digits, as khepri bot-account prints it",
        p->token_file);
    return false;
}

static bool
is_bot_word(const char *word)
{
    struct ai_player player;

    for (int i = 0; games_list[i]; i++) {
        if (ai_read_word(word, games_list[i], &player))
            return true;
    }
    return false;
}

/* False, and a sentence, unless the options go together. */
static bool
fits(struct playing *p, struct oops *why)
{
    const char *wrong = NULL;

    if (!p->server || !p->token_file)
        wrong = "it needs --server and --token-file";
    else if (!p->site.program == !p->site.word)
        wrong = "it needs a player: --program or --bot, one of them";
    else if (p->game && !games_find(p->game))
        wrong = "--game should name a game that this program knows";
    else if (p->site.word && !is_bot_word(p->site.word))
        wrong = "--bot should name a bot of ours, as hard, or master:100ms";
    if (wrong)
        snprintf(why->text, sizeof why->text, "%s", wrong);
    return !wrong && net_url_read(p->server, &p->site.url, why);
}

static bool
listen_to_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal}; /* which end a wait */

    return sigaction(SIGTERM, &action, NULL) == 0 && sigaction(SIGINT, &action, NULL) == 0 &&
           sigaction(SIGUSR1, &action, NULL) == 0 && signal(SIGPIPE, SIG_IGN) != SIG_ERR;
}

int
command_bot(int argc, char **argv)
{
    struct playing p = {0};
    uint64_t threads = 1, limit = 5000;
    const char *seed = NULL;
    /* clang-format off */
    const struct command_option options[] = {
        {"server", "URL", "where the server is, as https://example.org", .text = &p.server},
        {"token-file", "FILE", "a file with the token of the bot account, and nothing else", .text = &p.token_file},
        {"program", "CMD", "the player: a program, as a command for sh", .text = &p.site.program},
        {"bot", "BOT", "... or a bot of ours, as hard or master:100ms", .text = &p.site.word},
        {"join", NULL, "take open seats of public tables, one every ten seconds; the host must have allowed it",
         .flag = &p.joins},
        {"game", "GAME", "play this game only", .text = &p.game},
        {"games", "N", "end after that number of games", .number = &p.games, 1, 1000000},
        {"time", "MS", "what the program has for an answer, 10 to 600000; 5000 if not given", .number = &limit, 10,
            600000},
        {"threads", "N", "how many turns are answered at the same time, each by a process of the program, 1 to 64;\n"
                         "1 if not given", .number = &threads, 1, BOT_THREADS_MOST},
        {"seed", "S", "the same answers of bots that throw dice; random if not given", .text = &seed},
        {0}};
    /* clang-format on */
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    struct oops why;
    int status;

    if (!command_line_read(&line, options))
        return line.status;
    if (line.count > 0)
        return command_usage(name, "'%.60s' is not understood: there are only options",
                             line.words[0]);
    if (!fits(&p, &why))
        return command_usage(name, "%s", why.text);
    if (!read_token(&p))
        return EXIT_TROUBLE;
    p.site.limit_ms = (int)limit;
    if (seed)
        p.site.seed = rng_seed_from_text(seed);
    else if (getrandom(&p.site.seed, sizeof p.site.seed, 0) != (ssize_t)sizeof p.site.seed)
        return command_trouble(name, "the system gives no randomness");
    if (!listen_to_signals())
        return command_trouble(name, "the system does not let it hear signals");
    if (p.site.program && !bot_program_starts(&p.site, p.game ? games_find(p.game) : NULL))
        return EXIT_TROUBLE;
    status = bot_workers_begin(&p.site, (int)threads)
                 ? run(&p)
                 : command_trouble(name, "the system gives no threads");
    bot_workers_end(&p.site);
    return command_close_output(name, status);
}
