/* SPDX-License-Identifier: MIT
 * store_sqlite.c -- the store in one SQLite file: WAL, synchronous=FULL, one writer thread.
 *
 * The writer commits all batches that arrived while it was busy together. Reads have their own
 * connection, on the caller's thread.
 */
#include "store_sqlite_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_copy.h"
#include "store_facts.h"

enum { GROUP = 256 };

/* ---- the writer's thread ---- */

/* Takes up to GROUP batches from the queue. */
static struct store_batch *
take_group(struct store_sqlite *store)
{
    struct store_batch *first = store->wanted, *last = first;

    for (int i = 1; i < GROUP && last->next; i++)
        last = last->next;
    store->wanted = last->next;
    if (!store->wanted)
        store->wanted_last = NULL;
    last->next = NULL;
    return first;
}

static void
put_finished(struct store_sqlite *store, struct store_batch *first)
{
    struct store_batch *last = first;

    store->unfinished--;
    while (last->next) {
        last = last->next;
        store->unfinished--;
    }
    if (store->finished_last)
        store->finished_last->next = first;
    else
        store->finished = first;
    store->finished_last = last;
}

static void *
write_on(void *arg)
{
    struct store_sqlite *store = arg;

    pthread_mutex_lock(&store->mutex);
    for (;;) {
        struct store_batch *group;

        while (!store->wanted && !store->ending)
            pthread_cond_wait(&store->more, &store->mutex);
        if (!store->wanted)
            break;
        group = take_group(store);
        pthread_mutex_unlock(&store->mutex);
        store_sqlite_write(store, group);
        pthread_mutex_lock(&store->mutex);
        put_finished(store, group);
        if (!store->ending)
            store->wake(store->arg);
        pthread_mutex_unlock(&store->mutex);
        store_sqlite_checkpoint(store);
        pthread_mutex_lock(&store->mutex);
    }
    pthread_mutex_unlock(&store->mutex);
    return NULL;
}

/* ---- the store, on the caller's thread ---- */

static void
sqlite_submit(struct store *base, struct store_batch *batch)
{
    struct store_sqlite *store = (struct store_sqlite *)base;

    batch->next = NULL;
    pthread_mutex_lock(&store->mutex);
    if (store->wanted_last)
        store->wanted_last->next = batch;
    else
        store->wanted = batch;
    store->wanted_last = batch;
    store->unfinished++;
    pthread_cond_signal(&store->more);
    pthread_mutex_unlock(&store->mutex);
}

static int
sqlite_collect(struct store *base)
{
    struct store_sqlite *store = (struct store_sqlite *)base;
    struct store_batch *batch;
    int left;

    pthread_mutex_lock(&store->mutex);
    batch = store->finished;
    store->finished = store->finished_last = NULL;
    pthread_mutex_unlock(&store->mutex);
    while (batch) {
        struct store_batch *next = batch->next;

        batch->done(batch->arg, batch->error);
        store_batch_destroy(batch);
        batch = next;
    }
    pthread_mutex_lock(&store->mutex);
    left = store->unfinished + (store->finished ? 1 : 0);
    pthread_mutex_unlock(&store->mutex);
    return left;
}

static void
drop_batches(struct store_batch *batch)
{
    while (batch) {
        struct store_batch *next = batch->next;

        store_batch_destroy(batch);
        batch = next;
    }
}

static void
sqlite_close(struct store *base)
{
    struct store_sqlite *store = (struct store_sqlite *)base;

    if (store->running) {
        pthread_mutex_lock(&store->mutex);
        store->ending = true;
        pthread_cond_signal(&store->more);
        pthread_mutex_unlock(&store->mutex);
        pthread_join(store->thread, NULL);
    }
    drop_batches(store->finished);
    store_desk_close(&store->reader);
    if (store->running)
        store_sqlite_leave(store);
    store_desk_close(&store->writer); /* the last connection merges the WAL into the file */
    if (!store->running)
        store_file_tidy(&store->file);
    store_file_close(&store->file);
    pthread_cond_destroy(&store->more);
    pthread_mutex_destroy(&store->mutex);
    free(store);
}

static bool
take_over(struct store_sqlite *store, struct oops *why)
{
    const char *path = store->file.path;
    sqlite3 *db = store->writer.db;

    if (!store_db_is_ours(db, path, why) || !store_file_is_complete(&store->file, db, why))
        return false;
    if (!store_db_is_sound(db, path, why)) {
        size_t len = strlen(why->text);

        snprintf(why->text + len, sizeof why->text - len,
                 "; put a backup in its place with 'khepri restore'");
        return false;
    }
    store_sqlite_count_frames(store);
    if (!store_db_run(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"))
        return store_db_oops(why, "cannot write", path, db);
    if (!store_db_migrate(db))
        return store_db_oops(why, "cannot set up", path, db);
    if (!store_mark_checkpoint(db))
        return store_db_oops(why, "cannot write", path, db);
    store_file_mend(&store->file, &store->log);
    return true;
}

/* Not yet running, so that closing changes nothing. NULL without memory. */
static struct store_sqlite *
create(struct oops *why)
{
    static const struct store_methods methods = {
        sqlite_submit,      sqlite_collect,        store_sqlite_load, store_sqlite_list,
        store_sqlite_count, store_sqlite_list_old, sqlite_close};
    struct store_sqlite *store = calloc(1, sizeof *store);

    if (!store) {
        snprintf(why->text, sizeof why->text, "there is not enough memory");
        return NULL;
    }
    store->store.methods = &methods;
    store->file.fd = -1;
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->more, NULL);
    return store;
}

struct store *
store_sqlite_open(const char *path, void (*wake)(void *arg), void *arg,
                  const struct store_log *log, struct oops *why)
{
    struct store_sqlite *store = create(why);

    if (!store)
        return NULL;
    store->wake = wake;
    store->arg = arg;
    store->log = *log;
    if (!store_file_open(&store->file, path, log, why) ||
        !store_db_open(&store->writer.db, store->file.path, SQLITE_OPEN_READWRITE, why) ||
        !take_over(store, why) ||
        !store_db_open(&store->reader.db, store->file.path, SQLITE_OPEN_READONLY, why))
        goto fail;
    if (pthread_create(&store->thread, NULL, write_on, store) != 0) {
        snprintf(why->text, sizeof why->text, "cannot start a thread to write the data file");
        goto fail;
    }
    store->running = true;
    return &store->store;

fail:
    sqlite_close(&store->store);
    return NULL;
}

/* ---- a file to be read ---- */

struct store *
store_sqlite_read(const char *path, struct store_facts *facts, struct oops *why)
{
    struct store_sqlite *store = create(why);
    sqlite3 **db;

    if (!store)
        return NULL;
    db = &store->reader.db;
    if (store_file_look(&store->file, path, false, why) &&
        store_db_open(db, store->file.path, SQLITE_OPEN_READONLY, why) &&
        store_db_is_ours(*db, path, why) && store_file_is_complete(&store->file, *db, why) &&
        store_db_is_sound(*db, path, why) &&
        store_facts_read(*db, store->file.path, facts, why)) {
        facts->live = store->file.live;
        return &store->store;
    }
    sqlite_close(&store->store);
    return NULL;
}
