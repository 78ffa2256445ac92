/* SPDX-License-Identifier: MIT
 * serve.c -- khepri serve: sets up loop, store, transport and server, and ends them in
 * order. On SIGTERM or SIGINT visitors are told, running commits finish, and the program
 * exits. */
#include "command.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command_options.h"
#include "net_files.h"
#include "net_handed.h"
#include "net_lws.h"
#include "net_unix.h"
#include "rng.h"
#include "server.h"
#include "text.h"

static const char name[] = "serve";

static const char about[] =
    "Usage: khepri serve [OPTION]...\n"
    "\n"
    "Serves the game to browsers: open the address it prints, set up a table, and send the link to\n"
    "your friends. What happens at the tables is kept in one file and survives any end of the program.\n";

static const char examples[] =
    "Exit status: 0 it was told to end and ended in order, 2 it could not begin.\n"
    "\n"
    "Example:\n"
    "  khepri serve --listen 127.0.0.1:7272 --open\n";

enum {
    PATH_ROOM = 4096,
    FLUSH_MS = 3000,
    STEP_MS = 20,
    HOSTS_MOST = 16,
    READERS_MOST = 16,
    URL_ROOM = 256,
    BELOW_MOST = 64
};

struct serving {
    char address[NET_ADDRESS_ROOM];
    int port;
    struct net_unix socket; /* path: where it is, or ""; fd: that is ours, or -1 */
    struct net_unix admin; /* the same for khepri admin */
    char data[PATH_ROOM];
    const char *hosts[HOSTS_MOST + 1], *proxies[NET_PROXIES + 1], *seed;
    char *settings; /* the text of --config */
    const char *readers[READERS_MOST + 1]; /* of /metrics */
    int reader_count;
    int proxy_count, listener; /* a socket that was handed over, or -1 */
    int host_count;
    char ws_path[BELOW_MOST + 3];
    bool open;
    int sockets; /* as told; 0: not */
    struct net_limits limits;
    struct server_options options;

    uv_loop_t loop;
    uv_signal_t term, interrupt;
    uv_async_t stored;
    uv_timer_t ending;
    uv_process_t browser;
    bool has_browser; /* it was started, and is not known to have ended */
    uint64_t give_up_at;
    struct store *store;
    struct server *server;
    struct net_lws *net;
};

/* ---- the command line ---- */

/* Where khepri admin asks. */
static bool
read_admin(const char *command, void *into, const char *path)
{
    struct serving *s = into;

    if (path[0] != '/' || strlen(path) >= sizeof s->admin.path) {
        command_usage(command,
                      "--admin '%.60s' should be a path from the root, of at most %zu bytes",
                      path, sizeof s->admin.path - 1);
        return false;
    }
    strcpy(s->admin.path, path);
    return true;
}

static bool
read_unix(const char *command, struct serving *s, const char *path)
{
    if (path[0] != '/' || strlen(path) >= sizeof s->socket.path) {
        command_usage(
            command,
            "--listen 'unix:%.60s' should be a path from the root, of at most %zu bytes", path,
            sizeof s->socket.path - 1);
        return false;
    }
    strcpy(s->address, NET_UNIX_ADDRESS);
    strcpy(s->socket.path, path);
    s->port = 0;
    return true;
}

/* "127.0.0.1:7272", "[::1]:7272", ":0"; the address is kept without brackets. "unix:/run/khepri.sock". */
static bool
read_listen(const char *command, void *into, const char *text)
{
    struct serving *s = into;
    const char *colon = strrchr(text, ':');
    size_t len = colon ? (size_t)(colon - text) : 0;
    uint64_t port;

    if (strncmp(text, "unix:", 5) == 0)
        return read_unix(command, s, text + 5);
    s->socket.path[0] = 0;
    if (len >= 2 && text[0] == '[' && text[len - 1] == ']') {
        text++;
        len -= 2;
    } else if (memchr(text, ':', len)) {
        len = sizeof s->address; /* IPv6 without brackets cannot be told from its port */
    }
    if (!colon || len >= sizeof s->address) {
        command_usage(
            command,
            "--listen '%.60s' should be an address and a port: 127.0.0.1:7272, [::1]:7272, "
            "or unix:/run/khepri/khepri.sock",
            text);
        return false;
    }
    if (!command_number(command, "--listen", colon + 1, 0, 65535, &port))
        return false;
    if (len > 0) {
        memcpy(s->address, text, len);
        s->address[len] = 0;
    }
    s->port = (int)port;
    return true;
}

