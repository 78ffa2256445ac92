/* SPDX-License-Identifier: MIT
 * store_pg_nodes.c -- see store_pg_parts.h: several servers at one database. What others changed, who plays the bots of
 * which table, and which servers are gone.
 *
 * Each server has a number, and holds an advisory lock on it as long as its listening connection lives. So when a
 * server dies, or loses the database, the database itself frees the lock at once, and whoever finds it free takes
 * over. A server that is cut off, or hangs, keeps its lock for long. So each also says once in a second that it is
 * there, and one that did not for GONE_MS is taken for dead too. */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store_pg_parts.h"
#include "store_thread.h"

enum { LOOK_MS = 1000, PATIENCE_MS = 2000, GONE_MS = 3000, AGAIN_MS = 20, NEWS_MOST = 20000 };

/* ---- news, for the caller's thread ---- */

/* With the mutex held. Too much that changed is one: anything may have changed. */
static void
add_news(struct store_pg *store, const struct store_news *news)
{
    if (news->kind == STORE_NEWS_CHANGED && store->news_count >= NEWS_MOST)
        store->doubts = true;
    if (news->kind == STORE_NEWS_CHANGED && store->doubts && !news->named)
        return;
    if (store->news_count == store->news_room) {
        int room = store->news_room ? 2 * store->news_room : 64;
        struct store_news *grown = realloc(store->news, (size_t)room * sizeof *grown);

        if (!grown) {
            store->doubts = true;
            return;
        }
        store->news = grown;
        store->news_room = room;
    }
    store->news[store->news_count++] = *news;
}

static void
tell(struct store_pg *store, enum store_news_kind kind, const char *id, size_t len, bool named)
{
    struct store_news news = {.kind = kind, .named = named};

    if (len >= sizeof news.id)
        return;
    memcpy(news.id, id, len);
    pthread_mutex_lock(&store->mutex);
    if (kind == STORE_NEWS_DOUBT)
        store->doubts = true;
    else if (kind == STORE_NEWS_CUT_OFF)
        store->cut_off = true;
    else
        add_news(store, &news);
    pthread_mutex_unlock(&store->mutex);
}

bool
store_pg_news(struct store *base, struct store_news *out)
{
    struct store_pg *store = (struct store_pg *)base;
    bool found = true;

    pthread_mutex_lock(&store->mutex);
    if (store->cut_off) {
        *out = (struct store_news){.kind = STORE_NEWS_CUT_OFF};
        store->cut_off = false;
    } else if (store->doubts) {
        *out = (struct store_news){.kind = STORE_NEWS_DOUBT};
        store->doubts = false;
    } else if (store->news_taken < store->news_count) {
        *out = store->news[store->news_taken++];
    } else {
        store->news_taken = store->news_count = 0;
        found = false;
    }
    pthread_mutex_unlock(&store->mutex);
    return found;
}

/* ---- who plays the bots ---- */

int64_t
store_pg_claim(struct store *base, const char *id, int64_t held)
{
    struct store_pg *store = (struct store_pg *)base;
    int64_t node = store_pg_node(store);

    if (held)
        return held == node ? node : 0;
    return node && store_pg_change(store, PG_CLAIM, id, node) == 1 ? node : 0;
}

void
store_pg_release(struct store *base, const char *id, int64_t held)
{
    struct store_pg *store = (struct store_pg *)base;

    if (held && held == store_pg_node(store))
        (void)store_pg_change(store, PG_RELEASE, id, held);
}

/* The listening thread notices it first: it asks once in a second, and hears at once that a connection is closed. */
bool
store_pg_away(struct store *base)
{
    return store_pg_node((struct store_pg *)base) == 0;
}

/* ---- the listening thread ---- */

/* "0123456789abcdef aaaaaaaaaaaa bbbbbbbbbbbb+ ": who tells it, and tables that changed; +: a seat was given to
 * somebody by name. "bans" among them: those changed. False: it was this server. Its connection's number would not say
 * so: after a restart PostgreSQL gives that number to another one. */
static bool
read_payload(struct store_pg *store, const char *text)
{
    if (strncmp(text, store->teller, PG_TELLER) == 0 && text[PG_TELLER] == ' ')
        return false;
    while (*text) {
        size_t len = strcspn(text, " +");

        if (len == strlen(store_bans_id) && strncmp(text, store_bans_id, len) == 0)
            tell(store, STORE_NEWS_BANS, "", 0, false);
        else
            tell(store, STORE_NEWS_CHANGED, text, len, text[len] == '+');
        text += len;
        text += strspn(text, " +");
    }
    return true;
}

