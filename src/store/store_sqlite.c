/* SPDX-License-Identifier: MIT
 * store_sqlite.c -- the store in one SQLite file: WAL, synchronous=FULL, one writer thread.
 *
 * The writer commits all batches that arrived while it was busy together, with a single flush
 * to disk (group commit). If that fails, each is tried alone, so that one bad batch does not
 * affect the others. Reads have their own connection, on the caller's thread.
 */
#include "store_parts.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store_copy.h"
#include "store_facts.h"
#include "store_file.h"
#include "store_sum.h"

enum { GROUP = 256, CHECKPOINT = 1000 /* frames in the WAL */ };

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
    COUNT_ALL,
    COUNT_UNFINISHED,
    COUNT_LISTED,
    LIST_OLD,
    REMOVE_ACTIONS,
    REMOVE_SEATS,
    REMOVE_TABLE,
    NEXT,
    STATEMENTS
};

/* clang-format off */
#define COLUMNS "id, game, options, players, status, public, created, rematch, hints, pace, stand_ins, maker"

static const char *const sql[STATEMENTS] = {
    [NEW_TABLE] = "INSERT INTO tables (" COLUMNS ", sum, joinable)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    [SET_TABLE] = "UPDATE tables SET game = ?2, options = ?3, players = ?4, status = ?5, public = ?6,"
                  " created = ?7, rematch = ?8, hints = ?9, pace = ?10, stand_ins = ?11, maker = ?12, sum = ?13,"
                  " joinable = ?14"
                  " WHERE id = ?1",
    [PUT_SEAT] = "INSERT INTO seats (table_id, seat, kind, name, bot, token, person, sum)"
                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
                 " ON CONFLICT DO UPDATE SET kind = ?3, name = ?4, bot = ?5, token = ?6, person = ?7, sum = ?8",
    [ADD_ACTION] = "INSERT INTO actions (table_id, seq, seat, action, key, made, sum)"
                   " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7"
                   " WHERE ?2 = (SELECT ifnull(max(seq) + 1, 0) FROM actions WHERE table_id = ?1)",
    [LOAD_TABLE] = "SELECT " COLUMNS ", sum FROM tables WHERE id = ?1",
    [LOAD_SEATS] = "SELECT seat, kind, name, bot, token, person, sum FROM seats WHERE table_id = ?1 ORDER BY seat",
    [LOAD_ACTIONS] = "SELECT seq, seat, action, key, made, sum FROM actions WHERE table_id = ?1 ORDER BY seq",
    [LIST] = "SELECT " COLUMNS ", sum FROM tables WHERE status = ?1 ORDER BY created DESC, rowid DESC LIMIT ?2",
    [LIST_JOINABLE] = "SELECT " COLUMNS ", sum FROM tables WHERE status = ?1 AND joinable"
                      " ORDER BY created DESC, rowid DESC LIMIT ?2",
    [COUNT_ALL] = "SELECT count(*) FROM tables",
    [COUNT_UNFINISHED] = "SELECT count(*) FROM tables WHERE maker = ?1 AND status < 2 AND created > ?2",
    [COUNT_LISTED] = "SELECT count(*) FROM tables WHERE maker = ?1 AND status < 2 AND created > ?2"
                     " AND status = 0 AND joinable",
    [LIST_OLD] = "SELECT id FROM tables WHERE created < ?1 AND ifnull((SELECT made FROM actions WHERE table_id = id"
                 " ORDER BY seq DESC LIMIT 1), 0) < ?1 ORDER BY created, rowid LIMIT ?2",
    [REMOVE_ACTIONS] = "DELETE FROM actions WHERE table_id = ?1",
    [REMOVE_SEATS] = "DELETE FROM seats WHERE table_id = ?1",
    [REMOVE_TABLE] = "DELETE FROM tables WHERE id = ?1",
    [NEXT] = "SELECT rowid, id FROM tables WHERE rowid > ?1 ORDER BY rowid LIMIT 1",
};
/* clang-format on */

/* One connection and its prepared statements. Used by one thread. */
struct desk {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENTS];
    char reason[STORE_LOG_ROOM]; /* why the last write failed */
    int frames; /* in the WAL after the last commit */
};

struct store_sqlite {
    struct store store; /* first, so that it can be found from it */
    struct desk writer, reader;
    struct store_file file;
    struct store_log log;
    time_t said_at; /* the second of the last line about a failed write ... */
    int unsaid; /* ... and how many were left out since */
    int checkpoint_at; /* frames in the WAL */
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
    sqlite3_bind_int64(s, 12, table->maker);
    sqlite3_bind_int64(s, 13, store_sum_table(table));
    sqlite3_bind_int(s, 14, is_joinable(table));
}

