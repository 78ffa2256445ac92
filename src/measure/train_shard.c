/* SPDX-License-Identifier: MIT
 * train_shard.c -- see train_shard.h. */
#include "train_shard.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "json_double.h"
#include "lines.h"
#include "rng.h"

enum { LONGEST_LINE = 1 << 26, HEAD_ROOM = 256 };

/* ---- which training, and where it is ---- */

static uint64_t
stir(uint64_t hash, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;

    for (size_t i = 0; i < count; i++)
        hash = rng_mix(hash + at[i] + UINT64_C(0x9e3779b97f4a7c15));
    return hash;
}

/* Of all that the games of the round depend on. */
static uint64_t
state_of(const struct train *t)
{
    const struct train_plan *plan = &t->plan;
    const uint64_t numbers[] = {plan->game,   plan->seats, plan->games, plan->round,
                                plan->passes, plan->batch, plan->seed,  t->games_done};
    uint64_t hash = stir(0, numbers, sizeof numbers);

    hash = stir(hash, &plan->rate, sizeof plan->rate);
    hash = stir(hash, &plan->lambda, sizeof plan->lambda);
    return stir(hash, t->net.weights, sizeof t->net.weights);
}

/* The first line of a shard, without a line feed. */
static void
write_head(const struct train *t, const struct train_games *games, char head[HEAD_ROOM])
{
    struct text out = text_in(head, HEAD_ROOM);
    char state[17];

    snprintf(state, sizeof state, "%016" PRIx64, state_of(t));
    json_open(&out, '{');
    json_key_text(&out, "lessons", train_games[t->plan.game]->game->name);
    json_key_int(&out, "players", (long long)t->plan.seats);
    json_key_text(&out, "state", state);
    json_key_int(&out, "first", (long long)games->first);
    json_key_int(&out, "games", (long long)games->count);
    json_close(&out, '}');
}

/* ---- the numbers of a lesson's lists, by places ---- */

static int
numbers_of(const struct net_shape *shape, const struct lesson *lesson)
{
    return shape->common + lesson->seats * shape->seat;
}

static int16_t *
number_at(const struct net_shape *shape, struct net_lists *lists, int place)
{
    int seat = (place - shape->common) / shape->seat;

    return place < shape->common ? &lists->common[place]
                                 : &lists->seat[seat][(place - shape->common) % shape->seat];
}

/* ---- writing ---- */

static void
write_shares(const float *of, int seats, FILE *to)
{
    for (int i = 0; i < seats; i++) /* nine digits are enough to have every float again */
        fprintf(to, "%c%.9g", i ? ',' : '[', (double)of[i]);
    fputs("],", to);
}

static void
write_lesson(const struct net_shape *shape, struct lesson *lesson, FILE *to)
{
    const char *before = "[";

    fputc('[', to);
    write_shares(lesson->win, lesson->seats, to);
    write_shares(lesson->score, lesson->seats, to);
    for (int place = 0; place < numbers_of(shape, lesson); place++) {
        int number = *number_at(shape, &lesson->at, place);

        if (number)
            fprintf(to, "%s%d,%d", before, place, number);
        before = number ? "," : before;
    }
    fputs(*before == '[' ? "[]]" : "]]", to);
}

void
train_shard_write(const struct train *t, const struct train_games *games, FILE *to)
{
    char head[HEAD_ROOM];

    write_head(t, games, head);
    fprintf(to, "%s\n", head);
    for (uint64_t g = 0; g < games->count && !ferror(to); g++) {
        const struct game_lessons *game = &games->of[g];

        if (!game->of)
            continue;
        fprintf(to, "{\"game\":%" PRIu64 ",\"lessons\":[", games->first + g);
        for (int i = 0; i < game->count; i++) {
            fputs(i ? "," : "", to);
            write_lesson(&t->net.shape, &game->of[i], to);
        }
        fputs("]}\n", to);
    }
}

/* ---- reading ---- */

static bool
read_shares(const struct json *list, int seats, float *out)
{
    if (json_kind(list) != JSON_KIND_LIST || json_count(list) != (size_t)seats)
        return false;
    for (const struct json *e = json_first(list); e; e = json_next(list, e), out++) {
        double share;

        if (!json_as_double(e, &share))
            return false;
        *out = (float)share;
        if (!(*out > -1e6F && *out < 1e6F))
            return false;
    }
    return true;
}

