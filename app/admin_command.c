/* SPDX-License-Identifier: MIT
 * admin_command.c -- khepri admin: looks after a server that runs, through its Unix socket. */
#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "command_options.h"
#include "document.h"
#include "text.h"

static const char name[] = "admin";

static const char about[] =
    "Usage: khepri admin [OPTION]... COMMAND [WORD]\n"
    "\n"
    "Looks after a server that runs on this machine, as the same user; the server needs --admin PATH.\n"
    "\n"
    "Commands:\n"
    "  status            how many visitors and tables there are, and the limits\n"
    "  tables            the tables in memory; what was used last comes first\n"
    "  visitors          the addresses that have WebSockets open\n"
    "  accounts          the bot accounts; khepri bot-account makes and removes them\n"
    "  bans              banned addresses and muted names\n"
    "  end TABLE         end a table and delete it; khepri backup first keeps a copy\n"
    "  ban ADDRESS       let an address in no more, and close its WebSockets; unban ADDRESS\n"
    "  mute NAME         nobody may take this name at a table any more; unmute NAME\n"
    "  announce TEXT     tell everybody who is there\n"
    "  link              a link that opens the page of the host once; the server needs --admin-page\n"
    "  sign-out          end links, and whoever is signed in at that page\n"
    "  drain on|off      make no new tables, so that the server can be started again; /ready then says 503\n";

static const char examples[] =
    "Exit status: 0 done, 1 the server refused it, 2 the server cannot be asked.\n"
    "\n"
    "Examples:\n"
    "  khepri admin status\n"
    "  khepri admin --socket /run/khepri/admin.sock announce 'A restart in 5 minutes; no game is lost.'\n";

/* A server whose database is away refuses within that time. */
enum { ANSWER_MOST = 64 << 20, PATIENCE_SECONDS = 15 };

/* A command, the key of the word that it takes, NULL: none, and what stands for that word in the help. */
static const struct command_word {
    const char *word, *key, *shown;
} words[] = {{"status", NULL, NULL},
             {"tables", NULL, NULL},
             {"visitors", NULL, NULL},
             {"accounts", NULL, NULL},
             {"bans", NULL, NULL},
             {"end", "table", "TABLE"},
             {"ban", "address", "ADDRESS"},
             {"unban", "address", "ADDRESS"},
             {"mute", "name", "NAME"},
             {"unmute", "name", "NAME"},
             {"announce", "text", "TEXT"},
             {"drain", "on", "on|off"},
             {"link", NULL, NULL},
             {"sign-out", NULL, NULL},
             {0}};

/* ---- asking ---- */

/* A server that hangs is not waited for. */
static bool
limit_waiting(int fd)
{
    const struct timeval patience = {.tv_sec = PATIENCE_SECONDS};

    return setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0 &&
           setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0;
}

static void
say_silent(const char *path)
{
    command_trouble(name,
                    "the server at %.200s has not answered for %d seconds: it hangs, or is "
                    "stopped; what was asked may still be done",
                    path, PATIENCE_SECONDS);
}

static int
connect_to(const char *path)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int fd;

    if (strlen(path) >= sizeof at.sun_path) {
        command_usage(name, "--socket '%.60s' should have at most %zu bytes", path,
                      sizeof at.sun_path - 1);
        return -1;
    }
    strcpy(at.sun_path, path);
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && limit_waiting(fd) &&
        connect(fd, (const struct sockaddr *)&at, sizeof at) == 0)
        return fd;
    if (errno == EAGAIN)
        say_silent(path);
    else if (errno == EACCES || errno == EPERM)
        command_trouble(name, "you may not ask the server at %.200s; its user may, and root",
                        path);
    else
        command_trouble(name, "no server answers at %.200s: %s; is it run with --admin %.200s?",
                        path, strerror(errno), path);
    if (fd >= 0)
        close(fd);
    return -1;
}

