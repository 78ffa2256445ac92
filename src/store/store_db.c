/* SPDX-License-Identifier: MIT
 * store_db.c -- see store_db.h. */
#include "store_db.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
    "CREATE TABLE file_mark (one INTEGER PRIMARY KEY CHECK (one = 1), state INTEGER NOT NULL,"
    " mark INTEGER NOT NULL, before INTEGER NOT NULL) STRICT;"
    "INSERT INTO file_mark VALUES (1, 0, random(), 0); UPDATE file_mark SET before = mark;",
    "ALTER TABLE tables ADD COLUMN maker INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX unfinished_by_maker ON tables (maker) WHERE status < 2;",
    /* Rows of before, and rows changed by hand, have no checksum: NULL. */
    "ALTER TABLE tables ADD COLUMN sum INTEGER;"
    "ALTER TABLE seats ADD COLUMN sum INTEGER;"
    "ALTER TABLE actions ADD COLUMN sum INTEGER;",
    "CREATE TABLE bans (kind INTEGER NOT NULL, what TEXT NOT NULL, sum INTEGER,"
    " PRIMARY KEY (kind, what)) STRICT, WITHOUT ROWID;",
    /* One page less to write for each action: docs/decisions/012-keys-without-an-index.md. */
    "DROP INDEX actions_by_key;",
};

enum { MIGRATIONS = sizeof migrations / sizeof migrations[0] };

bool
store_db_oops(struct oops *why, const char *what, const char *path, sqlite3 *db)
{
    snprintf(why->text, sizeof why->text, "%s %.120s: %.80s", what, path,
             db ? sqlite3_errmsg(db) : "not enough memory");
    return false;
}

bool
store_db_run(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

bool
store_db_number(sqlite3 *db, const char *text, int64_t *out)
{
    sqlite3_stmt *statement = NULL;
    bool fine = sqlite3_prepare_v2(db, text, -1, &statement, NULL) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_ROW;

    *out = fine ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return fine;
}

bool
store_db_open(sqlite3 **db, const char *path, int flags, const char *vfs, struct oops *why)
{
    if (sqlite3_open_v2(path, db, flags | SQLITE_OPEN_NOMUTEX, vfs) != SQLITE_OK)
        return store_db_oops(why, "cannot open", path, *db);
    sqlite3_extended_result_codes(*db, 1);
    sqlite3_busy_timeout(*db, 5000);
    /* A file that is refused stays as it is, with its WAL. */
    if (sqlite3_db_config(*db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) != SQLITE_OK ||
        !store_db_run(*db, "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;"
                           "PRAGMA wal_autocheckpoint = 0"))
        return store_db_oops(why, "cannot open", path, *db);
    return true;
}

bool
store_db_is_ours(sqlite3 *db, const char *path, struct oops *why)
{
    int64_t application, version, objects;

    if (!store_db_number(db, "PRAGMA application_id", &application) ||
        !store_db_number(db, "PRAGMA user_version", &version) ||
        !store_db_number(db, "SELECT count(*) FROM sqlite_schema", &objects))
        return store_db_oops(why, "cannot read", path, db);
    if (application != STORE_APPLICATION) {
        snprintf(why->text, sizeof why->text, "%.160s is a database, but not one of Khepri's",
                 path);
        return false;
    }
    if (version > MIGRATIONS) {
        snprintf(why->text, sizeof why->text,
                 "%.120s was written by a newer Khepri (its version is %" PRId64
                 ", ours is %d)",
                 path, version, MIGRATIONS);
        return false;
    }
    if (version < 1 || objects == 0) {
        snprintf(why->text, sizeof why->text, "%.160s is damaged: its tables are missing",
                 path);
        return false;
    }
    return true;
}

bool
store_db_is_sound(sqlite3 *db, const char *path, struct oops *why)
{
    sqlite3_stmt *statement = NULL;
    const char *said = NULL;
    bool fine = false;

    if (sqlite3_prepare_v2(db, "PRAGMA integrity_check(1)", -1, &statement, NULL) ==
            SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        said = (const char *)sqlite3_column_text(statement, 0);
    if (!said)
        said = sqlite3_errmsg(db);
    else
        fine = strcmp(said, "ok") == 0;
    if (strncmp(said, "***", 3) == 0 && strchr(said, '\n')) /* a headline */
        said = strchr(said, '\n') + 1;
    if (!fine)
        snprintf(why->text, sizeof why->text, "%.100s is damaged: %.*s", path,
                 strcspn(said, "\n") < 70 ? (int)strcspn(said, "\n") : 70, said);
    sqlite3_finalize(statement);
    return fine;
}

int
store_db_version(void)
{
    return MIGRATIONS;
}

bool
store_db_migrate(sqlite3 *db)
{
    char text[96];
    int64_t from;

    if (!store_db_number(db, "PRAGMA user_version", &from))
        return false;
    if (from == MIGRATIONS)
        return true;
    if (!store_db_run(db, "BEGIN IMMEDIATE"))
        return false;
    for (int64_t i = from; i < MIGRATIONS; i++) {
        if (!store_db_run(db, migrations[i]))
            goto undo;
    }
    snprintf(text, sizeof text, "PRAGMA user_version = %d; PRAGMA application_id = %d",
             MIGRATIONS, STORE_APPLICATION);
    if (store_db_run(db, text) && store_db_run(db, "COMMIT"))
        return true;
undo:
    store_db_run(db, "ROLLBACK");
    return false;
}

/* ---- marks ---- */

struct store_mark
store_mark_read(sqlite3 *db)
{
    struct store_mark mark = {.state = STORE_MARK_NONE};
    sqlite3_stmt *s = NULL;

    if (sqlite3_prepare_v2(db, "SELECT state, mark, before FROM file_mark", -1, &s, NULL) ==
            SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW) {
        int state = sqlite3_column_int(s, 0);

        if (state >= STORE_MARK_CLOSED && state <= STORE_MARK_WHOLE)
            mark = (struct store_mark){(enum store_mark_state)state, sqlite3_column_int64(s, 1),
                                       sqlite3_column_int64(s, 2)};
    }
    sqlite3_finalize(s);
    return mark;
}

/* `before` is the mark of the main file, until a checkpoint that no reader holds up copies `mark`. */
bool
store_mark_checkpoint(sqlite3 *db)
{
    int frames = 0, copied = 0, result;

    if (!store_db_run(db, "UPDATE file_mark SET state = 1,"
                          " mark = CASE mark WHEN before THEN random() ELSE mark END"))
        return false;
    result = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, &frames, &copied);
    if (result != SQLITE_OK && (result & 0xff) != SQLITE_BUSY)
        return false;
    return store_db_run(db, result == SQLITE_OK && frames == copied
                                ? "UPDATE file_mark SET state = 2, before = mark"
                                : "UPDATE file_mark SET state = 2");
}

bool
store_mark_close(sqlite3 *db)
{
    return store_db_run(db, "UPDATE file_mark SET state = 0, mark = random()");
}
