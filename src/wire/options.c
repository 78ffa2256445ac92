/* SPDX-License-Identifier: MIT
 * options.c -- see options.h. */
#include "options.h"

#include <stdio.h>
#include <string.h>

#include "game_wire.h"

/* The small module of a page plays no boards of your own. */
#ifdef KHEPRI_NO_NETS
enum { OBJECTS = 0 };
#else
enum { OBJECTS = 1 };
#endif

/* A value of the wrong JSON type, as a sentence can show it. */
static struct quoted
show_json(const struct json *value)
{
    struct quoted out;
    struct text t = text_in(out.text, sizeof out.text);

    json_put(&t, value);
    if (text_length(&t) < 0)
        snprintf(out.text, sizeof out.text, "another kind of value");
    return out;
}

/* The text of a value that is of the right JSON type, else NULL. Numbers may stand in quotes too. */
static const char *
value_text(const struct game_option *option, const struct json *value, char *digits,
           size_t room)
{
    long long number;
    bool flag;

    if (option->form == GAME_FORM_BOOLEAN)
        return !json_as_bool(value, &flag) ? NULL : flag ? "true" : "false";
    if (option->form == GAME_FORM_NUMBER && json_as_int(value, &number)) {
        snprintf(digits, room, "%lld", number);
        return digits;
    }
    return json_as_text(value);
}

bool
options_object(const struct game *game, const char *key, const struct json *json,
               union games_options *options, struct refusal *why)
{
    if (!game_wire(game)->option)
        return refuse(why, "the option %s of %s cannot be an object", key, game->name);
    return game_wire(game)->option(json, options, why);
}

bool
options_read(const struct game *game, const struct json *json, union games_options *options,
             struct refusal *why)
{
    char digits[24];

    if (!json)
        return true;
    if (json_kind(json) != JSON_KIND_OBJECT)
        return refuse(why, "\"options\" is an object, not %s", show_json(json).text);
    for (const struct json *value = json_first(json); value; value = json_next(json, value)) {
        const char *key = json_name(value), *text;
        const struct game_option *option = options_find(game, key);

        if (!option)
            return options_unknown(game, key, why);
        if (OBJECTS && option->object && json_kind(value) == JSON_KIND_OBJECT) {
            if (!options_object(game, key, value, options, why))
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