/* Keeps why the statement just run failed; false. */
static bool
fail(struct desk *desk, const char *at)
{
    snprintf(desk->reason, sizeof desk->reason, "%s: %.150s (SQLite %d)", at,
             sqlite3_errmsg(desk->db), sqlite3_extended_errcode(desk->db));
    return false;
}

/* Runs a write statement that must change exactly one row. */
static bool
change_one(struct desk *desk, sqlite3_stmt *s)
{
    bool fine = sqlite3_step(s) == SQLITE_DONE;

    if (!fine) {
        fail(desk, "write");
    } else if (sqlite3_changes(desk->db) != 1) {
        fine = false;
        snprintf(desk->reason, sizeof desk->reason, "it does not follow what is stored");
    }
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return fine;
}

static bool
write_table(struct desk *desk, enum statement how, const struct store_table *table)
{
    sqlite3_stmt *s = prepared(desk, how), *seat = prepared(desk, PUT_SEAT);

    if (!s || !seat)
        return fail(desk, "prepare");
    bind_table(s, table);
    if (!change_one(desk, s))
        return false;
    for (int i = 0; i < table->players; i++) {
        const struct store_seat *from = &table->seats[i];
        struct store_seat kept = *from;

        sqlite3_bind_text(seat, 1, table->id, -1, SQLITE_STATIC);
        sqlite3_bind_int(seat, 2, i);
        sqlite3_bind_int(seat, 3, (int)from->kind);
        sqlite3_bind_text(seat, 4, from->name, -1, SQLITE_STATIC);
        sqlite3_bind_text(seat, 5, from->bot, -1, SQLITE_STATIC);
        if (from->kind == STORE_PERSON || from->person[0])
            sqlite3_bind_blob(seat, 6, from->token, STORE_HASH, SQLITE_STATIC);
        else
            memset(kept.token, 0, sizeof kept.token);
        sqlite3_bind_text(seat, 7, from->person, -1, SQLITE_STATIC);
        sqlite3_bind_int64(seat, 8, store_sum_seat(table->id, i, &kept));
        if (!change_one(desk, seat))
            return false;
    }
    return true;
}

static bool
write_action(struct desk *desk, const char *id, const struct store_action *action)
{
    sqlite3_stmt *s = prepared(desk, ADD_ACTION);
    int64_t now = time(NULL);

    if (!s)
        return fail(desk, "prepare");
    sqlite3_bind_text(s, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 2, action->seq);
    sqlite3_bind_int(s, 3, action->seat);
    sqlite3_bind_text(s, 4, action->action, -1, SQLITE_STATIC);
    if (action->key[0])
        sqlite3_bind_text(s, 5, action->key, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 6, now);
    sqlite3_bind_int64(s, 7, store_sum_action(id, action, now));
    return change_one(desk, s);
}

static bool
remove_table(struct desk *desk, const char *id)
{
    static const enum statement order[] = {REMOVE_ACTIONS, REMOVE_SEATS, REMOVE_TABLE};

    for (int i = 0; i < 3; i++) {
        sqlite3_stmt *s = prepared(desk, order[i]);
        bool fine;

        if (!s)
            return fail(desk, "prepare");
        sqlite3_bind_text(s, 1, id, -1, SQLITE_STATIC);
        fine = sqlite3_step(s) == SQLITE_DONE || fail(desk, "delete");
        sqlite3_reset(s);
        sqlite3_clear_bindings(s);
        if (!fine)
            return false;
    }
    if (sqlite3_changes(desk->db) == 1) /* of the table itself */
        return true;
    snprintf(desk->reason, sizeof desk->reason, "there is no such table");
    return false;
}

/* Rewrites an existing number: only a write shows whether the disk accepts writes. */
static bool
prove(struct desk *desk)
{
    char text[64];

    snprintf(text, sizeof text, "PRAGMA user_version = %d", store_db_version());
    return store_db_run(desk->db, text) || fail(desk, "trial");
}

