/* SPDX-License-Identifier: MIT
 * store_pg_db.c -- see store_pg_parts.h: one connection to PostgreSQL, and its pipelines. */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "store_pg_parts.h"

/* ---- values ---- */

void
store_pg_text(struct pg_values *v, const char *text)
{
    v->at[v->count++] = text;
}

void
store_pg_text_or_null(struct pg_values *v, const char *text)
{
    store_pg_text(v, text[0] ? text : NULL);
}

void
store_pg_number(struct pg_values *v, int64_t number)
{
    snprintf(v->digits[v->count], sizeof v->digits[0], "%" PRId64, number);
    store_pg_text(v, v->digits[v->count]);
}

/* ---- what went wrong ---- */

/* The first line only: the second is a hint, or quotes values. */
static bool
fail_by(struct pg_desk *desk, const char *at, const char *said)
{
    int len;

    if (strncmp(said, "ERROR:  ", 8) == 0 || strncmp(said, "FATAL:  ", 8) == 0)
        said += 8;
    len = (int)strcspn(said, "\n");
    snprintf(desk->reason, sizeof desk->reason, "%s: %.*s", at, len < 180 ? len : 180, said);
    return false;
}

bool
store_pg_fail(struct pg_desk *desk, const char *at, const PGresult *result)
{
    const char *said = result ? PQresultErrorMessage(result) : "";

    if (!desk->conn && desk->reason[0]) /* it was given up, which was said */
        return false;
    if (!*said)
        said = PQerrorMessage(desk->conn);
    return fail_by(desk, at, *said ? said : "the server does not answer");
}

bool
store_pg_state_is(const PGresult *result, const char *state)
{
    const char *is = PQresultErrorField(result, PG_DIAG_SQLSTATE);

    return is && strncmp(is, state, strlen(state)) == 0;
}

bool
store_pg_is_ending(const PGresult *result)
{
    return store_pg_state_is(result, "57P") || store_pg_state_is(result, "08") ||
           store_pg_state_is(result, "25P03");
}

bool
store_pg_is_lost(const struct pg_desk *desk)
{
    return PQstatus(desk->conn) != CONNECTION_OK; /* BAD too if it is NULL */
}

/* ---- connecting ---- */

void
store_pg_name(const char *url, char *out, size_t room)
{
    PQconninfoOption *options = PQconninfoParse(url, NULL), *o = options;
    const char *host = "", *database = "";

    for (; o && o->keyword; o++) {
        if (strcmp(o->keyword, "host") == 0 && o->val)
            host = o->val;
        if (strcmp(o->keyword, "dbname") == 0 && o->val)
            database = o->val;
    }
    snprintf(out, room, "postgres://%.80s/%.60s", host, database);
    PQconninfoFree(options);
}

static void
refuse_url(struct oops *why, const char *fault)
{
    snprintf(why->text, sizeof why->text,
             "the address of the database cannot be understood: %.*s; in a name or password"
             " write %%25 for %%, %%2F for / and %%40 for @",
             (int)strcspn(fault, ":\n"), fault);
}

/* In a list of hosts: an @ that does not begin the name of an abstract socket, nor is in a path. */
static bool
has_at(const char *hosts)
{
    for (const char *host = hosts; host; host = strchr(host, ',')) {
        host += *host == ',';
        if (*host != '/' && *host && memchr(host + 1, '@', strcspn(host + 1, ",")))
            return true;
    }
    return false;
}

/* What libpq says of such an address quotes a part of it after a colon. */
bool
store_pg_takes_url(const char *url, struct oops *why)
{
    char *said = NULL;
    PQconninfoOption *options = PQconninfoParse(url, &said);
    const char *fault = !options ? (said ? said : "there is not enough memory")
                        : strlen(url) >= PG_URL_ROOM ? "it is too long"
                                                     : NULL;

    for (PQconninfoOption *o = options; o && o->keyword && !fault; o++) {
        if (!o->val)
            continue;
        if (strcmp(o->keyword, "host") == 0 && has_at(o->val))
            fault = "an @ is in the name of its host";
        else if (strcmp(o->keyword, "port") == 0 && o->val[strspn(o->val, "0123456789, ")])
            fault = "its port is not a number";
    }
    if (fault)
        refuse_url(why, fault);
    PQfreemem(said);
    PQconninfoFree(options);
    return !fault;
}

/* What the database may have set otherwise. What is confirmed is on disk. A server that hangs, or is cut off, in the
 * middle of something keeps nobody waiting for long. Its transaction ends before others stop waiting for it. */
static const char settings[] =
    "SET search_path = khepri; SET lock_timeout = '5s';"
    "SET idle_in_transaction_session_timeout = '2s';"
    "SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3;"
    "SET default_transaction_isolation = 'read committed';"
    "SET default_transaction_read_only = off; SET bytea_output = hex;"
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local')";

/* What the server remarks goes nowhere: libpq would print it. */
static void
ignore(void *arg, const PGresult *result)
{
    (void)arg;
    (void)result;
}

