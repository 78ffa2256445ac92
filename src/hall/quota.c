/* SPDX-License-Identifier: MIT
 * quota.c -- how many tables there may be: in all, of one visitor, and of one visitor in the list of tables to join.
 *
 * Only unfinished tables of the last days count for a visitor; of listed ones those of the last day. So nobody is
 * kept out for ever by what they left behind. Tables on their way to the store count too: else many at once would
 * pass. One that has just arrived there may count twice for a moment. */
#include "hall_parts.h"

enum { DAYS = 30, DAY = 24 * 3600 };

static bool
is_listed(const struct store_table *row)
{
    bool open = false;

    for (int i = 0; i < row->players; i++)
        open = open || row->seats[i].kind == STORE_OPEN;
    return open && row->open_to_all && row->status == STORE_WAITING;
}

/* Tables of a maker, in the store and on their way there. -1 if they cannot be counted. */
static int64_t
count_of(const struct hall *hall, uint32_t maker, bool listed)
{
    int64_t since =
        hall->host.date(hall->host.self) - (listed ? LISTED_FOR : (int64_t)DAYS * DAY);
    struct oops why;
    int64_t count =
        store_count(hall->host.store, listed ? STORE_COUNT_LISTED : STORE_COUNT_UNFINISHED,
                    maker, since, &why);

    if (count < 0) {
        if (!store_is_away(hall->host.store))
            hall_say(hall, HALL_ERROR, "store", "%s", why.text);
        return -1;
    }
    for (const struct ask *ask = hall->making; ask; ask = ask->making)
        count += ask->maker == maker && (!listed || ask->listed);
    return count;
}

static bool
is_full(struct hall *hall)
{
    struct oops why;
    int64_t count;

    if (hall->options.tables == 0)
        return false;
    if (hall->stored < 0)
        hall->stored = store_count(hall->host.store, STORE_COUNT_ALL, 0, 0, &why);
    count = hall->stored;
    for (const struct ask *ask = hall->making; ask; ask = ask->making)
        count++;
    return count >= hall->options.tables;
}

bool
quota_allows(struct hall *hall, const struct ask *ask, const struct store_table *row)
{
    int each = hall->options.tables_each, listed = hall->options.listed_each;

    if (hall->no_new_tables)
        ask_refuse(hall, ask, API_BUSY,
                   "this server will be started again soon and makes no new tables until then");
    else if (is_full(hall))
        ask_refuse(hall, ask, API_BUSY,
                   "this server keeps as many tables as its host allows; no more can be made");
    else if (each > 0 && row->maker && count_of(hall, row->maker, false) >= each)
        ask_refuse(hall, ask, API_QUOTA,
                   "%d unfinished table%s made from your address in %d days, which is the "
                   "limit; please finish one first",
                   each, each == 1 ? " was" : "s were", DAYS);
    else if (listed > 0 && row->maker && is_listed(row) &&
             count_of(hall, row->maker, true) >= listed)
        ask_refuse(hall, ask, API_QUOTA,
                   "%d table%s in the public list, which is the limit; start %s, or make this "
                   "one private",
                   listed,
                   listed == 1 ? " from your address waits" : "s from your address wait",
                   listed == 1 ? "it" : "one of them");
    else
        return true;
    return false;
}

void
quota_begin(struct hall *hall, struct ask *ask, const struct store_table *row)
{
    ask->maker = row->maker;
    ask->listed = is_listed(row);
    ask->making = hall->making;
    hall->making = ask;
}

void
quota_end(struct hall *hall, const struct ask *ask, bool made)
{
    struct ask **at = &hall->making;

    while (*at && *at != ask)
        at = &(*at)->making;
    if (*at)
        *at = ask->making;
    if (made && hall->stored >= 0)
        hall->stored++;
}
