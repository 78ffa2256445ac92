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

#include "account_file.h"
#include "net_files.h"
#include "net_probe.h"
#include "serving.h"

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

enum { FLUSH_MS = 3000, STEP_MS = 20, URL_ROOM = 256 };

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
    static const char file[] = "/khepri.sqlite";

    if (s->data[0])
        return true;
    if (!command_folder("XDG_DATA_HOME", ".local/share", s->data,
                        sizeof s->data - sizeof file)) {
        command_trouble(
            name, "there is no home folder to keep the tables in; name a file with --data");
        return false;
    }
    strcat(s->data, file);
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

    bell_ring(&s->stored);
}

static void
say_stored(void *arg, enum store_level level, const char *text) /* on any thread */
{
    const struct serving *s = arg;

    journal_say(&s->options.journal, (enum journal_level)level, "data", "%s", text);
}

static void
on_stored(void *arg)
{
    const struct serving *s = arg;

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
    uv_close((uv_handle_t *)&s->hangup, NULL);
    signal(SIGHUP, SIG_IGN);
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

/* The links begin as browsers know this server. By a Unix socket without a name nobody knows how. */
static void
let_host_sign_in(const struct serving *s, const char *url)
{
    char page[URL_ROOM + BELOW_MOST];

    if (s->host_count > 0)
        snprintf(page, sizeof page, "https://%.200s%s", s->hosts[0], s->options.path);
    else
        snprintf(page, sizeof page, "%s", s->socket.path[0] ? s->options.path : url);
    server_let_host_sign_in(s->server, page);
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

/* The terminal may be closed: that ends the server too, unless nohup(1) started it. */
static void
heed_signals(struct serving *s)
{
    struct sigaction hangup;

    uv_signal_init(&s->loop, &s->term);
    uv_signal_init(&s->loop, &s->interrupt);
    uv_signal_init(&s->loop, &s->hangup);
    s->term.data = s->interrupt.data = s->hangup.data = s;
    uv_signal_start(&s->term, on_signal, SIGTERM);
    uv_signal_start(&s->interrupt, on_signal, SIGINT);
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        uv_signal_start(&s->hangup, on_signal, SIGHUP);
}

static void
run(struct serving *s)
{
    char url[URL_ROOM];

    heed_signals(s);
    uv_timer_init(&s->loop, &s->ending);
    s->ending.data = s;
    server_set_net(s->server, net_lws_net(s->net));
    server_resume(s->server);
    say_where(s, url, sizeof url);
    if (s->admin_page)
        let_host_sign_in(s, url);
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
            "the limit of open files leaves room for %d socket%s, not for %d; raise it "
            "(ulimit -n), or say --limit sockets=%d",
            room, command_plural(room), s->sockets, room);
        return false;
    } else if (room < wanted) {
        journal_say(&s->options.journal, JOURNAL_INFO, "sockets",
                    "the limit of open files leaves room for %d socket%s", room,
                    command_plural(room));
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

/* What can be refused without the data file is refused before that is made. A pipe can be read only once. */
static bool
can_begin(const struct serving *s)
{
    struct account_list bots = {0};
    struct stat kind;
    struct oops why = {""};
    bool fine = !s->options.bots ||
                (stat(s->options.bots, &kind) == 0 && !S_ISREG(kind.st_mode)) ||
                account_file_read(s->options.bots, &bots, &why);

    account_list_finish(&bots);
    fine = fine && (s->listener >= 0 || net_can_listen(s->address, s->port, &why));
    if (!fine)
        command_trouble(name, "%s", why.text);
    return fine;
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
                                  .names = s->host_count > 0 || serving_is_private(s) ? s->hosts
                                                                                      : NULL,
                                  .limits = s->limits};
    const struct store_log log = {say_stored, s};
    struct oops why = {"there is not enough memory"};
    struct net_handler handler;
    int status = EXIT_TROUBLE;

    if (uv_loop_init(&s->loop) != 0) /* no file descriptors left */
        return command_trouble(name, "the system gives no event loop");
    (void)uv_loop_configure(&s->loop, UV_METRICS_IDLE_TIME); /* without it that metric is 0 */
    if (!bell_init(&s->stored, &s->loop, on_stored, s))
        return close_loop(s, command_trouble(name, "the system gives no event loop"));
    uv_unref((uv_handle_t *)&s->stored
                 .poll); /* it is open as long as the store, which may call wake() */
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
    bell_finish(&s->stored);
    return close_loop(s, status);

no_net:
    server_stop(s->server);
    uv_run(&s->loop, UV_RUN_NOWAIT);
    server_destroy(s->server);
no_server:
    store_close(s->store);
no_store:
    bell_finish(&s->stored);
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
                                    .waiting = 30,
                                    .idle = 300,
                                    .bots_games = 8,
                                    .bots_rate = 50,
                                    .tables_rate = 2,
                                    .tables_burst = 60,
                                    .hints_rate = 2,
                                    .hints_burst = 20,
                                    .journal = {.level = JOURNAL_WARN}}};
    struct command_line line = {name, about, examples, argc, argv, EXIT_TROUBLE, 0};

    if (serving_read(&line, &s))
        line.status = make_room(&s) && listen_unix(&s) && listen_admin(&s) && can_begin(&s) &&
                              default_data(&s)
                          ? serve(&s)
                          : EXIT_TROUBLE;
    if (s.socket.fd >= 0)
        net_unix_close(&s.socket);
    if (s.admin.fd >= 0)
        net_unix_close(&s.admin);
    free(s.settings);
    return line.status;
}