bool
store_pg_connect(struct pg_desk *desk, const char *url)
{
    /* Those before the URL can be changed in it. */
    const char *const names[] = {
        "connect_timeout",  "keepalives_idle",  "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "fallback_application_name",
        "dbname",           "client_encoding",  NULL};
    const char *const values[] = {"5", "10", "5", "3", "10000", "khepri", url, "UTF8", NULL};

    desk->silent = false;
    desk->conn = PQconnectdbParams(names, values, 1);
    PQsetNoticeReceiver(desk->conn, ignore, NULL);
    if (store_pg_is_lost(desk)) {
        fail_by(desk, "connect", PQerrorMessage(desk->conn));
    } else if (PQserverVersion(desk->conn) < 130000) {
        snprintf(desk->reason, sizeof desk->reason,
                 "PostgreSQL 13 or newer is needed, this one is %d",
                 PQserverVersion(desk->conn) / 10000);
    } else if (store_pg_run(desk, settings)) {
        return true;
    }
    store_pg_disconnect(desk);
    return false;
}

void
store_pg_disconnect(struct pg_desk *desk)
{
    PQfinish(desk->conn);
    desk->conn = NULL;
}

bool
store_pg_prepare(struct pg_desk *desk)
{
    bool fine = PQenterPipelineMode(desk->conn) == 1;
    char name[16];

    for (int i = 0; i < PG_STATEMENTS && fine; i++) {
        snprintf(name, sizeof name, "k%d", i);
        fine = PQsendPrepare(desk->conn, name, store_pg_sql[i], 0, NULL) == 1;
    }
    fine = store_pg_sync(desk) && fine;
    for (int i = 0; i < PG_STATEMENTS && fine; i++) {
        PGresult *result = store_pg_result(desk, desk->patience);

        fine = PQresultStatus(result) == PGRES_COMMAND_OK ||
               store_pg_fail(desk, "prepare", result);
        PQclear(result);
    }
    return fine && store_pg_synced(desk, desk->patience);
}

bool
store_pg_prepare_to_write(struct pg_desk *desk)
{
    return store_pg_run(desk, "SET plan_cache_mode = force_generic_plan") &&
           store_pg_prepare(desk);
}

/* ---- waiting ---- */

int64_t
store_pg_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits until a result can be taken without waiting. False: the connection is given up. */
static bool
wait_for(struct pg_desk *desk, int ms)
{
    int64_t end = store_pg_now() + ms;

    while (PQisBusy(desk->conn)) {
        struct pollfd socket = {.fd = PQsocket(desk->conn), .events = POLLIN};
        int64_t left = end - store_pg_now();
        int ready = left > 0 ? poll(&socket, 1, (int)left) : 0;

        if (ready < 0 && errno == EINTR)
            continue; /* a signal came, the one that ends the program for example */
        if (left <= 0 || ready < 0 || PQconsumeInput(desk->conn) == 0) {
            fail_by(desk, "wait",
                    left <= 0 ? "the server does not answer in time"
                              : PQerrorMessage(desk->conn));
            store_pg_disconnect(desk);
            desk->silent = left <= 0;
            return false;
        }
    }
    return true;
}

/* ---- outside a pipeline ---- */

PGresult *
store_pg_query(struct pg_desk *desk, const char *text)
{
    PGresult *result, *next;

    if (desk->patience == 0)
        return PQexec(desk->conn, text);
    if (PQsendQuery(desk->conn, text) != 1 || !wait_for(desk, desk->patience))
        return NULL;
    result = PQgetResult(desk->conn);
    while (wait_for(desk, desk->patience) && (next = PQgetResult(desk->conn))) {
        PQclear(result);
        result = next;
    }
    return result;
}

bool
store_pg_run(struct pg_desk *desk, const char *text)
{
    PGresult *result = store_pg_query(desk, text);
    bool fine = PQresultStatus(result) == PGRES_COMMAND_OK ||
                PQresultStatus(result) == PGRES_TUPLES_OK || store_pg_fail(desk, "run", result);

    PQclear(result);
    return fine;
}

bool
store_pg_ask(struct pg_desk *desk, const char *text, int64_t *out)
{
    PGresult *result = store_pg_query(desk, text);
    bool fine = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1 &&
                sscanf(PQgetvalue(result, 0, 0), "%" SCNd64, out) == 1;

    if (!fine)
        store_pg_fail(desk, "ask", result);
    PQclear(result);
    return fine;
}

/* ---- pipelines ---- */

bool
store_pg_send(struct pg_desk *desk, enum pg_sql which, const struct pg_values *values)
{
    char name[16];

    snprintf(name, sizeof name, "k%d", (int)which);
    return PQsendQueryPrepared(desk->conn, name, values ? values->count : 0,
                               values ? values->at : NULL, NULL, NULL, 0) == 1;
}

bool
store_pg_sync(struct pg_desk *desk)
{
    return PQpipelineSync(desk->conn) == 1;
}

PGresult *
store_pg_result(struct pg_desk *desk, int ms)
{
    PGresult *result, *end;

    if (store_pg_is_lost(desk) || (ms > 0 && !wait_for(desk, ms)))
        return NULL;
    result = PQgetResult(desk->conn);
    if (!result || PQresultStatus(result) == PGRES_PIPELINE_SYNC)
        return result;
    end = PQgetResult(desk->conn); /* NULL: the end of this statement's results */
    PQclear(end);
    return result;
}

bool
store_pg_synced(struct pg_desk *desk, int ms)
{
    PGresult *result = store_pg_result(desk, ms);
    bool fine = PQresultStatus(result) == PGRES_PIPELINE_SYNC;

    PQclear(result);
    return fine && !store_pg_is_lost(desk);
}