/* One KIND of the options that take KIND=N. */
struct kind {
    const char *name;
    int *at;
    int *burst, times; /* of a rate: the burst, and how many times the rate it is */
};

/* KIND=N, with N in a range; `kinds` ends with no name. */
static bool
read_kind(const char *command, const char *option, const struct kind *kinds, uint64_t least,
          const char *text)
{
    const char *equals = strchr(text, '=');
    size_t len = equals ? (size_t)(equals - text) : 0;
    char known[200];
    struct text t = text_in(known, sizeof known);
    uint64_t number;

    for (const struct kind *kind = kinds; kind->name; kind++) {
        text_put(&t, kind == kinds ? "" : kind[1].name ? ", " : " or ");
        text_put(&t, kind->name);
        text_put(&t, "=N");
        if (len == 0 || strlen(kind->name) != len || strncmp(text, kind->name, len) != 0)
            continue;
        if (!command_number(command, option, equals + 1, least, 1000000, &number))
            return false;
        *kind->at = (int)number;
        if (kind->burst)
            *kind->burst = kind->times * (int)number;
        return true;
    }
    command_usage(command, "%s '%.60s' should be %s", option, text, known);
    return false;
}

static bool
read_rate(const char *command, void *into, const char *text)
{
    struct serving *s = into;
    struct net_limits *l = &s->limits;
    struct server_options *o = &s->options;
    const struct kind kinds[] = {{"requests", &l->requests_rate, &l->requests_burst, 4},
                                 {"bodies", &l->bodies_rate, &l->bodies_burst, 8},
                                 {"messages", &l->messages_rate, &l->messages_burst, 4},
                                 {"tables", &o->tables_rate, &o->tables_burst, 30},
                                 {"hints", &o->hints_rate, &o->hints_burst, 10},
                                 {"bots", &o->bots_rate, NULL, 0},
                                 {0}};

    return read_kind(command, "--rate", kinds, 0, text);
}

static bool
read_limit(const char *command, void *into, const char *text)
{
    struct serving *s = into;
    const struct kind kinds[] = {{"sockets", &s->sockets, NULL, 0},
                                 {"sockets-each", &s->limits.connections_each, NULL, 0},
                                 {"tables", &s->options.tables, NULL, 0},
                                 {"tables-each", &s->options.tables_each, NULL, 0},
                                 {"listed-each", &s->options.listed_each, NULL, 0},
                                 {"idle", &s->options.idle, NULL, 0},
                                 {"bot-games", &s->options.bots_games, NULL, 0},
                                 {0}};

    return read_kind(command, "--limit", kinds, 1, text);
}

static bool
read_host(const char *command, void *into, const char *text)
{
    struct serving *s = into;

    if (s->host_count == HOSTS_MOST || !*text || strpbrk(text, ":/ ")) {
        command_usage(command,
                      "--host '%.60s' should be a name without port, as example.org, and there "
                      "may be %d of them",
                      text, HOSTS_MOST);
        return false;
    }
    s->hosts[s->host_count++] = text;
    return true;
}

/* One more address for a list. */
static bool
read_address(const char *command, const char *option, const char **list, int *count, int most,
             const char *text)
{
    unsigned char bytes[16];

    if (*count == most) {
        command_usage(command, "%s: there may be %d of them", option, most);
        return false;
    }
    list[(*count)++] = text;
    if (strcmp(text, NET_UNIX_ADDRESS) == 0 || uv_inet_pton(AF_INET, text, bytes) == 0 ||
        uv_inet_pton(AF_INET6, text, bytes) == 0)
        return true;
    command_usage(command, "%s '%.60s' should be an address, as 127.0.0.1, or unix", option,
                  text);
    return false;
}

