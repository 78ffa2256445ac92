/* SPDX-License-Identifier: MIT
 * store_sqlite_sql.c -- the statements of the SQLite store. */
#include "store_sqlite_parts.h"

/* clang-format off */
#define COLUMNS "id, game, options, players, status, public, created, rematch, hints, pace, stand_ins, maker"

static const char *const sql[SQL_STATEMENTS] = {
    [SQL_SCHEMA] = "PRAGMA user_version",
    [SQL_NEW_TABLE] = "INSERT INTO tables (" COLUMNS ", sum, joinable)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    [SQL_SET_TABLE] = "UPDATE tables SET game = ?2, options = ?3, players = ?4, status = ?5, public = ?6,"
                  " created = ?7, rematch = ?8, hints = ?9, pace = ?10, stand_ins = ?11, maker = ?12, sum = ?13,"
                  " joinable = ?14"
                  " WHERE id = ?1",
    [SQL_PUT_SEAT] = "INSERT INTO seats (table_id, seat, kind, name, bot, token, person, sum)"
                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
                 " ON CONFLICT DO UPDATE SET kind = ?3, name = ?4, bot = ?5, token = ?6, person = ?7, sum = ?8",
    /* The first row is an earlier action with this key (1), or else the action before (0). */
    [SQL_BEFORE_ACTION] = "SELECT ifnull(seat = ?4 AND key = ?5, 0) FROM actions WHERE table_id = ?1 AND seq >= ?2"
                      " AND (seq = ?3 OR (seat = ?4 AND key = ?5)) ORDER BY seq",
    [SQL_ADD_ACTION] = "INSERT INTO actions (table_id, seq, seat, action, key, made, sum)"
                   " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [SQL_LOAD_TABLE] = "SELECT " COLUMNS ", sum FROM tables WHERE id = ?1",
    [SQL_LOAD_SEATS] = "SELECT seat, kind, name, bot, token, person, sum FROM seats WHERE table_id = ?1 ORDER BY seat",
    [SQL_LOAD_ACTIONS] = "SELECT seq, seat, action, key, made, sum FROM actions WHERE table_id = ?1 ORDER BY seq",
    [SQL_LIST] = "SELECT " COLUMNS ", sum FROM tables WHERE status = ?1 ORDER BY created DESC, rowid DESC LIMIT ?2",
    [SQL_LIST_JOINABLE] = "SELECT " COLUMNS ", sum FROM tables WHERE status = ?1 AND joinable"
                      " ORDER BY created DESC, rowid DESC LIMIT ?2",
    [SQL_COUNT_ALL] = "SELECT count(*) FROM tables",
    [SQL_COUNT_UNFINISHED] = "SELECT count(*) FROM tables WHERE maker = ?1 AND status < 2 AND created > ?2",
    [SQL_COUNT_LISTED] = "SELECT count(*) FROM tables WHERE maker = ?1 AND status < 2 AND created > ?2"
                     " AND status = 0 AND joinable",
    [SQL_LIST_OLD] = "SELECT id FROM tables WHERE created < ?1 AND (status = 0) = ?3"
                 " AND ifnull((SELECT made FROM actions WHERE table_id = id ORDER BY seq DESC LIMIT 1), 0) < ?1"
                 " ORDER BY created, rowid LIMIT ?2",
    [SQL_REMOVE_ACTIONS] = "DELETE FROM actions WHERE table_id = ?1",
    [SQL_REMOVE_SEATS] = "DELETE FROM seats WHERE table_id = ?1",
    [SQL_REMOVE_TABLE] = "DELETE FROM tables WHERE id = ?1",
    [SQL_NEXT] = "SELECT rowid, id FROM tables WHERE rowid > ?1 ORDER BY rowid LIMIT 1",
    [SQL_ADD_BAN] = "INSERT INTO bans (kind, what, sum) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
    [SQL_REMOVE_BAN] = "DELETE FROM bans WHERE kind = ?1 AND what = ?2",
    [SQL_BANS] = "SELECT kind, what, sum FROM bans ORDER BY kind, what",
};
/* clang-format on */

void
store_desk_close(struct store_desk *desk)
{
    for (int i = 0; i < SQL_STATEMENTS; i++)
        sqlite3_finalize(desk->statements[i]);
    sqlite3_close(desk->db);
    *desk = (struct store_desk){0};
}

sqlite3_stmt *
store_desk_prepared(struct store_desk *desk, enum store_sql which)
{
    if (!desk->statements[which])
        sqlite3_prepare_v3(desk->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT,
                           &desk->statements[which], NULL);
    return desk->statements[which];
}
