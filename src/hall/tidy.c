/* SPDX-License-Identifier: MIT
 * tidy.c -- old tables are removed, where the host wants that. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

enum { TIDY_LIST = 10000, TIDY_MOST = 100 };

static void remove_some(struct hall *hall);

static void
removed(struct hall *hall, struct table *none, struct ask *ask)
{
    (void)none;
    hall->gone += ask->seat;
    if (hall->gone < hall->going_count && !hall->draining)
        remove_some(hall);
    else if (hall->gone == hall->going_count)
        hall->going_count = 0;
}

/* The next few of those that are going, in one commit: not so many that others would wait for it. */
static void
remove_some(struct hall *hall)
{
    struct store_batch *batch = store_batch_create();
    struct ask *ask = calloc(1, sizeof *ask);
    bool fine = batch && ask;

    for (int i = hall->gone; i < hall->going_count && fine && ask->seat < TIDY_MOST; i++) {
        fine = store_remove_table(batch, hall->going[i]);
        ask->seat++;
    }
    if (fine) {
        ask->done = removed;
        commit_alone(hall, ask, batch);
        return;
    }
    store_batch_destroy(batch);
    free(ask);
}

/* Those that are in memory stay until another time: maybe somebody looks at them just now. Those that go are
 * not taken into memory any more. */
void
hall_tidy(struct hall *hall, int64_t before)
{
    typedef char id[STORE_ID_ROOM];
    id *ids = calloc(TIDY_LIST, sizeof *ids);
    struct oops why = {"there is not enough memory"};
    int count = ids ? store_list_old(hall->host.store, before, TIDY_LIST, ids, &why) : -1;

    free(hall->going);
    hall->going = ids;
    hall->going_count = hall->gone = 0;
    if (count < 0)
        hall_say(hall, HALL_ERROR, "tidy", "%s", why.text);
    for (int i = 0; i < count; i++) {
        if (!table_in_memory(hall, ids[i]))
            memmove(ids[hall->going_count++], ids[i], STORE_ID_ROOM);
    }
    if (hall->going_count == 0 || hall->draining)
        return;
    hall_say(hall, HALL_INFO, "tidy", "%d old tables go", hall->going_count);
    remove_some(hall);
}