static bool
read_proxy(const char *command, void *into, const char *text)
{
    struct serving *s = into;

    return read_address(command, "--proxy", s->proxies, &s->proxy_count, NET_PROXIES, text);
}

static bool
read_reader(const char *command, void *into, const char *text)
{
    struct serving *s = into;

    return read_address(command, "--metrics", s->readers, &s->reader_count, READERS_MOST, text);
}

static bool
read_data(const char *command, void *into, const char *text)
{
    struct serving *s = into;

    if (*text && snprintf(s->data, sizeof s->data, "%s", text) < (int)sizeof s->data)
        return true;
    command_usage(command,
                  "--data takes the name of a file or a postgres:// address, of 1 to %zu bytes",
                  sizeof s->data - 1);
    return false;
}

/* "/khepri/": words between slashes that need no escape anywhere. */
static bool
read_path(const char *command, void *into, const char *text)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~/";
    struct serving *s = into;
    size_t len = strlen(text);

    if (len > 0 && len <= BELOW_MOST && text[0] == '/' && text[len - 1] == '/' &&
        strspn(text, plain) == len && !strstr(text, "//")) {
        s->options.path = text;
        return true;
    }
    command_usage(
        command,
        "--path '%.80s' should begin and end with a slash, as /khepri/, and have at most %d "
        "letters, digits, '-', '_', '~' and single slashes",
        text, BELOW_MOST);
    return false;
}

static bool
read_level(const char *command, void *into, const char *text)
{
    struct serving *s = into;
    int level = journal_level_of(text);

    if (level < 0) {
        command_usage(command, "--log-level '%.20s' should be error, warn, info or debug",
                      text);
        return false;
    }
    s->options.journal.level = (enum journal_level)level;
    return true;
}

static bool
read_access(const char *command, void *into, const char *text)
{
    static const char *const words[] = {"off", "networks", "addresses"};
    struct serving *s = into;

    for (int i = 0; i < 3; i++) {
        if (strcmp(words[i], text) == 0) {
            s->options.access = (enum journal_access)i;
            return true;
        }
    }
    command_usage(command, "--access-log '%.20s' should be off, networks or addresses", text);
    return false;
}

/* Whether only this machine can reach the server. */
static bool
is_private(const struct serving *s)
{
    unsigned char bytes[16];

    if (s->proxy_count > 0)
        return false;
    if (uv_inet_pton(AF_INET, s->address, bytes) == 0)
        return bytes[0] == 127;
    return strcmp(s->address, "::1") == 0 || strcmp(s->address, "localhost") == 0;
}

static bool
read_seed(struct serving *s)
{
    if (!s->seed)
        return true;
    if (is_private(s)) {
        s->options.seeded = true;
        s->options.seed = rng_seed_from_text(s->seed);
        return true;
    }
    command_usage(name, "--seed is for tests: it needs --listen on a loopback address, as "
                        "127.0.0.1:7272, and no --proxy");
    return false;
}

/* A socket that was handed over is used instead of --listen. */
static bool
take_handed(struct serving *s)
{
    struct oops why;

    if (net_handed_over(&s->listener, s->address, sizeof s->address, &s->port, s->socket.path,
                        &why))
        return true;
    command_trouble(name, "%s", why.text);
    return false;
}

static bool
can_open(const struct serving *s)
{
    if (s->open && s->socket.path[0])
        command_usage(name, "--open needs an address for the browser, not a Unix socket");
    return !s->open || !s->socket.path[0];
}

static bool
has_no_words(const struct command_line *line)
{
    if (line->count > 0)
        command_usage(name, "'%.60s' is not understood: there are only options",
                      line->words[0]);
    return line->count == 0;
}

