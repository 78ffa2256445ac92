/* SPDX-License-Identifier: MIT
 * option_table.c -- see option_table.h. Everything comes from the table of options that a game brings. */
#include "option_table.h"

#include <assert.h>
#include <string.h>

const struct game_option *
options_find(const struct game *game, const char *key)
{
    for (const struct game_option *option = game->options; option->key; option++) {
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
    struct text list = text_in(buf, room);

    for (int i = 0; i < count; i++) {
        text_between(&list, i, count, last);
        text_put(&list, mark);
        text_put(&list, choices[i]);
        text_put(&list, mark);
    }
}

struct game_names
game_names_of(bool (*counts)(const struct game *game), const char *mark, const char *last)
{
    const char *names[32];
    struct game_names out;
    int count = 0;

    for (int i = 0; games_list[i] && count < (int)(sizeof names / sizeof *names); i++) {
        if (!counts || counts(games_list[i]))
            names[count++] = games_list[i]->name;
    }
    name_choices(names, count, mark, last, out.text, sizeof out.text);
    return out;
}

struct game_names
game_names(const char *mark, const char *last)
{
    return game_names_of(NULL, mark, last);
}

bool
options_unknown(const struct game *game, const char *key, struct refusal *why)
{
    const char *keys[16];
    char list[200];
    int count = 0;

    for (const struct game_option *option = game->options; option->key; option++)
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
    name_choices(option->values, count, option->form == GAME_FORM_TEXT ? "\"" : "", " or ",
                 list, sizeof list);
    return refuse(why, "the option %s is %s%s, not %s", option->key, list,
                  option->object ? " or an object" : "", value);
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

/* A number, true and false stand bare, other values in quotes. */
static void
json_value(struct text *t, const struct game_option *option, const char *value)
{
    if (option->form == GAME_FORM_TEXT)
        json_text(t, value);
    else
        json_literal(t, value);
}

/* The value in force in a state; an object for your own board. */
struct in_force {
    char text[GAMES_OPTION_ROOM];
};

static bool
is_object(const struct in_force *value)
{
    return value->text[0] == '{';
}

static void
find_value(const struct game *game, const void *st, int option, struct in_force *out)
{
    int length = game->write_option(st, option, out->text, sizeof out->text);

    assert(length >= 0); /* no value is longer than the room */
    (void)length;
}

/* Options that differ from their default, in the order of the table. A default may
 * depend on an earlier option (a god's disaster on the edition). */
void
json_options(struct text *t, const struct game *game, const void *st)
{
    union games_options options;
    int seats = game->max_seats; /* a number that every edition allows */

    json_open(t, '{');
    game->defaults(&options);
    for (int i = 0; game->options[i].key; i++) {
        const struct game_option *option = &game->options[i];
        struct in_force value, usual_value;
        union games_state usual;
        bool good;

        find_value(game, st, i, &value);
        good = game->setup(&usual, seats, &options) == GAME_OK &&
               (is_object(&value) ||
                game->set_option(&options, option->key, value.text) == GAME_OK);
        assert(good); /* options in force are options that can be set */
        if (!good)
            continue;
        find_value(game, &usual, i, &usual_value);
        if (strcmp(usual_value.text, value.text) == 0)
            continue;
        json_key(t, option->key);
        if (is_object(&value))
            json_literal(t, value.text);
        else
            json_value(t, option, value.text);
    }
    json_close(t, '}');
}

void
json_game(struct text *t, const struct game *game)
{
    json_key_text(t, "name", game->name);
    json_key_int(t, "min_players", game->min_seats);
    json_key_int(t, "max_players", game->max_seats);
    json_key_bool(t, "hidden_information", game->hides);
    json_key_open(t, "options", '[');
    for (const struct game_option *option = game->options; option->key; option++) {
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
