/* SPDX-License-Identifier: MIT
 * store_mem.c -- the store in memory: for tests, and as the simplest specification of a store. */
#include "store_parts.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct shelf {
    struct store_table table;
    struct store_action *actions;
    int count, room;
    int64_t made; /* the last action */
    bool removed;
};

struct store_mem {
    struct store store; /* first, so that it can be found from it */
    struct shelf *shelves;
    int count, room;
    struct store_ban *bans;
    int ban_count, ban_room;
    bool failing;
    struct store_batch *first, *last; /* done, not yet collected */
};

static struct shelf *
find(const struct store_mem *mem, const char *id)
{
    for (int i = 0; i < mem->count; i++) {
        if (!mem->shelves[i].removed && strcmp(mem->shelves[i].table.id, id) == 0)
            return &mem->shelves[i];
    }
    return NULL;
}

/* Makes room for one more in a growing array; false without memory. */
static bool
grow(void **array, int count, int *room, size_t size)
{
    int wanted = *room ? 2 * *room : 16;
    void *grown;

    if (count < *room)
        return true;
    grown = realloc(*array, (size_t)wanted * size);
    if (!grown)
        return false;
    *array = grown;
    *room = wanted;
    return true;
}

static bool
key_is_used(const struct shelf *shelf, const struct store_action *action)
{
    int i = shelf->count > STORE_KEYS_NEAR ? shelf->count - STORE_KEYS_NEAR : 0;

    for (; i < shelf->count && action->key[0]; i++) {
        if (shelf->actions[i].seat == action->seat &&
            strcmp(shelf->actions[i].key, action->key) == 0)
            return true;
    }
    return false;
}

static int
find_ban(const struct store_mem *mem, const struct store_ban *ban)
{
    for (int i = 0; i < mem->ban_count; i++) {
        if (mem->bans[i].kind == ban->kind && strcmp(mem->bans[i].what, ban->what) == 0)
            return i;
    }
    return -1;
}

static bool
change_ban(struct store_mem *mem, const struct store_ban *ban, bool there)
{
    int at = find_ban(mem, ban);

    if ((at >= 0) == there)
        return true;
    if (!there) {
        mem->bans[at] = mem->bans[--mem->ban_count];
        return true;
    }
    if (!store_room_for_ban(&mem->bans, mem->ban_count, &mem->ban_room))
        return false;
    mem->bans[mem->ban_count++] = *ban;
    return true;
}

static bool
make(struct store_mem *mem, const struct store_change *change)
{
    struct shelf *shelf = find(mem, change->id);

    switch (change->verb) {
    case STORE_NEW_TABLE:
        if (shelf || !grow((void **)&mem->shelves, mem->count, &mem->room, sizeof *shelf))
            return false;
        mem->shelves[mem->count++] = (struct shelf){.table = *change->table};
        return true;
    case STORE_SET_TABLE:
        if (shelf)
            shelf->table = *change->table;
        return shelf;
    case STORE_ADD_ACTION:
        if (!shelf || change->action.seq != shelf->count ||
            key_is_used(shelf, &change->action) ||
            !grow((void **)&shelf->actions, shelf->count, &shelf->room, sizeof *shelf->actions))
            return false;
        shelf->made = change->action.made ? change->action.made : (int64_t)time(NULL);
        shelf->actions[shelf->count] = change->action;
        shelf->actions[shelf->count++].made = shelf->made;
        return true;
    case STORE_REMOVE_TABLE:
        if (shelf)
            shelf->removed = true;
        return shelf;
    case STORE_ADD_BAN:
    case STORE_REMOVE_BAN:
        return change_ban(mem, &change->ban, change->verb == STORE_ADD_BAN);
    }
    return false;
}

static void
bring_back(struct store_mem *mem, const char *id)
{
    for (int i = 0; i < mem->count; i++) {
        if (strcmp(mem->shelves[i].table.id, id) == 0)
            mem->shelves[i].removed = false;
    }
}

/* Rolls back the changes of tables from the first up to, not including, `end`. */
static void
unmake(struct store_mem *mem, const struct store_batch *batch, const struct store_change *end,
       const struct store_table *before)
{
    for (const struct store_change *c = batch->first; c != end; c = c->next) {
        struct shelf *shelf = find(mem, c->id);

        if (c->verb == STORE_ADD_ACTION && shelf) {
            shelf->count--;
        } else if (c->verb == STORE_REMOVE_TABLE) {
            bring_back(mem, c->id);
        } else if (c->verb == STORE_SET_TABLE && shelf) {
            shelf->table = *before;
        } else if (c->verb == STORE_NEW_TABLE && shelf) {
            free(shelf->actions);
            *shelf = mem->shelves[--mem->count];
        }
        before++;
    }
}

static int
mem_bans(struct store *store, struct store_ban **out, struct oops *why)
{
    const struct store_mem *mem = (struct store_mem *)store;

    *out = malloc(((size_t)mem->ban_count + 1) * sizeof **out);
    if (!*out) {
        strcpy(why->text, "there is not enough memory");
        return -1;
    }
    if (mem->ban_count > 0)
        memcpy(*out, mem->bans, (size_t)mem->ban_count * sizeof **out);
    return mem->ban_count;
}

