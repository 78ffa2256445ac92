/* SPDX-License-Identifier: MIT
 * store.c -- batches, and the calls of the implementation. */
#include "store_parts.h"

#include <stdlib.h>
#include <string.h>

const char store_lost[] = "another server was first", store_bans_id[] = "bans";

bool
store_is_url(const char *text)
{
    return strncmp(text, "postgres://", 11) == 0 || strncmp(text, "postgresql://", 13) == 0;
}

struct store_batch *
store_batch_create(void)
{
    return calloc(1, sizeof(struct store_batch));
}

void
store_batch_destroy(struct store_batch *batch)
{
    if (!batch)
        return;
    while (batch->first) {
        struct store_change *change = batch->first;

        batch->first = change->next;
        free(change->table);
        free(change);
    }
    free(batch);
}

static struct store_change *
add(struct store_batch *batch, enum store_verb verb, const char *id)
{
    struct store_change *change = calloc(1, sizeof *change);

    if (!change)
        return NULL;
    change->verb = verb;
    memcpy(change->id, id, strnlen(id, sizeof change->id - 1));
    if (batch->last)
        batch->last->next = change;
    else
        batch->first = change;
    batch->last = change;
    return change;
}

static bool
add_table(struct store_batch *batch, enum store_verb verb, const struct store_table *table)
{
    struct store_change *change = add(batch, verb, table->id);

    if (change)
        change->table = malloc(sizeof *table);
    if (!change || !change->table)
        return false;
    *change->table = *table;
    return true;
}

bool
store_new_table(struct store_batch *batch, const struct store_table *table)
{
    return add_table(batch, STORE_NEW_TABLE, table);
}

bool
store_set_table(struct store_batch *batch, const struct store_table *table)
{
    return add_table(batch, STORE_SET_TABLE, table);
}

bool
store_add_action(struct store_batch *batch, const char *id, const struct store_action *action)
{
    struct store_change *change = add(batch, STORE_ADD_ACTION, id);

    if (change)
        change->action = *action;
    return change;
}

bool
store_remove_table(struct store_batch *batch, const char *id)
{
    return add(batch, STORE_REMOVE_TABLE, id);
}

static bool
change_ban(struct store_batch *batch, enum store_verb verb, const struct store_ban *ban)
{
    struct store_change *change = add(batch, verb, store_bans_id);

    if (change)
        change->ban = *ban;
    return change;
}

bool
store_add_ban(struct store_batch *batch, const struct store_ban *ban)
{
    return change_ban(batch, STORE_ADD_BAN, ban);
}

bool
store_remove_ban(struct store_batch *batch, const struct store_ban *ban)
{
    return change_ban(batch, STORE_REMOVE_BAN, ban);
}

bool
store_is_joinable(const struct store_table *table)
{
    bool open = false;

    for (int i = 0; i < table->players; i++)
        open = open || table->seats[i].kind == STORE_OPEN;
    return open && table->open_to_all;
}

void
store_submit(struct store *store, struct store_batch *batch, store_done done, void *arg)
{
    batch->done = done;
    batch->arg = arg;
    store->methods->submit(store, batch);
}

int
store_collect(struct store *store)
{
    return store->methods->collect(store);
}

bool
store_load(struct store *store, const char *id, struct store_table *table,
           struct store_action **actions, int *count, struct oops *why)
{
    *actions = NULL;
    *count = 0;
    why->text[0] = 0;
    return store->methods->load(store, id, table, actions, count, why);
}

int
store_list(struct store *store, enum store_status status, bool joinable, int most,
           struct store_table *out, struct oops *why)
{
    why->text[0] = 0;
    return store->methods->list(store, status, joinable, most, out, why);
}

int64_t
store_count(struct store *store, enum store_count what, uint32_t maker, int64_t since,
            struct oops *why)
{
    why->text[0] = 0;
    return store->methods->count(store, what, maker, since, why);
}

int
store_list_old(struct store *store, bool waiting, int64_t before, int most,
               char (*ids)[STORE_ID_ROOM], struct oops *why)
{
    why->text[0] = 0;
    return store->methods->list_old(store, waiting, before, most, ids, why);
}

bool
store_room_for_ban(struct store_ban **list, int count, int *room)
{
    int wanted = *room ? 2 * *room : 16;
    struct store_ban *grown;

    if (count < *room)
        return true;
    grown = realloc(*list, (size_t)wanted * sizeof *grown);
    if (!grown)
        return false;
    *list = grown;
    *room = wanted;
    return true;
}

int
store_bans(struct store *store, struct store_ban **out, struct oops *why)
{
    *out = NULL;
    why->text[0] = 0;
    return store->methods->bans(store, out, why);
}

bool
store_is_shared(const struct store *store)
{
    return store->methods->shared;
}

bool
store_is_away(struct store *store)
{
    return store->methods->shared && store->methods->shared->away(store);
}

bool
store_next_news(struct store *store, struct store_news *out)
{
    return store->methods->shared && store->methods->shared->news(store, out);
}

bool
store_load_since(struct store *store, const char *id, int seq, struct store_table *table,
                 struct store_action **actions, int *count, struct oops *why)
{
    *actions = NULL;
    *count = 0;
    why->text[0] = 0;
    return store->methods->shared->load_since(store, id, seq, table, actions, count, why);
}

int64_t
store_claim(struct store *store, const char *id, int64_t held)
{
    return store->methods->shared ? store->methods->shared->claim(store, id, held) : 1;
}

void
store_release(struct store *store, const char *id, int64_t held)
{
    if (store->methods->shared)
        store->methods->shared->release(store, id, held);
}

void
store_present(struct store *store, const char *id, uint32_t seats)
{
    if (store->methods->shared)
        store->methods->shared->present(store, id, seats);
}

int
store_next(struct store *store, int64_t *row, char id[STORE_ID_ROOM], struct oops *why)
{
    why->text[0] = 0;
    return store->methods->next(store, row, id, why);
}

void
store_close(struct store *store)
{
    if (store)
        store->methods->close(store);
}
