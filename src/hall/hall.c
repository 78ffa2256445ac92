/* SPDX-License-Identifier: MIT
 * hall.c -- see hall.h: dispatches each event to its part, then lets bots act, then tells
 * the host when to call again. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

enum { IDLE_MS = 60 * 1000, RESUME_MOST = 10000 };

struct hall *
hall_create(const struct hall_host *host, const struct hall_options *options)
{
    struct hall *hall = calloc(1, sizeof *hall);

    if (!hall)
        return NULL;
    hall->host = hall_host_filled(host);
    hall->options = *options;
    hall->stored = -1;
    return hall;
}

void
hall_destroy(struct hall *hall)
{
    if (!hall)
        return;
    hall_end(hall);
    for (int i = 0; i < BUCKETS; i++) {
        while (hall->tables[i])
            table_close(hall, hall->tables[i]);
    }
    while (hall->proving) {
        struct ask *ask = hall->proving;

        hall->proving = ask->next;
        ask_destroy(ask);
    }
    studies_destroy(hall);
    accounts_destroy(hall);
    free(hall->resumable);
    free(hall->going);
    free(hall->bans);
    free(hall->wide);
    free(hall);
}

void
hall_set_delay(struct hall *hall, int bot_delay)
{
    hall->options.bot_delay = bot_delay;
}

bool
hall_has(struct hall *hall, const char *id)
{
    return table_in_memory(hall, id);
}

struct hall_counts
hall_count(const struct hall *hall)
{
    struct hall_counts counts = {
        .commits = hall->under_way, .stored = hall->stored, .analyses = studies_bytes(hall)};

    for (int i = 0; i < BUCKETS; i++) {
        for (const struct table *table = hall->tables[i]; table; table = table->next)
            counts.tables[table->row.status]++;
        for (const struct visitor *v = hall->visitors[i]; v; v = v->next)
            counts.visitors++;
    }
    return counts;
}

/* ---- what happens outside ---- */

/* 0: none. */
static uint64_t
next_alarm(const struct hall *hall)
{
    uint64_t alarm = hall->alarms ? hall->alarms->alarm : 0;

    return hall->proving && (!alarm || hall->proof_until < alarm) ? hall->proof_until : alarm;
}

static void
settle(struct hall *hall)
{
    uint64_t now, next;

    streams_settle(hall);
    bots_settle(hall);
    next = next_alarm(hall);
    if (!next || next == hall->told)
        return;
    hall->told = next;
    now = hall_now(hall);
    hall->host.wake(hall->host.self, next > now ? next - now : 0);
}

void
hall_http(struct hall *hall, const struct hall_request *request)
{
    api_request(hall, request);
    settle(hall);
}

void
hall_open(struct hall *hall, hall_who who, const char *address)
{
    live_open(hall, who, address);
}

void
hall_message(struct hall *hall, hall_who who, const char *text, size_t len)
{
    live_message(hall, who, text, len);
    settle(hall);
}

void
hall_close(struct hall *hall, hall_who who)
{
    if (!streams_close(hall, who))
        live_close(hall, who);
}

static void
send_away(struct hall *hall, const char *why)
{
    live_say_closing(hall, why);
    streams_say_closing(hall, why);
}

void
hall_collect(struct hall *hall)
{
    store_collect(hall->host.store);
    if (nodes_hear(hall)) {
        hall_say(hall, HALL_ERROR, "store",
                 "the database does not answer; whoever is here is sent to other servers");
        send_away(hall, "this server cannot reach its database; another one can");
    }
    bans_catch_up(hall);
    settle(hall);
}

void
hall_thought(struct hall *hall, struct hall_thought *thought, bool worked)
{
    thought->done(hall, thought, worked);
    settle(hall);
}

void
hall_tick(struct hall *hall)
{
    hall->told = 0;
    api_tick(hall);
    bots_tick(hall);
    settle(hall);
}

void
hall_sweep(struct hall *hall)
{
    tables_let_go(hall, IDLE_MS);
    live_let_go(hall);
    bans_catch_up(hall);
    streams_keep_alive(hall);
    for (int i = 0; i < BUCKETS; i++) {
        for (struct table *table = hall->tables[i]; table; table = table->next) {
            if (table->visitors && table->away != table_away(hall, table))
                tell_table(hall, table);
        }
    }
    settle(hall);
}

/* ---- the beginning ---- */

/* The tables are loaded one by one between other work; loading one wakes its bots. */
int
hall_resume(struct hall *hall)
{
    struct store_table *rows = malloc(RESUME_MOST * sizeof *rows);
    struct oops why = {"there is not enough memory"};
    int count =
        rows ? store_list(hall->host.store, STORE_PLAYING, false, RESUME_MOST, rows, &why) : -1;

    if (count > 0)
        hall->resumable = malloc((size_t)count * sizeof *hall->resumable);
    if (count < 0)
        hall_say(hall, HALL_ERROR, "resume", "%s", why.text);
    if (count > 0)
        streams_resume(hall, rows, count);
    for (int i = 0; i < count && hall->resumable; i++) {
        if (table_has_person(&rows[i])) /* bots among themselves go on when somebody looks */
            memcpy(hall->resumable[hall->resumable_count++], rows[i].id, STORE_ID_ROOM);
    }
    if (account_first(hall) && rows) {
        int waiting =
            store_list(hall->host.store, STORE_WAITING, false, RESUME_MOST, rows, &why);

        if (waiting < 0)
            hall_say(hall, HALL_ERROR, "resume", "%s", why.text);
        else
            streams_resume(hall, rows, waiting);
    }
    free(rows);
    hall_say(hall, HALL_INFO, "resume", "%d game%s going on", hall->resumable_count,
             hall->resumable_count == 1 ? " is" : "s are");
    return hall->resumable_count;
}

int
hall_resume_next(struct hall *hall)
{
    struct oops why;

    if (hall->draining)
        hall->resumable_count = 0;
    if (hall->resumable_count == 0)
        return 0;
    table_find(hall, hall->resumable[--hall->resumable_count], &why);
    settle(hall);
    return hall->resumable_count;
}

/* ---- the end ---- */

void
hall_drain(struct hall *hall)
{
    if (hall->draining)
        return;
    hall->draining = true;
    send_away(hall, "the server is shutting down");
}

int
hall_busy(const struct hall *hall)
{
    return hall->under_way;
}

void
hall_end(struct hall *hall)
{
    hall->draining = true;
    live_destroy(hall);
}
