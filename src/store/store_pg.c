/* SPDX-License-Identifier: MIT
 * store_pg.c -- the store in a PostgreSQL database: one connection to write and one to listen, each on a
 * thread of its own, and one to read. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_pg_parts.h"

/* Twice as long as for SQLite: a group costs two transactions, one of which tells the other servers. */
enum { PAUSE_MS = 8 };

static void
pg_submit(struct store *base, struct store_batch *batch)
{
    store_queue_submit(&((struct store_pg *)base)->queue, batch);
}

static int
pg_collect(struct store *base)
{
    return store_queue_collect(&((struct store_pg *)base)->queue);
}

static void
pg_close(struct store *base)
{
    struct store_pg *store = (struct store_pg *)base;

    store_queue_end(&store->queue);
    store_pg_listen_no_more(store);
    store_queue_finish(&store->queue);
    pthread_mutex_destroy(&store->mutex);
    store_pg_disconnect(&store->reader);
    store_pg_disconnect(&store->writer);
    free(store);
}

/* A number that no other store has; rows of those that are long gone are removed. */
static bool
become_writer(struct store_pg *store)
{
    if (!store_pg_run(&store->writer,
                      "DELETE FROM writers WHERE at < now() - interval '1 day'") ||
        !store_pg_ask(&store->writer, "SELECT hashtextextended(gen_random_uuid()::text, 0)",
                      &store->writer_id))
        return false;
    snprintf(store->teller, sizeof store->teller, "%016" PRIx64, (uint64_t)store->writer_id);
    return true;
}

static bool
connect_both(struct store_pg *store, struct oops *why)
{
    struct pg_desk *failed = &store->writer;

    if (!store_pg_connect(&store->writer, store->url))
        goto fail;
    if (!store_pg_set_up(&store->writer, store->name, why))
        return false;
    if (!become_writer(store) || !store_pg_prepare_to_write(&store->writer))
        goto fail;
    failed = &store->reader;
    if (store_pg_connect_reader(store))
        return true;
fail:
    snprintf(why->text, sizeof why->text, "cannot use %.100s: %.130s", store->name,
             failed->reason);
    return false;
}

struct store *
store_pg_open(const char *url, void (*wake)(void *arg), void *arg, const struct store_log *log,
              struct oops *why)
{
    static const struct store_shared shared = {store_pg_load_since, store_pg_news,
                                               store_pg_claim,      store_pg_release,
                                               store_pg_present,    store_pg_away};
    static const struct store_methods methods = {
        pg_submit,         pg_collect, store_pg_load, store_pg_list, store_pg_count,
        store_pg_list_old, pg_close,   store_pg_next, store_pg_bans, &shared};
    struct store_pg *store = calloc(1, sizeof *store);
    const struct store_work work = {store_pg_write, store_pg_tell, store, wake, arg, PAUSE_MS};

    if (!store)
        snprintf(why->text, sizeof why->text, "there is not enough memory");
    if (!store || !store_pg_takes_url(url, why)) {
        free(store);
        return NULL;
    }
    store->store.methods = &methods;
    store->report.log = *log;
    strcpy(store->url, url);
    store_pg_name(url, store->name, sizeof store->name);
    store->pipe[0] = store->pipe[1] = -1;
    store_queue_init(&store->queue);
    pthread_mutex_init(&store->mutex, NULL);
    if (connect_both(store, why)) {
        if (store_queue_start(&store->queue, &work)) {
            if (store_pg_listen(store, why))
                return &store->store;
            goto fail;
        }
        snprintf(why->text, sizeof why->text, "cannot start a thread to write to the database");
    }
fail:
    pg_close(&store->store);
    return NULL;
}