static const char *
make_all(struct store_mem *mem, const struct store_batch *batch)
{
    size_t count = 0, i = 0;
    struct store_table *before;
    struct store_ban *bans = NULL;
    struct oops why;
    int ban_count = mem_bans(&mem->store, &bans, &why);

    for (const struct store_change *c = batch->first; c; c = c->next)
        count++;
    before = calloc(count + 1, sizeof *before);
    if (!before || ban_count < 0 || mem->failing) {
        free(before);
        free(bans);
        return "the store takes no writes";
    }
    for (const struct store_change *c = batch->first; c; c = c->next, i++) {
        const struct shelf *shelf = find(mem, c->id);

        if (shelf)
            before[i] = shelf->table;
        if (!make(mem, c)) {
            unmake(mem, batch, c, before);
            free(before);
            free(mem->bans);
            mem->bans = bans;
            mem->ban_count = ban_count;
            mem->ban_room = ban_count + 1;
            return "a change does not fit what is stored";
        }
    }
    free(before);
    free(bans);
    return NULL;
}

static void
mem_submit(struct store *store, struct store_batch *batch)
{
    struct store_mem *mem = (struct store_mem *)store;

    batch->error = make_all(mem, batch);
    batch->next = NULL;
    if (mem->last)
        mem->last->next = batch;
    else
        mem->first = batch;
    mem->last = batch;
}

static int
mem_collect(struct store *store)
{
    struct store_mem *mem = (struct store_mem *)store;
    struct store_batch *batch = mem->first;
    int left = 0;

    mem->first = mem->last = NULL; /* batches that `done` submits are for the next call */
    while (batch) {
        struct store_batch *next = batch->next;

        batch->done(batch->arg, batch->error);
        store_batch_destroy(batch);
        batch = next;
    }
    for (batch = mem->first; batch; batch = batch->next)
        left++;
    return left;
}

static bool
mem_load(struct store *store, const char *id, struct store_table *table,
         struct store_action **actions, int *count, struct oops *why)
{
    const struct shelf *shelf = find((struct store_mem *)store, id);

    if (!shelf)
        return false;
    *table = shelf->table;
    if (shelf->count > 0) {
        *actions = malloc((size_t)shelf->count * sizeof **actions);
        if (!*actions) {
            strcpy(why->text, "there is not enough memory");
            return false;
        }
        memcpy(*actions, shelf->actions, (size_t)shelf->count * sizeof **actions);
    }
    *count = shelf->count;
    return true;
}

static int
mem_list(struct store *store, enum store_status status, bool joinable, int most,
         struct store_table *out, struct oops *why)
{
    const struct store_mem *mem = (struct store_mem *)store;
    int count = 0;

    (void)why;
    for (int i = mem->count - 1; i >= 0 && count < most; i--) {
        const struct store_table *table = &mem->shelves[i].table;

        if (!mem->shelves[i].removed && table->status == status &&
            (!joinable || store_is_joinable(table)))
            out[count++] = *table;
    }
    return count;
}

static int64_t
mem_count(struct store *store, enum store_count what, uint32_t maker, int64_t since,
          struct oops *why)
{
    const struct store_mem *mem = (struct store_mem *)store;
    int64_t count = 0;

    (void)why;
    for (int i = 0; i < mem->count; i++) {
        const struct store_table *table = &mem->shelves[i].table;
        bool counts = what == STORE_COUNT_ALL;

        if (!counts && table->maker == maker && table->created > since)
            counts = what == STORE_COUNT_UNFINISHED
                         ? table->status != STORE_OVER
                         : table->status == STORE_WAITING && store_is_joinable(table);
        count += counts && !mem->shelves[i].removed;
    }
    return count;
}

static int
mem_list_old(struct store *store, bool waiting, int64_t before, int most,
             char (*ids)[STORE_ID_ROOM], struct oops *why)
{
    const struct store_mem *mem = (struct store_mem *)store;
    int count = 0;

    (void)why;
    for (int i = 0; i < mem->count && count < most; i++) {
        const struct shelf *shelf = &mem->shelves[i];

        if (!shelf->removed && (shelf->table.status == STORE_WAITING) == waiting &&
            shelf->table.created < before && shelf->made < before)
            memcpy(ids[count++], shelf->table.id, STORE_ID_ROOM);
    }
    return count;
}

static void
mem_close(struct store *store)
{
    struct store_mem *mem = (struct store_mem *)store;

    while (mem->first) {
        struct store_batch *batch = mem->first;

        mem->first = batch->next;
        store_batch_destroy(batch);
    }
    for (int i = 0; i < mem->count; i++)
        free(mem->shelves[i].actions);
    free(mem->shelves);
    free(mem->bans);
    free(mem);
}

struct store *
store_mem_open(void)
{
    static const struct store_methods methods = {mem_submit, mem_collect,  mem_load,  mem_list,
                                                 mem_count,  mem_list_old, mem_close, NULL,
                                                 mem_bans,   NULL};
    struct store_mem *mem = calloc(1, sizeof *mem);

    if (!mem)
        return NULL;
    mem->store.methods = &methods;
    return &mem->store;
}

void
store_mem_set_failing(struct store *store, bool failing)
{
    ((struct store_mem *)store)->failing = failing;
}
