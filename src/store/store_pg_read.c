/* SPDX-License-Identifier: MIT
 * store_pg_read.c -- see store_pg_parts.h: what is stored, read on the caller's thread.
 *
 * The caller serves everybody, so nothing here waits for long. A server that does not answer in PG_READ_MS is taken
 * for lost. A lost one is looked for where it does not matter. What failed is not tried again for PG_REST_TIMES as long
 * as it took, at most PG_READ_MS: between failures there is time for everybody else. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_pg_parts.h"

/* The columns of PG_LOAD_TABLE and PG_LIST. */
enum {
    ID,
    GAME,
    OPTIONS,
    PLAYERS,
    STATUS,
    OPEN_TO_ALL,
    CREATED,
    REMATCH,
    HINTS,
    PACE,
    STAND_INS,
    MAKER,
    VERSION,
    SEAT,
    KIND,
    NAME,
    BOT,
    TOKEN,
    PERSON,
    ELSEWHERE
};

/* ---- asking ---- */

int64_t
store_pg_node(struct store_pg *store)
{
    int64_t node;

    pthread_mutex_lock(&store->mutex);
    node = store->node;
    pthread_mutex_unlock(&store->mutex);
    return node;
}

/* A table that is locked, as by VACUUM FULL, is not waited for as a silent server is: it may be locked for long. */
bool
store_pg_connect_reader(struct store_pg *store)
{
    struct pg_desk *desk = &store->reader;

    desk->patience = PG_READ_MS;
    return store_pg_connect(desk, store->url) &&
           store_pg_run(desk, "SET lock_timeout = '500ms'") && store_pg_prepare(desk);
}

/* After it was tried since `began` in vain. What took no time was not tried. */
static void
rest(struct store_pg *store, int64_t began)
{
    int64_t now = store_pg_now(), pause = PG_REST_TIMES * (now - began);

    if (now - began >= PG_AGAIN_MS)
        store->read_tried_at = now + (pause < PG_READ_MS ? pause : PG_READ_MS);
}

/* Connects again only when the listening thread has: it may wait for the server, and this one not. */
static bool
is_connected(struct store_pg *store)
{
    struct pg_desk *desk = &store->reader;
    int64_t began;

    if (!store_pg_is_lost(desk))
        return true;
    if (store->held || /* another connection would show another moment */
        store_pg_node(store) == 0 || store_pg_now() - store->read_tried_at < PG_AGAIN_MS)
        return false;
    began = store->read_tried_at = store_pg_now();
    store_pg_disconnect(desk);
    if (store_pg_connect_reader(store))
        return true;
    store_pg_disconnect(desk);
    rest(store, began);
    return false;
}

/* What is read in one go: up to three statements, and their results. */
struct reading {
    enum pg_sql which[4];
    const struct pg_values *values[4];
    int count;
    PGresult *results[4];
};

static void
finish(struct reading *r)
{
    for (int i = 0; i < r->count; i++) {
        PQclear(r->results[i]);
        r->results[i] = NULL;
    }
}

/* Sends all and takes the results. False: desk->reason; *ended: because the server had ended the connection. */
static bool
exchange(struct pg_desk *desk, struct reading *r, bool *ended)
{
    bool fine = true;

    *ended = false;
    for (int i = 0; i < r->count && fine; i++)
        fine = store_pg_send(desk, r->which[i], r->values[i]);
    fine = fine && store_pg_sync(desk);
    for (int i = 0; i < r->count && fine; i++) {
        ExecStatusType status;

        r->results[i] = store_pg_result(desk, PG_READ_MS);
        status = PQresultStatus(r->results[i]);
        fine = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK ||
               store_pg_fail(desk, "read", r->results[i]);
        *ended = !fine && store_pg_is_ending(r->results[i]);
    }
    fine = fine && store_pg_synced(desk, PG_READ_MS);
    *ended = *ended || (!fine && !desk->silent && store_pg_is_lost(desk));
    return fine;
}

/* Asks all; false: a sentence in *why. A connection that nobody used may have been ended long ago, by a restart of the
 * database or by its idle_session_timeout. So what is read is asked once more on a new one: that changes nothing, or
 * the same again. */
static bool
ask(struct store_pg *store, struct reading *r, struct oops *why)
{
    struct pg_desk *desk = &store->reader;
    int64_t began = store_pg_now();
    bool ended = false, fine = is_connected(store) && exchange(desk, r, &ended);

    if (ended) {
        finish(r);
        store_pg_disconnect(desk);
        fine = is_connected(store) && exchange(desk, r, &ended);
    }
    if (fine)
        return true;
    snprintf(why->text, sizeof why->text, "cannot read the database: %.180s", desk->reason);
    store_pg_disconnect(desk); /* in whatever state it was */
    rest(store, began);
    return false;
}

/* ---- rows ---- */

static int64_t
number_at(const PGresult *rows, int row, int column)
{
    return strtoll(PQgetvalue(rows, row, column), NULL, 10);
}

