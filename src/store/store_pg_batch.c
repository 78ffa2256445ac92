/* SPDX-License-Identifier: MIT
 * store_pg_batch.c -- see store_pg_parts.h: the statements of batches, and what the server answers to each. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "store_pg_parts.h"

const char store_pg_not_written[] = "it could not be written to the database";

/* ---- what is sent ---- */

static bool
send_table(struct pg_desk *desk, enum pg_sql how, const struct store_table *table)
{
    struct pg_values v = {.count = 0};

    store_pg_text(&v, table->id);
    store_pg_text(&v, table->game);
    store_pg_text(&v, table->options);
    store_pg_number(&v, table->players);
    store_pg_number(&v, table->status);
    store_pg_number(&v, table->open_to_all);
    store_pg_number(&v, table->created);
    store_pg_text_or_null(&v, table->rematch);
    store_pg_number(&v, table->hints);
    store_pg_number(&v, table->pace);
    store_pg_number(&v, table->stand_ins);
    store_pg_number(&v, table->maker);
    store_pg_number(&v, store_is_joinable(table));
    if (how == PG_SET_TABLE)
        store_pg_number(&v, table->version);
    return store_pg_send(desk, how, &v);
}

/* A token as PostgreSQL writes bytes. */
static void
write_hash(char out[2 * STORE_HASH + 3], const uint8_t hash[STORE_HASH])
{
    strcpy(out, "\\x");
    for (int i = 0; i < STORE_HASH; i++)
        snprintf(out + 2 + 2 * i, 3, "%02x", hash[i]);
}

static bool
send_seat(struct pg_desk *desk, const char *id, int number, const struct store_seat *seat)
{
    struct pg_values v = {.count = 0};
    char token[2 * STORE_HASH + 3] = "";

    if (seat->kind == STORE_PERSON || seat->person[0])
        write_hash(token, seat->token);
    store_pg_text(&v, id);
    store_pg_number(&v, number);
    store_pg_number(&v, seat->kind);
    store_pg_text(&v, seat->name);
    store_pg_text(&v, seat->bot);
    store_pg_text_or_null(&v, token);
    store_pg_text(&v, seat->person);
    return store_pg_send(desk, PG_PUT_SEAT, &v);
}

static bool
send_action(struct pg_desk *desk, const char *id, const struct store_action *action)
{
    struct pg_values v = {.count = 0};

    store_pg_text(&v, id);
    store_pg_number(&v, action->seq);
    store_pg_number(&v, action->seat);
    store_pg_text(&v, action->action);
    store_pg_text_or_null(&v, action->key);
    store_pg_number(&v, action->made ? action->made : (int64_t)time(NULL));
    store_pg_number(&v, action->seq - (action->key[0] ? STORE_KEYS_NEAR : 1));
    return store_pg_send(desk, PG_ADD_ACTION, &v);
}

static bool
send_ban(struct pg_desk *desk, enum pg_sql how, const struct store_ban *ban)
{
    struct pg_values v = {.count = 0};

    store_pg_number(&v, ban->kind);
    store_pg_text(&v, ban->what);
    return store_pg_send(desk, how, &v);
}

static bool
send_change(struct pg_desk *desk, const struct store_change *c)
{
    struct pg_values id = {.at = {c->id}, .count = 1};
    bool fine = false;

    switch (c->verb) {
    case STORE_NEW_TABLE:
    case STORE_SET_TABLE:
        fine = send_table(desk, c->verb == STORE_NEW_TABLE ? PG_NEW_TABLE : PG_SET_TABLE,
                          c->table);
        for (int i = 0; i < c->table->players && fine; i++)
            fine = send_seat(desk, c->id, i, &c->table->seats[i]);
        break;
    case STORE_ADD_ACTION:
        fine = send_action(desk, c->id, &c->action);
        break;
    case STORE_REMOVE_TABLE:
        fine = store_pg_send(desk, PG_REMOVE_TABLE, &id);
        break;
    case STORE_ADD_BAN:
        fine = send_ban(desk, PG_ADD_BAN, &c->ban);
        break;
    case STORE_REMOVE_BAN:
        fine = send_ban(desk, PG_REMOVE_BAN, &c->ban);
        break;
    }
    return fine;
}

/* How many results a change has. */
static int
statements_of(const struct store_change *c)
{
    return c->verb == STORE_NEW_TABLE || c->verb == STORE_SET_TABLE ? 1 + c->table->players : 1;
}

bool
store_pg_send_group(struct store_pg *store, const struct store_batch *first)
{
    struct pg_desk *desk = &store->writer;
    struct pg_values writer = {.count = 0};
    bool fine;

    store_pg_number(&writer, store->writer_id);
    store_pg_number(&writer, store_pg_version());
    fine = store_pg_send(desk, PG_BEGIN, NULL) && store_pg_send(desk, PG_NUMBER, &writer);
    for (const struct store_batch *b = first; b && fine; b = b->next) {
        if (b->error)
            continue;
        if (!b->first)
            fine = store_pg_send(desk, PG_PROVE, NULL);
        for (const struct store_change *c = b->first; c && fine; c = c->next)
            fine = send_change(desk, c);
    }
    return store_pg_sync(desk) && fine;
}

