/* SPDX-License-Identifier: MIT
 * options.c -- see options.h. */
#include "options.h"

#include <stdio.h>
#include <string.h>

#include "board.h"

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
    if (option->form == GAME_FORM_BOOLEAN)
        return json_is_true(value) ? "true" : json_is_false(value) ? "false" : NULL;
    if (option->form == GAME_FORM_NUMBER && json_is_integer(value)) {
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
        const struct game_option *option = options_find(game, key);

        if (!option)
            return options_unknown(game, key, why);
        if (option->object && json_is_object(value)) {
            if (!amun_board_read(value, &options->amun.board, why))
                return false;
            continue;
        }
        text = value_text(option, value, digits, sizeof digits);
        if (!text)
            return options_wrong(option, show_json(value).text, why);
        if (!options_set(game, options, key, text, why))
            return false;
    }
    return true;
}

json_t *
options_unusual(const struct game *game, const void *st)
{
    char text[GAMES_OPTION_ROOM + 256];
    struct text t = text_in(text, sizeof text);

    json_options(&t, game, st);
    return text_length(&t) < 0 ? NULL : json_loads(text, 0, NULL);
}
