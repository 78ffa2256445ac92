/* SPDX-License-Identifier: MIT
 * json_value.c -- kinds of values and access to their parts. Numbers are read from their
 * digits without floating point, so every 64-bit integer is exact. */
#include "json_parts.h"

enum json_kind
json_kind(const struct json *value)
{
    return value ? (enum json_kind)value->kind : JSON_KIND_NONE;
}

static bool
is_container(const struct json *value)
{
    return json_kind(value) == JSON_KIND_LIST || json_kind(value) == JSON_KIND_OBJECT;
}

const struct json *
json_member(const struct json *object, const char *key)
{
    const struct json *found =
        json_kind(object) == JSON_KIND_OBJECT ? json_keys_find(object, key) : NULL;

    return found && found->kind == JSON_KIND_KEY ? found + 1 : NULL;
}

size_t
json_count(const struct json *value)
{
    return is_container(value) ? value->count : 0;
}

const struct json *
json_first(const struct json *container)
{
    if (json_count(container) == 0)
        return NULL;
    return container + (container->kind == JSON_KIND_OBJECT ? 2 : 1);
}

const struct json *
json_next(const struct json *container, const struct json *element)
{
    const struct json *next;

    if (!container || !element)
        return NULL;
    next = element + element->span;
    if (next == container + container->span)
        return NULL;
    return container->kind == JSON_KIND_OBJECT ? next + 1 : next;
}

const struct json *
json_element(const struct json *list, size_t place)
{
    const struct json *element = NULL;

    if (json_kind(list) != JSON_KIND_LIST || place >= list->count)
        return NULL;
    element = list + 1;
    while (place-- > 0)
        element += element->span;
    return element;
}

const char *
json_name(const struct json *member)
{
    return member[-1].text;
}

const char *
json_as_text(const struct json *value)
{
    return json_kind(value) == JSON_KIND_STRING ? value->text : NULL;
}

/* ---- numbers ---- */

/* A number as it is written: its digits (with a point among them) and the power of ten. */
struct decimal {
    const char *digits;
    size_t len;
    bool negative, plain; /* plain: neither point nor exponent */
    long long point; /* digits before the decimal point, the exponent counted in */
    bool zero;
};

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "e-12" at `at`, bounded: beyond a billion it is the same for every number that fits in memory. */
static long long
exponent(const char *at, const char *end)
{
    bool negative = at < end && *at == '-';
    long long power = 0;

    for (at += at < end && !is_digit(*at); at < end; at++)
        power = power < INT32_MAX ? 10 * power + (*at - '0') : power;
    return negative ? -power : power;
}

static struct decimal
take_apart(const struct json *value)
{
    const char *end = value->text + value->len, *p;
    struct decimal d = {.negative = *value->text == '-', .plain = true, .zero = true};

    d.digits = p = value->text + d.negative;
    for (; p < end && is_digit(*p); p++) {
        d.zero = d.zero && *p == '0';
        d.point++;
    }
    d.plain = p == end;
    if (p < end && *p == '.')
        p++;
    for (; p < end && is_digit(*p); p++)
        d.zero = d.zero && *p == '0';
    d.len = (size_t)(p - d.digits);
    if (p < end)
        d.point += exponent(p + 1, end);
    return d;
}

/* Takes one digit more, counted downwards as there is one negative number more. False beyond 64 bits. */
static bool
shift_in(long long *number, int digit)
{
    if (*number < (INT64_MIN + digit) / 10)
        return false;
    *number = 10 * *number - digit;
    return true;
}

static bool
whole(const struct decimal *d, long long *out)
{
    long long number = 0, point = d->point;

    if (d->zero) {
        *out = 0;
        return true;
    }
    for (size_t i = 0; i < d->len; i++) {
        char c = d->digits[i];

        if (c == '.')
            continue;
        if (point > 0 ? !shift_in(&number, c - '0') : c != '0')
            return false;
        point--;
    }
    for (; point > 0; point--) {
        if (!shift_in(&number, 0))
            return false;
    }
    if (!d->negative && number == INT64_MIN)
        return false;
    *out = d->negative ? number : -number;
    return true;
}

