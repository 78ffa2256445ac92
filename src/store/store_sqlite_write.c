/* SPDX-License-Identifier: MIT
 * store_sqlite_write.c -- see store_sqlite_parts.h: batches written to the file.
 *
 * All batches that arrived while the writer was busy share a transaction, with a single flush to disk
 * (group commit). If that fails, each is tried alone, so that one bad batch does not affect the others. */
#include "store_sqlite_parts.h"

#include <stdio.h>
#include <string.h>

#include "store_sum.h"

/* Frames in the WAL. A page is copied once, however often it changed, so fewer checkpoints cost less. SQLite finds up
 * to 4,062 frames by one table of hashes. */
enum { CHECKPOINT = 4000 };

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
    sqlite3_bind_int(s, 14, store_is_joinable(table));
}

/* Keeps why the statement just run failed; false. */
static bool
fail(struct store_desk *desk, const char *at)
{
    snprintf(desk->reason, sizeof desk->reason, "%s: %.150s (SQLite %d)", at,
             sqlite3_errmsg(desk->db), sqlite3_extended_errcode(desk->db));
    return false;
}

static bool
does_not_follow(struct store_desk *desk)
{
    snprintf(desk->reason, sizeof desk->reason, "it does not follow what is stored");
    return false;
}

/* Runs a write statement that must change exactly one row. */
static bool
change_one(struct store_desk *desk, sqlite3_stmt *s)
{
    bool fine = sqlite3_step(s) == SQLITE_DONE;

    if (!fine)
        fail(desk, "write");
    else if (sqlite3_changes(desk->db) != 1)
        fine = does_not_follow(desk);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return fine;
}