/* The whole answer, to be freed; NULL if there is none: EAGAIN if the server was silent for too long. */
static char *
read_answer(int fd, size_t *len)
{
    size_t room = 4096;
    char *answer = malloc(room);
    ssize_t came = 0;

    *len = 0;
    errno = 0;
    while (answer && (came = read(fd, answer + *len, room - *len - 1)) > 0) {
        *len += (size_t)came;
        if (*len + 1 == room) {
            char *more = room < ANSWER_MOST ? realloc(answer, room *= 2) : NULL;

            if (!more)
                free(answer);
            answer = more;
        }
    }
    if (answer && came == 0 && *len > 0) {
        answer[*len] = 0;
        return answer;
    }
    free(answer);
    return NULL;
}

static char *
ask_server(const char *path, const char *line, size_t *len)
{
    int fd = connect_to(path);
    char *answer;

    if (fd < 0)
        return NULL;
    if (send(fd, line, strlen(line), MSG_NOSIGNAL) != (ssize_t)strlen(line) ||
        !(answer = read_answer(fd, len))) {
        if (errno == EAGAIN)
            say_silent(path);
        else
            command_trouble(name, "the server at %.200s ended without an answer", path);
        answer = NULL;
    }
    close(fd);
    return answer;
}

/* ---- what is printed ---- */

static long long
number(const struct json *in, const char *key)
{
    long long value = 0;

    (void)json_as_int(json_member(in, key), &value);
    return value;
}

static const char *
word_of(const struct json *in, const char *key)
{
    const char *text = json_as_text(json_member(in, key));

    return text ? text : "";
}

static void
print_status(const struct json *root)
{
    const struct json *limits = json_member(root, "limits");
    long long each = number(limits, "tables_each"), idle = number(limits, "idle");

    printf("WebSockets: %lld\n", number(root, "websockets"));
    printf("tables in memory: %lld waiting, %lld playing, %lld over\n", number(root, "waiting"),
           number(root, "playing"), number(root, "over"));
    printf("tables stored: %lld of %lld\n", number(root, "stored"), number(limits, "tables"));
    printf("new tables: %s\n",
           json_is_yes(json_member(root, "drained")) ? "refused" : "allowed");
    printf("of one address: %lld unfinished table%s, %lld in the public list\n", each,
           command_plural(each), number(limits, "listed_each"));
    printf("a WebSocket at no table: %lld second%s\n", idle, command_plural(idle));
}

static void
print_table(const struct json *entry)
{
    const struct json *table = json_member(entry, "table"),
                      *seats = json_member(table, "seats");
    long long moves = number(table, "seq"), watchers = number(entry, "watchers");

    printf("%-12s %-8s %-8s %4lld move%s, %lld watcher%s, %lld s idle:", word_of(table, "id"),
           word_of(table, "game"), word_of(table, "status"), moves, command_plural(moves),
           watchers, command_plural(watchers), number(entry, "idle"));
    for (const struct json *seat = json_first(seats); seat; seat = json_next(seats, seat)) {
        const char *who = word_of(seat, "name");

        printf(" %s%s%s", seat == json_first(seats) ? "" : "| ", *who ? who : "(open)",
               json_is(json_member(seat, "kind"), "bot") ? " (bot)" : "");
    }
    putchar('\n');
}

static void
print_visitor(const struct json *entry)
{
    long long websockets = number(entry, "websockets");

    printf("%-40s %lld WebSocket%s, %lld at a table\n", word_of(entry, "address"), websockets,
           command_plural(websockets), number(entry, "watching"));
}

static void
print_account(const struct json *entry)
{
    long long games = number(entry, "games");

    printf("%-24s %s, %lld of %lld game%s\n", word_of(entry, "name"),
           json_is_yes(json_member(entry, "online")) ? "connected" : "not connected",
           number(entry, "playing"), games, command_plural(games));
}

static void
print_rows(const struct json *root)
{
    const struct json *list = json_member(root, "tables");

    for (const struct json *e = json_first(list); e; e = json_next(list, e))
        print_table(e);
    list = json_member(root, "visitors");
    for (const struct json *e = json_first(list); e; e = json_next(list, e))
        print_visitor(e);
    list = json_member(root, "bots");
    for (const struct json *e = json_first(list); e; e = json_next(list, e))
        print_account(e);
    list = json_member(root, "addresses");
    for (const struct json *e = json_first(list); e; e = json_next(list, e))
        printf("address %s\n", json_as_text(e));
    list = json_member(root, "names");
    for (const struct json *e = json_first(list); e; e = json_next(list, e))
        printf("name %s\n", json_as_text(e));
}

