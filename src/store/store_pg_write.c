/* SPDX-License-Identifier: MIT
 * store_pg_write.c -- see store_pg_parts.h: batches written to PostgreSQL.
 *
 * A group of batches is one transaction: one pipeline with all statements, and, if each of them did what it should, one
 * with COMMIT. The first batch that failed is taken out, with its reason, and the others are tried again: they are only
 * known to be good without it.
 *
 * A connection may be lost at any time. Before COMMIT was sent, nothing is committed: the group is tried again on
 * another connection. After that the server is asked what became of the transaction's number: so nothing is done twice,
 * and nobody is told that something was not done when it was. The number alone is no proof: if the database crashed
 * before any of the transaction was on disk, it gives the number to the next one. So each group also leaves its number
 * in the row of its writer. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "store_pg_parts.h"

enum {
    AGAIN_MOST = 8,
    WAIT_FIRST_MS = 20,
    WAIT_MOST_MS = 1000,
    DOWN_MS = 8000,
    UNKNOWN_MS = 60 * 1000
};

static const char not_written[] = "it could not be written to the database";
static const char not_reached[] = "the database cannot be reached";

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
    return store_pg_send(desk, PG_ADD_ACTION, &v);
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
                          &c->table);
        for (int i = 0; i < c->table.players && fine; i++)
            fine = send_seat(desk, c->id, i, &c->table.seats[i]);
        break;
    case STORE_ADD_ACTION:
        fine = send_action(desk, c->id, &c->action);
        break;
    case STORE_REMOVE_TABLE:
        fine = store_pg_send(desk, PG_REMOVE_TABLE, &id);
        break;
    }
    return fine;
}

/* How many results a change has. */
static int
statements_of(const struct store_change *c)
{
    return c->verb == STORE_NEW_TABLE || c->verb == STORE_SET_TABLE ? 1 + c->table.players : 1;
}

/* A batch with a result is not written any more. */
static bool
send_group(struct store_pg *store, const struct store_batch *first)
{
    struct pg_desk *desk = &store->writer;
    struct pg_values writer = {.count = 0};
    bool fine;

    store_pg_number(&writer, store->writer_id);
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

/* What became of the statements: ready to be committed; one batch has a result now; to be tried again; the
 * connection is lost. */
enum outcome { GOOD, BAD, AGAIN, AWAY };

/* Does the server say that it ends the connection? */
static bool
is_ending(const PGresult *result)
{
    return store_pg_state_is(result, "57P") || store_pg_state_is(result, "08") ||
           store_pg_state_is(result, "25P03");
}

/* The result of one statement that must change one row. */
static enum outcome
take_change(struct pg_desk *desk, struct store_batch *batch, const struct store_change *c)
{
    PGresult *result = store_pg_result(desk, PG_WRITE_MS);
    enum outcome outcome = BAD;

    if (!result || PQresultStatus(result) == PGRES_FATAL_ERROR)
        store_pg_fail(desk, "write", result);
    if (store_pg_is_lost(desk) || !result || is_ending(result)) {
        outcome = AWAY;
    } else if (PQresultStatus(result) == PGRES_COMMAND_OK) {
        outcome = strcmp(PQcmdTuples(result), "1") == 0 ? GOOD : BAD;
        if (outcome == BAD)
            batch->error = store_lost;
    } else if (store_pg_state_is(result, "40")) { /* a deadlock */
        outcome = AGAIN;
    } else if (store_pg_state_is(result, "23503") || store_pg_state_is(result, "23505")) {
        batch->error = store_lost;
    } else {
        batch->error = not_written;
        if (c)
            store_report_name(desk->reason, c);
    }
    PQclear(result);
    return outcome;
}

/* Takes what is left of a pipeline. */
static enum outcome
drain(struct pg_desk *desk, enum outcome outcome)
{
    while (outcome != AWAY) {
        PGresult *result = store_pg_result(desk, PG_WRITE_MS);
        bool end = PQresultStatus(result) == PGRES_PIPELINE_SYNC;

        if (!result) /* a lost connection ends like this, before it is known to be lost */
            outcome = AWAY;
        PQclear(result);
        if (end)
            return outcome;
    }
    return AWAY;
}

static bool
take_number(struct pg_desk *desk, int64_t *number)
{
    PGresult *begun = store_pg_result(desk, PG_WRITE_MS),
             *result = store_pg_result(desk, PG_WRITE_MS);
    bool fine = PQresultStatus(result) == PGRES_TUPLES_OK &&
                sscanf(PQgetvalue(result, 0, 0), "%" SCNd64, number) == 1;

    if (!fine)
        store_pg_fail(desk, "begin",
                      PQresultStatus(begun) == PGRES_COMMAND_OK ? result : begun);
    PQclear(begun);
    PQclear(result);
    return fine;
}

static enum outcome
take_group(struct store_pg *store, struct store_batch *first, int64_t *number)
{
    struct pg_desk *desk = &store->writer;
    enum outcome outcome = take_number(desk, number) ? GOOD : AWAY;

    for (struct store_batch *b = first; b && outcome == GOOD; b = b->next) {
        if (b->error)
            continue;
        if (!b->first)
            outcome = take_change(desk, b, NULL);
        for (const struct store_change *c = b->first; c && outcome == GOOD; c = c->next) {
            for (int i = 0; i < statements_of(c) && outcome == GOOD; i++)
                outcome = take_change(desk, b, c);
        }
        if (outcome == BAD && b->error == not_written)
            store_report_say(&store->report, "not written", desk->reason);
    }
    return drain(desk, outcome);
}

bool
store_pg_write_one(struct pg_desk *desk, struct store_batch *batch)
{
    enum outcome outcome = GOOD;
    bool fine = true;

    for (const struct store_change *c = batch->first; c && fine; c = c->next)
        fine = send_change(desk, c);
    if (!store_pg_sync(desk) || !fine)
        return false;
    for (const struct store_change *c = batch->first; c && outcome == GOOD; c = c->next) {
        for (int i = 0; i < statements_of(c) && outcome == GOOD; i++)
            outcome = take_change(desk, batch, c);
    }
    return drain(desk, outcome) == GOOD;
}

/* ---- connecting ---- */

static void
pause_ms(int ms)
{
    const struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};

    nanosleep(&time, NULL);
}

