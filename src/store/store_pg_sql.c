/* SPDX-License-Identifier: MIT
 * store_pg_sql.c -- the statements of the PostgreSQL store. */
#include "store_pg_parts.h"

/* clang-format off */
#define COLUMNS "id, game, options, players, status, public, created, rematch, hints, pace, stand_ins, maker"
#define ROWS(which, node) "SELECT t.id, t.game, t.options, t.players, t.status, t.public, t.created, t.rematch," \
    " t.hints, t.pace, t.stand_ins, t.maker, t.version, s.seat, s.kind, s.name, s.bot, s.token, s.person," \
    " (SELECT coalesce(bit_or(p.seats), 0) FROM presence p WHERE p.table_id = t.id" \
    " AND p.node <> " node "::int)" \
    " FROM (SELECT * FROM tables " which ") t LEFT JOIN seats s ON s.table_id = t.id" \
    " ORDER BY t.created DESC, t.row DESC, s.seat"

const char *const store_pg_sql[PG_STATEMENTS] = {
    [PG_BEGIN] = "BEGIN",
    [PG_BEGIN_READING] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    [PG_COMMIT] = "COMMIT",
    [PG_ROLLBACK] = "ROLLBACK",
    /* Nothing, if a newer program converted the schema. That waits for the lock on writers, which this takes before it
     * looks. */
    [PG_NUMBER] = "INSERT INTO writers (id, last) SELECT $1::bigint, pg_current_xact_id()::text::bigint FROM about"
                  " WHERE schema = $2::int"
                  " ON CONFLICT (id) DO UPDATE SET last = excluded.last, at = excluded.at RETURNING last",
    [PG_OUTCOME] = "SELECT pg_xact_status($1::xid8)",
    [PG_IS_OURS] = "SELECT 1 FROM writers WHERE id = $1 AND last = $2",
    [PG_PROVE] = "UPDATE about SET one = one",
    [PG_NEW_TABLE] = "INSERT INTO tables (" COLUMNS ", joinable) VALUES ($1, $2, $3, $4, $5, $6::int::bool, $7, $8,"
                     " $9::int::bool, $10, $11, $12, $13::int::bool) ON CONFLICT DO NOTHING",
    [PG_SET_TABLE] = "UPDATE tables SET game = $2, options = $3, players = $4, status = $5, public = $6::int::bool,"
                     " created = $7, rematch = $8, hints = $9::int::bool, pace = $10, stand_ins = $11, maker = $12,"
                     " joinable = $13::int::bool, version = version + 1 WHERE id = $1 AND version = $14",
    [PG_PUT_SEAT] = "INSERT INTO seats (table_id, seat, kind, name, bot, token, person)"
                    " VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (table_id, seat)"
                    " DO UPDATE SET kind = $3, name = $4, bot = $5, token = $6, person = $7",
    /* One look at the last rows tells which is the last and whether the key is among them. Two that insert the same at
     * the same time: the second waits for the first, and then inserts nothing.
     * That the table is there, its reference ensures. */
    [PG_ADD_ACTION] = "INSERT INTO actions (table_id, seq, seat, action, key, made)"
                      " SELECT $1::text, $2::int, $3::int, $4::text, $5::text, $6::bigint"
                      " FROM (SELECT max(seq) AS last, bool_or(seat = $3::int AND key = $5::text) AS used"
                      " FROM actions WHERE table_id = $1::text AND seq >= $7::int) AS near"
                      " WHERE $2::int = coalesce(last + 1, 0) AND used IS NOT TRUE ON CONFLICT DO NOTHING",
    [PG_REMOVE_TABLE] = "DELETE FROM tables WHERE id = $1",
    [PG_LOAD_TABLE] = ROWS("WHERE id = $1", "$2"),
    [PG_LOAD_ACTIONS] = "SELECT seq, seat, action, key, made FROM actions WHERE table_id = $1 AND seq >= $2"
                        " ORDER BY seq",
    [PG_LIST] = ROWS("WHERE status = $1 ORDER BY created DESC, row DESC LIMIT $2", "$3"),
    [PG_LIST_JOINABLE] = ROWS("WHERE status = $1 AND joinable ORDER BY created DESC, row DESC LIMIT $2", "$3"),
    [PG_COUNT_ALL] = "SELECT count(*) FROM tables",
    [PG_COUNT_UNFINISHED] = "SELECT count(*) FROM tables WHERE maker = $1 AND status < 2 AND created > $2",
    [PG_COUNT_LISTED] = "SELECT count(*) FROM tables WHERE maker = $1 AND status < 2 AND created > $2"
                        " AND status = 0 AND joinable",
    [PG_LIST_OLD] = "SELECT id FROM tables WHERE created < $1 AND (status = 0) = ($3 = 1)"
                    " AND coalesce((SELECT made FROM actions WHERE table_id = id ORDER BY seq DESC LIMIT 1), 0) < $1"
                    " AND NOT EXISTS (SELECT FROM claims WHERE table_id = id)"
                    " AND NOT EXISTS (SELECT FROM presence WHERE table_id = id) ORDER BY created, row LIMIT $2",
    [PG_NEXT] = "SELECT row, id FROM tables WHERE row > $1 ORDER BY row LIMIT 1",
    [PG_CLAIM] = "INSERT INTO claims AS c SELECT $1::text, $2::int"
                 " WHERE EXISTS (SELECT 1 FROM nodes WHERE id = $2::int)"
                 " ON CONFLICT (table_id) DO UPDATE SET node = $2::int WHERE c.node = $2::int",
    [PG_RELEASE] = "DELETE FROM claims WHERE table_id = $1 AND node = $2",
    /* NOTIFY takes a lock of the whole cluster until its commit is on disk; what it tells is only a hint. */
    [PG_SOON] = "SET LOCAL synchronous_commit = off",
    [PG_TELL] = "SELECT pg_notify('khepri', $1)",
    [PG_ADD_BAN] = "INSERT INTO bans AS b VALUES ($1::int, $2::text)"
                   " ON CONFLICT (kind, what) DO UPDATE SET what = b.what",
    [PG_REMOVE_BAN] = "DELETE FROM bans WHERE kind = $1::int AND what = $2",
    [PG_BANS] = "SELECT kind, what FROM bans ORDER BY kind, what",
};
/* clang-format on */
