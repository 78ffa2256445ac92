/* SPDX-License-Identifier: MIT
 * server.c -- the server as a whole: its beginning, its slow clock, its end. */
#include "server_parts.h"

#include <stdlib.h>
#include <string.h>

enum { SWEEP_MS = 10 * 1000, RESUME_MS = 5, RESUME_MOST = 10000 };

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
    server->sweep.data = server->resume.data = server;
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
    free(server);
}