/* Connects again; tries for `ms`, more and more rarely. Once it was away for that long, and while the store ends, it
 * tries only once. */
static bool
connect_again(struct store_pg *store, int64_t ms)
{
    struct pg_desk *desk = &store->writer;
    int64_t until = (store->away_since ? store->away_since : store_pg_now()) + ms;
    int wait = WAIT_FIRST_MS;

    if (!store->away_since)
        store->away_since = store_pg_now();
    for (;;) {
        store_pg_disconnect(desk);
        if (store_pg_connect(desk, store->url) && store_pg_prepare(desk)) {
            store->away_since = 0;
            return true;
        }
        store_report_say(&store->report, "the database is away", desk->reason);
        if (store_pg_now() >= until || store_queue_is_ending(&store->queue))
            return false;
        pause_ms(wait);
        wait = 2 * wait < WAIT_MOST_MS ? 2 * wait : WAIT_MOST_MS;
    }
}

/* ---- committing ---- */

/* Asks what became of a transaction: GOOD if it was committed, BAD if not, AGAIN if it is not over, else AWAY. What the
 * second statement finds is newer than what the first said. */
static enum outcome
ask_outcome(struct store_pg *store, int64_t number)
{
    struct pg_desk *desk = &store->writer;
    struct pg_values v = {.count = 0}, ours = {.count = 0};
    enum outcome outcome = AWAY;
    PGresult *result, *found;

    store_pg_number(&v, number);
    store_pg_number(&ours, store->writer_id);
    store_pg_number(&ours, number);
    if (!store_pg_send(desk, PG_OUTCOME, &v) || !store_pg_send(desk, PG_IS_OURS, &ours) ||
        !store_pg_sync(desk))
        return AWAY;
    result = store_pg_result(desk, PG_WRITE_MS);
    found = store_pg_result(desk, PG_WRITE_MS);
    if (PQresultStatus(result) == PGRES_TUPLES_OK && !PQgetisnull(result, 0, 0)) {
        const char *said = PQgetvalue(result, 0, 0);

        outcome = strcmp(said, "committed") == 0 ? (PQntuples(found) == 1 ? GOOD : BAD)
                  : strcmp(said, "aborted") == 0 ? BAD
                                                 : AGAIN;
    } else if (result && !is_ending(result)) {
        /* A number of the future: the database was put back to an earlier moment. */
        outcome = store_pg_state_is(result, "22") ? BAD : AGAIN;
    }
    PQclear(result);
    PQclear(found);
    return store_pg_synced(desk, PG_WRITE_MS) ? outcome : AWAY;
}

/* The connection was lost while the group was being committed. AWAY: nobody knows what became of it. */
static enum outcome
find_out(struct store_pg *store, int64_t number)
{
    int64_t until = store_pg_now() + UNKNOWN_MS;
    enum outcome outcome = AWAY;

    while (outcome != GOOD && outcome != BAD && store_pg_now() < until) {
        if (store_pg_is_lost(&store->writer)) {
            if (!connect_again(store, UNKNOWN_MS))
                return AWAY;
        } else if (outcome == AGAIN) {
            pause_ms(WAIT_FIRST_MS); /* the server's process still ends it */
        }
        outcome = ask_outcome(store, number);
    }
    return outcome;
}

