/* SPDX-License-Identifier: MIT
 * option_table.c -- see option_table.h. The contract sets options but does not list them; this table does. */
#include "option_table.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

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

bool
options_is_board(const struct game *game, const char *key)
{
    return game == &amun_game && strcmp(key, "board") == 0;
}

const struct game_option *
options_of(const struct game *game)
{
    assert(game == &ra_game || game == &amun_game);
    return game == &ra_game ? ra_options : amun_options;
}

const struct game_option *
options_find(const struct game *game, const char *key)
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

bool
options_unknown(const struct game *game, const char *key, struct refusal *why)
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

bool
options_wrong(const struct game_option *option, const char *value, struct refusal *why)
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
    const struct game_option *option = options_find(game, key);

    if (!option)
        return options_unknown(game, key, why);
    if (!known_value(option, value) || game->set_option(options, key, value) != GAME_OK)
        return options_wrong(option, quote(value).text, why);
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

/* The value in force in a state, "2005", "true"; of a board its name. */
static const char *
value_in_force(const struct game *game, const void *st, const char *key)
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

/* A number, true and false stand bare, other values in quotes. */
static void
json_value(struct text *t, const struct game_option *option, const char *value)
{
    if (option->form == OPTION_TEXT)
        json_text(t, value);
    else
        json_literal(t, value);
}

static void
json_board(struct text *t, const struct amun_board *board)
{
    char text[AMUN_BOARD_ROOM];

    json_literal(t, amun_write_board(board, text, sizeof text) >= 0 ? text : "null");
}

/* What differs from the default is found option by option in the table's order, since the default
 * of one may hang on another (a god's disaster on the edition). */
void
json_options(struct text *t, const struct game *game, const void *st)
{
    union games_options options;
    int seats = game->max_seats; /* a number that every edition allows */

    json_open(t, '{');
    game->defaults(&options);
    for (const struct game_option *option = options_of(game); option->key; option++) {
        const char *value = value_in_force(game, st, option->key);
        union games_state usual;
        bool good;

        if (options_is_board(game, option->key)) {
            const struct amun_board *board = &((const struct amun_state *)st)->options.board;

            if (memcmp(board, &amun_board_2003, sizeof *board) != 0) {
                json_key(t, option->key);
                json_board(t, board);
            }
            continue;
        }
        good = game->setup(&usual, seats, &options) == GAME_OK &&
               game->set_option(&options, option->key, value) == GAME_OK;

        assert(good); /* options in force are options that can be set */
        if (!good || strcmp(value_in_force(game, &usual, option->key), value) == 0)
            continue;
        json_key(t, option->key);
        json_value(t, option, value);
    }
    json_close(t, '}');
}

void
json_game(struct text *t, const struct game *game)
{
    json_key_text(t, "name", game->name);
    json_key_int(t, "min_players", game->min_seats);
    json_key_int(t, "max_players", game->max_seats);
    json_key_open(t, "options", '[');
    for (const struct game_option *option = options_of(game); option->key; option++) {
        json_open(t, '{');
        json_key_text(t, "key", option->key);
        json_key_open(t, "values", '[');
        for (int i = 0; option->values[i]; i++)
            json_value(t, option, option->values[i]);
        json_close(t, ']');
        json_key(t, "default");
        json_value(t, option, option->fallback);
        json_close(t, '}');
    }
    json_close(t, ']');
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
