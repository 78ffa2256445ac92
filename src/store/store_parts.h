/* SPDX-License-Identifier: MIT
 * store_parts.h -- the contents of a batch, for the implementations.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_PARTS_H
#define KHEPRI_STORE_PARTS_H

#include "store.h"

enum store_verb {
    STORE_NEW_TABLE, STORE_SET_TABLE, STORE_ADD_ACTION, STORE_REMOVE_TABLE, STORE_ADD_BAN, STORE_REMOVE_BAN
};

/* The id of changes of bans; no table has it. */
extern const char store_bans_id[];

struct store_change {
    struct store_change *next;
    enum store_verb verb;
    char id[STORE_ID_ROOM];
    struct store_table *table;      /* NEW and SET; on the heap, because it is ten times as large as an action */
    union {
        struct store_action action;
        struct store_ban ban;
    };
};

struct store_batch {
    struct store_batch *next;
    struct store_change *first, *last;
    store_done done;
    void *arg;
    const char *error;              /* NULL: committed; else a constant sentence */
};

/* Public, with an open seat. Stored with the table, so that a query finds such tables among any number of others. */
bool store_is_joinable(const struct store_table *table);

/* Makes room for one more in a growing list. False without memory; the list is as it was. */
bool store_room_for_ban(struct store_ban **list, int count, int *room);

#endif
