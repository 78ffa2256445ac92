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

enum { PAUSE_MS = 4 /* see struct store_work */ };

/* ---- the store, on the caller's thread ---- */

static void
sqlite_submit(struct store *base, struct store_batch *batch)
{
    store_queue_submit(&((struct store_sqlite *)base)->queue, batch);
}

static int
sqlite_collect(struct store *base)
{
    return store_queue_collect(&((struct store_sqlite *)base)->queue);
}

static void
sqlite_close(struct store *base)
{
    struct store_sqlite *store = (struct store_sqlite *)base;
    bool running = store->queue.running;

    store_queue_end(&store->queue);
    store_desk_close(&store->reader);
    if (running)
        store_sqlite_leave(store);
    store_desk_close(&store->writer); /* the last connection merges the WAL into the file */
    if (!running)
        store_file_tidy(&store->file);
    store_gather_finish(&store->gather);
    store_file_close(&store->file);
    store_queue_finish(&store->queue);
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
    store_file_mend(&store->file, &store->report.log);
    return true;
}

/* Not yet running, so that closing changes nothing. NULL without memory. */
static struct store_sqlite *
create(struct oops *why)
{
    static const struct store_methods methods = {sqlite_submit,      sqlite_collect,
                                                 store_sqlite_load,  store_sqlite_list,
                                                 store_sqlite_count, store_sqlite_list_old,
                                                 sqlite_close,       store_sqlite_next,
                                                 store_sqlite_bans,  NULL};
    struct store_sqlite *store = calloc(1, sizeof *store);

    if (!store) {
        snprintf(why->text, sizeof why->text, "there is not enough memory");
        return NULL;
    }
    store->store.methods = &methods;
    store->file.fd = -1;
    store_queue_init(&store->queue);
    return store;
}

struct store *
store_sqlite_open(const char *path, void (*wake)(void *arg), void *arg,
                  const struct store_log *log, struct oops *why)
{
    struct store_sqlite *store = create(why);
    const struct store_work work = {
        store_sqlite_write, store_sqlite_checkpoint, store, wake, arg, PAUSE_MS};

    if (!store)
        return NULL;
    store->report.log = store->left_out.log = *log;
    if (!store_file_open(&store->file, path, log, why) ||
        !store_db_open(&store->writer.db, store->file.path, SQLITE_OPEN_READWRITE,
                       store_gather_init(&store->gather) ? store->gather.name : NULL, why) ||
        !take_over(store, why) ||
        !store_db_open(&store->reader.db, store->file.path, SQLITE_OPEN_READONLY, NULL, why))
        goto fail;
    if (!store_queue_start(&store->queue, &work)) {
        snprintf(why->text, sizeof why->text, "cannot start a thread to write the data file");
        goto fail;
    }
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
        store_file_read(&store->file, db, why) && store_db_is_ours(*db, path, why) &&
        store_file_is_complete(&store->file, *db, why) && store_db_is_sound(*db, path, why)) {
        store->held =
            store_db_run(*db, "BEGIN") || store_db_oops(why, "cannot read", path, *db);
        if (store->held && store_facts_read(*db, store->file.path, facts, why)) {
            facts->live = store->file.live;
            facts->cut_off = store_wal_is_cut_off(&store->file.wal);
            return &store->store;
        }
    }
    sqlite_close(&store->store);
    return NULL;
}