static bool
write_table(struct store_desk *desk, enum store_sql how, const struct store_table *table)
{
    sqlite3_stmt *s = store_desk_prepared(desk, how),
                 *seat = store_desk_prepared(desk, SQL_PUT_SEAT);

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

/* Whether the action before it is stored, and its key was not used a moment ago. That it is not stored itself, its
 * primary key ensures. */
static bool
follows(struct store_desk *desk, const char *id, const struct store_action *action)
{
    sqlite3_stmt *s = store_desk_prepared(desk, SQL_BEFORE_ACTION);
    int result, used;

    if (!s)
        return fail(desk, "prepare");
    if (action->seq == 0)
        return true;
    sqlite3_bind_text(s, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 2, action->seq - (action->key[0] ? STORE_KEYS_NEAR : 1));
    sqlite3_bind_int(s, 3, action->seq - 1);
    sqlite3_bind_int(s, 4, action->seat);
    if (action->key[0])
        sqlite3_bind_text(s, 5, action->key, -1, SQLITE_STATIC);
    result = sqlite3_step(s);
    used = sqlite3_column_int(s, 0);
    if (result != SQLITE_ROW && result != SQLITE_DONE)
        fail(desk, "read");
    else if (result == SQLITE_DONE || used)
        does_not_follow(desk);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return result == SQLITE_ROW && !used;
}

static bool
write_action(struct store_desk *desk, const char *id, const struct store_action *action)
{
    sqlite3_stmt *s = store_desk_prepared(desk, SQL_ADD_ACTION);
    int64_t now = action->made ? action->made : (int64_t)time(NULL);

    if (!s)
        return fail(desk, "prepare");
    if (!follows(desk, id, action))
        return false;
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
remove_table(struct store_desk *desk, const char *id)
{
    static const enum store_sql order[] = {SQL_REMOVE_ACTIONS, SQL_REMOVE_SEATS,
                                           SQL_REMOVE_TABLE};

    for (int i = 0; i < 3; i++) {
        sqlite3_stmt *s = store_desk_prepared(desk, order[i]);
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

static bool
change_ban(struct store_desk *desk, enum store_sql how, const struct store_ban *ban)
{
    sqlite3_stmt *s = store_desk_prepared(desk, how);
    bool fine;

    if (!s)
        return fail(desk, "prepare");
    sqlite3_bind_int(s, 1, (int)ban->kind);
    sqlite3_bind_text(s, 2, ban->what, -1, SQLITE_STATIC);
    if (how == SQL_ADD_BAN)
        sqlite3_bind_int64(s, 3, store_sum_ban(ban));
    fine = sqlite3_step(s) == SQLITE_DONE || fail(desk, "write");
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return fine;
}

/* Rewrites an existing number: only a write shows whether the disk accepts writes. */
static bool
prove(struct store_desk *desk)
{
    char text[64];

    snprintf(text, sizeof text, "PRAGMA user_version = %d", store_db_version());
    return store_db_run(desk->db, text) || fail(desk, "trial");
}

static bool
write_batch(struct store_desk *desk, const struct store_batch *batch)
{
    if (!batch->first)
        return prove(desk);
    for (const struct store_change *c = batch->first; c; c = c->next) {
        bool fine = false;

        switch (c->verb) {
        case STORE_NEW_TABLE:
            fine = write_table(desk, SQL_NEW_TABLE, c->table);
            break;
        case STORE_SET_TABLE:
            fine = write_table(desk, SQL_SET_TABLE, c->table);
            break;
        case STORE_ADD_ACTION:
            fine = write_action(desk, c->id, &c->action);
            break;
        case STORE_REMOVE_TABLE:
            fine = remove_table(desk, c->id);
            break;
        case STORE_ADD_BAN:
            fine = change_ban(desk, SQL_ADD_BAN, &c->ban);
            break;
        case STORE_REMOVE_BAN:
            fine = change_ban(desk, SQL_REMOVE_BAN, &c->ban);
            break;
        }
        if (!fine) {
            store_report_name(desk->reason, c);
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

/* Asked inside each transaction: the lock on the file does not keep out a program on another machine, or by hand. */
static bool
has_our_schema(struct store_sqlite *store)
{
    struct store_desk *desk = &store->writer;
    sqlite3_stmt *s = store_desk_prepared(desk, SQL_SCHEMA);
    bool fine = s && sqlite3_step(s) == SQLITE_ROW, same = false;

    if (fine)
        same = sqlite3_column_int(s, 0) == store_db_version();
    else
        fail(desk, "read");
    sqlite3_reset(s);
    if (fine && !same)
        store_report_converted(desk->reason, store->file.path, store_db_version());
    return same;
}

/* The batches from `first` up to, not including, `end`, in one transaction. */
static bool
write_group(struct store_sqlite *store, struct store_batch *first,
            const struct store_batch *end)
{
    struct store_desk *desk = &store->writer;
    bool fine;

    if (!is_there(store))
        return false;
    if (!store_db_run(desk->db, "BEGIN IMMEDIATE"))
        return fail(desk, "begin");
    fine = has_our_schema(store);
    for (const struct store_batch *batch = first; batch != end && fine; batch = batch->next)
        fine = write_batch(desk, batch);
    if (fine)
        fine = store_db_run(desk->db, "COMMIT") || fail(desk, "commit");
    if (!fine)
        store_db_run(desk->db, "ROLLBACK");
    return fine;
}

static void
report(struct store_sqlite *store, int weight, const char *what)
{
    store_report_failure(&store->report, weight, what, store->writer.reason);
}

void
store_sqlite_write(void *of, struct store_batch *first)
{
    struct store_sqlite *store = of;

    if (write_group(store, first, NULL)) {
        store_report_success(&store->report, store_report_weight(first, NULL));
        return;
    }
    for (struct store_batch *batch = first; batch; batch = batch->next) {
        int weight = store_report_weight(batch, batch->next);

        if (write_group(store, batch, batch->next)) {
            store_report_success(&store->report, weight);
            continue;
        }
        batch->error = "it could not be written to the data file";
        report(store, weight, "not written");
    }
}

static int
count_frames(void *arg, sqlite3 *db, const char *schema, int frames)
{
    struct store_desk *desk = arg;

    (void)db;
    (void)schema;
    desk->frames = frames;
    return SQLITE_OK;
}

/* Between commits, so that nobody waits for it. A reader may hold up a part: then later again. */
void
store_sqlite_checkpoint(void *of)
{
    struct store_sqlite *store = of;
    struct store_desk *desk = &store->writer;

    if (desk->frames < store->checkpoint_at)
        return;
    if (!store_mark_checkpoint(desk->db)) {
        fail(desk, "checkpoint");
        report(store, 0, "the WAL cannot be copied to the data file");
    }
    store->checkpoint_at = desk->frames < CHECKPOINT ? CHECKPOINT : desk->frames + CHECKPOINT;
}

void
store_sqlite_count_frames(struct store_sqlite *store)
{
    sqlite3_wal_hook(store->writer.db, count_frames, &store->writer);
    store->checkpoint_at = CHECKPOINT;
}

void
store_sqlite_leave(struct store_sqlite *store)
{
    struct store_desk *desk = &store->writer;

    if (is_there(store)) {
        if (store_mark_close(desk->db) &&
            sqlite3_db_config(desk->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL) == SQLITE_OK)
            return;
        fail(desk, "mark");
    }
    store->report.failing = false; /* this is told in any case */
    report(store, 0, "the data file could not be closed in order");
}
