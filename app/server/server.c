/* SPDX-License-Identifier: MIT
 * server.c -- the server as a whole: its beginning, its slow clock, its end. */
#include "server_parts.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SWEEP_MS = 10 * 1000,
    RESUME_MS = 5,
    RESUME_MOST = 10000,
    TIDY_MS = 3600 * 1000,
    TIDY_MOST = 100,
    DAY = 24 * 3600
};

static void
on_sweep(uv_timer_t *timer)
{
    tables_sweep(timer->data);
}

static void
on_resume(uv_timer_t *timer)
{
    struct server *server = timer->data;
    struct oops why;

    if (server->resumable_count == 0 || server->draining) {
        uv_timer_stop(timer);
        return;
    }
    table_find(server, server->resumable[--server->resumable_count], &why);
}

/* ---- tables of long ago ---- */

static void remove_some(struct server *server);

static void
removed(struct server *server, struct table *none, struct ask *ask)
{
    (void)none;
    server->gone += ask->seat;
    if (server->gone < server->going_count && !server->draining)
        remove_some(server);
    else if (server->gone == server->going_count)
        server->going_count = 0;
}

/* The next few of those that are going, in one commit: not so many that others would wait for it. */
static void
remove_some(struct server *server)
{
    struct store_batch *batch = store_batch_create();
    struct ask *ask = calloc(1, sizeof *ask);
    bool fine = batch && ask;

    for (int i = server->gone; i < server->going_count && fine && ask->seat < TIDY_MOST; i++) {
        fine = store_remove_table(batch, server->going[i]);
        ask->seat++;
    }
    if (fine) {
        ask->done = removed;
        commit_alone(server, ask, batch);
        return;
    }
    store_batch_destroy(batch);
    free(ask);
}

/* Those that are in memory stay until another time: maybe somebody looks at them just now. Those that go are
 * not taken into memory any more. */
static void
on_tidy(uv_timer_t *timer)
{
    struct server *server = timer->data;
    char(*ids)[STORE_ID_ROOM] = calloc(RESUME_MOST, sizeof *ids);
    struct oops why = {"there is not enough memory"};
    int64_t before = (int64_t)time(NULL) - (int64_t)server->options.keep * DAY;
    int count = ids ? store_list_old(server->store, before, RESUME_MOST, ids, &why) : -1;

    free(server->going);
    server->going = ids;
    server->going_count = server->gone = 0;
    if (count < 0)
        journal_say(&server->options.journal, JOURNAL_ERROR, "tidy", "%s", why.text);
    for (int i = 0; i < count; i++) {
        if (!table_in_memory(server, ids[i]))
            memmove(ids[server->going_count++], ids[i], STORE_ID_ROOM);
    }
    if (server->going_count == 0 || server->draining)
        return;
    journal_say(&server->options.journal, JOURNAL_INFO, "tidy", "%d old tables go",
                server->going_count);
    remove_some(server);
}

struct server *
server_create(uv_loop_t *loop, struct store *store, const struct server_options *options)
{
    struct server *server = calloc(1, sizeof *server);

    if (!server)
        return NULL;
    server->loop = loop;
    server->store = store;
    server->options = *options;
    server->makers = net_limiter_create(options->tables_rate, options->tables_burst);
    server->askers = net_limiter_create(options->hints_rate, options->hints_burst);
    if (server->makers && server->askers)
        server->thinkers = thinkers_create(loop, options->thinkers > 0 ? options->thinkers
                                                                       : thinkers_useful());
    if (!server->thinkers) {
        server_destroy(server);
        return NULL;
    }
    uv_timer_init(loop, &server->sweep);
    uv_timer_init(loop, &server->resume);
    uv_timer_init(loop, &server->tidy);
    server->sweep.data = server->resume.data = server->tidy.data = server;
    uv_timer_start(&server->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    return server;
}

struct net_handler
server_handler(struct server *server)
{
    return (struct net_handler){.self = server,
                                .on_open = live_on_open,
                                .on_message = live_on_message,
                                .on_http = api_on_http,
                                .on_close = live_on_close,
                                .body_limit = api_body_limit};
}

void
server_set_net(struct server *server, struct net *net)
{
    server->net = net;
}

/* The tables are loaded one by one between other work; loading one wakes its bots. */
void
server_resume(struct server *server)
{
    struct store_table *rows = malloc(RESUME_MOST * sizeof *rows);
    struct oops why = {"there is not enough memory"};
    int count =
        rows ? store_list(server->store, STORE_PLAYING, false, RESUME_MOST, rows, &why) : -1;

    if (count > 0)
        server->resumable = malloc((size_t)count * sizeof *server->resumable);
    if (count < 0)
        journal_say(&server->options.journal, JOURNAL_ERROR, "resume", "%s", why.text);
    for (int i = 0; i < count && server->resumable; i++)
        memcpy(server->resumable[server->resumable_count++], rows[i].id, STORE_ID_ROOM);
    free(rows);
    journal_say(&server->options.journal, JOURNAL_INFO, "resume", "%d games are going on",
                count);
    if (server->options.keep > 0) {
        on_tidy(&server->tidy); /* before any of them is taken up again */
        uv_timer_start(&server->tidy, on_tidy, TIDY_MS, TIDY_MS);
    }
    if (server->resumable_count > 0)
        uv_timer_start(&server->resume, on_resume, RESUME_MS, RESUME_MS);
}

void
server_collect(struct server *server)
{
    store_collect(server->store);
}

void
server_drain(struct server *server)
{
    if (server->draining)
        return;
    server->draining = true;
    thinkers_stop(server->thinkers);
    live_say_closing(server);
}

bool
server_is_drained(const struct server *server)
{
    return server->under_way == 0;
}

void
server_stop(struct server *server)
{
    server->draining = true;
    thinkers_end(server->thinkers);
    for (int i = 0; i < BUCKETS; i++) {
        while (server->visitors[i]) {
            struct visitor *v = server->visitors[i];

            server->visitors[i] = v->next;
            if (v->table)
                v->table->visitors = NULL;
            free(v);
        }
    }
    for (int i = 0; i < BUCKETS; i++) {
        while (server->tables[i])
            table_close(server, server->tables[i]);
    }
    uv_close((uv_handle_t *)&server->sweep, NULL);
    uv_close((uv_handle_t *)&server->resume, NULL);
    uv_close((uv_handle_t *)&server->tidy, NULL);
}

void
server_destroy(struct server *server)
{
    if (!server)
        return;
    net_limiter_destroy(server->makers);
    net_limiter_destroy(server->askers);
    thinkers_destroy(server->thinkers);
    studies_destroy(server);
    free(server->resumable);
    free(server->going);
    free(server);
}
