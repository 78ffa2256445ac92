/* SPDX-License-Identifier: MIT
 * fuzz_json.c -- any bytes as JSON. What is read can be walked through in every way, and written and read again it
 * is the same. Of what is refused the whole members can be found. */
#include <string.h>

#include "fuzz.h"
#include "json_read.h"

static void
check_value(const struct json *value)
{
    const char *text = json_as_text(value);
    long long number = 0, whole = 0;

    MUST(json_kind(value) != JSON_KIND_NONE && json_kind(value) != JSON_KIND_KEY);
    MUST((text != NULL) == (json_kind(value) == JSON_KIND_STRING));
    MUST(!text || strlen(text) == value->len);
    for (size_t len; text && *text; text += len) {
        len = text_character(text, 4);
        MUST(len > 0);
    }
    if (json_as_int(value, &number))
        MUST(json_as_whole(value, &whole) && number == whole);
    MUST(json_same(value, value));
}

/* All ways lead to the same values. Calls itself JSON_DEPTH deep at most. */
static void
walk(const struct json *value)
{
    bool object = json_kind(value) == JSON_KIND_OBJECT;
    size_t count = 0;

    check_value(value);
    for (const struct json *e = json_first(value); e; e = json_next(value, e), count++) {
        MUST(e == (object ? json_member(value, json_name(e)) : json_element(value, count)));
        walk(e);
    }
    MUST(count == json_count(value));
}

/* A copy of the bytes, and values enough for them. */
static const struct json *
read_copy(const char *at, size_t len, char **text, struct json **values,
          struct json_fault *fault)
{
    size_t room = json_room(at, len);

    *text = malloc(len ? len : 1);
    *values = malloc(room * sizeof **values);
    MUST(*text && *values);
    if (len)
        memcpy(*text, at, len);
    return json_read(*text, len, *values, room, fault);
}

/* Written and read again it is written as before. */
static void
write_again(const struct json *value, size_t len)
{
    size_t room = 6 * len + 1; /* U+007f takes six bytes in place of one */
    char *first = malloc(room), *second = malloc(room), *text;
    struct text a = text_in(first, room), b = text_in(second, room);
    struct json *values;
    const struct json *again;

    MUST(first && second);
    json_put(&a, value);
    MUST(text_length(&a) > 0);
    again = read_copy(first, a.len, &text, &values, NULL);
    MUST(again);
    json_put(&b, again);
    MUST(a.len == b.len && memcmp(first, second, a.len) == 0);
    MUST(json_same(value, again) && json_same(again, value));
    free(first);
    free(second);
    free(text);
    free(values);
}

/* A member that was read before the fault can be read alone, but for what may be in no text. */
static void
read_member(const char *at, const char *read, const struct json *member)
{
    struct json_fault fault = {NULL, 0, 0, NULL};
    struct json *values;
    char *text;
    size_t place, len;

    if (!member)
        return;
    json_place(member, read, &place, &len);
    MUST(len > 0);
    MUST(read_copy(at + place, len, &text, &values, &fault) || strchr(fault.what, '\\') ||
         strstr(fault.what, "twice"));
    free(text);
    free(values);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data;
    struct json_fault fault = {NULL, 0, 0, NULL};
    struct json *values, few[4];
    char *text;
    const struct json *value = read_copy(at, size, &text, &values, &fault);

    MUST(value || (fault.what && strcmp(fault.what, "it holds too many values") != 0));
    MUST(value || (fault.line > 0 && fault.column > 0 && fault.column <= size + 1));
    if (value) {
        walk(value);
        write_again(value, size);
    } else {
        read_member(at, text, json_member(fault.part, "id"));
    }
    if (size)
        memcpy(text, at, size);
    MUST(!json_read(text, size, few, 4, NULL) || (value && value->span <= 4));
    free(text);
    free(values);
    return 0;
}