static void
take_numbers(struct serving *s, uint64_t keep, uint64_t delay, uint64_t away, uint64_t thinkers)
{
    s->options.keep = (int)keep;
    s->options.bot_delay = (int)delay;
    s->options.away = 1000 * (int)away;
    s->options.thinkers = (int)thinkers;
}

static bool
read_command_line(struct command_line *line, struct serving *s)
{
    uint64_t keep = 0, delay = 700, away = 60, thinkers = 0;
    /* clang-format off */
    const struct command_option options[] = {
        {"config", "FILE", "read options from a file: on each line NAME = VALUE, as listen = 0.0.0.0:7272, with yes\n"
                           "or no for an option without a value; # begins a comment. What is said here goes before it",
            .settings = &s->settings},
        {"listen", "ADDR:PORT", "where to listen; 127.0.0.1:7272 if not given, port 0 for any free one;\n"
                                "0.0.0.0:7272 lets other machines in; unix:/PATH is a socket for user and group",
            .take = read_listen, .into = s},
        {"host", "NAME", "a name that browsers call this server by, besides addresses and localhost; may be\n"
                         "given several times, others are then not answered. If none is given: any, or\n"
                         "none on 127.0.0.1 without a proxy", .take = read_host, .into = s},
        {"proxy", "ADDR", "the address of a proxy before this server, or unix for all that come by the Unix\n"
                          "socket; it gives visitors' addresses in X-Forwarded-For; may be given several times",
            .take = read_proxy, .into = s},
        {"data", "FILE", "the file of the tables, or postgres://HOST/DATABASE, for several servers too; if not given\n"
                         "khepri/khepri.sqlite in $XDG_DATA_HOME (~/.local/share)", .take = read_data, .into = s},
        {"keep", "DAYS", "delete tables without an action for that number of days, 1 to 36500; if not given,\n"
                         "all are kept", .number = &keep, 1, 36500},
        {"path", "/PATH/", "serve below this path of another site, as /khepri/", .take = read_path, .into = s},
        {"bots", "FILE", "the bot accounts, as khepri bot-account writes them; read again when it changes",
            .text = &s->options.bots},
        {"admin", "PATH", "a Unix socket for khepri admin", .take = read_admin, .into = s},
        {"bans", "FILE", "keep there what khepri admin bans and mutes; without it that ends with the program",
            .text = &s->options.bans},
        {"open", NULL, "open the page in your browser", .flag = &s->open},
        {"bot-delay", "MS", "how long a bot among people waits before it acts, on average, 0 to 60000;\n"
                            "700 if not given, 0 switches it off; bots among themselves do not wait",
            .number = &delay, 0, 60000},
        {"away", "SECONDS", "how long somebody must be away before the others may let a bot play for him,\n"
                            "0 to 86400; 60 if not given", .number = &away, 0, 86400},
        {"thinkers", "N", "threads on which bots think, 1 to 64; one for each processor if not given.\n"
                          "Visitors share them equally, and people go before bots among themselves",
            .number = &thinkers, 1, 64},
        {"rate", "KIND=N", "what one visitor may do in a second, 0 for no limit: requests=100 by HTTP,\n"
                           "bodies=512 KiB in them, messages=30 on a WebSocket, tables=2 new ones, hints=2\n"
                           "(and analyses), bots=50 requests of one bot account; may be given several times",
            .take = read_rate, .into = s},
        {"limit", "KIND=N", "how much there may be at once: sockets=20000 or as many as the limit of open files\n"
                            "leaves room for, sockets-each=512 of one address (of IPv6 one /64), tables=1000000 in\n"
                            "the file, tables-each=1000 unfinished ones of one address in 30 days, listed-each=10 of\n"
                            "them in the public list, idle=300 seconds for a WebSocket at no table, bot-games=8 of\n"
                            "one bot account; may be given several times", .take = read_limit, .into = s},
        {"seed", "S", "for tests: a number or any text; the same deals, draws and bots each time. Refused unless\n"
                      "only this machine can reach the server: the players could foresee all chance", .text = &s->seed},
        {"access-log", "WHO", "log each request, with its duration: addresses of visitors, networks (an address\n"
                              "without its end), or off (if not given)", .take = read_access, .into = s},
        {"metrics", "ADDR", "who may read /metrics, counters and latencies for Prometheus: an address, as 127.0.0.1,\n"
                            "or unix; may be given again. If not given, nobody", .take = read_reader, .into = s},
        {"log-level", "LEVEL", "error, warn, info or debug; warn if not given", .take = read_level, .into = s},
        {0}};
    /* clang-format on */

    if (!command_line_read(line, options))
        return false;
    take_numbers(s, keep, delay, away, thinkers);
    return has_no_words(line) && take_handed(s) && read_seed(s) && can_open(s);
}

