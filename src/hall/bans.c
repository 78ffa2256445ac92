/* SPDX-License-Identifier: MIT
 * bans.c -- addresses that the host of the server keeps out, and names that nobody may take. */
#include "hall_parts.h"

#include <stdlib.h>
#include <string.h>

const char ban_sentence[] = "the host of this server does not let this address in",
           mute_sentence[] =
               "the host of this server does not allow this name; please choose another";

static char
lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Names are the same if they differ in spaces or capitals (of ASCII) only. */
static bool
same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " ");
        b += strspn(b, " ");
        if (lower(*a) != lower(*b))
            return false;
        if (!*a)
            return true;
    }
}

bool
ban_fits(const struct store_ban *ban, enum store_ban_kind kind, const char *what)
{
    if (ban->kind != kind)
        return false;
    return kind == STORE_BAN_NAME ? same_name(ban->what, what) : strcmp(ban->what, what) == 0;
}

bool
is_banned(const struct hall *hall, enum store_ban_kind kind, const char *what)
{
    for (int i = 0; i < hall->ban_count; i++) {
        if (ban_fits(&hall->bans[i], kind, what))
            return true;
    }
    return false;
}

/* Lets go of whoever is there from a banned address. How many. */
static int
turn_out(struct hall *hall)
{
    int count = 0;

    for (int i = 0; i < BUCKETS && hall->ban_count > 0; i++) {
        for (const struct visitor *v = hall->visitors[i]; v; v = v->next) {
            if (!is_banned(hall, STORE_BAN_ADDRESS, v->address))
                continue;
            hall->host.close(hall->host.self, v->id, HALL_BYE_BANNED, ban_sentence);
            count++;
        }
    }
    return count;
}

int
bans_add(struct hall *hall, const struct store_ban *ban)
{
    struct store_ban *grown =
        realloc(hall->bans, ((size_t)hall->ban_count + 1) * sizeof *grown);

    if (grown) {
        hall->bans = grown;
        hall->bans[hall->ban_count++] = *ban;
    }
    hall->bans_doubted = hall->bans_doubted || !grown;
    return turn_out(hall);
}

void
bans_take(struct hall *hall, const struct store_ban *ban)
{
    int count = 0;

    for (int i = 0; i < hall->ban_count; i++) {
        if (!ban_fits(&hall->bans[i], ban->kind, ban->what))
            hall->bans[count++] = hall->bans[i];
    }
    hall->ban_count = count;
}

int
bans_read(struct hall *hall, struct oops *why)
{
    struct store_ban *list;
    int count = store_bans(hall->host.store, &list, why);

    hall->bans_doubted = count < 0;
    if (count < 0)
        return -1;
    free(hall->bans);
    hall->bans = list;
    hall->ban_count = count;
    return turn_out(hall);
}

void
bans_catch_up(struct hall *hall)
{
    struct oops why;

    if (hall->bans_doubted)
        (void)bans_read(hall, &why); /* why not was said when they were first not read */
}

bool
hall_read_bans(struct hall *hall, struct oops *why)
{
    return bans_read(hall, why) >= 0;
}