/* Puts before the reason what was to be written. */
static void
name_change(struct desk *desk, const struct store_change *c)
{
    static const char *const verbs[] = {"new table", "table", "action", "removal of table"};
    char reason[STORE_LOG_ROOM];

    memcpy(reason, desk->reason, sizeof reason);
    if (c->verb == STORE_ADD_ACTION)
        snprintf(desk->reason, sizeof desk->reason, "action %d of table %s: %.200s",
                 c->action.seq, c->id, reason);
    else
        snprintf(desk->reason, sizeof desk->reason, "%s %s: %.200s", verbs[c->verb], c->id,
                 reason);
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
        if (!fine) {
            name_change(desk, c);
            return false;
        }
    }
    return true;
}

static bool
is_there(struct store_sqlite *store)
{
    if (store_file_is_there(&store->file))
        return true;
    snprintf(store->writer.reason, sizeof store->writer.reason,
             "%.160s or its -wal was moved or removed: put both back", store->file.path);
    return false;
}

/* The batches from `first` up to, not including, `end`, in one transaction. */
static bool
write_group(struct store_sqlite *store, struct store_batch *first,
            const struct store_batch *end)
{
    struct desk *desk = &store->writer;

    if (!is_there(store))
        return false;
    if (!store_db_run(desk->db, "BEGIN IMMEDIATE"))
        return fail(desk, "begin");
    for (const struct store_batch *batch = first; batch != end; batch = batch->next) {
        if (!write_batch(desk, batch)) {
            store_db_run(desk->db, "ROLLBACK");
            return false;
        }
    }
    if (store_db_run(desk->db, "COMMIT"))
        return true;
    fail(desk, "commit");
    store_db_run(desk->db, "ROLLBACK");
    return false;
}

/* A full disk fails every write: one line a second says so. */
static void
report(struct store_sqlite *store, const char *what)
{
    char text[STORE_LOG_ROOM];
    time_t now = time(NULL);
    int len;

    if (now == store->said_at) {
        store->unsaid++;
        return;
    }
    len = snprintf(text, sizeof text, "%s: %.190s", what, store->writer.reason);
    if (store->unsaid > 0)
        snprintf(text + len, sizeof text - (size_t)len, " (and %d more failures)",
                 store->unsaid);
    store->said_at = now;
    store->unsaid = 0;
    store->log.say(store->log.arg, STORE_ERROR, text);
}

static void
write_all(struct store_sqlite *store, struct store_batch *first)
{
    if (write_group(store, first, NULL))
        return;
    for (struct store_batch *batch = first; batch; batch = batch->next) {
        if (write_group(store, batch, batch->next))
            continue;
        batch->error = "it could not be written to the data file";
        report(store, "not written");
    }
}

static int
count_frames(void *arg, sqlite3 *db, const char *schema, int frames)
{
    struct desk *desk = arg;

    (void)db;
    (void)schema;
    desk->frames = frames;
    return SQLITE_OK;
}