/* ---- the data file ---- */

/* Makes the folders above a file, for nobody else to look into. */
static bool
make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        int failed;

        *slash = 0;
        failed = mkdir(path, 0700) != 0 && errno != EEXIST;
        *slash = '/';
        if (failed)
            return false;
    }
    return true;
}

static bool
default_data(struct serving *s)
{
    const char *base = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int len;

    if (s->data[0])
        return true;
    if (base && base[0] == '/')
        len = snprintf(s->data, sizeof s->data, "%s/khepri/khepri.sqlite", base);
    else
        len = snprintf(s->data, sizeof s->data, "%s/.local/share/khepri/khepri.sqlite",
                       home ? home : "");
    if (len >= (int)sizeof s->data || ((!base || base[0] != '/') && !home)) {
        command_trouble(
            name, "there is no home folder to keep the tables in; name a file with --data");
        return false;
    }
    if (make_folders(s->data))
        return true;
    command_trouble(name, "cannot make the folder of %.200s: %s", s->data, strerror(errno));
    return false;
}

/* ---- running ---- */

static void
wake(void *arg) /* on the store's thread */
{
    struct serving *s = arg;

    uv_async_send(&s->stored);
}

static void
say_stored(void *arg, enum store_level level, const char *text) /* on any thread */
{
    const struct serving *s = arg;

    journal_say(&s->options.journal, (enum journal_level)level, "data", "%s", text);
}

static void
on_stored(uv_async_t *async)
{
    struct serving *s = async->data;

    server_collect(s->server);
}

/* A second signal during the shutdown must not kill what the first one ends in order. */
static void
take_apart(struct serving *s)
{
    uv_close((uv_handle_t *)&s->term, NULL);
    signal(SIGTERM, SIG_IGN);
    uv_close((uv_handle_t *)&s->interrupt, NULL);
    signal(SIGINT, SIG_IGN);
    uv_close((uv_handle_t *)&s->ending, NULL);
    if (s->has_browser)
        uv_close((uv_handle_t *)&s->browser, NULL); /* it goes on without us */
    server_stop(s->server);
    net_lws_stop(s->net);
}

/* Waits until everything is committed, and a limited time until it has been told. */
static void
on_ending(uv_timer_t *timer)
{
    struct serving *s = timer->data;

    server_collect(s->server);
    if (server_is_drained(s->server) &&
        (net_lws_is_quiet(s->net) || uv_now(&s->loop) > s->give_up_at))
        take_apart(s);
}

static void
on_signal(uv_signal_t *handle, int number)
{
    struct serving *s = handle->data;

    if (uv_is_active((uv_handle_t *)&s->ending))
        return;
    journal_say(&s->options.journal, JOURNAL_INFO, "ending", "signal %d", number);
    s->give_up_at = uv_now(&s->loop) + FLUSH_MS;
    net_lws_refuse_new(s->net);
    server_drain(s->server);
    uv_timer_start(&s->ending, on_ending, 0, STEP_MS);
}

