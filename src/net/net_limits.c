/* SPDX-License-Identifier: MIT
 * net_limits.c -- rate limits by client address: token buckets.
 *
 * Addresses are in a fixed hash table of small groups; in a full group the least recently used
 * one is replaced. So no flood of addresses costs memory; at worst a client gets a full bucket
 * again.
 */
#include "net.h"

#include <stdlib.h>
#include <string.h>

enum { GROUPS = 1024, WAYS = 8 };

struct entry {
    char address[NET_ADDRESS_ROOM];
    uint64_t used_at;
    struct net_bucket bucket;
};

struct net_limiter {
    int rate, burst;
    struct entry entries[GROUPS][WAYS];
};

struct net_limits
net_limits_default(void)
{
    return (struct net_limits){.connections = 4096,
                               .connections_each = 512,
                               .requests_rate = 100,
                               .requests_burst = 400,
                               .messages_rate = 30,
                               .messages_burst = 120,
                               .message_bytes = 16 * 1024,
                               .queue_bytes = 1024 * 1024,
                               .bodies = 256 * 1024 * 1024,
                               .bodies_each = 16 * 1024 * 1024,
                               .patience = 15};
}

bool
net_bucket_take(struct net_bucket *bucket, int rate, int burst, uint64_t now)
{
    int64_t room = (int64_t)burst * 1000;

    if (rate == 0)
        return true;
    if (!bucket->begun) {
        *bucket = (struct net_bucket){.filled_at = now, .thousandths = room, .begun = true};
    } else if (now > bucket->filled_at) {
        uint64_t passed = now - bucket->filled_at;
        uint64_t full_after = (uint64_t)(room / rate) + 1;

        bucket->thousandths += (int64_t)(passed < full_after ? passed : full_after) * rate;
        if (bucket->thousandths > room)
            bucket->thousandths = room;
        bucket->filled_at = now;
    }
    if (bucket->thousandths < 1000)
        return false;
    bucket->thousandths -= 1000;
    return true;
}

struct net_limiter *
net_limiter_create(int rate, int burst)
{
    struct net_limiter *limiter = calloc(1, sizeof *limiter);

    if (limiter) {
        limiter->rate = rate;
        limiter->burst = burst;
    }
    return limiter;
}

void
net_limiter_destroy(struct net_limiter *limiter)
{
    free(limiter);
}

static uint32_t
hash(const char *text)
{
    uint32_t h = 0x811c9dc5u;

    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x01000193u;
    return h ^ h >> 15;
}

/* An IPv6 customer has a whole /64: only the first four groups count. "::" may stand for some
 * of them, so everything after it is ignored too. */
static void
household(const char *address, char out[NET_ADDRESS_ROOM])
{
    int colons = 0;
    size_t n = 0;

    while (address[n] && n + 1 < NET_ADDRESS_ROOM) {
        if (address[n] == ':' && (++colons == 4 || (n > 0 && address[n - 1] == ':')))
            break;
        out[n] = address[n];
        n++;
    }
    out[n] = 0;
    if (strncmp(address, "::", 2) == 0) { /* loopback, and IPv4-mapped addresses */
        strncpy(out, address, NET_ADDRESS_ROOM - 1);
        out[NET_ADDRESS_ROOM - 1] = 0;
    }
}

bool
net_limiter_take(struct net_limiter *limiter, const char *address, uint64_t now)
{
    char key[NET_ADDRESS_ROOM] = {0};
    struct entry *group, *oldest;

    household(address, key);
    group = limiter->entries[hash(key) % GROUPS];
    oldest = group;
    for (int i = 0; i < WAYS; i++) {
        if (strcmp(group[i].address, key) == 0) {
            group[i].used_at = now;
            return net_bucket_take(&group[i].bucket, limiter->rate, limiter->burst, now);
        }
        if (group[i].used_at < oldest->used_at)
            oldest = &group[i];
    }
    *oldest = (struct entry){.used_at = now};
    memcpy(oldest->address, key, sizeof key);
    return net_bucket_take(&oldest->bucket, limiter->rate, limiter->burst, now);
}
