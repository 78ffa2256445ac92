/* SPDX-License-Identifier: MIT
 * store_sqlite_read.c -- see store_sqlite_parts.h: what is stored, read on the caller's thread. */
#include "store_sqlite_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_copy.h"
#include "store_sum.h"

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
damaged(struct store_desk *desk, const char *what, const char *id)
{
    snprintf(desk->reason, sizeof desk->reason, "%s of table %s is damaged", what, id);
    return false;
}

static bool
read_seats(struct store_desk *desk, struct store_table *table)
{
    sqlite3_stmt *s = store_desk_prepared(desk, SQL_LOAD_SEATS);
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
read_actions(struct store_desk *desk, const char *id, struct store_action **actions, int *count)
{
    sqlite3_stmt *s = store_desk_prepared(desk, SQL_LOAD_ACTIONS);
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
        to->made = sqlite3_column_int64(s, 4);
        fine = sum_holds(s, 5, store_sum_action(id, to, to->made));
    }
    sqlite3_reset(s);
    return fine ? result == SQLITE_DONE : damaged(desk, "an action", id);
}

bool
store_sqlite_load(struct store *base, const char *id, struct store_table *table,
                  struct store_action **actions, int *count, struct oops *why)
{
    const bool held = ((struct store_sqlite *)base)->held;
    struct store_desk *desk = &((struct store_sqlite *)base)->reader;
    sqlite3_stmt *s = store_desk_prepared(desk, SQL_LOAD_TABLE);
    int result = SQLITE_ERROR;
    bool fine = false;

    desk->reason[0] = 0;

    /* One transaction, so that table and actions are from the same moment. */
    if (!s || !(held || store_db_run(desk->db, "BEGIN")))
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
    if (!held)
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
    struct store_desk *desk = &store->reader;
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
        store_report_failure(&store->left_out, 0, "left out of a list", desk->reason);
    }
    *count = kept;
    return true;
}

int
store_sqlite_list(struct store *base, enum store_status status, bool joinable, int most,
                  struct store_table *out, struct oops *why)
{
    struct store_sqlite *store = (struct store_sqlite *)base;
    struct store_desk *desk = &store->reader;
    sqlite3_stmt *s = store_desk_prepared(desk, joinable ? SQL_LIST_JOINABLE : SQL_LIST);
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

int64_t
store_sqlite_count(struct store *base, enum store_count what, uint32_t maker, int64_t since,
                   struct oops *why)
{
    static const enum store_sql statements[] = {[STORE_COUNT_ALL] = SQL_COUNT_ALL,
                                                [STORE_COUNT_UNFINISHED] = SQL_COUNT_UNFINISHED,
                                                [STORE_COUNT_LISTED] = SQL_COUNT_LISTED};
    struct store_desk *desk = &((struct store_sqlite *)base)->reader;
    sqlite3_stmt *s = store_desk_prepared(desk, statements[what]);
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

int
store_sqlite_list_old(struct store *base, bool waiting, int64_t before, int most,
                      char (*ids)[STORE_ID_ROOM], struct oops *why)
{
    struct store_desk *desk = &((struct store_sqlite *)base)->reader;
    sqlite3_stmt *s = store_desk_prepared(desk, SQL_LIST_OLD);
    int count = 0, result = SQLITE_ERROR;

    if (s) {
        sqlite3_bind_int64(s, 1, before);
        sqlite3_bind_int(s, 2, most);
        sqlite3_bind_int(s, 3, waiting);
        while (count < most && (result = sqlite3_step(s)) == SQLITE_ROW)
            copy_text(ids[count++], STORE_ID_ROOM, s, 0);
        sqlite3_reset(s);
    }
    if (count == most || result == SQLITE_DONE)
        return count;
    store_db_oops(why, "cannot read", "the data file", desk->db);
    return -1;
}

int
store_sqlite_next(struct store *base, int64_t *row, char id[STORE_ID_ROOM], struct oops *why)
{
    struct store_desk *desk = &((struct store_sqlite *)base)->reader;
    sqlite3_stmt *s = store_desk_prepared(desk, SQL_NEXT);
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

int
store_sqlite_bans(struct store *base, struct store_ban **out, struct oops *why)
{
    struct store_desk *desk = &((struct store_sqlite *)base)->reader;
    sqlite3_stmt *s = store_desk_prepared(desk, SQL_BANS);
    int count = 0, room = 0, result = SQLITE_ERROR;
    const char *wrong = NULL;

    while (s && !wrong && (result = sqlite3_step(s)) == SQLITE_ROW) {
        struct store_ban ban = {.kind = (enum store_ban_kind)sqlite3_column_int(s, 0)};

        copy_text(ban.what, sizeof ban.what, s, 1);
        if (!sum_holds(s, 2, store_sum_ban(&ban)))
            wrong = "a ban in the data file is damaged; 'khepri restore' a backup";
        else if (!store_room_for_ban(out, count, &room))
            wrong = "there is not enough memory";
        else
            (*out)[count++] = ban;
    }
    sqlite3_reset(s);
    if (!wrong && result == SQLITE_DONE)
        return count;
    if (wrong)
        snprintf(why->text, sizeof why->text, "%s", wrong);
    else
        store_db_oops(why, "cannot read", "the data file", desk->db);
    free(*out);
    *out = NULL;
    return -1;
}