static bool
flag_at(const PGresult *rows, int row, int column)
{
    return PQgetvalue(rows, row, column)[0] == 't';
}

static void
copy_text(char *to, size_t room, const PGresult *rows, int row, int column)
{
    snprintf(to, room, "%s", PQgetvalue(rows, row, column));
}

static void
read_hash(uint8_t out[STORE_HASH], const char *text)
{
    unsigned byte;

    if (strlen(text) != 2 + 2 * STORE_HASH)
        return; /* NULL: none */
    for (int i = 0; i < STORE_HASH && sscanf(text + 2 + 2 * i, "%2x", &byte) == 1; i++)
        out[i] = (uint8_t)byte;
}

static void
read_table(const PGresult *rows, int row, struct store_table *out)
{
    *out =
        (struct store_table){.players = (int)number_at(rows, row, PLAYERS),
                             .status = (enum store_status)number_at(rows, row, STATUS),
                             .open_to_all = flag_at(rows, row, OPEN_TO_ALL),
                             .hints = flag_at(rows, row, HINTS),
                             .pace = (enum store_pace)number_at(rows, row, PACE),
                             .stand_ins = (enum store_stand_ins)number_at(rows, row, STAND_INS),
                             .created = number_at(rows, row, CREATED),
                             .maker = (uint32_t)number_at(rows, row, MAKER),
                             .version = (uint32_t)number_at(rows, row, VERSION),
                             .elsewhere = (uint32_t)number_at(rows, row, ELSEWHERE)};
    copy_text(out->id, sizeof out->id, rows, row, ID);
    copy_text(out->game, sizeof out->game, rows, row, GAME);
    copy_text(out->options, sizeof out->options, rows, row, OPTIONS);
    copy_text(out->rematch, sizeof out->rematch, rows, row, REMATCH);
}

static void
read_seat(const PGresult *rows, int row, struct store_seat *out)
{
    out->kind = (enum store_kind)number_at(rows, row, KIND);
    copy_text(out->name, sizeof out->name, rows, row, NAME);
    copy_text(out->bot, sizeof out->bot, rows, row, BOT);
    copy_text(out->person, sizeof out->person, rows, row, PERSON);
    read_hash(out->token, PQgetvalue(rows, row, TOKEN));
}

/* Reads the table that begins at *row, and goes to the next. False if its seats are not those it should have. */
static bool
next_table(const PGresult *rows, int *row, struct store_table *out)
{
    int first = *row, seats = 0;

    read_table(rows, first, out);
    for (; *row < PQntuples(rows) &&
           strcmp(PQgetvalue(rows, *row, ID), PQgetvalue(rows, first, ID)) == 0;
         ++*row) {
        if (PQgetisnull(rows, *row, SEAT))
            continue;
        if (seats == STORE_SEATS || number_at(rows, *row, SEAT) != seats)
            seats = STORE_SEATS + 1;
        else
            read_seat(rows, *row, &out->seats[seats++]);
    }
    return seats == out->players;
}

static bool
read_actions(const PGresult *rows, struct store_action **actions, int *count, struct oops *why)
{
    int all = PQntuples(rows);

    *actions = all > 0 ? calloc((size_t)all, sizeof **actions) : NULL;
    if (all > 0 && !*actions) {
        snprintf(why->text, sizeof why->text, "there is not enough memory");
        return false;
    }
    for (*count = 0; *count < all; ++*count) {
        struct store_action *to = &(*actions)[*count];

        to->seq = (int)number_at(rows, *count, 0);
        to->seat = (int)number_at(rows, *count, 1);
        copy_text(to->action, sizeof to->action, rows, *count, 2);
        copy_text(to->key, sizeof to->key, rows, *count, 3);
        to->made = number_at(rows, *count, 4);
    }
    return true;
}

/* ---- the store ---- */

bool
store_pg_load(struct store *base, const char *id, struct store_table *table,
              struct store_action **actions, int *count, struct oops *why)
{
    return store_pg_load_since(base, id, 0, table, actions, count, why);
}

bool
store_pg_load_since(struct store *base, const char *id, int seq, struct store_table *table,
                    struct store_action **actions, int *count, struct oops *why)
{
    struct pg_values values = {.at = {id}, .count = 1}, since = {.at = {id}, .count = 1};
    /* One transaction, so that table and actions are from the same moment. */
    struct reading r = {.which = {PG_BEGIN_READING, PG_LOAD_TABLE, PG_LOAD_ACTIONS, PG_COMMIT},
                        .values = {NULL, &values, &since, NULL},
                        .count = 4};
    struct reading within = {
        .which = {PG_LOAD_TABLE, PG_LOAD_ACTIONS}, .values = {&values, &since}, .count = 2};
    struct store_pg *store = (struct store_pg *)base;
    PGresult **rows = store->held ? within.results : r.results + 1;
    bool fine;
    int row = 0;

