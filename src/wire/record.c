/* SPDX-License-Identifier: MIT
 * record.c -- see record.h. What a reader does not know in the header or the actions it refuses;
 * what it does not know elsewhere it leaves alone. */
#include "record.h"

#include <assert.h>
#include <string.h>

#include "moves.h"
#include "options.h"

/* The parser's words may quote the input, cut anywhere. */
static const char *
plain(char *text)
{
    for (char *p = text; *p; p++) {
        if ((unsigned char)*p < 0x20 || (unsigned char)*p > 0x7e)
            *p = '?';
    }
    return text;
}

json_t *
record_parse(const char *at, size_t len, struct refusal *why)
{
    size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY;
    const char *nul = memchr(at, 0, len);
    json_error_t error;
    json_t *json;

    if (nul) {
        refuse(why, "the line holds a NUL byte at column %zu; JSON has none",
               (size_t)(nul - at) + 1);
        return NULL;
    }
    json = json_loadb(at, len, flags, &error);
    /* Numbers beyond 64 bits may stand where they mean nothing to us, in "meta" for one. */
    if (!json && json_error_code(&error) == json_error_numeric_overflow)
        json = json_loadb(at, len, flags | JSON_DECODE_INT_AS_REAL, &error);
    if (!json && json_error_code(&error) == json_error_null_character)
        refuse(why, "a text holds the character \\u0000, at column %d; no text here may",
               error.column);
    else if (!json)
        refuse(why, "the line is not JSON: %s, at column %d", plain(error.text), error.column);
    return json;
}

bool
json_whole(const json_t *json, long long *out)
{
    double real = json_real_value(json);

    if (json_is_integer(json)) {
        *out = json_integer_value(json);
        return true;
    }
    if (!json_is_real(json) || real < -9007199254740992.0 || real > 9007199254740992.0)
        return false;
    *out = (long long)real;
    return (double)*out == real;
}

static bool
open_names(struct record *r, const json_t *players, struct refusal *why)
{
    if (!players)
        return refuse(why,
                      "the record has no \"players\"; a list of names is needed, one a seat");
    if (!json_is_array(players))
        return refuse(why, "\"players\" is a list of names, one a seat");
    for (size_t i = 0; i < json_array_size(players); i++) {
        if (!json_is_string(json_array_get(players, i)))
            return refuse(why, "the name of seat %zu in \"players\" is not a string", i);
    }
    if (!options_setup(r->game, &r->options, (long long)json_array_size(players), &r->state,
                       why))
        return false;
    r->seats = (int)json_array_size(players);
    return true;
}

static bool
open_game(struct record *r, const json_t *json, struct refusal *why)
{
    const char *game = json_string_value(json_object_get(json, "game"));

    if (!game)
        return refuse(
            why,
            "the record has no \"game\" that is a string; a name is needed, \"ra\" or \"amun_re\"");
    r->game = games_find(game);
    if (!r->game)
        return refuse(why, "the game %s is not known; \"ra\" and \"amun_re\" are",
                      quote(game).text);
    r->game->defaults(&r->options);
    return options_read(r->game, json_object_get(json, "options"), &r->options, why);
}

bool
record_open(struct record *r, const json_t *json, struct refusal *why)
{
    const char *format = json_string_value(json_object_get(json, "format"));
    const json_t *actions = json_object_get(json, "actions");

    memset(r, 0, sizeof *r);
    r->json = json;
    if (!json_is_object(json))
        return refuse(why, "a record is a JSON object, {...}");
    if (!format)
        return refuse(
            why,
            "the record has no \"format\" that is a string; \"khepri-record/1\" is needed");
    if (strcmp(format, "khepri-record/1") != 0)
        return refuse(why, "the format %s is not known; \"khepri-record/1\" is",
                      quote(format).text);
    if (!open_game(r, json, why) || !open_names(r, json_object_get(json, "players"), why))
        return false;
    if (!actions)
        return refuse(
            why, "the record has no \"actions\"; a list is needed, [] for a game not begun");
    if (!json_is_array(actions))
        return refuse(why, "\"actions\" is a list of strings");
    r->actions = json_array_size(actions);
    return true;
}

