/* SPDX-License-Identifier: MIT
 * store_pg_whole.c -- see store_copy.h: a database read, or filled, in one transaction. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_copy.h"
#include "store_pg_parts.h"

static bool
oops(struct oops *why, const char *what, const struct store_pg *store,
     const struct pg_desk *desk)
{
    snprintf(why->text, sizeof why->text, "cannot %s %.100s: %.120s", what, store->name,
             desk->reason);
    return false;
}

static void
whole_close(struct store *base)
{
    struct store_pg *store = (struct store_pg *)base;

    store_pg_disconnect(&store->reader);
    store_pg_disconnect(&store->writer);
    pthread_mutex_destroy(&store->mutex);
    free(store);
}

static struct store_pg *
create(const char *url, const struct store_methods *methods, struct oops *why)
{
    struct store_pg *store = calloc(1, sizeof *store);

    if (!store)
        snprintf(why->text, sizeof why->text, "there is not enough memory");
    if (!store || !store_pg_takes_url(url, why)) {
        free(store);
        return NULL;
    }
    store->store.methods = methods;
    pthread_mutex_init(&store->mutex, NULL);
    strcpy(store->url, url);
    store_pg_name(url, store->name, sizeof store->name);
    return store;
}

/* ---- reading ---- */

static bool
read_facts(struct pg_desk *desk, struct store_facts *out)
{
    char locks[200];
    int64_t servers = 0;

    *out =
        (struct store_facts){.schema = store_pg_version(), .newest_schema = store_pg_version()};
    snprintf(locks, sizeof locks,
             "SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database"
             " WHERE d.datname = current_database() AND locktype = 'advisory' AND classid = %d",
             PG_NODE_LOCK);
    if (!store_pg_ask(desk,
                      "SELECT sum(pg_total_relation_size(t::regclass))::bigint FROM"
                      " unnest(ARRAY['tables', 'seats', 'actions']) t",
                      &out->bytes) ||
        !store_pg_ask(desk, "SELECT count(*) FROM tables WHERE status = 0", &out->waiting) ||
        !store_pg_ask(desk, "SELECT count(*) FROM tables WHERE status = 1", &out->playing) ||
        !store_pg_ask(desk, "SELECT count(*) FROM tables WHERE status = 2", &out->over) ||
        !store_pg_ask(desk, "SELECT count(*) FROM actions", &out->actions) ||
        !store_pg_ask(desk, locks, &servers))
        return false;
    out->live = servers > 0;
    return true;
}

struct store *
store_pg_read(const char *url, struct store_facts *facts, struct oops *why)
{
    static const struct store_methods methods = {
        NULL, NULL,        store_pg_load, NULL,          NULL,
        NULL, whole_close, store_pg_next, store_pg_bans, NULL};
    struct store_pg *store = create(url, &methods, why);
    struct pg_desk *desk;

    if (!store)
        return NULL;
    desk = &store->reader;
    store->held = true;
    if (!store_pg_connect(desk, url) ||
        !store_pg_run(desk, "SET idle_in_transaction_session_timeout = 0;"
                            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        oops(why, "read", store, desk);
    else if (store_pg_is_newest(desk, store->name, why)) {
        if (read_facts(desk, facts) && store_pg_prepare(desk))
            return &store->store;
        oops(why, "read", store, desk);
    }
    whole_close(&store->store);
    return NULL;
}

/* ---- filling ---- */

static void
fill_submit(struct store *base, struct store_batch *batch)
{
    struct store_pg *store = (struct store_pg *)base;

    if (!store_pg_write_one(&store->writer, batch)) {
        if (!batch->error)
            batch->error = "the connection to the database is lost";
        store->report.log.say(store->report.log.arg, STORE_ERROR, store->writer.reason);
    }
    batch->done(batch->arg, batch->error);
    store_batch_destroy(batch);
}

static int
fill_collect(struct store *base)
{
    (void)base;
    return 0;
}

/* No server can add a table before this is over. */
static bool
begin_filling(struct store_pg *store, struct oops *why)
{
    struct pg_desk *desk = &store->writer;
    int64_t tables;

    if (!store_pg_run(desk, "SET idle_in_transaction_session_timeout = 0; BEGIN;"
                            "LOCK TABLE tables IN SHARE ROW EXCLUSIVE MODE") ||
        !store_pg_ask(desk, "SELECT count(*) FROM tables", &tables))
        return oops(why, "write", store, desk);
    if (tables > 0) {
        snprintf(why->text, sizeof why->text,
                 "%.120s has %" PRId64 " table%s; only a database without any can be filled",
                 store->name, tables, tables == 1 ? "" : "s");
        return false;
    }
    return store_pg_prepare(desk) || oops(why, "write", store, desk);
}

struct store *
store_pg_fill(const char *url, const struct store_log *log, struct oops *why)
{
    static const struct store_methods methods = {fill_submit, fill_collect, NULL, NULL, NULL,
                                                 NULL,        whole_close,  NULL, NULL, NULL};
    struct store_pg *store = create(url, &methods, why);

    if (!store)
        return NULL;
    store->report.log = *log;
    if (!store_pg_connect(&store->writer, url))
        oops(why, "use", store, &store->writer);
    else if (store_pg_set_up(&store->writer, store->name, why) && begin_filling(store, why))
        return &store->store;
    whole_close(&store->store);
    return NULL;
}

bool
store_pg_filled(struct store *base, struct store_facts *out, struct oops *why)
{
    struct store_pg *store = (struct store_pg *)base;
    struct pg_desk *desk = &store->writer;
    PGresult *result = NULL;
    bool fine;

    if (store_pg_send(desk, PG_COMMIT, NULL) && store_pg_sync(desk))
        result = store_pg_result(desk, 0);
    fine = PQresultStatus(result) == PGRES_COMMAND_OK &&
           strcmp(PQcmdStatus(result), "COMMIT") == 0;
    if (fine) {
        out->schema = out->newest_schema = store_pg_version();
    } else {
        store_pg_fail(desk, "commit", result);
        oops(why, "write", store, desk);
    }
    PQclear(result);
    return fine;
}
