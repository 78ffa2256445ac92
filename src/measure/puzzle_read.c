/* SPDX-License-Identifier: MIT
 * puzzle_read.c -- puzzles read and checked by the rules; see puzzle.h. */
#include "puzzle.h"

#include <stdlib.h>
#include <string.h>

#include "document_file.h"
#include "meter.h"
#include "moves.h"
#include "record.h"

struct reading {
    puzzle_reader *found;
    void *self;
    struct puzzle p;
};

static bool
read_text(const struct json *object, const char *key, char out[PUZZLE_TEXT],
          struct refusal *why)
{
    const char *text = json_as_text(json_member(object, key));

    if (!text || strlen(text) >= PUZZLE_TEXT)
        return refuse(why, "\"%s\" of a puzzle should be a short text", key);
    strcpy(out, text);
    return true;
}

static bool
read_number(const struct json *object, const char *key, long long low, long long high,
            long long *out, struct refusal *why)
{
    if (json_as_whole(json_member(object, key), out) && *out >= low && *out <= high)
        return true;
    return refuse(why, "\"%s\" of a puzzle should be a number from %lld to %lld", key, low,
                  high);
}

/* The values are in chance to win, by METER_SURE; luck-adjusted they may be a little beyond. */
static bool
read_values(const struct json *object, const char *key, int count, long long *out,
            struct refusal *why)
{
    const struct json *list = json_member(object, key);
    bool good = meter_read_values(list, count, out);

    if (json_count(list) != (size_t)count)
        return refuse(why, "\"%s\" of a puzzle should be %d numbers, one for each action", key,
                      count);
    for (int i = 0; i < count; i++) {
        if (!good || llabs(out[i]) > 2 * METER_SURE)
            return refuse(why, "\"%s\" of a puzzle should be chances by %d", key, METER_SURE);
    }
    return true;
}

/* "actions" are the legal ones, in order. */
static bool
check_actions(struct puzzle *p, const struct json *list, struct refusal *why)
{
    const struct json *e = json_first(list);
    struct move move;

    p->count = p->game->actions(&p->state, p->seat, p->actions);
    if (p->count < 2 || p->count > PUZZLE_ACTIONS)
        return refuse(why, "there is nothing to choose in a puzzle");
    for (int i = 0; i < p->count; i++, e = e ? json_next(list, e) : NULL) {
        const char *text = e ? json_as_text(e) : NULL;

        moves_write(p->game, &p->state, p->seat, p->actions[i], &move);
        if (!text || strcmp(text, move.text) != 0)
            return refuse(why, "action %d of a puzzle should be %s", i, move.text);
    }
    return json_count(list) == (size_t)p->count ||
           refuse(why, "a puzzle should have %d actions", p->count);
}

/* The best is the best by the margin that is told, and both ways of finding values say so. */
static bool
check_best(struct puzzle *p, struct refusal *why)
{
    p->best = 0;
    for (int i = 1; i < p->count; i++)
        p->best = p->win[i] > p->win[p->best] ? i : p->best;
    if (p->margin != puzzle_margin(p->win, p->count, p->best) || p->margin <= 0)
        return refuse(why, "the margin of a puzzle should be %lld",
                      puzzle_margin(p->win, p->count, p->best));
    if (puzzle_margin(p->second, p->count, p->best) <= 0)
        return refuse(why, "the second opinion of a puzzle has another best action");
    return true;
}

static bool
read_puzzle(void *self, const struct json *json, struct refusal *why)
{
    struct reading *reading = self;
    struct puzzle *p = &reading->p;
    const struct json *meta = json_member(json_member(json, "meta"), "puzzle");
    long long seat, level;
    struct record r;

    if (json_kind(meta) != JSON_KIND_OBJECT)
        return refuse(why,
                      "it is a record without the \"puzzle\" that khepri puzzle make writes");
    if (!record_replay(&r, json, why))
        return false;
    p->game = r.game;
    p->seats = r.seats;
    p->state = r.state;
    if (!read_text(meta, "id", p->id, why) || !read_text(meta, "kind", p->kind, why) ||
        !read_text(meta, "deep", p->deep, why) ||
        !read_number(meta, "seat", 0, r.seats - 1, &seat, why) ||
        !read_number(meta, "level", 1, PUZZLE_LEVELS, &level, why) ||
        !read_number(meta, "margin", 1, METER_SURE, &p->margin, why))
        return false;
    p->seat = (int)seat;
    p->level = (int)level;
    if (p->game->to_move(&p->state) != 1U << p->seat)
        return refuse(why, "seat %d should be the one to act in a puzzle", p->seat);
    return check_actions(p, json_member(meta, "actions"), why) &&
           read_values(meta, "win", p->count, p->win, why) &&
           read_values(meta, "second", p->count, p->second, why) && check_best(p, why) &&
           reading->found(reading->self, p, why);
}

bool
puzzle_read_file(const char *path, puzzle_reader *found, void *self, struct refusal *why)
{
    struct reading *reading = malloc(sizeof *reading);
    bool good;

    if (!reading)
        return refuse(why, "there is not memory enough");
    reading->found = found;
    reading->self = self;
    good = document_file_lines(path, RECORD_MAX_BYTES, read_puzzle, reading, why);
    free(reading);
    return good;
}
