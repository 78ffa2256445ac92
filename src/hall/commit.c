/* SPDX-License-Identifier: MIT
 * commit.c -- changes of a table: each waits in the table's queue, is computed, stored, and
 * only then applied. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES_MOST = 20 };

static void
run_next(struct hall *hall, struct table *table)
{
    while (!table->committing && table->queue && !table->gone) {
        struct ask *ask = table->queue;

        table->queue = ask->next;
        if (!table->queue)
            table->queue_last = NULL;
        table->queued--;
        ask->next = NULL;
        ask->run(hall, table, ask);
    }
    if (table->gone)
        table_be_gone(hall, table);
    else
        table_stir(table);
}

static bool
is_plain(const struct json *value)
{
    if (json_kind(value) != JSON_KIND_LIST)
        return json_kind(value) != JSON_KIND_OBJECT;
    if (json_count(value) > MATCH_LIST)
        return false;
    for (const struct json *e = json_first(value); e; e = json_next(value, e)) {
        if (json_kind(e) != JSON_KIND_STRING)
            return false;
    }
    return true;
}

/* The members of a body that tables need, so that the rest of a large body can be freed
 * before waiting. Null if they are too large themselves. */
static void
write_plain(struct text *t, const void *arg)
{
    static const char *const keys[] = {"seat", "seq",  "action", "actions", "key",
                                       "name", "kind", "bot",    "invite"};
    const struct json *body = arg;

    json_open(t, '{');
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct json *value = json_member(body, keys[i]);

        if (!value)
            continue;
        json_key(t, keys[i]);
        if (is_plain(value))
            json_put(t, value);
        else
            json_literal(t, "null");
    }
    json_close(t, '}');
}

/* Makes the ask fit to wait. */
static bool
trim(struct ask *ask)
{
    struct document plain = {0};
    size_t len = 0;
    char *text = ask->body ? document_written(write_plain, ask->body, &len) : NULL;

    if (!ask->body)
        return true;
    ask_forget_body(ask);
    if (text)
        ask->body = document_read(&plain, text, len, NULL);
    free(text);
    ask->document = plain;
    return ask->body;
}

void
table_ask(struct hall *hall, struct table *table, struct ask *ask)
{
    if (hall->draining) {
        ask_refuse(hall, ask, API_BUSY,
                   "the server is shutting down; please try again shortly");
        ask_destroy(ask);
    } else if (table->queued >= QUEUE_MOST && ask->to) {
        ask_refuse(hall, ask, API_BUSY,
                   "too much is being asked of this table at once; please try again");
        ask_destroy(ask);
    } else if (!trim(ask)) {
        ask_refuse_and_end(hall, ask, API_BUSY, "there is not enough memory");
    } else {
        if (table->queue_last)
            table->queue_last->next = ask;
        else
            table->queue = ask;
        table->queue_last = ask;
        table->queued++;
        run_next(hall, table);
    }
}

/* What both kinds of commit need to find their way back. */
struct errand {
    struct hall *hall;
    struct table *table;
    struct ask *ask;
    uint64_t mark; /* of the host */
};

static void
refuse_unwritten(struct hall *hall, struct table *table, struct ask *ask)
{
    hall->proved_at = 0;
    ask_refuse(hall, ask, API_BUSY,
               "this could not be stored, so it was not done; please try again");
    if (ask->undone)
        ask->undone(hall, table, ask);
    if (!table)
        return;
    table->moved_at = hall_now(hall) + 1000; /* a bot does not storm a broken disk */
}

static void
refuse_without_memory(struct hall *hall, struct table *table, struct ask *ask,
                      struct store_batch *batch)
{
    hall_say(hall, HALL_ERROR, "store", "not enough memory");
    refuse_unwritten(hall, table, ask);
    ask_destroy(ask);
    store_batch_destroy(batch);
}

/* Applies the turn. */
static void
accept_turn(struct table *table, const struct ask *ask)
{
    struct public_sight before;

    table_see(table, &before);
    match_accept(table->match, ask->turn);
    if (table->match->moment != before.moment)
        table->moved_on = ask->made;
    table_has_moved(table, &before, ask->turn->first);
}

static void
put_first(struct table *table, struct ask *ask)
{
    ask->next = table->queue;
    table->queue = ask;
    if (!table->queue_last)
        table->queue_last = ask;
    table->queued++;
}

