/* SPDX-License-Identifier: MIT
 * meter_shard.c -- see meter_shard.h. */
#include "meter_shard.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "options.h"

/* What stands before the numbers of the part, at the end of the first line. */
static const char shard_key[] = ",\"shard\":";

static void
write_first_line(struct text *t, const void *arg)
{
    const struct meter_plan *plan = arg;

    json_open(t, '{');
    json_key_text(t, "positions", plan->game->name);
    json_key_int(t, "players", plan->seats);
    json_key(t, "options");
    json_options(t, plan->game, &plan->start);
    json_key_text(t, "seed", plan->seed);
    json_key_text(t, "policy", plan->policy_word);
    json_key_text(t, "deep", plan->deep_word);
    json_key_int(t, "each", (long long)plan->each);
    json_key_int(t, "rolled", (long long)plan->rolled);
    json_key_int(t, "rollouts", (long long)plan->rollouts);
    json_key_int(t, "turns", (long long)plan->turns);
    json_key_int(t, "games", (long long)plan->games);
    json_key_int(t, "endings", (long long)plan->endings);
    json_key_open(t, "shard", '[');
    json_int(t, plan->part);
    json_int(t, plan->parts);
    json_close(t, ']');
    json_close(t, '}');
    text_char(t, '\n');
}

bool
meter_shard_begin(const struct meter_plan *plan, FILE *to)
{
    char *line = document_written(write_first_line, plan, NULL);
    bool good = line && fputs(line, to) >= 0;

    free(line);
    return good;
}

/* A part being read. */
struct part {
    const char *path;
    FILE *file; /* NULL: this part was not given */
};

struct merge {
    struct part parts[METER_SHARDS];
    long long count, games, endings; /* count: of parts */
    char *first, *line; /* the first line of the first file, and the line read last */
    size_t plan_length, first_room, room; /* plan_length: what all first lines begin with */
    struct document document;
};

/* The next line, which must end as a line does; its length, 0 at the end of the file. */
static bool
next_line(struct merge *m, FILE *file, size_t *len, struct refusal *why)
{
    ssize_t read = getline(&m->line, &m->room, file);

    *len = read > 0 ? (size_t)read : 0;
    if (ferror(file))
        return refuse(why, "it cannot be read: %s", strerror(errno));
    return *len == 0 || m->line[*len - 1] == '\n' || refuse(why, "its last line is cut off");
}

/* Reads "shard":[2,4] and the counts; *part is from 1. */
static bool
read_first_line(struct merge *m, size_t len, long long *part, long long *parts,
                struct refusal *why)
{
    const struct json *json = len ? document_read(&m->document, m->line, len - 1, NULL) : NULL;
    const struct json *pair = json ? json_member(json, "shard") : NULL;

    return (pair && json_count(pair) == 2 && json_as_whole(json_element(pair, 0), part) &&
            json_as_whole(json_element(pair, 1), parts) && *part >= 1 && *part <= *parts &&
            *parts <= METER_SHARDS && json_as_whole(json_member(json, "games"), &m->games) &&
            json_as_whole(json_member(json, "endings"), &m->endings) &&
            strstr(m->line, shard_key)) ||
           refuse(why, "it does not begin with the line of a part, as --make with --shard "
                       "writes it");
}

/* Takes a file, which stays open until the end. */
static bool
take(struct merge *m, const char *path, FILE *file, struct refusal *why)
{
    long long part, parts;
    size_t len, plan_length;

    if (!next_line(m, file, &len, why) || !read_first_line(m, len, &part, &parts, why))
        return false;
    plan_length = (size_t)(strstr(m->line, shard_key) - m->line);
    if (!m->first) {
        m->first = strdup(m->line);
        m->plan_length = plan_length;
        m->count = parts;
        if (!m->first)
            return refuse(why, "there is not memory enough");
    }
    if (parts != m->count || plan_length != m->plan_length ||
        memcmp(m->line, m->first, plan_length) != 0)
        return refuse(why, "it is a part of other positions than the first file");
    if (m->parts[part - 1].file)
        return refuse(why, "part %lld of %lld was there already", part, parts);
    m->parts[part - 1] = (struct part){path, file};
    return true;
}

static bool
take_file(struct merge *m, const char *path, struct refusal *why)
{
    FILE *file = fopen(path, "r");
    struct refusal reason;
    bool good = file ? take(m, path, file, &reason)
                     : refuse(&reason, "it cannot be read: %s", strerror(errno));

    if (!good && file)
        fclose(file);
    return good || refuse(why, "'%.200s' cannot be merged: %s", path, reason.text);
}

/* Copies one line of a part, or sees that it has no more. */
static bool
copy_line(struct merge *m, const struct part *part, bool wanted, FILE *to, struct refusal *why)
{
    struct refusal reason;
    size_t len;
    bool good = next_line(m, part->file, &len, &reason);

    if (good && wanted != (len > 0))
        good = refuse(&reason, wanted ? "it has too few lines" : "it has too many lines");
    if (good && wanted && !document_read(&m->document, m->line, len - 1, NULL))
        good = refuse(&reason, "a line is damaged: it is not JSON");
    if (good && wanted)
        fwrite(m->line, 1, len, to);
    return good || refuse(why, "'%.200s' cannot be merged: %s", part->path, reason.text);
}

static bool
copy_all(struct merge *m, FILE *to, struct refusal *why)
{
    const struct part *last = &m->parts[m->count - 1];
    bool good = true;

    for (int i = 0; i < m->count; i++) {
        if (!m->parts[i].file)
            return refuse(why, "part %d of %lld is missing", i + 1, m->count);
    }
    for (long long g = 0; good && g < m->games; g++)
        good = copy_line(m, &m->parts[g % m->count], true, to, why);
    for (long long i = 0; good && i < m->endings; i++)
        good = copy_line(m, last, true, to, why);
    for (int i = 0; good && i < m->count; i++)
        good = copy_line(m, &m->parts[i], false, to, why);
    return good;
}

bool
meter_shard_merge(int count, char **paths, FILE *to, struct refusal *why)
{
    struct merge *m = calloc(1, sizeof *m);
    bool good = true;

    if (!m)
        return refuse(why, "there is not memory enough");
    for (int i = 0; good && i < count; i++)
        good = take_file(m, paths[i], why);
    good = good && copy_all(m, to, why);
    for (int i = 0; i < METER_SHARDS; i++) {
        if (m->parts[i].file)
            fclose(m->parts[i].file);
    }
    document_finish(&m->document);
    free(m->first);
    free(m->line);
    free(m);
    return good;
}
