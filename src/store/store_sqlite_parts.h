/* SPDX-License-Identifier: MIT
 * store_sqlite_parts.h -- what the files of the SQLite store share.
 *
 * The order of the files, none of which calls one after it: store_sqlite_sql, store_sqlite_read,
 * store_sqlite_write, store_sqlite.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_SQLITE_PARTS_H
#define KHEPRI_STORE_SQLITE_PARTS_H

#include "store_file.h"
#include "store_gather.h"
#include "store_parts.h"
#include "store_queue.h"
#include "store_report.h"

enum store_sql {
    SQL_SCHEMA,
    SQL_NEW_TABLE,
    SQL_SET_TABLE,
    SQL_PUT_SEAT,
    SQL_BEFORE_ACTION,
    SQL_ADD_ACTION,
    SQL_LOAD_TABLE,
    SQL_LOAD_SEATS,
    SQL_LOAD_ACTIONS,
    SQL_LIST,
    SQL_LIST_JOINABLE,
    SQL_COUNT_ALL,
    SQL_COUNT_UNFINISHED,
    SQL_COUNT_LISTED,
    SQL_LIST_OLD,
    SQL_REMOVE_ACTIONS,
    SQL_REMOVE_SEATS,
    SQL_REMOVE_TABLE,
    SQL_NEXT,
    SQL_ADD_BAN,
    SQL_REMOVE_BAN,
    SQL_BANS,
    SQL_STATEMENTS
};

/* One connection and its prepared statements. Used by one thread. */
struct store_desk {
    sqlite3 *db;
    sqlite3_stmt *statements[SQL_STATEMENTS];
    char reason[STORE_LOG_ROOM]; /* why the last write failed */
    int frames; /* in the WAL after the last commit */
};

struct store_sqlite {
    struct store store; /* first, so that it can be found from it */
    struct store_gather gather;     /* what the writer writes by */
    struct store_desk writer, reader;
    struct store_file file;
    bool held; /* all is read in one transaction */
    struct store_report report;
    struct store_report left_out; /* of lists, whoever asks for them: damaged tables */
    int checkpoint_at; /* frames in the WAL */
    struct store_queue queue;
};

/* ---- statements (store_sqlite_sql.c) ---- */

void store_desk_close(struct store_desk *desk);
/* The statement, prepared when it is first needed; NULL on failure. */
sqlite3_stmt *store_desk_prepared(struct store_desk *desk, enum store_sql which);

/* ---- reading (store_sqlite_read.c) ---- */

bool store_sqlite_load(struct store *base, const char *id, struct store_table *table, struct store_action **actions,
                       int *count, struct oops *why);
int  store_sqlite_list(struct store *base, enum store_status status, bool joinable, int most, struct store_table *out,
                       struct oops *why);
int64_t store_sqlite_count(struct store *base, enum store_count what, uint32_t maker, int64_t since, struct oops *why);
int  store_sqlite_list_old(struct store *base, bool waiting, int64_t before, int most, char (*ids)[STORE_ID_ROOM],
                            struct oops *why);

int  store_sqlite_next(struct store *base, int64_t *row, char id[STORE_ID_ROOM], struct oops *why);
int  store_sqlite_bans(struct store *base, struct store_ban **out, struct oops *why);

/* ---- writing, on the writer's thread (store_sqlite_write.c): struct store_work ---- */

/* Each batch gets its result. */
void store_sqlite_write(void *store, struct store_batch *first);
/* Copies the WAL to the file once it is long. */
void store_sqlite_checkpoint(void *store);
/* Has the frames of the WAL counted, and copied from now on. */
void store_sqlite_count_frames(struct store_sqlite *store);
/* The end in order: the file is complete without a WAL, which goes with the last connection. */
void store_sqlite_leave(struct store_sqlite *store);

#endif
