/* SPDX-License-Identifier: MIT
 * store_db.h -- what the files of the SQLite store share: one connection, the schema, the marks.
 *
 * A data file knows whether it is complete without its WAL. Its table file_mark has one row. While
 * a server runs, the row in the main file says STORE_MARK_AWAY, "the rest is in the WAL", and the
 * WAL ends with STORE_MARK_WHOLE. A copy of the main file alone shows the first. `mark` is a random
 * number, new with each checkpoint: it shows whether a WAL belongs to the file that it lies beside.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_DB_H
#define KHEPRI_STORE_DB_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "oops.h"

enum { STORE_APPLICATION = 0x4b687072 /* "Khpr" */ };

/* STORE_MARK_NONE: an older schema. CLOSED: no server has the file open. */
enum store_mark_state { STORE_MARK_CLOSED, STORE_MARK_AWAY, STORE_MARK_WHOLE, STORE_MARK_NONE };
struct store_mark { enum store_mark_state state; int64_t mark, before; };

/* Runs statements without results; asks for one number; writes "WHAT PATH: the reason" and returns false. */
bool store_db_run(sqlite3 *db, const char *text);
bool store_db_number(sqlite3 *db, const char *text, int64_t *out);
bool store_db_oops(struct oops *why, const char *what, const char *path, sqlite3 *db);

/* Opens a connection for one thread, with the settings that all have; on failure *db may be set and is to be
 * closed. `flags` and `vfs` as of sqlite3_open_v2. What is not to be changed is opened so that closing leaves its
 * WAL. */
bool store_db_open(sqlite3 **db, const char *path, int flags, const char *vfs, struct oops *why);

/* Refuses a database that is not Khepri's, or of a newer Khepri. */
bool store_db_is_ours(sqlite3 *db, const char *path, struct oops *why);

/* Refuses a damaged database; reads all of it. (The quick check of SQLite misses rows that cannot be found.) */
bool store_db_is_sound(sqlite3 *db, const char *path, struct oops *why);

/* The newest schema, and what brings the file there. */
int store_db_version(void);
bool store_db_migrate(sqlite3 *db);

/* What the row says; STORE_MARK_NONE too if it cannot be read. */
struct store_mark store_mark_read(sqlite3 *db);

/* Copies what is in the WAL to the main file, so that the row is as described above. */
bool store_mark_checkpoint(sqlite3 *db);

/* The file is complete: nothing will follow in a WAL. A new mark, so that no WAL fits it. */
bool store_mark_close(sqlite3 *db);

#endif
