/* SPDX-License-Identifier: MIT
 * net_home.c -- see net_home.h. */
#include "net_home.h"

#include <stdlib.h>
#include <string.h>

static unsigned
bucket_of(const char *name)
{
    uint32_t h = 0x811c9dc5u;

    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 0x01000193u;
    return (h ^ h >> 15) % NET_HOMES;
}

static struct net_home *
find(const struct net_homes *homes, const char *name)
{
    struct net_home *home = homes->buckets[bucket_of(name)];

    while (home && strcmp(home->name, name) != 0)
        home = home->next;
    return home;
}

struct net_home *
net_home_find(const struct net_homes *homes, const char *address)
{
    char name[NET_ADDRESS_ROOM];

    net_household(address, name);
    return find(homes, name);
}

struct net_home *
net_home_enter(struct net_homes *homes, const char *address)
{
    char name[NET_ADDRESS_ROOM];
    struct net_home *home;

    net_household(address, name);
    home = find(homes, name);
    if (!home) {
        struct net_home **bucket = &homes->buckets[bucket_of(name)];

        home = calloc(1, sizeof *home);
        if (!home)
            return NULL;
        memcpy(home->name, name, sizeof name);
        home->next = *bucket;
        *bucket = home;
    }
    home->open++;
    return home;
}

void
net_home_leave(struct net_homes *homes, struct net_home *home)
{
    struct net_home **at = &homes->buckets[bucket_of(home->name)];

    if (--home->open > 0)
        return;
    while (*at != home)
        at = &(*at)->next;
    *at = home->next;
    free(home);
}
