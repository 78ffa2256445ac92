/* SPDX-License-Identifier: MIT
 * arena_checkpoint.c -- see arena_checkpoint.h. */
#include "arena_checkpoint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "document_file.h"
#include "file_bytes.h"

static void
write_checkpoint(struct text *t, const void *arg)
{
    const struct arena_outcome *o = arg;

    json_open(t, '{');
    arena_show_which(t, o);
    json_key(t, "sums");
    json_arena_sums(t, o->sums, o->plan);
    json_close(t, '}');
    text_char(t, '\n');
}

static bool
not_written(const char *path, int fault, struct refusal *why)
{
    return refuse(why, "the checkpoint '%.200s' cannot be written: %s", path, strerror(fault));
}

bool
arena_checkpoint_may_write(const char *path, struct refusal *why)
{
    return file_may_replace(path) || not_written(path, errno, why);
}

bool
arena_checkpoint_write(const char *path, const struct arena_outcome *outcome,
                       struct refusal *why)
{
    size_t len;
    char *text = document_written(write_checkpoint, outcome, &len);
    bool good = text && file_replace(path, text, len);

    free(text);
    return good || not_written(path, text ? errno : ENOMEM, why);
}

static void
write_which(struct text *t, const void *arg)
{
    json_open(t, '{');
    arena_show_which(t, arg);
    json_close(t, '}');
}

/* Is it a file of this arena and of this shard? */
static bool
fits(const struct json *json, const struct arena_outcome *outcome)
{
    struct document own = {0};
    size_t len;
    char *text = document_written(write_which, outcome, &len);
    bool good = text && document_read(&own, text, len, NULL) &&
                json_same(json_member(json, "arena"), json_member(own.root, "arena")) &&
                json_same(json_member(json, "shard"), json_member(own.root, "shard"));

    document_finish(&own);
    free(text);
    return good;
}

bool
arena_checkpoint_read(const char *path, const struct arena_outcome *outcome,
                      struct arena_sums *sums, struct refusal *why)
{
    struct document document = {0};
    struct refusal reason;
    const struct json *json;
    bool good = false;

    if (access(path, F_OK) != 0 && errno == ENOENT)
        return true;
    json = document_file(&document, path, &reason);
    if (json && !fits(json, outcome))
        refuse(&reason, "it is of another arena or shard");
    else if (json)
        good = arena_sums_read(sums, outcome->plan, json_member(json, "sums"), &reason);
    document_finish(&document);
    return good || refuse(why, "the checkpoint '%.200s' cannot be used: %s", path, reason.text);
}