static bool
take_notices(struct store_pg *store)
{
    PGconn *conn = store->listener.conn;
    PGnotify *notice;
    bool any = false;

    while ((notice = PQnotifies(conn))) {
        any = read_payload(store, notice->extra) || any;
        PQfreemem(notice);
    }
    return any;
}

static bool
look_at_schema(struct store_pg *store)
{
    int64_t schema;

    if (!store_pg_ask(&store->listener, "SELECT schema FROM about", &schema))
        return false;
    store->converted = schema != store_pg_version();
    if (store->converted)
        store_report_converted(store->listener.reason, store->name, store_pg_version());
    return !store->converted;
}

/* A number of its own, its lock, and its row: in this order, so that nobody takes it for dead. */
static bool
become_node(struct store_pg *store)
{
    struct pg_desk *desk = &store->listener;
    char text[160];
    int64_t node, locked;

    if (!look_at_schema(store) || !store_pg_run(desk, "LISTEN khepri") ||
        !store_pg_ask(desk, "SELECT nextval('node_numbers')", &node))
        return false;
    snprintf(text, sizeof text, "SELECT pg_try_advisory_lock(%d, %" PRId64 ")::int",
             PG_NODE_LOCK, node);
    if (!store_pg_ask(desk, text, &locked))
        return false;
    snprintf(text, sizeof text, "INSERT INTO nodes (id) VALUES (%" PRId64 ")", node);
    if (!locked || !store_pg_run(desk, text))
        return false;
    /* But for the number, which must not be given again, nothing that is written here outlives a crash anyway. */
    if (!store_pg_run(desk, "SET synchronous_commit = off"))
        return false;
    pthread_mutex_lock(&store->mutex);
    store->node = node;
    pthread_mutex_unlock(&store->mutex);
    return true;
}

/* What is found when a server looks around: a table that a dead server had claimed, or one where somebody was present
 * there. Also a dead server, itself, and how many others there are. */
enum found { FOUND_LEFT, FOUND_ABSENT, FOUND_DEAD, FOUND_SELF, FOUND_OTHERS };

static PGresult *
ask_around(struct store_pg *store)
{
    char text[1024];

    snprintf(
        text, sizeof text,
        "WITH self AS (UPDATE nodes SET at = now() WHERE id = %" PRId64 " RETURNING id),"
        " dead AS MATERIALIZED (SELECT id FROM nodes WHERE id <> %" PRId64
        " AND (at < now() - interval '%d ms' OR pg_try_advisory_xact_lock(%d, id))"
        " FOR UPDATE SKIP LOCKED),"
        " freed AS (DELETE FROM claims USING dead WHERE node = dead.id RETURNING table_id),"
        " absent AS (DELETE FROM presence USING dead WHERE node = dead.id RETURNING table_id),"
        " gone AS (DELETE FROM nodes USING dead WHERE nodes.id = dead.id RETURNING nodes.id)"
        " SELECT %d, table_id, 0 FROM freed UNION ALL SELECT %d, table_id, 0 FROM absent"
        " UNION ALL SELECT %d, '', id FROM gone UNION ALL SELECT %d, '', id FROM self"
        " UNION ALL SELECT %d, '', count(*) FROM nodes WHERE id <> %" PRId64,
        store->node, store->node, GONE_MS, PG_NODE_LOCK, FOUND_LEFT, FOUND_ABSENT, FOUND_DEAD,
        FOUND_SELF, FOUND_OTHERS, store->node);
    return store_pg_query(&store->listener, text);
}

/* Says that this server is there. Removes the dead ones with what they had claimed: that is left to somebody now.
 * False: the connection is lost, or another server took this one for dead. */
static bool
look_around(struct store_pg *store)
{
    PGresult *found = ask_around(store);
    bool fine = PQresultStatus(found) == PGRES_TUPLES_OK, self = false, news = false;

    if (!fine)
        store_pg_fail(&store->listener, "look", found);
    for (int i = 0; fine && i < PQntuples(found); i++) {
        const char *id = PQgetvalue(found, i, 1);

        switch ((enum found)atoi(PQgetvalue(found, i, 0))) {
        case FOUND_LEFT:
            tell(store, STORE_NEWS_LEFT, id, strlen(id), false);
            news = true;
            break;
        case FOUND_ABSENT:
            tell(store, STORE_NEWS_CHANGED, id, strlen(id), false);
            store_pg_tell_changed(store, id);
            news = true;
            break;
        case FOUND_DEAD: /* what it wrote last may never have been told */
            tell(store, STORE_NEWS_DOUBT, "", 0, false);
            news = true;
            break;
        case FOUND_SELF:
            self = true;
            break;
        case FOUND_OTHERS:
            store->others = strtoll(PQgetvalue(found, i, 2), NULL, 10);
            break;
        }
    }
    if (news)
        store->queue.work.wake(store->queue.work.arg);
    PQclear(found);
    return fine && self;
}

