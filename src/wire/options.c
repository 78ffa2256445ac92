/* SPDX-License-Identifier: MIT
 * options.c -- see options.h. The contract sets options but does not list them; this table does. */
#include "options.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "board.h"

/* clang-format off */
static const struct game_option ra_options[] = {
    {"edition",      OPTION_TEXT,    {"1999", "2005", "2016"},                 "2016"},
    {"god_disaster", OPTION_TEXT,    {"after_all", "immediate", "ignored"},    "by edition: after_all, in 2016 immediate"},
    {"empty_invoke", OPTION_BOOLEAN,  {"true", "false"},                        "true"},
    {NULL, OPTION_TEXT, {NULL}, NULL},
};

static const struct game_option amun_options[] = {
    {"baharya_printed_farmers", OPTION_NUMBER, {"2", "0"},                    "2"},
    {"supplies",                OPTION_TEXT,   {"unlimited", "limited"},      "unlimited"},
    {"side_award_min_pyramids", OPTION_NUMBER, {"1", "0"},                    "1"},
    {"gold_tie_ranks",          OPTION_TEXT,   {"drop_all", "drop_one"},      "drop_all"},
    {"board",                   OPTION_TEXT,   {"2003"},                      "2003"},
    {NULL, OPTION_TEXT, {NULL}, NULL},
};
/* clang-format on */

/* The one option that can be an object as well: a board of one's own. */
static bool
is_board(const struct game *game, const char *key)
{
    return game == &amun_game && strcmp(key, "board") == 0;
}

const struct game_option *
options_of(const struct game *game)
{
    assert(game == &ra_game || game == &amun_game);
    return game == &ra_game ? ra_options : amun_options;
}

static const struct game_option *
find_option(const struct game *game, const char *key)
{
    for (const struct game_option *option = options_of(game); option->key; option++) {
        if (strcmp(option->key, key) == 0)
            return option;
    }
    return NULL;
}

/* "edition, god_disaster and empty_invoke", or the values of one option, in quotes if strings. */
static void
name_choices(const char *const *choices, int count, const char *mark, const char *last,
             char *buf, size_t room)
{
    size_t length = 0;

    buf[0] = 0;
    for (int i = 0; i < count && length < room; i++) {
        const char *before = i == 0 ? "" : i == count - 1 ? last : ", ";

        length += (size_t)snprintf(buf + length, room - length, "%s%s%s%s", before, mark,
                                   choices[i], mark);
    }
}

static bool
unknown_option(const struct game *game, const char *key, struct refusal *why)
{
    const char *keys[16];
    char list[200];
    int count = 0;

    for (const struct game_option *option = options_of(game); option->key; option++)
        keys[count++] = option->key;
    name_choices(keys, count, "", " and ", list, sizeof list);
    return refuse(why, "%s has no option %s; its options are %s", game->name, quote(key).text,
                  list);
}

static bool
wrong_value(const struct game_option *option, const char *value, struct refusal *why)
{
    char list[200];
    int count = 0;

    while (option->values[count])
        count++;
    name_choices(option->values, count, option->form == OPTION_TEXT ? "\"" : "", " or ", list,
                 sizeof list);
    return refuse(why, "the option %s is %s%s, not %s", option->key, list,
                  strcmp(option->key, "board") == 0 ? " or a board as an object" : "", value);
}

static bool
known_value(const struct game_option *option, const char *value)
{
    for (int i = 0; option->values[i]; i++) {
        if (strcmp(option->values[i], value) == 0)
            return true;
    }
    return false;
}

bool
options_set(const struct game *game, union games_options *options, const char *key,
            const char *value, struct refusal *why)
{
    const struct game_option *option = find_option(game, key);

    if (!option)
        return unknown_option(game, key, why);
    if (!known_value(option, value) || game->set_option(options, key, value) != GAME_OK)
        return wrong_value(option, quote(value).text, why);
    return true;
}

/* A value of the wrong JSON type, as a sentence can show it. */
static struct quoted
show_json(const json_t *value)
{
    struct quoted out;
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);

    snprintf(out.text, sizeof out.text, "%s",
             text && strlen(text) < sizeof out.text ? text : "another kind of value");
    free(text);
    return out;
}

/* The text of a value that is of the right JSON type, else NULL. Numbers may stand in quotes too. */
static const char *
value_text(const struct game_option *option, const json_t *value, char *digits, size_t room)
{
    if (option->form == OPTION_BOOLEAN)
        return json_is_true(value) ? "true" : json_is_false(value) ? "false" : NULL;
    if (option->form == OPTION_NUMBER && json_is_integer(value)) {
        snprintf(digits, room, "%lld", (long long)json_integer_value(value));
        return digits;
    }
    return json_string_value(value);
}

