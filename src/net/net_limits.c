/* SPDX-License-Identifier: MIT
 * net_limits.c -- rate limits by the address of a client: token buckets.
 *
 * Addresses are in a fixed hash table of small groups; in a full group the least recently used
 * one is replaced. So no flood of addresses costs memory; at worst a client gets a full bucket
 * again.
 */
#include "net.h"

#include <arpa/inet.h>
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
    return (struct net_limits){.connections = 20000,
                               .connections_each = 512,
                               .requests_rate = 100,
                               .requests_burst = 400,
                               .bodies_rate = 512,
                               .bodies_burst = 4096,
                               .messages_rate = 30,
                               .messages_burst = 120,
                               .message_bytes = 16 * 1024,
                               .queue_bytes = 1024 * 1024,
                               .queues = 256 * 1024 * 1024,
                               .queues_each = 32 * 1024 * 1024,
                               .bodies = 256 * 1024 * 1024,
                               .bodies_each = 16 * 1024 * 1024,
                               .patience = 15};
}

bool
net_bucket_pay(struct net_bucket *bucket, int cost, int rate, int burst, uint64_t now)
{
    int64_t room = (int64_t)burst * 1000, price = (int64_t)cost * 1000;

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
    if (bucket->thousandths < price)
        return false;
    bucket->thousandths -= price;
    return true;
}

bool
net_bucket_take(struct net_bucket *bucket, int rate, int burst, uint64_t now)
{
    return net_bucket_pay(bucket, 1, rate, burst, now);
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

void
net_household(const char *address, char out[NET_ADDRESS_ROOM])
{
    unsigned char bytes[16];

    memset(out, 0, NET_ADDRESS_ROOM);
    if (inet_pton(AF_INET6, address, bytes) == 1) {
        memset(bytes + 8, 0, 8);
        inet_ntop(AF_INET6, bytes, out, NET_ADDRESS_ROOM);
    } else {
        strncpy(out, address, NET_ADDRESS_ROOM - 1);
    }
}

bool
net_limiter_take(struct net_limiter *limiter, const char *address, uint64_t now)
{
    return net_limiter_pay(limiter, address, 1, now);
}

bool
net_limiter_pay(struct net_limiter *limiter, const char *address, int cost, uint64_t now)
{
    char key[NET_ADDRESS_ROOM];
    struct entry *group, *oldest;

    net_household(address, key);
    group = limiter->entries[hash(key) % GROUPS];
    oldest = group;
    for (int i = 0; i < WAYS; i++) {
        if (strcmp(group[i].address, key) == 0) {
            group[i].used_at = now;
            return net_bucket_pay(&group[i].bucket, cost, limiter->rate, limiter->burst, now);
        }
        if (group[i].used_at < oldest->used_at)
            oldest = &group[i];
    }
    *oldest = (struct entry){.used_at = now};
    memcpy(oldest->address, key, sizeof key);
    return net_bucket_pay(&oldest->bucket, cost, limiter->rate, limiter->burst, now);
}
