/* SPDX-License-Identifier: MIT
 * store_pg_present.c -- see store_pg_parts.h: who is present at which server. Others read it with the table, and are
 * told when it changes. It is said on the listening thread, so nobody waits for it.
 * It goes with the server's number. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "store_pg_parts.h"
#include "text.h"

enum { ONCE = 40, ROOM = 160, CHANGED = -1 };

/* With the mutex held. Without a connection nothing is kept: it is said again after the next one. */
static void
add(struct store_pg *store, const char *id, int64_t seats)
{
    if (!store->node)
        return;
    if (store->present_count == store->present_room) {
        int room = store->present_room ? 2 * store->present_room : 64;
        struct pg_present *grown = realloc(store->present, (size_t)room * sizeof *grown);

        if (!grown)
            return;
        store->present = grown;
        store->present_room = room;
    }
    store->present[store->present_count] = (struct pg_present){.seats = seats};
    snprintf(store->present[store->present_count++].id, STORE_ID_ROOM, "%s", id);
    if (store->present_count == 1)
        (void)!write(store->pipe[1], "", 1);
}

void
store_pg_present(struct store *base, const char *id, uint32_t seats)
{
    struct store_pg *store = (struct store_pg *)base;

    pthread_mutex_lock(&store->mutex);
    add(store, id, seats);
    pthread_mutex_unlock(&store->mutex);
}

void
store_pg_tell_changed(struct store_pg *store, const char *id)
{
    pthread_mutex_lock(&store->mutex);
    add(store, id, CHANGED);
    pthread_mutex_unlock(&store->mutex);
}

/* The names of tables are letters, so they need no quoting. */
static void
write_present(struct text *t, const struct pg_present *p, int64_t node)
{
    char text[ROOM];

    if (p->seats > 0)
        snprintf(text, sizeof text,
                 "INSERT INTO presence VALUES ('%s', %" PRId64 ", %" PRId64
                 ") ON CONFLICT (table_id, node) DO UPDATE SET seats = excluded.seats;",
                 p->id, node, p->seats);
    else if (p->seats == 0)
        snprintf(text, sizeof text,
                 "DELETE FROM presence WHERE table_id = '%s' AND node = %" PRId64 ";", p->id,
                 node);
    else
        text[0] = 0;
    text_put(t, text);
}

/* Says some of it, in one transaction, and tells the others. False: the connection is lost. */
static bool
say_some(struct store_pg *store, const struct pg_present *some, int count)
{
    char buf[ONCE * (ROOM + STORE_ID_ROOM) + 100];
    struct text t = text_in(buf, sizeof buf);

    for (int i = 0; i < count; i++)
        write_present(&t, &some[i], store->node);
    text_put(&t, "SELECT pg_notify('khepri', '");
    text_put(&t, store->teller);
    for (int i = 0; i < count; i++) {
        text_char(&t, ' ');
        text_put(&t, some[i].id);
    }
    text_put(&t, "')");
    return store_pg_run(&store->listener, buf);
}

bool
store_pg_say_present(struct store_pg *store)
{
    struct pg_present *all;
    int count;
    bool fine = true;

    pthread_mutex_lock(&store->mutex);
    all = store->present;
    count = store->present_count;
    store->present = NULL;
    store->present_count = store->present_room = 0;
    pthread_mutex_unlock(&store->mutex);
    for (int i = 0; i < count && fine; i += ONCE)
        fine = say_some(store, all + i, count - i < ONCE ? count - i : ONCE);
    free(all);
    return fine;
}
