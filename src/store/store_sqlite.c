/* SPDX-License-Identifier: MIT
 * store_sqlite.c -- the store in one SQLite file: WAL, synchronous=FULL, one writer thread.
 *
 * The writer commits all batches that arrived while it was busy together, with a single flush
 * to disk (group commit). If that fails, each is tried alone, so that one bad batch does not
 * affect the others. Reads have their own connection, on the caller's thread.
 */
#include "store_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { APPLICATION = 0x4b687072, GROUP = 256 }; /* "Khpr" */

/* Schema migrations: user_version counts those that were run. Never change a released one; add
 * another. */
static const char *const migrations[] = {
    "CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL,"
    " players INTEGER NOT NULL, status INTEGER NOT NULL, public INTEGER NOT NULL,"
    " created INTEGER NOT NULL, rematch TEXT) STRICT;"
    "CREATE INDEX tables_by_status ON tables (status, created);"
    "CREATE TABLE seats (table_id TEXT NOT NULL REFERENCES tables, seat INTEGER NOT NULL,"
    " kind INTEGER NOT NULL, name TEXT NOT NULL, bot TEXT NOT NULL, token BLOB,"
    " PRIMARY KEY (table_id, seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE actions (table_id TEXT NOT NULL REFERENCES tables, seq INTEGER NOT NULL,"
    " seat INTEGER NOT NULL, action TEXT NOT NULL, key TEXT, made INTEGER NOT NULL,"
    " PRIMARY KEY (table_id, seq)) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX actions_by_key ON actions (table_id, seat, key) WHERE key IS NOT NULL;",
    "ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN pace INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN stand_ins INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE seats ADD COLUMN person TEXT NOT NULL DEFAULT '';",
    "ALTER TABLE tables ADD COLUMN joinable INTEGER NOT NULL DEFAULT 0;"
    "UPDATE tables SET joinable = 1 WHERE public AND EXISTS"
    " (SELECT 1 FROM seats WHERE table_id = tables.id AND kind = 0);"
    "CREATE INDEX joinable_tables ON tables (status, created) WHERE joinable;",
};

enum { MIGRATIONS = sizeof migrations / sizeof migrations[0] };

enum statement {
    NEW_TABLE,
    SET_TABLE,
    PUT_SEAT,
    ADD_ACTION,
    LOAD_TABLE,
    LOAD_SEATS,
    LOAD_ACTIONS,
    LIST,
    LIST_JOINABLE,
    LIST_OLD,
    REMOVE_ACTIONS,
    REMOVE_SEATS,
    REMOVE_TABLE,
    STATEMENTS
};

/* clang-format off */
#define COLUMNS "id, game, options, players, status, public, created, rematch, hints, pace, stand_ins"

static const char *const sql[STATEMENTS] = {
    [NEW_TABLE] = "INSERT INTO tables (" COLUMNS ", joinable)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    [SET_TABLE] = "UPDATE tables SET game = ?2, options = ?3, players = ?4, status = ?5, public = ?6,"
                  " created = ?7, rematch = ?8, hints = ?9, pace = ?10, stand_ins = ?11, joinable = ?12"
                  " WHERE id = ?1",
    [PUT_SEAT] = "INSERT INTO seats (table_id, seat, kind, name, bot, token, person) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
                 " ON CONFLICT DO UPDATE SET kind = ?3, name = ?4, bot = ?5, token = ?6, person = ?7",
    [ADD_ACTION] = "INSERT INTO actions (table_id, seq, seat, action, key, made)"
                   " SELECT ?1, ?2, ?3, ?4, ?5, unixepoch()"
                   " WHERE ?2 = (SELECT ifnull(max(seq) + 1, 0) FROM actions WHERE table_id = ?1)",
    [LOAD_TABLE] = "SELECT " COLUMNS " FROM tables WHERE id = ?1",
    [LOAD_SEATS] = "SELECT seat, kind, name, bot, token, person FROM seats WHERE table_id = ?1 ORDER BY seat",
    [LOAD_ACTIONS] = "SELECT seq, seat, action, key FROM actions WHERE table_id = ?1 ORDER BY seq",
    [LIST] = "SELECT " COLUMNS " FROM tables WHERE status = ?1 ORDER BY created DESC, rowid DESC LIMIT ?2",
    [LIST_JOINABLE] = "SELECT " COLUMNS " FROM tables WHERE status = ?1 AND joinable"
                      " ORDER BY created DESC, rowid DESC LIMIT ?2",
    [LIST_OLD] = "SELECT id FROM tables WHERE created < ?1 AND ifnull((SELECT made FROM actions WHERE table_id = id"
                 " ORDER BY seq DESC LIMIT 1), 0) < ?1 ORDER BY created, rowid LIMIT ?2",
    [REMOVE_ACTIONS] = "DELETE FROM actions WHERE table_id = ?1",
    [REMOVE_SEATS] = "DELETE FROM seats WHERE table_id = ?1",
    [REMOVE_TABLE] = "DELETE FROM tables WHERE id = ?1",
};
/* clang-format on */

