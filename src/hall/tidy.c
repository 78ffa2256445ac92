/* SPDX-License-Identifier: MIT
 * tidy.c -- old tables are removed, where the host wants that. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

enum { TIDY_LIST = 10000, TIDY_MOST = 100, DAY = 24 * 3600 };

/* Whether the date can be believed. A clock that leaps makes all tables old at once. While this program runs, the date
 * has to agree with the clock that never leaps. At the start it has to agree with the tables that were made last. */
enum { LEAP = 3600, HOLD_MS = DAY * 1000 };

static void remove_some(struct hall *hall);

/* Those that are left stay for another time, and may be taken into memory again. */
static void
end_removal(struct hall *hall)
{
    hall->going_count = hall->gone = 0;
}

static void
removed(struct hall *hall, struct table *none, struct ask *ask)
{
    (void)none;
    hall->gone += ask->seat;
    if (hall->stored >= 0)
        hall->stored -= ask->seat;
    if (hall->gone < hall->going_count && !hall->draining)
        remove_some(hall);
    else
        end_removal(hall);
}

static void
not_removed(struct hall *hall, struct table *none, struct ask *ask)
{
    (void)none;
    (void)ask;
    end_removal(hall);
}

/* Removes the next few tables in one commit, few enough that nobody has to wait for it. */
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
        ask->undone = not_removed;
        commit_alone(hall, ask, batch);
        return;
    }
    store_batch_destroy(batch);
    free(ask);
    end_removal(hall);
}

/* When the newest table was made; 0 without tables. */
static int64_t
newest(struct hall *hall)
{
    static const enum store_status all[] = {STORE_WAITING, STORE_PLAYING, STORE_OVER};
    struct store_table *row = malloc(sizeof *row);
    struct oops why;
    int64_t found = 0;

    for (int i = 0; i < 3 && row; i++) {
        if (store_list(hall->host.store, all[i], false, 1, row, &why) == 1 &&
            row->created > found)
            found = row->created;
    }
    free(row);
    return found;
}

static void
hold(struct hall *hall, int64_t seconds)
{
    hall_say(
        hall, HALL_WARN, "tidy",
        "the date is %lld day%s ahead of what it should be; is it right? No table is deleted "
        "for a day",
        (long long)(seconds / DAY), seconds / DAY == 1 ? "" : "s");
    hall->tidy_after = hall_now(hall) + HOLD_MS;
}

static bool
is_date_believed(struct hall *hall, int64_t date, int days)
{
    uint64_t now = hall_now(hall);
    int64_t ahead, half = (int64_t)days * DAY / 2;

    if (hall->tidy_date) {
        ahead = date - hall->tidy_date - (int64_t)(now - hall->tidy_clock) / 1000;
        if (ahead > LEAP)
            hold(hall, ahead);
    } else {
        ahead = newest(hall);
        ahead = ahead ? date - ahead : 0;
        if (ahead > (half > DAY ? half : DAY))
            hold(hall, ahead);
    }
    hall->tidy_date = date;
    hall->tidy_clock = now;
    return now >= hall->tidy_after;
}

/* Appends old tables to those that go; 0 days: none. Those that are in memory stay until another time: maybe somebody
 * looks at them just now. Those that go are not taken into memory any more. */
static void
find_old(struct hall *hall, bool waiting, int64_t date, int days)
{
    typedef char table_id[STORE_ID_ROOM];
    table_id *ids = hall->going + hall->going_count;
    struct oops why;
    int count = 0;

    if (days > 0)
        count = store_list_old(hall->host.store, waiting, date - (int64_t)days * DAY,
                               TIDY_LIST - hall->going_count, ids, &why);
    if (count < 0)
        hall_say(hall, HALL_ERROR, "tidy", "%s", why.text);
    for (int i = 0; i < count; i++) {
        if (!table_in_memory(hall, ids[i]))
            memmove(hall->going[hall->going_count++], ids[i], STORE_ID_ROOM);
    }
}

void
hall_tidy(struct hall *hall, int days, int waiting)
{
    int64_t date = hall->host.date(hall->host.self);

    if (hall->going_count > 0) /* the last ones are still being removed */
        return;
    if (waiting == 0 || (days > 0 && days < waiting))
        waiting = days;
    hall->tidy_claim = store_claim(hall->host.store, "tidy", hall->tidy_claim);
    if (!hall->tidy_claim) /* another server may have it; or it was lost, and is asked for next time */
        hall->tidy_claim = store_claim(hall->host.store, "tidy", 0);
    if (!hall->tidy_claim || !is_date_believed(hall, date, waiting))
        return;
    hall->stored = -1; /* other servers make tables too */
    free(hall->going);
    hall->going = calloc(TIDY_LIST, sizeof *hall->going);
    if (!hall->going) {
        hall_say(hall, HALL_ERROR, "tidy", "there is not enough memory");
        return;
    }
    find_old(hall, true, date, waiting);
    find_old(hall, false, date, days);
    if (hall->going_count == 0 || hall->draining)
        return;
    hall_say(hall, HALL_INFO, "tidy", "%d old table%s", hall->going_count,
             hall->going_count == 1 ? " goes" : "s go");
    remove_some(hall);
}