bool
json_as_int(const struct json *value, long long *out)
{
    struct decimal d;

    if (json_kind(value) != JSON_KIND_NUMBER)
        return false;
    d = take_apart(value);
    return d.plain && whole(&d, out);
}

bool
json_as_whole(const struct json *value, long long *out)
{
    struct decimal d;

    if (json_kind(value) != JSON_KIND_NUMBER)
        return false;
    d = take_apart(value);
    return whole(&d, out);
}

/* ---- the rest ---- */

bool
json_as_bool(const struct json *value, bool *out)
{
    if (json_kind(value) != JSON_KIND_BOOL)
        return false;
    *out = value->text[0] == 't';
    return true;
}

bool
json_is(const struct json *value, const char *string)
{
    const char *text = json_as_text(value);

    return text && text_same(text, string);
}

bool
json_is_nil(const struct json *value)
{
    return json_kind(value) == JSON_KIND_NULL;
}

bool
json_is_yes(const struct json *value)
{
    return json_kind(value) == JSON_KIND_BOOL && value->text[0] == 't';
}

static bool
same_number(const struct json *a, const struct json *b)
{
    struct decimal first = take_apart(a), second = take_apart(b);
    long long one, other;

    if (whole(&first, &one))
        return whole(&second, &other) && one == other;
    if (a->len != b->len)
        return false;
    for (uint32_t i = 0; i < a->len; i++) {
        if (a->text[i] != b->text[i])
            return false;
    }
    return true;
}

static bool
same_elements(const struct json *a, const struct json *b)
{
    bool object = a->kind == JSON_KIND_OBJECT;
    const struct json *other = json_first(b);

    if (json_count(a) != json_count(b))
        return false;
    for (const struct json *e = json_first(a); e; e = json_next(a, e)) {
        if (!json_same(e, object ? json_member(b, json_name(e)) : other))
            return false;
        other = object ? NULL : json_next(b, other);
    }
    return true;
}

/* Calls itself JSON_DEPTH deep at most. */
bool
json_same(const struct json *a, const struct json *b)
{
    if (json_kind(a) != json_kind(b))
        return false;
    switch (json_kind(a)) {
    case JSON_KIND_NUMBER:
        return same_number(a, b);
    case JSON_KIND_STRING:
        return text_same(a->text, b->text);
    case JSON_KIND_BOOL:
        return json_is_yes(a) == json_is_yes(b);
    case JSON_KIND_LIST:
    case JSON_KIND_OBJECT:
        return same_elements(a, b);
    case JSON_KIND_NONE:
    case JSON_KIND_NULL:
    case JSON_KIND_KEY:
        break;
    }
    return true;
}

void
json_place(const struct json *value, const char *text, size_t *at, size_t *len)
{
    bool string = value->kind == JSON_KIND_STRING;

    *at = (size_t)(value->text - text) - (string ? 1 : 0);
    *len = string ? value->count : value->len;
}

static void
put_raw(struct text *t, const char *bytes, size_t len)
{
    if (t->comma)
        text_char(t, ',');
    text_bytes(t, bytes, len);
    t->comma = true;
}

/* Calls itself JSON_DEPTH deep at most. */
void
json_put(struct text *t, const struct json *value)
{
    bool object = value->kind == JSON_KIND_OBJECT;

    if (value->kind == JSON_KIND_STRING) {
        json_text(t, value->text);
        return;
    }
    if (!is_container(value)) {
        put_raw(t, value->text, value->len);
        return;
    }
    json_open(t, object ? '{' : '[');
    for (const struct json *e = json_first(value); e; e = json_next(value, e)) {
        if (object)
            json_key_escaped(t, json_name(e));
        json_put(t, e);
    }
    json_close(t, object ? '}' : ']');
}