/* One connection and its prepared statements. Used by one thread. */
struct desk {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENTS];
};

struct store_sqlite {
    struct store store; /* first, so that it can be found from it */
    struct desk writer, reader;
    int lock;
    void (*wake)(void *arg);
    void *arg;
    bool running;
    pthread_t thread;
    pthread_mutex_t mutex; /* guards the following */
    pthread_cond_t more;
    struct store_batch *wanted, *wanted_last;
    struct store_batch *finished, *finished_last;
    int unfinished; /* submitted, and not yet in `finished` */
    bool ending;
};

/* ---- desks ---- */

static bool
say(struct oops *why, const char *what, const char *path, sqlite3 *db)
{
    snprintf(why->text, sizeof why->text, "%s %.120s: %.80s", what, path,
             db ? sqlite3_errmsg(db) : "not enough memory");
    return false;
}

static bool
run(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static bool
open_db(struct desk *desk, const char *path, int flags, struct oops *why)
{
    if (sqlite3_open_v2(path, &desk->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return say(why, "cannot open", path, desk->db);
    sqlite3_extended_result_codes(desk->db, 1);
    sqlite3_busy_timeout(desk->db, 5000);
    if (!run(desk->db, "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF"))
        return say(why, "cannot open", path, desk->db);
    return true;
}

static void
close_db(struct desk *desk)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(desk->statements[i]);
    sqlite3_close(desk->db);
    *desk = (struct desk){0};
}

static sqlite3_stmt *
prepared(struct desk *desk, enum statement which)
{
    if (!desk->statements[which])
        sqlite3_prepare_v3(desk->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT,
                           &desk->statements[which], NULL);
    return desk->statements[which];
}

static bool
number(sqlite3 *db, const char *text, long long *out)
{
    sqlite3_stmt *statement = NULL;
    bool fine = sqlite3_prepare_v2(db, text, -1, &statement, NULL) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_ROW;

    *out = fine ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return fine;
}

/* ---- the file ---- */

static bool
migrate(sqlite3 *db, long long from)
{
    char text[64];

    if (!run(db, "BEGIN IMMEDIATE"))
        return false;
    for (long long i = from; i < MIGRATIONS; i++) {
        if (!run(db, migrations[i]))
            goto undo;
    }
    snprintf(text, sizeof text, "PRAGMA user_version = %d; PRAGMA application_id = %d",
             MIGRATIONS, APPLICATION);
    if (run(db, text) && run(db, "COMMIT"))
        return true;
undo:
    run(db, "ROLLBACK");
    return false;
}

static bool
prepare_file(struct desk *desk, const char *path, struct oops *why)
{
    long long application, version, objects;

    if (!number(desk->db, "PRAGMA application_id", &application) ||
        !number(desk->db, "PRAGMA user_version", &version) ||
        !number(desk->db, "SELECT count(*) FROM sqlite_schema", &objects))
        return say(why, "cannot read", path, desk->db);
    if (application != APPLICATION && (application != 0 || version != 0 || objects != 0)) {
        snprintf(why->text, sizeof why->text, "%.160s is a database, but not one of Khepri's",
                 path);
        return false;
    }
    if (version > MIGRATIONS) {
        snprintf(why->text, sizeof why->text,
                 "%.120s was written by a newer Khepri (its version is %lld, ours is %d)", path,
                 version, MIGRATIONS);
        return false;
    }
    if (!run(desk->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"))
        return say(why, "cannot write", path, desk->db);
    if ((version < MIGRATIONS || application != APPLICATION) && !migrate(desk->db, version))
        return say(why, "cannot set up", path, desk->db);
    return true;
}

/* A lock file beside the data, locked as long as this process lives. SQLite itself would let
 * two servers write in turn, each assuming that it alone knows the tables. The lock ends with
 * the process, however it ends. */
static bool
take_lock(struct store_sqlite *store, const char *path, struct oops *why)
{
    char name[4096];

    if (snprintf(name, sizeof name, "%s.lock", path) >= (int)sizeof name) {
        snprintf(why->text, sizeof why->text, "the name of the data file is too long");
        return false;
    }
    store->lock = open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (store->lock < 0) {
        snprintf(why->text, sizeof why->text, "cannot open %.180s: %s", name, strerror(errno));
        return false;
    }
    if (flock(store->lock, LOCK_EX | LOCK_NB) != 0) {
        snprintf(
            why->text, sizeof why->text,
            "another khepri serve is using %.160s; give this one a file of its own with --data",
            path);
        return false;
    }
    return true;
}

/* ---- writing, on the writer's thread ---- */

/* Stored with the table, so that a query finds joinable tables among any number of others. */
static bool
is_joinable(const struct store_table *table)
{
    bool open = false;

    for (int i = 0; i < table->players; i++)
        open = open || table->seats[i].kind == STORE_OPEN;
    return open && table->open_to_all;
}

static void
bind_table(sqlite3_stmt *s, const struct store_table *table)
{
    sqlite3_bind_text(s, 1, table->id, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, table->game, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 3, table->options, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 4, table->players);
    sqlite3_bind_int(s, 5, (int)table->status);
    sqlite3_bind_int(s, 6, table->open_to_all);
    sqlite3_bind_int64(s, 7, table->created);
    if (table->rematch[0])
        sqlite3_bind_text(s, 8, table->rematch, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(s, 8);
    sqlite3_bind_int(s, 9, table->hints);
    sqlite3_bind_int(s, 10, (int)table->pace);
    sqlite3_bind_int(s, 11, (int)table->stand_ins);
    sqlite3_bind_int(s, 12, is_joinable(table));
}

/* Runs a write statement that must change exactly one row. */
static bool
change_one(struct desk *desk, sqlite3_stmt *s)
{
    bool fine = sqlite3_step(s) == SQLITE_DONE && sqlite3_changes(desk->db) == 1;

    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return fine;
}

static bool
write_table(struct desk *desk, enum statement how, const struct store_table *table)
{
    sqlite3_stmt *s = prepared(desk, how), *seat = prepared(desk, PUT_SEAT);

    if (!s || !seat)
        return false;
    bind_table(s, table);
    if (!change_one(desk, s))
        return false;
    for (int i = 0; i < table->players; i++) {
        const struct store_seat *from = &table->seats[i];

        sqlite3_bind_text(seat, 1, table->id, -1, SQLITE_STATIC);
        sqlite3_bind_int(seat, 2, i);
        sqlite3_bind_int(seat, 3, (int)from->kind);
        sqlite3_bind_text(seat, 4, from->name, -1, SQLITE_STATIC);
        sqlite3_bind_text(seat, 5, from->bot, -1, SQLITE_STATIC);
        if (from->kind == STORE_PERSON || from->person[0])
            sqlite3_bind_blob(seat, 6, from->token, STORE_HASH, SQLITE_STATIC);
        sqlite3_bind_text(seat, 7, from->person, -1, SQLITE_STATIC);
        if (!change_one(desk, seat))
            return false;
    }
    return true;
}

static bool
write_action(struct desk *desk, const char *id, const struct store_action *action)
{
    sqlite3_stmt *s = prepared(desk, ADD_ACTION);

    if (!s)
        return false;
    sqlite3_bind_text(s, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 2, action->seq);
    sqlite3_bind_int(s, 3, action->seat);
    sqlite3_bind_text(s, 4, action->action, -1, SQLITE_STATIC);
    if (action->key[0])
        sqlite3_bind_text(s, 5, action->key, -1, SQLITE_STATIC);
    return change_one(desk, s);
}

static bool
remove_table(struct desk *desk, const char *id)
{
    static const enum statement order[] = {REMOVE_ACTIONS, REMOVE_SEATS, REMOVE_TABLE};
    bool fine = true;

    for (int i = 0; i < 3 && fine; i++) {
        sqlite3_stmt *s = prepared(desk, order[i]);

        if (!s)
            return false;
        sqlite3_bind_text(s, 1, id, -1, SQLITE_STATIC);
        fine = sqlite3_step(s) == SQLITE_DONE;
        sqlite3_reset(s);
        sqlite3_clear_bindings(s);
    }
    return fine && sqlite3_changes(desk->db) == 1; /* of the table itself */
}

/* Rewrites an existing number: only a write shows whether the disk accepts writes. */
static bool
prove(struct desk *desk)
{
    char text[64];

    snprintf(text, sizeof text, "PRAGMA user_version = %d", MIGRATIONS);
    return run(desk->db, text);
}

static bool
write_batch(struct desk *desk, const struct store_batch *batch)
{
    if (!batch->first)
        return prove(desk);
    for (const struct store_change *c = batch->first; c; c = c->next) {
        bool fine = false;

        switch (c->verb) {
        case STORE_NEW_TABLE:
            fine = write_table(desk, NEW_TABLE, &c->table);
            break;
        case STORE_SET_TABLE:
            fine = write_table(desk, SET_TABLE, &c->table);
            break;
        case STORE_ADD_ACTION:
            fine = write_action(desk, c->id, &c->action);
            break;
        case STORE_REMOVE_TABLE:
            fine = remove_table(desk, c->id);
            break;
        }
        if (!fine)
            return false;
    }
    return true;
}

/* The batches from `first` up to, not including, `end`, in one transaction. */
static bool
write_group(struct desk *desk, struct store_batch *first, const struct store_batch *end)
{
    if (!run(desk->db, "BEGIN IMMEDIATE"))
        return false;
    for (const struct store_batch *batch = first; batch != end; batch = batch->next) {
        if (!write_batch(desk, batch)) {
            run(desk->db, "ROLLBACK");
            return false;
        }
    }
    if (run(desk->db, "COMMIT"))
        return true;
    run(desk->db, "ROLLBACK");
    return false;
}

static void
write_all(struct desk *desk, struct store_batch *first)
{
    if (write_group(desk, first, NULL))
        return;
    for (struct store_batch *batch = first; batch; batch = batch->next) {
        if (!write_group(desk, batch, batch->next))
            batch->error = "it could not be written to the data file";
    }
}

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
        write_all(&store->writer, group);
        pthread_mutex_lock(&store->mutex);
        put_finished(store, group);
        if (!store->ending)
            store->wake(store->arg);
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
copy_text(char *to, size_t room, sqlite3_stmt *s, int column)
{
    const unsigned char *text = sqlite3_column_text(s, column);

    snprintf(to, room, "%s", text ? (const char *)text : "");
}

static void
read_table(sqlite3_stmt *s, struct store_table *out)
{
    *out = (struct store_table){.players = sqlite3_column_int(s, 3),
                                .status = (enum store_status)sqlite3_column_int(s, 4),
                                .open_to_all = sqlite3_column_int(s, 5),
                                .created = sqlite3_column_int64(s, 6),
                                .hints = sqlite3_column_int(s, 8),
                                .pace = (enum store_pace)sqlite3_column_int(s, 9),
                                .stand_ins = (enum store_stand_ins)sqlite3_column_int(s, 10)};
    copy_text(out->id, sizeof out->id, s, 0);
    copy_text(out->game, sizeof out->game, s, 1);
    copy_text(out->options, sizeof out->options, s, 2);
    copy_text(out->rematch, sizeof out->rematch, s, 7);
    if (out->players > STORE_SEATS)
        out->players = STORE_SEATS;
}

static bool
read_seats(struct desk *desk, struct store_table *table)
{
    sqlite3_stmt *s = prepared(desk, LOAD_SEATS);
    int result;

    if (!s)
        return false;
    sqlite3_bind_text(s, 1, table->id, -1, SQLITE_STATIC);
    while ((result = sqlite3_step(s)) == SQLITE_ROW) {
        int seat = sqlite3_column_int(s, 0);
        struct store_seat *to;

        if (seat < 0 || seat >= table->players)
            continue;
        to = &table->seats[seat];
        to->kind = (enum store_kind)sqlite3_column_int(s, 1);
        copy_text(to->name, sizeof to->name, s, 2);
        copy_text(to->bot, sizeof to->bot, s, 3);
        if (sqlite3_column_bytes(s, 4) == STORE_HASH)
            memcpy(to->token, sqlite3_column_blob(s, 4), STORE_HASH);
        copy_text(to->person, sizeof to->person, s, 5);
    }
    sqlite3_reset(s);
    return result == SQLITE_DONE;
}

static bool
read_actions(struct desk *desk, const char *id, struct store_action **actions, int *count)
{
    sqlite3_stmt *s = prepared(desk, LOAD_ACTIONS);
    int room = 0, result;

    if (!s)
        return false;
    sqlite3_bind_text(s, 1, id, -1, SQLITE_STATIC);
    while ((result = sqlite3_step(s)) == SQLITE_ROW) {
        struct store_action *to;

        if (*count == room) {
            int wanted = room ? 2 * room : 256;
            struct store_action *grown = realloc(*actions, (size_t)wanted * sizeof *grown);

            if (!grown)
                break;
            *actions = grown;
            room = wanted;
        }
        to = &(*actions)[(*count)++];
        to->seq = sqlite3_column_int(s, 0);
        to->seat = sqlite3_column_int(s, 1);
        copy_text(to->action, sizeof to->action, s, 2);
        copy_text(to->key, sizeof to->key, s, 3);
    }
    sqlite3_reset(s);
    return result == SQLITE_DONE;
}

static bool
sqlite_load(struct store *base, const char *id, struct store_table *table,
            struct store_action **actions, int *count, struct oops *why)
{
    struct desk *desk = &((struct store_sqlite *)base)->reader;
    sqlite3_stmt *s = prepared(desk, LOAD_TABLE);
    int result = SQLITE_ERROR;
    bool fine = false;

    /* One transaction, so that table and actions are from the same moment. */
    if (!s || !run(desk->db, "BEGIN"))
        return say(why, "cannot read", "the data file", desk->db);
    sqlite3_bind_text(s, 1, id, -1, SQLITE_STATIC);
    result = sqlite3_step(s);
    if (result == SQLITE_ROW)
        read_table(s, table);
    sqlite3_reset(s);
    if (result == SQLITE_ROW)
        fine = read_seats(desk, table) && read_actions(desk, id, actions, count);
    if (!fine && result != SQLITE_DONE)
        say(why, "cannot read", "the data file", desk->db);
    run(desk->db, "COMMIT");
    if (!fine) {
        free(*actions);
        *actions = NULL;
        *count = 0;
    }
    return fine;
}

static int
sqlite_list(struct store *base, enum store_status status, bool joinable, int most,
            struct store_table *out, struct oops *why)
{
    struct desk *desk = &((struct store_sqlite *)base)->reader;
    sqlite3_stmt *s = prepared(desk, joinable ? LIST_JOINABLE : LIST);
    int count = 0, result = SQLITE_ERROR;
    bool fine = s && run(desk->db, "BEGIN");

    if (!fine) {
        say(why, "cannot read", "the data file", desk->db);
        return -1;
    }
    sqlite3_bind_int(s, 1, (int)status);
    sqlite3_bind_int(s, 2, most);
    while (count < most && (result = sqlite3_step(s)) == SQLITE_ROW)
        read_table(s, &out[count++]);
    sqlite3_reset(s);
    fine = count == most || result == SQLITE_DONE;
    for (int i = 0; i < count; i++)
        fine = fine && read_seats(desk, &out[i]);
    if (!fine)
        say(why, "cannot read", "the data file", desk->db);
    run(desk->db, "COMMIT");
    return fine ? count : -1;
}

static int
sqlite_list_old(struct store *base, int64_t before, int most, char (*ids)[STORE_ID_ROOM],
                struct oops *why)
{
    struct desk *desk = &((struct store_sqlite *)base)->reader;
    sqlite3_stmt *s = prepared(desk, LIST_OLD);
    int count = 0, result = SQLITE_ERROR;

    if (s) {
        sqlite3_bind_int64(s, 1, before);
        sqlite3_bind_int(s, 2, most);
        while (count < most && (result = sqlite3_step(s)) == SQLITE_ROW)
            copy_text(ids[count++], STORE_ID_ROOM, s, 0);
        sqlite3_reset(s);
    }
    if (count == most || result == SQLITE_DONE)
        return count;
    say(why, "cannot read", "the data file", desk->db);
    return -1;
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
    close_db(&store->reader);
    close_db(&store->writer); /* the last connection merges the WAL into the file */
    pthread_cond_destroy(&store->more);
    pthread_mutex_destroy(&store->mutex);
    if (store->lock >= 0)
        close(store->lock);
    free(store);
}

struct store *
store_sqlite_open(const char *path, void (*wake)(void *arg), void *arg, struct oops *why)
{
    static const struct store_methods methods = {sqlite_submit, sqlite_collect,  sqlite_load,
                                                 sqlite_list,   sqlite_list_old, sqlite_close};
    struct store_sqlite *store = calloc(1, sizeof *store);

    if (!store) {
        snprintf(why->text, sizeof why->text, "there is not enough memory");
        return NULL;
    }
    store->store.methods = &methods;
    store->wake = wake;
    store->arg = arg;
    store->lock = -1;
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->more, NULL);
    if (!take_lock(store, path, why) ||
        !open_db(&store->writer, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, why) ||
        !prepare_file(&store->writer, path, why) ||
        !open_db(&store->reader, path, SQLITE_OPEN_READONLY, why))
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
