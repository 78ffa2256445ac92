/* SPDX-License-Identifier: MIT
 * fuzz_json.c -- any bytes as JSON. jansson must take and refuse the same texts and find the same in them. What
 * was read is written, and read again it is written as before. */
#include <jansson.h>
#include <string.h>

#include "fuzz.h"
#include "json_read.h"

static void
must_be_same(const struct json *a, const json_t *b)
{
    const char *text = json_as_text(a);
    long long number;

    MUST(json_kind(a) != JSON_KIND_NONE && json_kind(a) != JSON_KIND_KEY);
    MUST((text != NULL) == json_is_string(b));
    MUST(!text || (strlen(text) == a->len && strcmp(text, json_string_value(b)) == 0));
    MUST(json_is_nil(a) == json_is_null(b) && json_is_yes(a) == json_is_true(b));
    MUST((json_kind(a) == JSON_KIND_NUMBER) == json_is_number(b));
    if (json_is_integer(b))
        MUST(json_as_int(a, &number) && number == json_integer_value(b));
    if (json_kind(a) == JSON_KIND_NUMBER && json_as_int(a, &number))
        MUST(json_is_integer(b));
    if (json_as_whole(a, &number) && json_is_real(b))
        MUST((double)number == json_real_value(b));
    MUST((json_kind(a) == JSON_KIND_LIST) == json_is_array(b));
    MUST((json_kind(a) == JSON_KIND_OBJECT) == json_is_object(b));
    MUST(json_count(a) == (json_is_array(b) ? json_array_size(b) : json_object_size(b)));
}

static void
compare(const struct json *a, const json_t *b)
{
    const struct json *e = json_first(a);

    must_be_same(a, b);
    for (size_t i = 0; i < json_count(a); i++, e = json_next(a, e)) {
        if (json_is_array(b)) {
            compare(e, json_array_get(b, i));
            MUST(json_element(a, i) == e);
        } else {
            compare(e, json_object_get(b, json_name(e)));
            MUST(json_member(a, json_name(e)) == e);
        }
    }
    MUST(!e);
}

/* jansson goes deeper, overlooks a NUL byte after a number, and minds how large a number is even where nobody
 * reads it. */
static void
against_jansson(const char *at, size_t len, const struct json *value,
                const struct json_fault *fault)
{
    json_error_t error;
    json_t *other = json_loadb(at, len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);

    if (value && other)
        compare(value, other);
    else if (value)
        MUST(json_error_code(&error) == json_error_numeric_overflow);
    else
        MUST(!other || strcmp(fault->what, "it is nested too deep") == 0 ||
             strcmp(fault->what, "it holds a NUL byte") == 0);
    json_decref(other);
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
    size_t room = 3 * len + 1; /* a line feed takes six bytes in place of two */
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
    against_jansson(at, size, value, &fault);
    if (value)
        write_again(value, size);
    else
        read_member(at, text, json_member(fault.part, "id"));
    if (size)
        memcpy(text, at, size);
    MUST(!json_read(text, size, few, 4, NULL) || (value && value->span <= 4));
    free(text);
    free(values);
    return 0;
}