    store_pg_number(&values, store_pg_node(store));
    store_pg_number(&since, seq);
    fine = ask(store, store->held ? &within : &r, why) && PQntuples(rows[0]) > 0;
    if (fine && !next_table(rows[0], &row, table)) {
        snprintf(why->text, sizeof why->text,
                 "cannot read the database: a seat of table %s is damaged", id);
        fine = false;
    }
    fine = fine && read_actions(rows[1], actions, count, why);
    finish(&r);
    finish(&within);
    return fine;
}

int
store_pg_list(struct store *base, enum store_status status, bool joinable, int most,
              struct store_table *out, struct oops *why)
{
    struct store_pg *store = (struct store_pg *)base;
    struct pg_values values = {.count = 0};
    struct reading r = {
        .which = {joinable ? PG_LIST_JOINABLE : PG_LIST}, .values = {&values}, .count = 1};
    int count = 0, row = 0;
    bool fine;

    store_pg_number(&values, status);
    store_pg_number(&values, most);
    store_pg_number(&values, store_pg_node(store));
    fine = ask(store, &r, why);
    while (fine && row < PQntuples(r.results[0])) {
        char text[64];
        int at = row;

        if (next_table(r.results[0], &row, &out[count])) {
            count++;
            continue;
        }
        snprintf(text, sizeof text, "a seat of table %.12s is damaged",
                 PQgetvalue(r.results[0], at, ID));
        store->report.log.say(store->report.log.arg, STORE_ERROR, text);
    }
    finish(&r);
    return fine ? count : -1;
}

int64_t
store_pg_count(struct store *base, enum store_count what, uint32_t maker, int64_t since,
               struct oops *why)
{
    static const enum pg_sql statements[] = {[STORE_COUNT_ALL] = PG_COUNT_ALL,
                                             [STORE_COUNT_UNFINISHED] = PG_COUNT_UNFINISHED,
                                             [STORE_COUNT_LISTED] = PG_COUNT_LISTED};
    struct pg_values values = {.count = 0};
    struct reading r = {.which = {statements[what]}, .values = {&values}, .count = 1};
    int64_t count = -1;

    if (what != STORE_COUNT_ALL) {
        store_pg_number(&values, maker);
        store_pg_number(&values, since);
    }
    if (ask((struct store_pg *)base, &r, why))
        count = number_at(r.results[0], 0, 0);
    finish(&r);
    return count;
}

int
store_pg_list_old(struct store *base, bool waiting, int64_t before, int most,
                  char (*ids)[STORE_ID_ROOM], struct oops *why)
{
    struct pg_values values = {.count = 0};
    struct reading r = {.which = {PG_LIST_OLD}, .values = {&values}, .count = 1};
    int count = -1;

    store_pg_number(&values, before);
    store_pg_number(&values, most);
    store_pg_number(&values, waiting);
    if (ask((struct store_pg *)base, &r, why)) {
        for (count = 0; count < PQntuples(r.results[0]); count++)
            copy_text(ids[count], STORE_ID_ROOM, r.results[0], count, 0);
    }
    finish(&r);
    return count;
}

int
store_pg_change(struct store_pg *store, enum pg_sql which, const char *id, int64_t node)
{
    struct pg_values values = {.at = {id}, .count = 1};
    struct reading r = {.which = {which}, .values = {&values}, .count = 1};
    struct oops why;
    int count = -1;

    store_pg_number(&values, node);
    if (ask(store, &r, &why))
        count = atoi(PQcmdTuples(r.results[0]));
    finish(&r);
    return count;
}

int
store_pg_next(struct store *base, int64_t *row, char id[STORE_ID_ROOM], struct oops *why)
{
    struct pg_values values = {.count = 0};
    struct reading r = {.which = {PG_NEXT}, .values = {&values}, .count = 1};
    int found = -1;

    store_pg_number(&values, *row);
    if (ask((struct store_pg *)base, &r, why)) {
        found = PQntuples(r.results[0]);
        if (found == 1) {
            *row = number_at(r.results[0], 0, 0);
            copy_text(id, STORE_ID_ROOM, r.results[0], 0, 1);
        }
    }
    finish(&r);
    return found;
}

int
store_pg_bans(struct store *base, struct store_ban **out, struct oops *why)
{
    struct reading r = {.which = {PG_BANS}, .values = {NULL}, .count = 1};
    int count = -1;

    if (ask((struct store_pg *)base, &r, why)) {
        *out = calloc((size_t)PQntuples(r.results[0]) + 1, sizeof **out);
        if (!*out)
            snprintf(why->text, sizeof why->text, "there is not enough memory");
        for (count = *out ? 0 : -1; count >= 0 && count < PQntuples(r.results[0]); count++) {
            (*out)[count].kind = (enum store_ban_kind)number_at(r.results[0], count, 0);
            copy_text((*out)[count].what, STORE_NAME_ROOM, r.results[0], count, 1);
        }
    }
    finish(&r);
    return count;
}
