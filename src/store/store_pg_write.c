/* SPDX-License-Identifier: MIT
 * store_pg_write.c -- see store_pg_parts.h: batches written to PostgreSQL: transactions, and what
 * became of them.
 *
 * A group of batches is one transaction: one pipeline with all statements, and, if each of them did what it should, one
 * with COMMIT. The first batch that failed is taken out, with its reason, and the others are tried again. They are only
 * known to be good without it.
 *
 * A connection may be lost at any time. Before COMMIT was sent, nothing is committed: the group is tried again on
 * another connection. After that the server is asked what became of the transaction's number. So nothing is done twice,
 * and nobody is told that something was not done when it was. The number alone is no proof. If the database crashed
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

static const char not_reached[] = "the database cannot be reached";

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
        if (store_pg_connect(desk, store->url) && store_pg_prepare_to_write(desk)) {
            store->away_since = 0;
            return true;
        }
        store_report_failure(&store->report, 0, "the database is away", desk->reason);
        if (store_pg_now() >= until || store_queue_is_ending(&store->queue))
            return false;
        pause_ms(wait);
        wait = 2 * wait < WAIT_MOST_MS ? 2 * wait : WAIT_MOST_MS;
    }
}

/* ---- committing ---- */

/* Asks what became of a transaction: PG_GOOD if it was committed, PG_BAD if not, PG_AGAIN if it is not over, else
 * PG_AWAY. What the second statement finds is newer than what the first said. */
static enum pg_outcome
ask_outcome(struct store_pg *store, int64_t number)
{
    struct pg_desk *desk = &store->writer;
    struct pg_values v = {.count = 0}, ours = {.count = 0};
    enum pg_outcome outcome = PG_AWAY;
    PGresult *result, *found;

    store_pg_number(&v, number);
    store_pg_number(&ours, store->writer_id);
    store_pg_number(&ours, number);
    if (!store_pg_send(desk, PG_OUTCOME, &v) || !store_pg_send(desk, PG_IS_OURS, &ours) ||
        !store_pg_sync(desk))
        return PG_AWAY;
    result = store_pg_result(desk, PG_WRITE_MS);
    found = store_pg_result(desk, PG_WRITE_MS);
    if (PQresultStatus(result) == PGRES_TUPLES_OK && !PQgetisnull(result, 0, 0)) {
        const char *said = PQgetvalue(result, 0, 0);

        outcome = strcmp(said, "committed") == 0 ? (PQntuples(found) == 1 ? PG_GOOD : PG_BAD)
                  : strcmp(said, "aborted") == 0 ? PG_BAD
                                                 : PG_AGAIN;
    } else if (result && !store_pg_is_ending(result)) {
        /* A number of the future: the database was put back to an earlier moment. */
        outcome = store_pg_state_is(result, "22") ? PG_BAD : PG_AGAIN;
    }
    PQclear(result);
    PQclear(found);
    return store_pg_synced(desk, PG_WRITE_MS) ? outcome : PG_AWAY;
}

/* The connection was lost while the group was being committed. PG_AWAY: nobody knows what became of it. */
static enum pg_outcome
find_out(struct store_pg *store, int64_t number)
{
    int64_t until = store_pg_now() + UNKNOWN_MS;
    enum pg_outcome outcome = PG_AWAY;

    while (outcome != PG_GOOD && outcome != PG_BAD && store_pg_now() < until) {
        if (store_pg_is_lost(&store->writer)) {
            if (!connect_again(store, UNKNOWN_MS))
                return PG_AWAY;
        } else if (outcome == PG_AGAIN) {
            pause_ms(WAIT_FIRST_MS); /* the server's process still ends it */
        }
        outcome = ask_outcome(store, number);
    }
    return outcome;
}

static enum pg_outcome
commit(struct store_pg *store, int64_t number)
{
    struct pg_desk *desk = &store->writer;
    enum pg_outcome outcome = PG_AWAY;
    PGresult *result;

    if (store_pg_send(desk, PG_COMMIT, NULL) && store_pg_sync(desk)) {
        result = store_pg_result(desk, PG_WRITE_MS);
        if (PQresultStatus(result) == PGRES_COMMAND_OK)
            outcome = strcmp(PQcmdStatus(result), "COMMIT") == 0 ? PG_GOOD : PG_BAD;
        else if (result && !store_pg_is_lost(desk) && !store_pg_is_ending(result))
            outcome = PG_BAD;
        if (outcome == PG_BAD)
            store_pg_fail(desk, "commit", result);
        PQclear(result);
        if (outcome != PG_AWAY) {
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
    for (int i = 0; i < c->table->players; i++)
        named = named || (c->table->seats[i].kind != STORE_BOT && c->table->seats[i].bot[0]);
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
    store_report_failure(&store->report, 0,
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
        enum pg_outcome outcome;

        if (store_pg_is_lost(desk) && !connect_again(store, DOWN_MS)) {
            fail_all(store, first, not_reached);
            return;
        }
        outcome = store_pg_send_group(store, first) ? store_pg_take_group(store, first, &number)
                                                    : PG_AWAY;
        if (outcome == PG_GOOD) {
            outcome = commit(store, number);
            if (outcome == PG_GOOD) {
                store_report_success(&store->report, store_report_weight(first, NULL));
                note_changed(store, first);
                return;
            }
            if (outcome == PG_AWAY) {
                fail_all(store, first, store_lost);
                return;
            }
            outcome = PG_AGAIN;
        } else if (outcome == PG_AWAY) {
            store_pg_disconnect(desk);
        } else {
            roll_back(desk);
        }
        if ((outcome == PG_AGAIN || outcome == PG_AWAY) && ++again >= AGAIN_MOST) {
            fail_all(store, first, store_pg_not_written);
            return;
        }
    }
}