/* ---- what comes back ---- */

/* The result of one statement that must change one row. */
static enum pg_outcome
take_change(struct pg_desk *desk, struct store_batch *batch, const struct store_change *c)
{
    PGresult *result = store_pg_result(desk, PG_WRITE_MS);
    enum pg_outcome outcome = PG_BAD;

    if (!result || PQresultStatus(result) == PGRES_FATAL_ERROR)
        store_pg_fail(desk, "write", result);
    if (store_pg_is_lost(desk) || !result || store_pg_is_ending(result)) {
        outcome = PG_AWAY;
    } else if (PQresultStatus(result) == PGRES_COMMAND_OK) {
        outcome = strcmp(PQcmdTuples(result), "1") == 0 ? PG_GOOD : PG_BAD;
        if (outcome == PG_BAD)
            batch->error = store_lost;
    } else if (store_pg_state_is(result, "40")) { /* a deadlock */
        outcome = PG_AGAIN;
    } else if (store_pg_state_is(result, "23503") || store_pg_state_is(result, "23505")) {
        batch->error = store_lost;
    } else {
        batch->error = store_pg_not_written;
        if (c)
            store_report_name(desk->reason, c);
    }
    PQclear(result);
    return outcome;
}

/* Takes what is left of a pipeline. */
static enum pg_outcome
drain(struct pg_desk *desk, enum pg_outcome outcome)
{
    while (outcome != PG_AWAY) {
        PGresult *result = store_pg_result(desk, PG_WRITE_MS);
        bool end = PQresultStatus(result) == PGRES_PIPELINE_SYNC;

        if (!result) /* a lost connection ends like this, before it is known to be lost */
            outcome = PG_AWAY;
        PQclear(result);
        if (end)
            return outcome;
    }
    return PG_AWAY;
}

/* PG_BAD: the schema is not ours any more. */
static enum pg_outcome
take_number(struct pg_desk *desk, int64_t *number)
{
    PGresult *begun = store_pg_result(desk, PG_WRITE_MS),
             *result = store_pg_result(desk, PG_WRITE_MS);
    enum pg_outcome outcome = PG_AWAY;

    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        store_pg_fail(desk, "begin",
                      PQresultStatus(begun) == PGRES_COMMAND_OK ? result : begun);
    else if (PQntuples(result) == 0)
        outcome = PG_BAD;
    else if (sscanf(PQgetvalue(result, 0, 0), "%" SCNd64, number) == 1)
        outcome = PG_GOOD;
    PQclear(begun);
    PQclear(result);
    return outcome;
}

static void
refuse_all(struct store_pg *store, struct store_batch *first)
{
    store_report_converted(store->writer.reason, store->name, store_pg_version());
    store_report_failure(&store->report, 0, "not written", store->writer.reason);
    for (struct store_batch *b = first; b; b = b->next) {
        if (!b->error)
            b->error = store_pg_not_written;
    }
}

enum pg_outcome
store_pg_take_group(struct store_pg *store, struct store_batch *first, int64_t *number)
{
    struct pg_desk *desk = &store->writer;
    enum pg_outcome outcome = take_number(desk, number);

    if (outcome == PG_BAD)
        refuse_all(store, first);
    for (struct store_batch *b = first; b && outcome == PG_GOOD; b = b->next) {
        int changes = store_report_weight(b, b->next);

        if (b->error)
            continue;
        if (!b->first)
            outcome = take_change(desk, b, NULL);
        for (const struct store_change *c = b->first; c && outcome == PG_GOOD; c = c->next) {
            for (int i = 0; i < statements_of(c) && outcome == PG_GOOD; i++)
                outcome = take_change(desk, b, c);
        }
        if (outcome == PG_BAD && b->error == store_pg_not_written)
            store_report_failure(&store->report, changes, "not written", desk->reason);
    }
    return drain(desk, outcome);
}

bool
store_pg_write_one(struct pg_desk *desk, struct store_batch *batch)
{
    enum pg_outcome outcome = PG_GOOD;
    bool fine = true;

    for (const struct store_change *c = batch->first; c && fine; c = c->next)
        fine = send_change(desk, c);
    if (!store_pg_sync(desk) || !fine)
        return false;
    for (const struct store_change *c = batch->first; c && outcome == PG_GOOD; c = c->next) {
        for (int i = 0; i < statements_of(c) && outcome == PG_GOOD; i++)
            outcome = take_change(desk, batch, c);
    }
    return drain(desk, outcome) == PG_GOOD;
}