const char *
record_player(const struct record *r, int seat)
{
    return json_string_value(json_array_get(json_object_get(r->json, "players"), (size_t)seat));
}

const json_t *
record_next(const struct record *r)
{
    return json_array_get(json_object_get(r->json, "actions"), r->step);
}

bool
record_step(struct record *r, struct game_log *log, struct refusal *why)
{
    const char *text = json_string_value(record_next(r));
    enum game_err err;

    if (!text)
        return refuse(
            why, "the action is not a string; an action looks like \"draw\" or \"tile:nile\"");
    err = moves_apply(r->game, &r->state, text, log);
    if (err != GAME_OK)
        return refuse_action(why, r->game, &r->state, text, err);
    r->step++;
    return true;
}

static bool
same_numbers(const json_t *given, const json_t *right)
{
    if (!json_is_array(given) || json_array_size(given) != json_array_size(right))
        return false;
    for (size_t i = 0; i < json_array_size(right); i++) {
        long long number;

        if (!json_whole(json_array_get(given, i), &number))
            return false;
        if (number != json_integer_value(json_array_get(right, i)))
            return false;
    }
    return true;
}

bool
record_check_result(const struct record *r, struct refusal *why)
{
    const json_t *given = json_object_get(r->json, "result");
    json_t *right;
    char *wanted;
    bool good = true;

    if (!given || json_is_null(given))
        return true;
    right = record_result(r->game, &r->state, r->seats);
    wanted = right ? record_line(right) : NULL;
    if (!wanted)
        good = refuse(why, "there is not memory enough to check the result");
    else if (json_is_null(right))
        good = refuse(why, "the record gives a result, but the game is not over");
    else if (!json_is_object(given))
        good = refuse(why, "the result is an object; it should be %s", wanted);
    else if (!same_numbers(json_object_get(given, "scores"), json_object_get(right, "scores")))
        good = refuse(why, "the scores of the result are wrong; it should be %s", wanted);
    else if (!same_numbers(json_object_get(given, "winners"),
                           json_object_get(right, "winners")))
        good = refuse(why, "the winners of the result are wrong; it should be %s", wanted);
    free(wanted);
    json_decref(right);
    return good;
}

bool
record_replay(struct record *r, const json_t *json, struct refusal *why)
{
    if (!record_open(r, json, why))
        return false;
    while (r->step < r->actions) {
        if (!record_step(r, NULL, why))
            return false;
    }
    return record_check_result(r, why);
}

json_t *
record_result(const struct game *game, const void *st, int seats)
{
    struct game_result result;
    json_t *scores, *winners;

    if (!game->result(st, &result))
        return json_null();
    scores = json_array();
    winners = json_array();
    for (int i = 0; i < seats; i++) {
        json_array_append_new(scores, json_integer(result.scores[i]));
        if (result.winners >> i & 1)
            json_array_append_new(winners, json_integer(i));
    }
    return json_pack("{s:o,s:o}", "scores", scores, "winners", winners);
}

static json_t *
string_list(const char *const *strings, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; list && i < count; i++) {
        if (json_array_append_new(list, json_string(strings[i])) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

/* Adds a value of which this takes the reference; true if all went well. */
static bool
add(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

json_t *
record_create(const struct game *game, const void *st, int seats, const char *const *names,
              json_t *actions, json_t *meta)
{
    json_t *record = json_object(), *options = options_unusual(game, st);
    json_t *result = record_result(game, st, seats);
    bool good = add(record, "format", json_string("khepri-record/1"));

    good = add(record, "game", json_string(game->name)) && good;
    if (json_object_size(options) > 0)
        good = add(record, "options", json_incref(options)) && good;
    good = add(record, "players", string_list(names, (size_t)seats)) && good;
    good = add(record, "actions", json_incref(actions)) && good;
    if (!json_is_null(result))
        good = add(record, "result", json_incref(result)) && good;
    if (meta)
        good = add(record, "meta", json_incref(meta)) && good;
    good = good && options && result;
    json_decref(options);
    json_decref(result);
    if (!good) {
        json_decref(record);
        return NULL;
    }
    return record;
}

char *
record_line(const json_t *record)
{
    return json_dumps(record, JSON_COMPACT | JSON_ENCODE_ANY);
}