static bool
read_lesson(const struct train *t, const struct json *json, struct lesson *out)
{
    const struct net_shape *shape = &t->net.shape;
    const struct json *numbers = json_element(json, 2), *e = json_first(numbers);

    memset(out, 0, sizeof *out);
    out->seats = (int)t->plan.seats;
    if (json_count(json) != 3 || json_kind(numbers) != JSON_KIND_LIST ||
        json_count(numbers) % 2 || !read_shares(json_element(json, 0), out->seats, out->win) ||
        !read_shares(json_element(json, 1), out->seats, out->score))
        return false;
    for (; e; e = json_next(numbers, json_next(numbers, e))) {
        long long place, number;

        if (!json_as_whole(e, &place) || !json_as_whole(json_next(numbers, e), &number) ||
            place < 0 || place >= numbers_of(shape, out) || number < -NET_FEATURE_MOST ||
            number > NET_FEATURE_MOST)
            return false;
        *number_at(shape, &out->at, (int)place) = (int16_t)number;
    }
    return true;
}

/* What is read into: a line, and all lessons that a game may have. */
struct shard_room {
    struct document document;
    struct lesson *lessons;
};

/* room: for all lessons that a game may have. */
static bool
read_game(const struct train *t, struct train_games *games, const struct json *json,
          struct lesson *room, struct refusal *why)
{
    const struct json *lessons = json_member(json, "lessons"), *e = json_first(lessons);
    size_t count = json_count(lessons);
    long long number;

    if (!json_as_whole(json_member(json, "game"), &number) ||
        json_kind(lessons) != JSON_KIND_LIST ||
        count > (size_t)train_games[t->plan.game]->most_lessons)
        return refuse(why, "it is no game with its lessons");
    if (number < 0 || (uint64_t)number < games->first ||
        (uint64_t)number - games->first >= games->count)
        return refuse(why, "game %lld is none of this round, which has %llu to %llu", number,
                      (unsigned long long)games->first,
                      (unsigned long long)(games->first + games->count - 1));
    if (games->of[(uint64_t)number - games->first].of)
        return refuse(why, "game %lld was there already", number);
    for (size_t i = 0; i < count; i++, e = json_next(lessons, e)) {
        if (!read_lesson(t, e, &room[i]))
            return refuse(why, "lesson %llu of game %lld is none of such a game",
                          (unsigned long long)i + 1, number);
    }
    return train_round_put(games, (uint64_t)number, room, (int)count) ||
           refuse(why, "there is not memory enough");
}

static bool
is_head(const struct train *t, const struct train_games *games, const struct json *json)
{
    char head[HEAD_ROOM];
    struct json values[16];

    write_head(t, games, head);
    return json_same(json_read(head, strlen(head), values, 16, NULL), json);
}

static bool
read_line(const struct train *t, struct train_games *games, const struct lines *lines,
          struct shard_room *room, struct refusal *why)
{
    struct json_fault fault;
    const struct json *json = document_read(&room->document, lines->at, lines->len, &fault);

    if (!json)
        return refuse(why, "it is no JSON: %s, at column %zu", fault.what, fault.column);
    if (lines->number > 1)
        return read_game(t, games, json, room->lessons, why);
    return is_head(t, games, json) ||
           refuse(why, "these are no games of this training's next round");
}

static bool
read_lines(const struct train *t, struct train_games *games, struct lines *lines,
           struct shard_room *room, struct refusal *why)
{
    enum lines_next next;

    while ((next = lines_next(lines)) == LINES_ONE) {
        if (!read_line(t, games, lines, room, why))
            return false;
    }
    if (next == LINES_FAILED)
        return refuse(why, "it cannot be read: %s", strerror(errno));
    if (next != LINES_END || !lines->number)
        return refuse(why, next == LINES_TOO_LONG ? "it is too long" : "it is empty");
    return true;
}

bool
train_shard_read(const struct train *t, struct train_games *games, const char *path,
                 struct refusal *why)
{
    size_t most = (size_t)train_games[t->plan.game]->most_lessons;
    struct shard_room room = {.lessons = malloc(most * sizeof *room.lessons)};
    FILE *from = fopen(path, "r");
    struct refusal reason = {"there is not memory enough"};
    struct lines lines;
    bool good;

    if (!from) {
        free(room.lessons);
        return refuse(why, "'%.200s' cannot be opened: %s", path, strerror(errno));
    }
    lines_init(&lines, from, LONGEST_LINE);
    good = room.lessons && read_lines(t, games, &lines, &room, &reason);
    if (!good)
        refuse(why, "'%.200s', line %llu: %s", path, lines.number, reason.text);
    lines_finish(&lines);
    fclose(from);
    document_finish(&room.document);
    free(room.lessons);
    return good;
}
