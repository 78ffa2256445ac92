/* SPDX-License-Identifier: MIT
 * serve_options.c -- the command line of khepri serve. */
#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "net_files.h"
#include "rng.h"
#include "serving.h"
#include "store_copy.h"
#include "text.h"

static const char name[] = "serve";

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
    int count = 0;

    while (kinds[count].name)
        count++;
    for (const struct kind *kind = kinds; kind->name; kind++) {
        text_between(&t, (int)(kind - kinds), count, " or ");
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
                                 {"waiting", &s->options.waiting, NULL, 0},
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

/* What other programs take in place of a file would become a file of that name, and be lost sight of. */
static bool
read_data(const char *command, void *into, const char *text)
{
    struct serving *s = into;

    if (strcmp(text, ":memory:") == 0) {
        command_usage(command, "--data :memory: is not supported; tables are always kept in a "
                               "file, which you can remove afterwards");
        return false;
    }
    if (store_is_other_address(text) || strncmp(text, "file:", 5) == 0) {
        command_usage(command, "--data: such an address is not supported; it takes the name of "
                               "a file, or a postgres:// address");
        return false;
    }
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

bool
serving_is_private(const struct serving *s)
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
    if (serving_is_private(s)) {
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

static bool
can_sign_in(const struct serving *s)
{
    if (s->admin_page && !s->admin.path[0])
        command_usage(name, "--admin-page needs --admin PATH: khepri admin makes the links");
    return !s->admin_page || s->admin.path[0];
}

static void
take_numbers(struct serving *s, uint64_t keep, uint64_t delay, uint64_t away, uint64_t thinkers)
{
    s->options.keep = (int)keep;
    s->options.bot_delay = (int)delay;
    s->options.away = 1000 * (int)away;
    s->options.thinkers = (int)thinkers;
}

bool
serving_read(struct command_line *line, struct serving *s)
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
        {"admin-page", NULL, "a page for the host, which a link of khepri admin link opens", .flag = &s->admin_page},
        {"open", NULL, "open the page in your browser", .flag = &s->open},
        {"bot-delay", "MS", "how long a bot among people waits before it acts, on average, 0 to 60000;\n"
                            "700 if not given, 0 switches it off; bots among themselves do not wait",
            .number = &delay, 0, 60000},
        {"away", "SECONDS", "how long somebody must be away before the others may let a bot play for them,\n"
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
                            "the file, tables-each=1000 unfinished ones of one address in 30 days, listed-each=10\n"
                            "of them in the public list, waiting=30 days for players, idle=300 seconds for a\n"
                            "WebSocket at no table, bot-games=8 of a bot account", .take = read_limit, .into = s},
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
    return has_no_words(line) && take_handed(s) && read_seed(s) && can_open(s) &&
           can_sign_in(s);
}