/* Another server was first: the ask is run again, with what is stored now. */
static void
run_again(struct hall *hall, struct table *table, struct ask *ask)
{
    struct oops why;

    if (ask->undone)
        ask->undone(hall, table, ask);
    ask_begin_again(ask);
    switch (table_read_again(hall, table, &why)) {
    case TABLE_GONE:
        ask_refuse_and_end(hall, ask, API_NOT_FOUND, "there is no such table");
        return;
    case TABLE_UNKNOWN:
    case TABLE_STRANGE:
        ask_refuse_and_end(hall, ask, API_BUSY,
                           "this table cannot be read just now; please look again");
        break;
    case TABLE_THERE:
        if (++ask->tries < TRIES_MOST)
            put_first(table, ask);
        else
            ask_refuse_and_end(
                hall, ask, API_BUSY,
                "too much is being asked of this table at once; please try again");
        break;
    }
    run_next(hall, table);
}

/* What was changed elsewhere while this was on its way. False: the table is gone. */
static bool
catch_up(struct hall *hall, struct table *table)
{
    struct oops why;

    return !table || !table->doubted || table_read_again(hall, table, &why) != TABLE_GONE;
}

static void
on_committed(void *arg, const char *error)
{
    struct errand *errand = arg;
    struct hall *hall = errand->hall;
    struct table *table = errand->table;
    struct ask *ask = errand->ask;

    hall->host.commit_ends(hall->host.self, errand->mark,
                           error       ? -1
                           : ask->turn ? ask->turn->count
                                       : 0);
    free(errand);
    hall->under_way--;
    if (table)
        table->committing = NULL;
    if (error == store_lost && table) {
        run_again(hall, table, ask);
        return;
    }
    if (error) {
        refuse_unwritten(hall, table, ask); /* the store has told why */
    } else {
        hall->proved_at = hall_now(hall);
        if (table && ask->turn)
            accept_turn(table, ask);
        if (table && ask->row) {
            table->row = *ask->row;
            table->row.version++;
        }
        ask->done(hall, table, ask);
    }
    ask_destroy(ask);
    if (table && catch_up(hall, table))
        run_next(hall, table);
}

static void
submit(struct hall *hall, struct table *table, struct ask *ask, struct store_batch *batch)
{
    struct errand *errand = malloc(sizeof *errand);

    if (!errand) {
        refuse_without_memory(hall, table, ask, batch);
        return;
    }
    *errand = (struct errand){hall, table, ask, hall->host.commit_begins(hall->host.self)};
    if (!table || !store_is_shared(hall->host.store)) /* else it may have to be run again */
        ask_forget_body(ask);
    if (table)
        table->committing = ask;
    hall->under_way++;
    store_submit(hall->host.store, batch, on_committed, errand);
}

bool
batch_turn(struct hall *hall, struct store_batch *batch, const char *id, struct ask *ask)
{
    const struct match_turn *turn = ask->turn;

    if (!turn)
        return true;
    ask->made = hall->host.date(hall->host.self);
    for (int i = 0; i < turn->count; i++) {
        struct store_action action = {
            .seq = turn->first + i, .seat = turn->entries[i].seat, .made = ask->made};

        memcpy(action.action, turn->entries[i].text, sizeof action.action);
        if (i == 0)
            memcpy(action.key, turn->key, sizeof action.key);
        if (!store_add_action(batch, id, &action))
            return false;
    }
    return true;
}

void
table_commit(struct hall *hall, struct table *table, struct ask *ask, struct store_batch *batch)
{
    const struct game *game = table->game;
    bool fine = true;

    if (!batch)
        batch = store_batch_create();
    if (ask->turn && game->to_move(&ask->turn->after) == 0 && !ask->row) {
        ask->row = malloc(sizeof *ask->row);
        fine = ask->row;
        if (ask->row) {
            *ask->row = table->row;
            ask->row->status = STORE_OVER;
        }
    }
    fine = fine && batch && (!ask->row || store_set_table(batch, ask->row)) &&
           batch_turn(hall, batch, table->row.id, ask);
    if (fine) {
        submit(hall, table, ask, batch);
        return;
    }
    refuse_without_memory(hall, table, ask, batch);
}

void
commit_alone(struct hall *hall, struct ask *ask, struct store_batch *batch)
{
    submit(hall, NULL, ask, batch);
}

bool
begin_game(struct hall *hall, struct match *match, struct ask *ask)
{
    uint64_t seed;

    ask->turn = malloc(sizeof *ask->turn);
    return ask->turn && secret_seed(hall, ask->row->id, 0, SEED_NATURE, 0, &seed) &&
           match_propose_chance(match, seed, ask->turn) == MATCH_OK;
}
