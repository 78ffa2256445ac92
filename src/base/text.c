/* SPDX-License-Identifier: MIT
 * text.c -- see text.h. */
#include "text.h"

#include <string.h>

struct text
text_in(char *buf, size_t room)
{
    if (room > 0)
        buf[0] = 0;
    return (struct text){.at = buf, .room = room};
}

size_t
text_size(const char *string)
{
    size_t len = 0;

    while (string[len])
        len++;
    return len;
}

/* Where the next `len` bytes go, with a 0 behind them; NULL if they do not fit. */
static char *
room_for(struct text *t, size_t len)
{
    char *at;

    if (t->full || len >= t->room - t->len) {
        t->full = true;
        return NULL;
    }
    at = t->at + t->len;
    t->len += len;
    at[len] = 0;
    return at;
}

void
text_bytes(struct text *t, const char *bytes, size_t len)
{
    char *at = room_for(t, len);

    if (at)
        memcpy(at, bytes, len);
}

void
text_char(struct text *t, char c)
{
    char *at = room_for(t, 1);

    if (at)
        *at = c;
}

void
text_put(struct text *t, const char *string)
{
    text_bytes(t, string, text_size(string));
}

void
text_int(struct text *t, long long number)
{
    char digits[24];
    size_t at = sizeof digits;
    unsigned long long rest =
        number < 0 ? 0ull - (unsigned long long)number : (unsigned long long)number;

    if (rest < 10 && number >= 0) { /* most are */
        text_char(t, (char)('0' + number));
        return;
    }
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0)
        digits[--at] = '-';
    text_bytes(t, digits + at, sizeof digits - at);
}

bool
text_same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

int
text_find(const char *const *names, const char *word)
{
    for (int i = 0; names[i]; i++) {
        if (text_same(word, names[i]))
            return i;
    }
    return -1;
}

size_t
text_character(const char *at, size_t left)
{
    const unsigned char *s = (const unsigned char *)at;
    unsigned char low, high;
    size_t len;

    if (left > 0 && s[0] < 0x80)
        return 1;
    if (left == 0 || s[0] < 0xc2 || s[0] > 0xf4)
        return 0;
    len = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    low = s[0] == 0xe0 ? 0xa0 : s[0] == 0xf0 ? 0x90 : 0x80;
    high = s[0] == 0xed ? 0x9f : s[0] == 0xf4 ? 0x8f : 0xbf;
    if (left < len || s[1] < low || s[1] > high)
        return 0;
    for (size_t i = 2; i < len; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    }
    return len;
}

/* U+0080 to U+009f control too. */
static bool
is_control(const unsigned char *s, size_t len)
{
    return len == 1 ? s[0] < 0x20 || s[0] == 0x7f : len == 2 && s[0] == 0xc2 && s[1] < 0xa0;
}

/* U+202a to U+202e and U+2066 to U+2069 turn the direction of all that follows on the line. */
static bool
is_direction(const unsigned char *s, size_t len)
{
    if (len != 3 || s[0] != 0xe2)
        return false;
    return s[1] == 0x80 ? s[2] >= 0xaa && s[2] <= 0xae
                        : s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9;
}

size_t
text_shown_character(const char *at, size_t left)
{
    const unsigned char *s = (const unsigned char *)at;
    size_t len = text_character(at, left);

    return is_control(s, len) || is_direction(s, len) ? 0 : len;
}

void
text_shown(struct text *t, const char *string)
{
    for (size_t len; *string; string += len ? len : 1) {
        len = text_shown_character(string, 4); /* its end is no part of a character */
        if (len)
            text_bytes(t, string, len);
        else
            text_char(t, '?');
    }
}

void
text_between(struct text *t, int at, int count, const char *last)
{
    if (at > 0)
        text_put(t, at == count - 1 ? last : ", ");
}

int
text_length(const struct text *t)
{
    return t->full || t->room == 0 ? -1 : (int)t->len;
}

static void
begin_value(struct text *t)
{
    if (t->comma)
        text_char(t, ',');
    t->comma = true;
}

void
json_open(struct text *t, char bracket)
{
    begin_value(t);
    text_char(t, bracket);
    t->comma = false;
}

void
json_close(struct text *t, char bracket)
{
    text_char(t, bracket);
    t->comma = true;
}

void
json_key(struct text *t, const char *key)
{
    size_t len = text_size(key);
    char *at = room_for(t, t->comma + len + 3);

    if (!at)
        return;
    if (t->comma)
        *at++ = ',';
    *at++ = '"';
    memcpy(at, key, len);
    at[len] = '"';
    at[len + 1] = ':';
    t->comma = false;
}

void
json_int(struct text *t, long long number)
{
    begin_value(t);
    text_int(t, number);
}

/* How many characters of ASCII that stand for themselves in JSON a text begins with. */
static size_t
plain_length(const char *string)
{
    size_t len = 0;

    while (string[len] >= 0x20 && string[len] < 0x7f && string[len] != '"' &&
           string[len] != '\\')
        len++;
    return len;
}

/* A character that is not to be shown, of one to three bytes. */
static void
put_escaped(struct text *t, const unsigned char *s, size_t len)
{
    static const char hex[] = "0123456789abcdef";
    unsigned number = len == 1   ? s[0]
                      : len == 2 ? (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu)
                                 : (s[0] & 0xfu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu);

    text_put(t, "\\u");
    for (int shift = 12; shift >= 0; shift -= 4)
        text_char(t, hex[number >> shift & 15]);
}

void
json_text(struct text *t, const char *string)
{
    begin_value(t);
    text_char(t, '"');
    for (size_t len; *string; string += len) {
        unsigned char c = (unsigned char)*string;

        len = plain_length(string);
        if (len == 0 && c != '"' && c != '\\')
            len = text_shown_character(string, 4); /* its end is no part of a character */
        if (len > 0) {
            text_bytes(t, string, len);
        } else if (c == '"' || c == '\\') {
            text_char(t, '\\');
            text_char(t, (char)c);
            len = 1;
        } else if ((len = text_character(string, 4)) > 0) {
            put_escaped(t, (const unsigned char *)string, len);
        } else {
            text_put(t, "\\ufffd");
            len = 1;
        }
    }
    text_char(t, '"');
}

void
json_key_escaped(struct text *t, const char *key)
{
    json_text(t, key);
    text_char(t, ':');
    t->comma = false;
}

void
json_ready(struct text *t, const char *json, size_t len)
{
    begin_value(t);
    text_bytes(t, json, len);
}

void
json_literal(struct text *t, const char *literal)
{
    json_ready(t, literal, text_size(literal));
}

void
json_key_int(struct text *t, const char *key, long long number)
{
    json_key(t, key);
    json_int(t, number);
}

void
json_key_text(struct text *t, const char *key, const char *string)
{
    json_key(t, key);
    json_text(t, string);
}

void
json_key_literal(struct text *t, const char *key, const char *literal)
{
    json_key(t, key);
    json_literal(t, literal);
}

void
json_key_bool(struct text *t, const char *key, bool value)
{
    json_key(t, key);
    json_literal(t, value ? "true" : "false");
}

void
json_key_null(struct text *t, const char *key)
{
    json_key(t, key);
    json_literal(t, "null");
}

void
json_key_open(struct text *t, const char *key, char bracket)
{
    json_key(t, key);
    json_open(t, bracket);
}

void
json_key_set(struct text *t, const char *key, uint32_t set)
{
    json_key_open(t, key, '[');
    for (int i = 0; i < 32; i++) {
        if (set >> i & 1)
            json_int(t, i);
    }
    json_close(t, ']');
}
