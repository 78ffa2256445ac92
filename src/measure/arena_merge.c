/* SPDX-License-Identifier: MIT
 * arena_merge.c -- see arena_merge.h. */
#include "arena_merge.h"

#include <stdlib.h>

#include "record.h"

struct arena_merge *
arena_merge_create(void)
{
    return calloc(1, sizeof(struct arena_merge));
}

void
arena_merge_destroy(struct arena_merge *m)
{
    json_decref(m->plan.options);
    json_decref(m->first);
    free(m);
}

/* "shard":[2,4]; without it the file is the whole of an arena. */
static bool
read_shard(const json_t *json, int *shard, int *shards, struct refusal *why)
{
    const json_t *pair = json_object_get(json, "shard");
    long long i = 1, n = 1;

    if (pair &&
        (json_array_size(pair) != 2 || !json_whole(json_array_get(pair, 0), &i) ||
         !json_whole(json_array_get(pair, 1), &n) || i < 1 || i > n || n > ARENA_SHARDS))
        return refuse(why, "its \"shard\" should be two numbers, such as [1,4]");
    *shard = (int)i;
    *shards = (int)n;
    return true;
}

/* How many of the deals are the shard's. */
static int64_t
deals_of(const struct arena_plan *plan, int shard, int shards)
{
    return ((int64_t)plan->deals - shard + shards) / shards;
}

static bool
take(struct arena_merge *m, json_t *json, struct refusal *why)
{
    const json_t *arena = json_object_get(json, "arena");
    struct arena_sums more;
    int shard = 1, shards = 1;

    if (json_object_get(json, "test"))
        return refuse(why, "it was stopped by --until, and is no shard");
    if (!read_shard(json, &shard, &shards, why))
        return false;
    if (!m->first) {
        m->first = json_incref(json);
        m->shards = shards;
        if (!arena_plan_read(&m->plan, arena, why))
            return false;
    }
    if (shards != m->shards || !json_equal(arena, json_object_get(m->first, "arena")))
        return refuse(why, "it is a shard of another arena than the first file");
    if (m->seen[shard - 1])
        return refuse(why, "shard %d of %d was there already", shard, shards);
    m->seen[shard - 1] = true;
    if (!arena_sums_read(&more, &m->plan, json_object_get(json, "sums"), why))
        return false;
    if (more.deals != deals_of(&m->plan, shard, shards))
        return refuse(why, "it has %lld deals, and shard %d of %d should have %lld",
                      (long long)more.deals, shard, shards,
                      (long long)deals_of(&m->plan, shard, shards));
    arena_sums_add(&m->sums, &more);
    return true;
}

bool
arena_merge_files(struct arena_merge *m, int count, char **paths, struct refusal *why)
{
    for (int i = 0; i < count; i++) {
        json_error_t error;
        json_t *json = json_load_file(paths[i], JSON_REJECT_DUPLICATES, &error);
        struct refusal reason;
        bool good = json && take(m, json, &reason);

        if (!json)
            refuse(&reason, "%s", error.text);
        json_decref(json);
        if (!good)
            return refuse(why, "'%.200s' cannot be merged: %s", paths[i], reason.text);
    }
    for (int i = 0; i < m->shards; i++) {
        if (!m->seen[i])
            return refuse(why, "shard %d of %d is missing", i + 1, m->shards);
    }
    return true;
}
