/* SPDX-License-Identifier: MIT
 * nodes.c -- several servers with one store: a table in memory may be behind what another server stored.
 *
 * A table that may be behind is in doubt, and is read again before anybody acts there or looks at it. Its watchers are
 * told what happened, as if it had happened here. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

enum { ELSEWHERE_MS = 3000, SPREAD_MS = 2 };

/* ---- bots ---- */

bool
table_plays_bots(struct table *table)
{
    struct hall *hall = table->hall;
    uint64_t now = hall_now(hall);

    if (!store_is_shared(hall->host.store))
        return true;
    if (table->claim)
        table->claim = store_claim(hall->host.store, table->row.id, table->claim);
    if (!table->claim && now >= table->elsewhere) {
        table->claim = store_claim(hall->host.store, table->row.id, 0);
        table->elsewhere = now + ELSEWHERE_MS;
    }
    if (!table->claim && !table->has_alarm) /* the other server may let it go, or end */
        table_set_alarm(table, table->elsewhere > now ? table->elsewhere - now : 0);
    return table->claim;
}

/* ---- reading again ---- */

/* What others did there becomes part of the game. False if the rules refuse it. */
static bool
append(struct table *table, const struct store_action *actions, int count)
{
    struct match *match = table->match;

    for (int i = 0; i < count; i++) {
        if (actions[i].seq != match->count ||
            !match_restore(match, actions[i].seat, actions[i].action, actions[i].key))
            return false;
    }
    return true;
}

/* Everything is as it would be if the changes had been made here; `first` is the first new entry of the log. */
static void
tell_news(struct hall *hall, struct table *table, int first, bool row_changed)
{
    bool moved = table->match->count > first;

    for (struct visitor *v = table->visitors; v && row_changed; v = v->beside)
        v->seats = table_seats_of(&table->row, &v->tokens);
    for (int i = first; i < table->match->count; i++)
        table_heard(table, (game_seats)(1u << table->match->log[i].seat));
    if (moved)
        tell_since(hall, table, first);
    if (row_changed &&
        !(moved && table->row.status == STORE_OVER)) /* of its end they were told */
        tell_table(hall, table);
}

/* It was deleted: nobody watches or asks any more. */
static void
be_gone(struct hall *hall, struct table *table)
{
    table_forget_bot(table);
    while (table->visitors) {
        struct visitor *v = table->visitors;

        table->visitors = v->beside;
        v->table = NULL;
        v->seats = 0;
        v->since = hall_now(hall);
        hall->host.close(hall->host.self, v->id, HALL_BYE_GOING, "this table was deleted");
    }
    while (table->queue) {
        struct ask *ask = table->queue;

        table->queue = ask->next;
        ask_refuse_and_end(hall, ask, API_NOT_FOUND, "there is no such table");
    }
    table_close(hall, table);
}

enum table_now
table_read_again(struct hall *hall, struct table *table, struct oops *why)
{
    struct store_table row;
    struct store_action *actions;
    int count, first = table->match->count;
    bool there =
        store_load_since(hall->host.store, table->row.id, first, &row, &actions, &count, why);
    struct public_sight before;
    bool row_changed;

    table->doubted = true;
    if (!there && why->text[0])
        return TABLE_UNKNOWN;
    if (!there) {
        be_gone(hall, table);
        return TABLE_GONE;
    }
    row_changed = row.version != table->row.version;
    if (row_changed || count > 0)
        table_forget_bot(table); /* it thought about something else */
    table->row = row;
    table_see(table, &before);
    if (!append(table, actions, count)) {
        free(actions);
        strcpy(why->text, "this table was changed by another version of the program");
        hall_say(hall, HALL_ERROR, "load", "table %s: %s", table->row.id, why->text);
        return TABLE_STRANGE;
    }
    free(actions);
    table->doubted = false;
    if (count > 0)
        table_has_moved(table, &before, first);
    if (row_changed || count > 0) {
        tell_news(hall, table, first, row_changed);
        table->elsewhere = 0;
        table_stir(table);
    }
    return TABLE_THERE;
}

struct table *
table_visit(struct hall *hall, const char *id, struct oops *why)
{
    struct table *table = table_in_memory(hall, id);
    bool old = table && store_is_shared(hall->host.store) && !table->committing;

    if (!old)
        return table_find(hall, id, why);
    switch (table_read_again(hall, table, why)) {
    case TABLE_GONE:
    case TABLE_STRANGE:
        return NULL;
    case TABLE_UNKNOWN: /* nobody can store anything now: it is shown as it was */
    case TABLE_THERE:
        break;
    }
    table_used(table);
    return table;
}

/* ---- hearing ---- */

/* Whether somebody here waits for what happens there. */
static bool
is_followed(const struct table *table)
{
    return table->visitors || table->bot != BOT_IDLE || table->of_accounts || table->claim;
}

static void
changed(struct hall *hall, const char *id, bool named)
{
    struct table *table = table_in_memory(hall, id);
    struct oops why;

    if (!table) {
        if (accounts_follow(hall, id, named) && (table = table_find(hall, id, &why)))
            table_stir(table);
        return;
    }
    table->doubted = true;
    if (!table->committing && is_followed(table))
        (void)table_read_again(hall, table, &why);
}

/* Another server that played the bots of this table is gone. */
static void
left(struct hall *hall, const char *id)
{
    struct oops why;
    struct table *table =
        secret_id_is_one(hall, id, strlen(id)) ? table_find(hall, id, &why) : NULL;

    if (!table)
        return;
    table->elsewhere = 0;
    table_stir(table);
}

/* Anything may have changed. The tables are read one after the other, so that nobody waits for all of them. */
static void
doubt_all(struct hall *hall)
{
    uint64_t ms = 0;

    for (int i = 0; i < BUCKETS; i++) {
        for (struct table *table = hall->tables[i]; table; table = table->next) {
            table->doubted = true;
            table->elsewhere = 0;
            if (table->committing)
                continue;
            if (is_followed(table) || table->row.status == STORE_PLAYING) {
                table_forget_bot(table);
                table_set_alarm(table, ms += SPREAD_MS);
            }
        }
    }
}

void
nodes_hear(struct hall *hall)
{
    struct store_news news;

    while (store_next_news(hall->host.store, &news)) {
        switch (news.kind) {
        case STORE_NEWS_CHANGED:
            changed(hall, news.id, news.named);
            break;
        case STORE_NEWS_LEFT:
            left(hall, news.id);
            break;
        case STORE_NEWS_DOUBT:
            doubt_all(hall);
            break;
        }
    }
}