static bool
is_ending(struct store_pg *store)
{
    bool ending;

    pthread_mutex_lock(&store->mutex);
    ending = store->ending;
    pthread_mutex_unlock(&store->mutex);
    return ending;
}

/* Waits for the server, or for this one to say something, or to end; at most LOOK_MS. */
static bool
wait_for_more(struct store_pg *store, int ms)
{
    struct pollfd at[2] = {{.fd = store->pipe[0], .events = POLLIN},
                           {.fd = PQsocket(store->listener.conn), .events = POLLIN}};
    char woken[64];

    if (poll(at, at[1].fd >= 0 ? 2 : 1, ms) < 0)
        return errno == EINTR;
    return !(at[0].revents & POLLIN) || read(store->pipe[0], woken, sizeof woken) > 0;
}

/* Listens until the connection is lost, or the store is closed. */
static void
listen_on(struct store_pg *store)
{
    struct pg_desk *desk = &store->listener;
    struct timespec now;
    int64_t looked = 0;

    while (!is_ending(store)) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec != looked) {
            looked = now.tv_sec;
            if (!look_at_schema(store) || !look_around(store))
                return;
        }
        if (!store_pg_say_present(store))
            return;
        if (take_notices(store))
            store->queue.work.wake(store->queue.work.arg);
        if (!wait_for_more(store, LOOK_MS) || PQconsumeInput(desk->conn) == 0)
            return;
    }
}

static void
say(const struct store_pg *store, enum store_level level, const char *text)
{
    store->report.log.say(store->report.log.arg, level, text);
}

/* Each of both is told once. */
static void
say_lost(const struct store_pg *store, bool lost, bool converted)
{
    if (store->converted && !converted)
        say(store, STORE_ERROR, store->listener.reason);
    else if (!lost)
        say(store, STORE_WARN,
            "the connection to the database is lost; nothing can be read until it is there again");
}

static void *
run(void *arg)
{
    struct store_pg *store = arg;
    struct pg_desk *desk = &store->listener;
    int pause = AGAIN_MS;
    bool lost = false, converted = false;

    while (!is_ending(store)) {
        if (desk->conn || (store_pg_connect(desk, store->url) && become_node(store))) {
            if (lost)
                say(store, STORE_WARN, "the database is there again");
            lost = converted = false;
            tell(store, STORE_NEWS_DOUBT, "", 0, false);
            store->queue.work.wake(store->queue.work.arg);
            listen_on(store);
            pause = AGAIN_MS;
            if ((desk->silent || store->converted) && store->others > 0) {
                tell(store, STORE_NEWS_CUT_OFF, "", 0, false);
                store->queue.work.wake(store->queue.work.arg);
            }
        }
        if (!is_ending(store))
            say_lost(store, lost, converted);
        lost = true;
        converted = store->converted;
        pthread_mutex_lock(&store->mutex);
        store->node = 0;
        pthread_mutex_unlock(&store->mutex);
        store_pg_disconnect(desk);
        if (!is_ending(store))
            wait_for_more(store, pause);
        pause = 2 * pause < LOOK_MS ? 2 * pause : LOOK_MS;
    }
    return NULL;
}

bool
store_pg_listen(struct store_pg *store, struct oops *why)
{
    struct pg_desk *desk = &store->listener;

    desk->patience = PATIENCE_MS;
    if (!store_pg_connect(desk, store->url) || !become_node(store)) {
        snprintf(why->text, sizeof why->text, "cannot use %.100s: %.130s", store->name,
                 desk->reason);
        return false;
    }
    if (pipe(store->pipe) != 0) {
        store->pipe[0] = store->pipe[1] = -1;
        snprintf(why->text, sizeof why->text, "there are no file descriptors left");
        return false;
    }
    store->listening = store_thread_create(&store->thread, run, store);
    if (!store->listening)
        snprintf(why->text, sizeof why->text,
                 "cannot start a thread to listen to the database");
    return store->listening;
}

void
store_pg_listen_no_more(struct store_pg *store)
{
    if (store->listening) {
        pthread_mutex_lock(&store->mutex);
        store->ending = true;
        pthread_mutex_unlock(&store->mutex);
        (void)!write(store->pipe[1], "", 1);
        pthread_join(store->thread, NULL);
        store->listening = false;
    }
    for (int i = 0; i < 2; i++) {
        if (store->pipe[i] >= 0)
            close(store->pipe[i]);
    }
    store_pg_disconnect(&store->listener);
    free(store->news);
    free(store->present);
}
