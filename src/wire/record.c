/* SPDX-License-Identifier: MIT
 * record.c -- see record.h. Unknown keys are refused in the header and in actions, and
 * ignored elsewhere. */
#include "record.h"

#include <string.h>

#include "document.h"
#include "moves.h"
#include "options.h"

static bool
open_names(struct record *r, const struct json *players, struct refusal *why)
{
    size_t seat = 0;

    if (!players)
        return refuse(why,
                      "the record has no \"players\"; a list of names is needed, one a seat");
    if (json_kind(players) != JSON_KIND_LIST)
        return refuse(why, "\"players\" is a list of names, one a seat");
    for (const struct json *e = json_first(players); e; e = json_next(players, e)) {
        if (!json_as_text(e))
            return refuse(why, "the name of seat %zu in \"players\" is not a string", seat);
        seat++;
    }
    if (!options_setup(r->game, &r->options, (long long)json_count(players), &r->state, why))
        return false;
    r->seats = (int)json_count(players);
    return true;
}

static bool
open_game(struct record *r, const struct json *json, struct refusal *why)
{
    const char *game = json_as_text(json_member(json, "game"));

    if (!game)
        return refuse(why, "the record has no \"game\" that is a string; a name is needed, %s",
                      game_names("\"", " or ").text);
    r->game = games_find(game);
    if (!r->game)
        return refuse(why, "the game %s is not known; %s are", quote(game).text,
                      game_names("\"", " and ").text);
    r->game->defaults(&r->options);
    return options_read(r->game, json_member(json, "options"), &r->options, why);
}

bool
record_open(struct record *r, const struct json *json, struct refusal *why)
{
    const char *format = json_as_text(json_member(json, "format"));
    const struct json *actions = json_member(json, "actions");

    memset(r, 0, sizeof *r);
    r->json = json;
    if (json_kind(json) != JSON_KIND_OBJECT)
        return refuse(why, "a record is a JSON object, {...}");
    if (!format)
        return refuse(
            why,
            "the record has no \"format\" that is a string; \"khepri-record/1\" is needed");
    if (strcmp(format, "khepri-record/1") != 0)
        return refuse(why, "the format %s is not known; \"khepri-record/1\" is",
                      quote(format).text);
    if (!open_game(r, json, why) || !open_names(r, json_member(json, "players"), why))
        return false;
    if (!actions)
        return refuse(
            why, "the record has no \"actions\"; a list is needed, [] for a game not begun");
    if (json_kind(actions) != JSON_KIND_LIST)
        return refuse(why, "\"actions\" is a list of strings");
    r->actions = json_count(actions);
    r->list = actions;
    r->next = json_first(actions);
    return true;
}

const char *
record_player(const struct record *r, int seat)
{
    return json_as_text(json_element(json_member(r->json, "players"), (size_t)seat));
}

bool
record_step(struct record *r, struct game_log *log, struct refusal *why)
{
    const char *text = json_as_text(r->next);
    enum game_err err;

    if (!text)
        return refuse(
            why, "the action is not a string; an action looks like \"draw\" or \"tile:nile\"");
    err = moves_apply(r->game, &r->state, text, log);
    if (err != GAME_OK)
        return refuse_action(why, r->game, &r->state, text, err);
    r->step++;
    r->next = json_next(r->list, r->next);
    return true;
}

/* Is it this list of numbers? */
static bool
same_numbers(const struct json *given, const int *right, size_t count)
{
    const struct json *e = json_first(given);

    if (json_kind(given) != JSON_KIND_LIST || json_count(given) != count)
        return false;
    for (size_t i = 0; i < count; i++, e = json_next(given, e)) {
        long long number;

        if (!json_as_whole(e, &number) || number != right[i])
            return false;
    }
    return true;
}

static bool
check_result(const struct json *given, const struct game_result *result, int seats,
             const char *wanted, struct refusal *why)
{
    int scores[GAME_MAX_SEATS], winners[GAME_MAX_SEATS];
    size_t count = 0;

    for (int i = 0; i < seats; i++) {
        scores[i] = result->scores[i];
        if (result->winners >> i & 1)
            winners[count++] = i;
    }
    if (json_kind(given) != JSON_KIND_OBJECT)
        return refuse(why, "the result should be an object: %s", wanted);
    if (!same_numbers(json_member(given, "scores"), scores, (size_t)seats))
        return refuse(why, "the scores of the result are wrong; it should be %s", wanted);
    return same_numbers(json_member(given, "winners"), winners, count) ||
           refuse(why, "the winners of the result are wrong; it should be %s", wanted);
}

bool
record_check_result(const struct record *r, struct refusal *why)
{
    const struct json *given = json_member(r->json, "result");
    struct game_result result;
    char wanted[200];
    struct text t = text_in(wanted, sizeof wanted);

    if (!given || json_is_nil(given))
        return true;
    if (!r->game->result(&r->state, &result))
        return refuse(why, "the record gives a result, but the game is not over");
    json_result(&t, r->game, &r->state, r->seats);
    return check_result(given, &result, r->seats, wanted, why);
}

bool
record_replay(struct record *r, const struct json *json, struct refusal *why)
{
    if (!record_open(r, json, why))
        return false;
    while (r->step < r->actions) {
        if (!record_step(r, NULL, why))
            return refuse_at_step(why, r->step);
    }
    return record_check_result(r, why);
}

void
json_result(struct text *t, const struct game *game, const void *st, int seats)
{
    struct game_result result;

    if (!game->result(st, &result)) {
        json_literal(t, "null");
        return;
    }
    json_open(t, '{');
    json_key_open(t, "scores", '[');
    for (int i = 0; i < seats; i++)
        json_int(t, result.scores[i]);
    json_close(t, ']');
    json_key_set(t, "winners", result.winners);
    json_close(t, '}');
}

/* Only what is not usual. */
static void
write_options(struct text *t, const struct game *game, const void *st)
{
    const struct text before = *t;
    size_t start;

    json_key(t, "options");
    start = t->len;
    json_options(t, game, st);
    if (t->full || t->len > start + 2)
        return;
    *t = before; /* it was "{}" */
    t->at[t->len] = 0;
}

void
record_write(struct text *t, const struct record_text *of)
{
    struct game_result result;

    json_open(t, '{');
    json_key_text(t, "format", "khepri-record/1");
    json_key_text(t, "game", of->game->name);
    write_options(t, of->game, of->state);
    json_key_open(t, "players", '[');
    for (int i = 0; i < of->seats; i++)
        json_text(t, of->names[i]);
    json_close(t, ']');
    json_key_open(t, "actions", '[');
    for (size_t i = 0; i < of->actions->count; i++)
        json_text(t, of->actions->text[i]);
    json_close(t, ']');
    if (of->game->result(of->state, &result)) {
        json_key(t, "result");
        json_result(t, of->game, of->state, of->seats);
    }
    if (of->meta) {
        json_key(t, "meta");
        of->meta(t, of->meta_of);
    }
    json_close(t, '}');
}

static void
write_line(struct text *t, const void *of)
{
    record_write(t, of);
}

char *
record_line(const struct record_text *of)
{
    return document_written(write_line, of, NULL);
}