static enum outcome
commit(struct store_pg *store, int64_t number)
{
    struct pg_desk *desk = &store->writer;
    enum outcome outcome = AWAY;
    PGresult *result;

    if (store_pg_send(desk, PG_COMMIT, NULL) && store_pg_sync(desk)) {
        result = store_pg_result(desk, PG_WRITE_MS);
        if (PQresultStatus(result) == PGRES_COMMAND_OK)
            outcome = strcmp(PQcmdStatus(result), "COMMIT") == 0 ? GOOD : BAD;
        else if (result && !store_pg_is_lost(desk) && !is_ending(result))
            outcome = BAD;
        if (outcome == BAD)
            store_pg_fail(desk, "commit", result);
        PQclear(result);
        if (outcome != AWAY) {
            (void)store_pg_synced(desk,
                                  0); /* if it is lost now: the next group connects again */
            return outcome;
        }
    }
    return find_out(store, number);
}

static void
roll_back(struct pg_desk *desk)
{
    PGresult *result;

    if (store_pg_send(desk, PG_ROLLBACK, NULL) && store_pg_sync(desk)) {
        result = store_pg_result(desk, PG_WRITE_MS);
        PQclear(result);
        if (store_pg_synced(desk, PG_WRITE_MS))
            return;
    }
    store_pg_disconnect(desk);
}

/* ---- telling the other servers ---- */

static bool
went_well(struct pg_desk *desk, int statements)
{
    bool fine = true;

    for (int i = 0; i < statements && fine; i++) {
        PGresult *result = store_pg_result(desk, PG_WRITE_MS);

        fine = PQresultStatus(result) == PGRES_COMMAND_OK ||
               PQresultStatus(result) == PGRES_TUPLES_OK;
        PQclear(result);
    }
    return fine && store_pg_synced(desk, PG_WRITE_MS);
}

/* After the batches were reported: what is told is committed, and nobody here waits for it. */
void
store_pg_tell(void *of)
{
    struct store_pg *store = of;
    struct pg_desk *desk = &store->writer;
    struct pg_values v = {.at = {store->payload}, .count = 1};

    if (!store->payload[0] || (store_pg_is_lost(desk) && !connect_again(store, 0)))
        return; /* with the next ones */
    if (store_pg_send(desk, PG_BEGIN, NULL) && store_pg_send(desk, PG_SOON, NULL) &&
        store_pg_send(desk, PG_TELL, &v) && store_pg_send(desk, PG_COMMIT, NULL) &&
        store_pg_sync(desk) && went_well(desk, 4))
        store->payload[0] = 0;
    else
        store_pg_disconnect(desk);
}

/* Whether a seat is given to somebody by name: whoever that is may be at another server. */
static bool
names_somebody(const struct store_change *c)
{
    bool named = false;

    if (c->verb != STORE_NEW_TABLE && c->verb != STORE_SET_TABLE)
        return false;
    for (int i = 0; i < c->table.players; i++)
        named = named || (c->table.seats[i].kind != STORE_BOT && c->table.seats[i].bot[0]);
    return named;
}

static void
note_changed(struct store_pg *store, const struct store_batch *first)
{
    for (const struct store_batch *b = first; b; b = b->next) {
        for (const struct store_change *c = b->first; c && !b->error; c = c->next) {
            size_t len = strlen(store->payload);
            bool named = names_somebody(c);

            if (!named && c->next && strcmp(c->next->id, c->id) == 0)
                continue;
            if (len + STORE_ID_ROOM + 2 > PG_PAYLOAD) {
                store_pg_tell(store);
                store->payload[0] = 0;
                len = 0;
            }
            if (len == 0)
                len = (size_t)snprintf(store->payload, PG_PAYLOAD, "%s ", store->teller);
            snprintf(store->payload + len, PG_PAYLOAD - len, "%s%s ", c->id, named ? "+" : "");
        }
    }
}

/* Gives all batches without a result this one. */
static void
fail_all(struct store_pg *store, struct store_batch *first, const char *error)
{
    store_report_say(&store->report,
                     error == store_lost ? "it is not known whether a commit was made"
                                         : "not written",
                     store->writer.reason);
    for (struct store_batch *b = first; b; b = b->next) {
        if (!b->error)
            b->error = error;
    }
}

static bool
has_more(const struct store_batch *first)
{
    while (first && first->error)
        first = first->next;
    return first;
}

void
store_pg_write(void *of, struct store_batch *first)
{
    struct store_pg *store = of;
    struct pg_desk *desk = &store->writer;
    int again = 0;

    while (has_more(first)) {
        int64_t number = 0;
        enum outcome outcome;

        if (store_pg_is_lost(desk) && !connect_again(store, DOWN_MS)) {
            fail_all(store, first, not_reached);
            return;
        }
        outcome = send_group(store, first) ? take_group(store, first, &number) : AWAY;
        if (outcome == GOOD) {
            outcome = commit(store, number);
            if (outcome == GOOD) {
                note_changed(store, first);
                return;
            }
            if (outcome == AWAY) {
                fail_all(store, first, store_lost);
                return;
            }
            outcome = AGAIN;
        } else if (outcome == AWAY) {
            store_pg_disconnect(desk);
        } else {
            roll_back(desk);
        }
        if ((outcome == AGAIN || outcome == AWAY) && ++again >= AGAIN_MOST) {
            fail_all(store, first, not_written);
            return;
        }
    }
}