static void
say_where(const struct serving *s, char *url, size_t room)
{
    const char *host = strcmp(s->address, "0.0.0.0") == 0 || strcmp(s->address, "::") == 0
                           ? "127.0.0.1"
                           : s->address;
    bool six = strchr(host, ':');

    if (s->socket.path[0])
        snprintf(url, room, "unix:%s", s->socket.path);
    else
        snprintf(url, room, "http://%s%s%s:%d%s", six ? "[" : "", host, six ? "]" : "",
                 net_lws_port(s->net), s->options.path);
    printf("listening on %s\n", url);
    fflush(stdout);
}

static void
on_browser_gone(uv_process_t *process, int64_t status, int signal)
{
    struct serving *s = process->data;

    (void)status;
    (void)signal;
    s->has_browser = false;
    uv_close((uv_handle_t *)process, NULL);
}

static void
open_browser(struct serving *s, const char *url)
{
    char program[] = "xdg-open", address[URL_ROOM];
    char *words[] = {program, address, NULL};
    uv_process_options_t options = {.exit_cb = on_browser_gone,
                                    .file = program,
                                    .args = words,
                                    .flags = UV_PROCESS_DETACHED};

    snprintf(address, sizeof address, "%s", url);
    s->browser.data = s;
    s->has_browser = uv_spawn(&s->loop, &s->browser, &options) == 0;
    if (s->has_browser) {
        uv_unref((uv_handle_t *)&s->browser);
    } else {
        uv_close((uv_handle_t *)&s->browser, NULL);
        fprintf(
            stderr,
            "khepri serve: xdg-open is not here to open a browser; please open %s yourself\n",
            url);
    }
}

static void
run(struct serving *s)
{
    char url[URL_ROOM];

    uv_signal_init(&s->loop, &s->term);
    uv_signal_init(&s->loop, &s->interrupt);
    uv_timer_init(&s->loop, &s->ending);
    s->term.data = s->interrupt.data = s->ending.data = s;
    uv_signal_start(&s->term, on_signal, SIGTERM);
    uv_signal_start(&s->interrupt, on_signal, SIGINT);
    server_set_net(s->server, net_lws_net(s->net));
    server_resume(s->server);
    say_where(s, url, sizeof url);
    if (s->open)
        open_browser(s, url);
    uv_run(&s->loop, UV_RUN_DEFAULT);
}

/* The last step on every path; an open handle would be a leak. */
static int
close_loop(struct serving *s, int status)
{
    uv_run(&s->loop, UV_RUN_DEFAULT);
    if (uv_loop_close(&s->loop) == 0)
        return status;
    return command_trouble(name, "internal error: the event loop still has open handles");
}

/* Makes room for the sockets, as many as were asked for; or, by default, as many as there can be. */
static bool
make_room(struct serving *s)
{
    struct oops why;
    int wanted = s->sockets ? s->sockets : s->limits.connections;
    int room = net_files_for(wanted, &why);

    if (room == 0) {
        command_trouble(name, "%s", why.text);
    } else if (s->sockets && room < s->sockets) {
        command_trouble(
            name,
            "the limit of open files leaves room for %d sockets, not for %d; raise it "
            "(ulimit -n), or say --limit sockets=%d",
            room, s->sockets, room);
        return false;
    } else if (room < wanted) {
        journal_say(&s->options.journal, JOURNAL_INFO, "sockets",
                    "the limit of open files leaves room for %d sockets", room);
    }
    s->limits.connections = room;
    return room > 0;
}

/* Unless it was handed over. */
static bool
listen_unix(struct serving *s)
{
    char path[NET_UNIX_ROOM];
    struct oops why;

    if (!s->socket.path[0] || s->listener >= 0)
        return true;
    strcpy(path, s->socket.path);
    if (net_unix_listen(path, NET_UNIX_GROUP, &s->socket, &why)) {
        s->listener = s->socket.fd;
        return true;
    }
    command_trouble(name, "%s", why.text);
    return false;
}