/* Between commits, so that nobody waits for it. A reader may hold up a part: then later again. */
static void
checkpoint(struct store_sqlite *store)
{
    struct desk *desk = &store->writer;

    if (desk->frames < store->checkpoint_at)
        return;
    if (!store_mark_checkpoint(desk->db)) {
        fail(desk, "checkpoint");
        report(store, "the WAL cannot be copied to the data file");
    }
    store->checkpoint_at = desk->frames < CHECKPOINT ? CHECKPOINT : desk->frames + CHECKPOINT;
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
        write_all(store, group);
        pthread_mutex_lock(&store->mutex);
        put_finished(store, group);
        if (!store->ending)
            store->wake(store->arg);
        pthread_mutex_unlock(&store->mutex);
        checkpoint(store);
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
copy_text(char *to, size_t room, sqlite3_stmt *s, int column)
{
    const unsigned char *text = sqlite3_column_text(s, column);

    snprintf(to, room, "%s", text ? (const char *)text : "");
}

static bool
sum_holds(sqlite3_stmt *s, int column, int64_t sum)
{
    return sqlite3_column_type(s, column) == SQLITE_NULL ||
           sqlite3_column_int64(s, column) == sum;
}

/* False if the row is damaged. */
static bool
read_table(sqlite3_stmt *s, struct store_table *out)
{
    *out = (struct store_table){.players = sqlite3_column_int(s, 3),
                                .status = (enum store_status)sqlite3_column_int(s, 4),
                                .open_to_all = sqlite3_column_int(s, 5),
                                .created = sqlite3_column_int64(s, 6),
                                .hints = sqlite3_column_int(s, 8),
                                .pace = (enum store_pace)sqlite3_column_int(s, 9),
                                .stand_ins = (enum store_stand_ins)sqlite3_column_int(s, 10),
                                .maker = (uint32_t)sqlite3_column_int64(s, 11)};
    copy_text(out->id, sizeof out->id, s, 0);
    copy_text(out->game, sizeof out->game, s, 1);
    copy_text(out->options, sizeof out->options, s, 2);
    copy_text(out->rematch, sizeof out->rematch, s, 7);
    return out->players >= 0 && out->players <= STORE_SEATS &&
           sum_holds(s, 12, store_sum_table(out));
}

/* Keeps that a row which can be read is not what was stored; false. */
static bool
damaged(struct desk *desk, const char *what, const char *id)
{
    snprintf(desk->reason, sizeof desk->reason, "%s of table %s is damaged", what, id);
    return false;
}

static bool
read_seats(struct desk *desk, struct store_table *table)
{
    sqlite3_stmt *s = prepared(desk, LOAD_SEATS);
    int result, count = 0;
    bool fine = true;

    if (!s)
        return false;
    sqlite3_bind_text(s, 1, table->id, -1, SQLITE_STATIC);
    while ((result = sqlite3_step(s)) == SQLITE_ROW) {
        int seat = sqlite3_column_int(s, 0);
        struct store_seat *to;

        fine = fine && seat == count && seat < table->players;
        if (!fine)
            continue;
        to = &table->seats[count++];
        to->kind = (enum store_kind)sqlite3_column_int(s, 1);
        copy_text(to->name, sizeof to->name, s, 2);
        copy_text(to->bot, sizeof to->bot, s, 3);
        if (sqlite3_column_bytes(s, 4) == STORE_HASH)
            memcpy(to->token, sqlite3_column_blob(s, 4), STORE_HASH);
        copy_text(to->person, sizeof to->person, s, 5);
        fine = sum_holds(s, 6, store_sum_seat(table->id, seat, to));
    }
    sqlite3_reset(s);
    if (result != SQLITE_DONE)
        return false;
    return (fine && count == table->players) || damaged(desk, "a seat", table->id);
}

static bool
read_actions(struct desk *desk, const char *id, struct store_action **actions, int *count)
{
    sqlite3_stmt *s = prepared(desk, LOAD_ACTIONS);
    int room = 0, result;
    bool fine = true;

    if (!s)
        return false;
    sqlite3_bind_text(s, 1, id, -1, SQLITE_STATIC);
    while (fine && (result = sqlite3_step(s)) == SQLITE_ROW) {
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
        fine = sum_holds(s, 5, store_sum_action(id, to, sqlite3_column_int64(s, 4)));
    }
    sqlite3_reset(s);
    return fine ? result == SQLITE_DONE : damaged(desk, "an action", id);
}

static bool
sqlite_load(struct store *base, const char *id, struct store_table *table,
            struct store_action **actions, int *count, struct oops *why)
{
    struct desk *desk = &((struct store_sqlite *)base)->reader;
    sqlite3_stmt *s = prepared(desk, LOAD_TABLE);
    int result = SQLITE_ERROR;
    bool fine = false;

    desk->reason[0] = 0;

    /* One transaction, so that table and actions are from the same moment. */
    if (!s || !store_db_run(desk->db, "BEGIN"))
        return store_db_oops(why, "cannot read", "the data file", desk->db);
    sqlite3_bind_text(s, 1, id, -1, SQLITE_STATIC);
    result = sqlite3_step(s);
    if (result == SQLITE_ROW)
        fine = read_table(s, table) || damaged(desk, "the row", id);
    sqlite3_reset(s);
    fine = fine && read_seats(desk, table) && read_actions(desk, id, actions, count);
    if (desk->reason[0])
        snprintf(why->text, sizeof why->text, "cannot read the data file: %.200s",
                 desk->reason);
    else if (!fine && result != SQLITE_DONE)
        store_db_oops(why, "cannot read", "the data file", desk->db);
    store_db_run(desk->db, "COMMIT");
    if (!fine) {
        free(*actions);
        *actions = NULL;
        *count = 0;
    }
    return fine;
}

/* The seats of a list. A damaged table (-1 players) is left out, and reported: the others are not to go with it. */
static bool
list_seats(struct store_sqlite *store, struct store_table *out, int *count)
{
    struct desk *desk = &store->reader;
    int kept = 0;

    for (int i = 0; i < *count; i++) {
        desk->reason[0] = 0;
        if (out[i].players >= 0 && read_seats(desk, &out[i])) {
            if (kept < i)
                out[kept] = out[i];
            kept++;
            continue;
        }
        if (out[i].players < 0)
            damaged(desk, "the row", out[i].id);
        if (!desk->reason[0])
            return false;
        store->log.say(store->log.arg, STORE_ERROR, desk->reason);
    }
    *count = kept;
    return true;
}

static int
sqlite_list(struct store *base, enum store_status status, bool joinable, int most,
            struct store_table *out, struct oops *why)
{
    struct store_sqlite *store = (struct store_sqlite *)base;
    struct desk *desk = &store->reader;
    sqlite3_stmt *s = prepared(desk, joinable ? LIST_JOINABLE : LIST);
    int count = 0, result = SQLITE_ERROR;
    bool fine = s && store_db_run(desk->db, "BEGIN");

    if (!fine) {
        store_db_oops(why, "cannot read", "the data file", desk->db);
        return -1;
    }
    sqlite3_bind_int(s, 1, (int)status);
    sqlite3_bind_int(s, 2, most);
    while (count < most && (result = sqlite3_step(s)) == SQLITE_ROW) {
        if (!read_table(s, &out[count]))
            out[count].players = -1;
        count++;
    }
    sqlite3_reset(s);
    fine = (count == most || result == SQLITE_DONE) && list_seats(store, out, &count);
    if (!fine)
        store_db_oops(why, "cannot read", "the data file", desk->db);
    store_db_run(desk->db, "COMMIT");
    return fine ? count : -1;
}

static int64_t
sqlite_count(struct store *base, enum store_count what, uint32_t maker, int64_t since,
             struct oops *why)
{
    static const enum statement statements[] = {[STORE_COUNT_ALL] = COUNT_ALL,
                                                [STORE_COUNT_UNFINISHED] = COUNT_UNFINISHED,
                                                [STORE_COUNT_LISTED] = COUNT_LISTED};
    struct desk *desk = &((struct store_sqlite *)base)->reader;
    sqlite3_stmt *s = prepared(desk, statements[what]);
    int64_t count = -1;

    if (s && what != STORE_COUNT_ALL) {
        sqlite3_bind_int64(s, 1, maker);
        sqlite3_bind_int64(s, 2, since);
    }
    if (s && sqlite3_step(s) == SQLITE_ROW)
        count = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    if (count < 0)
        store_db_oops(why, "cannot read", "the data file", desk->db);
    return count;
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
    store_db_oops(why, "cannot read", "the data file", desk->db);
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

/* The end in order: the file is complete without a WAL, which goes with the last connection. */
static void
leave(struct store_sqlite *store)
{
    struct desk *desk = &store->writer;

    if (is_there(store)) {
        if (store_mark_close(desk->db) &&
            sqlite3_db_config(desk->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL) == SQLITE_OK)
            return;
        fail(desk, "mark");
    }
    report(store, "the data file could not be closed in order");
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
    if (store->running)
        leave(store);
    close_db(&store->writer); /* the last connection merges the WAL into the file */
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
    sqlite3_wal_hook(db, count_frames, &store->writer);
    if (!store_db_run(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"))
        return store_db_oops(why, "cannot write", path, db);
    if (!store_db_migrate(db))
        return store_db_oops(why, "cannot set up", path, db);
    if (!store_mark_checkpoint(db))
        return store_db_oops(why, "cannot write", path, db);
    store->checkpoint_at = CHECKPOINT;
    store_file_mend(&store->file, &store->log);
    return true;
}

/* Not yet running, so that closing changes nothing. NULL without memory. */
static struct store_sqlite *
create(struct oops *why)
{
    static const struct store_methods methods = {sqlite_submit, sqlite_collect, sqlite_load,
                                                 sqlite_list,   sqlite_count,   sqlite_list_old,
                                                 sqlite_close};
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

int
store_next(struct store *reading, int64_t *row, char id[STORE_ID_ROOM], struct oops *why)
{
    struct desk *desk = &((struct store_sqlite *)reading)->reader;
    sqlite3_stmt *s = prepared(desk, NEXT);
    int result = SQLITE_ERROR;

    if (s) {
        sqlite3_bind_int64(s, 1, *row);
        result = sqlite3_step(s);
        if (result == SQLITE_ROW) {
            *row = sqlite3_column_int64(s, 0);
            copy_text(id, STORE_ID_ROOM, s, 1);
        }
        sqlite3_reset(s);
    }
    if (result == SQLITE_ROW || result == SQLITE_DONE)
        return result == SQLITE_ROW;
    store_db_oops(why, "cannot read", "the data file", desk->db);
    return -1;
}