static void
print_answer(const char *word, const struct json *root)
{
    long long closed = number(root, "closed"), playing = number(root, "playing");

    if (strcmp(word, "status") == 0)
        print_status(root);
    else if (strcmp(word, "link") == 0)
        printf("%s\nopens the page once, within %lld minutes\n", word_of(root, "link"),
               number(root, "minutes"));
    else if (strcmp(word, "announce") == 0)
        printf("told to %lld\n", number(root, "told"));
    else if (strcmp(word, "ban") == 0)
        printf("banned; %lld WebSocket%s closed\n", closed, command_plural(closed));
    else if (strcmp(word, "drain") == 0)
        printf("%lld game%s being played\n", playing, playing == 1 ? " is" : "s are");
    else
        print_rows(root);
}

/* ---- the command ---- */

/* The command that these words ask for. NULL, and a sentence, if there is none, or it takes other words. */
static const struct command_word *
find_command(char **said, int count)
{
    const struct command_word *command = words;

    if (count < 1) {
        command_usage(name, "it needs a command, as status");
        return NULL;
    }
    while (command->word && strcmp(command->word, said[0]) != 0)
        command++;
    if (command->word && count == (command->key ? 2 : 1))
        return command;
    if (!command->word)
        command_usage(name, "there is no command '%.40s'", said[0]);
    else if (!command->key)
        command_usage(name, "%s takes no word", said[0]);
    else if (count == 1)
        command_usage(name, "%s needs a word: %s %s", said[0], said[0], command->shown);
    else
        command_usage(name, "%s takes one word; put quotes around several", said[0]);
    return NULL;
}

/* The line for the server. False, and a sentence, if the words are not understood. */
static bool
make_line(char **said, int count, struct text *t)
{
    const struct command_word *command = find_command(said, count);
    bool on;

    if (!command)
        return false;
    json_open(t, '{');
    json_key_text(t, "do", strcmp(command->word, "sign-out") == 0 ? "sign_out" : command->word);
    if (command->key && strcmp(command->key, "on") == 0) {
        on = strcmp(said[1], "on") == 0;
        if (!on && strcmp(said[1], "off") != 0) {
            command_usage(name, "drain takes on or off, not '%.40s'", said[1]);
            return false;
        }
        json_key_bool(t, "on", on);
    } else if (command->key) {
        json_key_text(t, command->key, said[1]);
    }
    json_close(t, '}');
    text_char(t, '\n');
    if (text_length(t) >= 0)
        return true;
    command_usage(name, "the words are too long, or no UTF-8");
    return false;
}

int
command_admin(int argc, char **argv)
{
    const char *path = "/run/khepri/admin.sock";
    bool json = false;
    const struct command_option options[] = {
        {"socket", "PATH",
         "what the server has as --admin; /run/khepri/admin.sock if not given", .text = &path},
        {"json", NULL, "the answer of the server as it is (docs/protocol.md)", .flag = &json},
        {0}};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};
    struct document document = {0};
    char buf[4096];
    struct text t = text_in(buf, sizeof buf);
    const struct json *root;
    char *answer;
    size_t len;
    int status = EXIT_DONE;

    if (!command_line_read(&line, options))
        return line.status;
    if (!make_line(line.words, line.count, &t) || !(answer = ask_server(path, buf, &len)))
        return EXIT_TROUBLE;
    if (json)
        fputs(answer, stdout);
    root = document_read(&document, answer, len, NULL);
    if (!json_is_yes(json_member(root, "ok"))) {
        command_trouble(name, "%s",
                        root ? word_of(root, "error")
                             : "the server's answer is not understood");
        status = root ? EXIT_FOUND : EXIT_TROUBLE;
    } else if (!json) {
        print_answer(line.words[0], root);
    }
    document_finish(&document);
    free(answer);
    return command_close_output(name, status);
}