static bool
listen_admin(struct serving *s)
{
    char path[NET_UNIX_ROOM];
    struct oops why;

    if (!s->admin.path[0])
        return true;
    strcpy(path, s->admin.path);
    if (!net_unix_listen(path, NET_UNIX_OWNER, &s->admin, &why)) {
        command_trouble(name, "%s", why.text);
        return false;
    }
    s->options.admin = &s->admin.fd;
    return true;
}

/* Opens everything, runs, closes everything in the opposite order. */
static int
serve(struct serving *s)
{
    struct net_lws_options net = {.loop = &s->loop,
                                  .address = s->address,
                                  .port = s->port,
                                  .ws_path = s->ws_path,
                                  .proxies = s->proxies,
                                  .listener = s->listener >= 0 ? &s->listener : NULL,
                                  /* A page that calls this machine by a name is hostile. */
                                  .names = s->host_count > 0 || is_private(s) ? s->hosts : NULL,
                                  .limits = s->limits};
    const struct store_log log = {say_stored, s};
    struct oops why = {"there is not enough memory"};
    struct net_handler handler;
    int status = EXIT_TROUBLE;

    if (uv_loop_init(&s->loop) != 0) /* no file descriptors left */
        return command_trouble(name, "the system gives no event loop");
    (void)uv_loop_configure(&s->loop, UV_METRICS_IDLE_TIME); /* without it that metric is 0 */
    if (uv_async_init(&s->loop, &s->stored, on_stored) != 0)
        return close_loop(s, command_trouble(name, "the system gives no event loop"));
    s->stored.data = s;
    uv_unref(
        (uv_handle_t *)&s->stored); /* it is open as long as the store, which may call wake() */
    s->store = (store_is_url(s->data) ? store_pg_open : store_sqlite_open)(s->data, wake, s,
                                                                           &log, &why);
    if (!s->store)
        goto no_store;
    snprintf(s->ws_path, sizeof s->ws_path, "%sws", s->options.path);
    s->options.metrics_for = s->readers;
    s->options.data = s->data;
    s->server = server_create(&s->loop, s->store, &s->options);
    if (!s->server)
        goto no_server;
    if (!server_read_bots(s->server, &why) || !server_read_bans(s->server, &why))
        goto no_net;
    handler = server_handler(s->server);
    s->net = net_lws_open(&net, &handler, &why);
    if (!s->net)
        goto no_net;
    run(s);
    status = EXIT_DONE;
    net_lws_destroy(s->net);
    server_destroy(s->server);
    store_close(s->store);
    uv_close((uv_handle_t *)&s->stored, NULL);
    return close_loop(s, status);

no_net:
    server_stop(s->server);
    uv_run(&s->loop, UV_RUN_NOWAIT);
    server_destroy(s->server);
no_server:
    store_close(s->store);
no_store:
    uv_close((uv_handle_t *)&s->stored, NULL);
    return close_loop(s, command_trouble(name, "%s", why.text));
}

int
command_serve(int argc, char **argv)
{
    struct serving s = {.address = "127.0.0.1",
                        .port = 7272,
                        .socket = {.fd = -1},
                        .admin = {.fd = -1},
                        .limits = net_limits_default(),
                        .options = {.path = "/",
                                    .bot_limit = 10000,
                                    .tables = 1000000,
                                    .tables_each = 1000,
                                    .listed_each = 10,
                                    .idle = 300,
                                    .bots_games = 8,
                                    .bots_rate = 50,
                                    .tables_rate = 2,
                                    .tables_burst = 60,
                                    .hints_rate = 2,
                                    .hints_burst = 20,
                                    .journal = {.level = JOURNAL_WARN}}};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};

    if (read_command_line(&line, &s))
        line.status = default_data(&s) && make_room(&s) && listen_unix(&s) && listen_admin(&s)
                          ? serve(&s)
                          : EXIT_TROUBLE;
    if (s.socket.fd >= 0)
        net_unix_close(&s.socket);
    if (s.admin.fd >= 0)
        net_unix_close(&s.admin);
    free(s.settings);
    return line.status;
}
