/* SPDX-License-Identifier: MIT
 * arena_merge.c -- see arena_merge.h. */
#include "arena_merge.h"

#include <stdlib.h>

#include "document_file.h"

struct arena_merge *
arena_merge_create(void)
{
    return calloc(1, sizeof(struct arena_merge));
}

void
arena_merge_destroy(struct arena_merge *m)
{
    if (!m)
        return;
    free(m->plan.options);
    document_finish(&m->first);
    document_finish(&m->more);
    free(m);
}

/* "shard":[2,4]; without it the file is the whole of an arena. */
static bool
read_shard(const struct json *json, int *shard, int *shards, struct refusal *why)
{
    const struct json *pair = json_member(json, "shard");
    long long i = 1, n = 1;

    if (pair &&
        (json_count(pair) != 2 || !json_as_whole(json_element(pair, 0), &i) ||
         !json_as_whole(json_element(pair, 1), &n) || i < 1 || i > n || n > ARENA_SHARDS))
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
take(struct arena_merge *m, const struct json *json, struct refusal *why)
{
    const struct json *arena = json_member(json, "arena");
    struct arena_sums more;
    int shard = 1, shards = 1;

    if (json_member(json, "test"))
        return refuse(why, "it was stopped by --until, and is no shard");
    if (!read_shard(json, &shard, &shards, why))
        return false;
    if (json == m->first.root) {
        m->shards = shards;
        if (!arena_plan_read(&m->plan, arena, why))
            return false;
    }
    if (shards != m->shards || !json_same(arena, json_member(m->first.root, "arena")))
        return refuse(why, "it is a shard of another arena than the first file");
    if (m->seen[shard - 1])
        return refuse(why, "shard %d of %d was there already", shard, shards);
    m->seen[shard - 1] = true;
    if (!arena_sums_read(&more, &m->plan, json_member(json, "sums"), why))
        return false;
    if (more.deals != deals_of(&m->plan, shard, shards))
        return refuse(why, "it has %lld deal%s, and shard %d of %d should have %lld",
                      (long long)more.deals, more.deals == 1 ? "" : "s", shard, shards,
                      (long long)deals_of(&m->plan, shard, shards));
    arena_sums_add(&m->sums, &more);
    return true;
}

bool
arena_merge_files(struct arena_merge *m, int count, char **paths, struct refusal *why)
{
    for (int i = 0; i < count; i++) {
        struct refusal reason;
        const struct json *json = document_file(i ? &m->more : &m->first, paths[i], &reason);

        if (!json || !take(m, json, &reason))
            return refuse(why, "'%.200s' cannot be merged: %s", paths[i], reason.text);
    }
    for (int i = 0; i < m->shards; i++) {
        if (!m->seen[i])
            return refuse(why, "shard %d of %d is missing", i + 1, m->shards);
    }
    return true;
}
