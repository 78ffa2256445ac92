/* SPDX-License-Identifier: MIT
 * field.c -- see field.h. */
#include "field.h"

#include <string.h>

const struct json *
field_member(const struct json *object, const char *where, const char *key, struct refusal *why)
{
    const struct json *value = json_member(object, key);

    if (json_kind(object) != JSON_KIND_OBJECT)
        refuse(why, "%s should be an object", where);
    else if (!value)
        refuse(why, "%s has no \"%s\"", where, key);
    return value;
}

bool
field_number(const struct json *object, const char *where, const char *key, int low, int high,
             int *out, struct refusal *why)
{
    const struct json *value = field_member(object, where, key, why);
    long long number;

    if (!value)
        return false;
    if (!json_as_whole(value, &number) || number < low || number > high)
        return refuse(why, "\"%s\" of %s should be a whole number from %d to %d", key, where,
                      low, high);
    *out = (int)number;
    return true;
}

bool
field_name(const struct json *json, const char *what, const char *const *names, int count,
           int *out, struct refusal *why)
{
    const char *text = json_as_text(json);

    for (int i = 0; text && i < count; i++) {
        if (strcmp(text, names[i]) == 0) {
            *out = i;
            return true;
        }
    }
    if (!text)
        return refuse(why, "%s should be a string", what);
    return refuse(why, "%s is not %s", quote(text).text, what);
}

bool
field_set(const struct json *object, const char *where, const char *key, uint32_t *out,
          struct refusal *why)
{
    const struct json *list = field_member(object, where, key, why);

    if (!list)
        return false;
    if (json_kind(list) != JSON_KIND_LIST)
        return refuse(why, "\"%s\" of %s should be a list of numbers", key, where);
    *out = 0;
    for (const struct json *e = json_first(list); e; e = json_next(list, e)) {
        long long number;

        if (!json_as_whole(e, &number) || number < 0 || number > 31)
            return refuse(why, "\"%s\" of %s holds something that is not a number of the game",
                          key, where);
        if (*out >> number & 1)
            return refuse(why, "\"%s\" of %s names %lld twice", key, where, number);
        *out |= UINT32_C(1) << number;
    }
    return true;
}

bool
field_flag(const struct json *object, const char *where, const char *key, bool *out,
           struct refusal *why)
{
    const struct json *value = field_member(object, where, key, why);

    if (!value)
        return false;
    return json_as_bool(value, out) ||
           refuse(why, "\"%s\" of %s should be true or false", key, where);
}