bool
options_read(const struct game *game, const json_t *json, union games_options *options,
             struct refusal *why)
{
    const char *key, *text;
    char digits[24];
    json_t *value;

    if (!json)
        return true;
    if (!json_is_object(json))
        return refuse(why, "\"options\" is an object, not %s", show_json(json).text);
    json_object_foreach((json_t *)json, key, value) /* jansson's iterators are not const */
    {
        const struct game_option *option = find_option(game, key);

        if (!option)
            return unknown_option(game, key, why);
        if (is_board(game, key) && json_is_object(value)) {
            if (!amun_board_read(value, &options->amun.board, why))
                return false;
            continue;
        }
        text = value_text(option, value, digits, sizeof digits);
        if (!text)
            return wrong_value(option, show_json(value).text, why);
        if (!options_set(game, options, key, text, why))
            return false;
    }
    return true;
}

static const char *
amun_value(const struct amun_options *o, const char *key)
{
    if (strcmp(key, "baharya_printed_farmers") == 0)
        return o->baharya_printed_farmers ? "2" : "0";
    if (strcmp(key, "supplies") == 0)
        return amun_options[1].values[o->supplies_limited];
    if (strcmp(key, "side_award_min_pyramids") == 0)
        return o->side_award_min ? "1" : "0";
    if (strcmp(key, "gold_tie_ranks") == 0)
        return amun_options[3].values[o->gold_tie_drop_one];
    return o->board.name;
}

const char *
options_value(const struct game *game, const void *st, const char *key)
{
    const struct ra_state *s = st;

    assert(game == &ra_game || game == &amun_game);
    if (game == &amun_game)
        return amun_value(&((const struct amun_state *)st)->options, key);
    if (strcmp(key, "edition") == 0)
        return ra_options[0].values[s->options.edition];
    if (strcmp(key, "god_disaster") == 0)
        return ra_options[1].values[s->options.god_disaster - RA_AFTER_ALL];
    return s->options.empty_invoke ? "true" : "false";
}

static json_t *
json_value(const struct game_option *option, const char *value)
{
    switch (option->form) {
    case OPTION_BOOLEAN:
        return json_boolean(*value == 't');
    case OPTION_NUMBER:
        return json_integer(*value - '0'); /* they have one digit */
    case OPTION_TEXT:
        break;
    }
    return json_string(value);
}

/* What differs from the default is found option by option in the table's order, since the default
 * of one may hang on another (a god's disaster on the edition). */
json_t *
options_unusual(const struct game *game, const void *st)
{
    union games_options options;
    json_t *out = json_object();
    int seats = game->max_seats; /* a number that every edition allows */

    game->defaults(&options);
    for (const struct game_option *option = options_of(game); out && option->key; option++) {
        const char *value = options_value(game, st, option->key);
        union games_state usual;
        bool good;

        if (is_board(game, option->key)) {
            const struct amun_board *board = &((const struct amun_state *)st)->options.board;

            if (memcmp(board, &amun_board_2003, sizeof *board) != 0 &&
                json_object_set_new(out, option->key, amun_board_json(board)) != 0) {
                json_decref(out);
                return NULL;
            }
            continue;
        }
        good = game->setup(&usual, seats, &options) == GAME_OK &&
               game->set_option(&options, option->key, value) == GAME_OK;

        assert(good); /* options in force are options that can be set */
        if (!good)
            continue;
        if (strcmp(options_value(game, &usual, option->key), value) == 0)
            continue;
        if (json_object_set_new(out, option->key, json_value(option, value)) != 0) {
            json_decref(out);
            return NULL;
        }
    }
    return out;
}

bool
options_setup(const struct game *game, const union games_options *options, long long players,
              union games_state *st, struct refusal *why)
{
    union games_state probe;
    int fewest = 0, most = 0;

    if (players >= 0 && players <= GAME_MAX_SEATS &&
        game->setup(st, (int)players, options) == GAME_OK)
        return true;
    for (int seats = 0; seats <= GAME_MAX_SEATS; seats++) {
        if (game->setup(&probe, seats, options) != GAME_OK)
            continue;
        fewest = fewest ? fewest : seats;
        most = seats;
    }
    return refuse(why, "%s with these options is played by %d to %d players, not by %lld",
                  game->name, fewest, most, players);
}
