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
ban_fits(const struct hall_ban *ban, enum hall_ban_kind kind, const char *what)
{
    if (ban->kind != kind)
        return false;
    return kind == HALL_BAN_NAME ? same_name(ban->what, what) : strcmp(ban->what, what) == 0;
}

bool
is_banned(const struct hall *hall, enum hall_ban_kind kind, const char *what)
{
    for (int i = 0; i < hall->ban_count; i++) {
        if (ban_fits(&hall->bans[i], kind, what))
            return true;
    }
    return false;
}

bool
hall_set_bans(struct hall *hall, const struct hall_ban *list, int count)
{
    struct hall_ban *copy = malloc(((size_t)count + 1) * sizeof *copy);

    if (!copy)
        return false;
    if (count > 0)
        memcpy(copy, list, (size_t)count * sizeof *copy);
    free(hall->bans);
    hall->bans = copy;
    hall->ban_count = count;
    return true;
}
