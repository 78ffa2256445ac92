/* SPDX-License-Identifier: MIT
 * nodes.c -- several servers with one store: a table in memory may be behind what another server stored.
 *
 * A table that may be behind is in doubt, and is read again before anybody acts there or looks at it. Its watchers are
 * told what happened, as if it had happened here. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

/* A table that cannot be read is read again after AGAIN_MS. */
enum { ELSEWHERE_MS = 3000, SPREAD_MS = 2, AGAIN_MS = 1000 };

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

/* Is the last action in memory this stored one? */
static bool
is_last(const struct match *match, const struct store_action *stored)
{
    const struct match_entry *last = &match->log[match->count - 1];
    union games_state before;
    game_action action;

    match_before(match, match->count - 1, &before);
    return stored->seq == match->count - 1 && stored->seat == last->seat &&
           match->game->read_action(&before, stored->action, &action) == GAME_OK &&
           action == last->action;
}

/* What others did there becomes part of the game. The first of the actions is the last one in memory, if there is one
 * there. False if it is another one, or if the rules refuse what follows. */
static bool
append(struct match *match, const struct store_action *actions, int count, int64_t *moved_on)
{
    bool known = match->count > 0;

    if (known && (count == 0 || !is_last(match, &actions[0])))
        return false;
    for (int i = known; i < count; i++) {
        if (!table_replay(match, &actions[i], moved_on))
            return false;
    }
    return true;
}

/* Everything is as it would be if the changes had been made here; `first` is the first new entry of the log. */
static void
tell_news(struct hall *hall, struct table *table, int first, bool row_changed,
          bool came_or_left)
{
    bool moved = table->match->count > first;

    for (struct visitor *v = table->visitors; v && row_changed; v = v->beside)
        visitor_opens(v, table_seats_of(&table->row, &v->tokens));
    for (int i = first; i < table->match->count; i++)
        table_heard(table, (game_seats)(1u << table->match->log[i].seat));
    if (moved)
        tell_since(hall, table, first);
    if ((row_changed || came_or_left) &&
        !(moved && table->row.status == STORE_OVER)) /* of its end they were told */
        tell_table(hall, table);
}

/* The store does not show the table: it is gone, or cannot be read now. */
static enum table_now
is_missing(struct hall *hall, struct table *table, const struct oops *why)
{
    if (!why->text[0]) {
        table_be_gone(hall, table);
        return TABLE_GONE;
    }
    if (!table->has_alarm)
        table_set_alarm(table, AGAIN_MS);
    return TABLE_UNKNOWN;
}

/* What is in memory is not what is stored: it is replaced, and all who watch are shown the table as it is. */
static enum table_now
read_anew(struct hall *hall, struct table *table, struct oops *why)
{
    struct store_table row;
    struct store_action *actions;
    int count, known = table->match->count;
    bool fine;

    if (!store_load(hall->host.store, table->row.id, &row, &actions, &count, why))
        return is_missing(hall, table, why);
    table_forget_bot(table);
    fine = table_restore(table, &row, actions, count);
    free(actions);
    if (!fine) {
        strcpy(why->text, "this table was changed by another version of the program");
        hall_say(hall, HALL_ERROR, "load", "table %s: %s", table->row.id, why->text);
        return TABLE_STRANGE;
    }
    hall_say(
        hall, HALL_ERROR, "load",
        "table %s: the %d action%s in memory did not lead to the %d that are stored; it was "
        "read anew",
        table->row.id, known, known == 1 ? "" : "s", count);
    table->doubted = false;
    table->elsewhere = 0;
    for (struct visitor *v = table->visitors; v; v = v->beside)
        visitor_opens(v, table_seats_of(&table->row, &v->tokens));
    tell_table(hall, table);
    table_stir(table);
    return TABLE_THERE;
}

enum table_now
table_read_again(struct hall *hall, struct table *table, struct oops *why)
{
    struct store_table row;
    struct store_action *actions;
    int count, first = table->match->count;
    bool there = store_load_since(hall->host.store, table->row.id, first > 0 ? first - 1 : 0,
                                  &row, &actions, &count, why);
    struct public_sight before;
    int64_t moved_on = table->moved_on;
    bool row_changed, came_or_left, moved;

    table->doubted = true;
    if (!there)
        return is_missing(hall, table, why);
    row_changed = row.version != table->row.version;
    came_or_left = row.elsewhere != table->row.elsewhere;
    table_see(table, &before);
    if (!append(table->match, actions, count, &moved_on)) {
        free(actions);
        return read_anew(hall, table, why);
    }
    free(actions);
    table_heard(table, (game_seats)(table->row.elsewhere & ~row.elsewhere)); /* just now */
    table->row = row;
    table->doubted = false;
    moved = table->match->count > first;
    if (row_changed || moved)
        table_forget_bot(table); /* it thought about something else */
    if (moved)
        table_has_moved(table, &before, first);
    table->moved_on = moved_on;
    if (row_changed || moved || came_or_left)
        tell_news(hall, table, first, row_changed, came_or_left);
    if (!row_changed && !moved)
        return TABLE_THERE;
    table->elsewhere = 0;
    table_stir(table);
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
            table->announced = 0; /* it may be that nobody knows any more who is here */
            table_announce(table);
            if (table->committing)
                continue;
            if (is_followed(table) || table->row.status == STORE_PLAYING) {
                table_forget_bot(table);
                table_set_alarm(table, ms += SPREAD_MS);
            }
        }
    }
}

static void
bans_changed(struct hall *hall)
{
    struct oops why;

    if (bans_read(hall, &why) < 0)
        hall_say(hall, HALL_ERROR, "bans",
                 "%s; the bans stay as they were until they can be read", why.text);
}

bool
nodes_hear(struct hall *hall)
{
    struct store_news news;
    bool cut_off = false;

    while (store_next_news(hall->host.store, &news)) {
        switch (news.kind) {
        case STORE_NEWS_CHANGED:
            changed(hall, news.id, news.named);
            break;
        case STORE_NEWS_BANS:
            bans_changed(hall);
            break;
        case STORE_NEWS_LEFT:
            left(hall, news.id);
            break;
        case STORE_NEWS_DOUBT:
            doubt_all(hall);
            bans_changed(hall);
            break;
        case STORE_NEWS_CUT_OFF:
            cut_off = true;
            break;
        }
    }
    return cut_off;
}
