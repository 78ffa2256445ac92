/* SPDX-License-Identifier: MIT
 * json_read.c -- the reader: a state machine without recursion, whose stack is the open
 * containers. In an open container branch[0] is the distance back to the one around it. */
#include "json_parts.h"

struct reader {
    char *text;
    size_t len, at;
    size_t line, line_at,
        wide; /* the line, where it begins, bytes of it that begin no character */
    struct json *values, *open; /* open: the innermost container, or NULL */
    size_t room, used;
    int depth;
    struct json *unfinished; /* the key of the outermost object whose value is being read */
    struct json_fault fault; /* the first that was found */
};

/* What comes next; 0 at the end and for a NUL byte, which goes nowhere either. */
static unsigned char
peek(const struct reader *r)
{
    return r->at < r->len ? (unsigned char)r->text[r->at] : 0;
}

/* Refuses what stands at `at`, in this line; reading may go on. Returns false. */
static bool
fail(struct reader *r, size_t at, const char *what)
{
    if (at == r->at && r->at < r->len && !r->text[r->at])
        what = "it holds a NUL byte";
    if (!r->fault.what)
        r->fault = (struct json_fault){
            .what = what, .line = r->line, .column = at - r->line_at - r->wide + 1};
    return false;
}

static void
skip_space(struct reader *r)
{
    for (;; r->at++) {
        unsigned char c = peek(r);

        if (c == '\n') {
            r->line++;
            r->line_at = r->at + 1;
            r->wide = 0;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
    }
}

/* A new value at the end of the array; NULL when there is no room. */
static struct json *
add(struct reader *r, enum json_kind kind)
{
    struct json *value = r->values + r->used;

    if (r->used == r->room) {
        fail(r, r->at, "it holds too many values");
        return NULL;
    }
    r->used++;
    *value = (struct json){.text = r->text + r->at, .span = 1, .kind = (uint8_t)kind};
    return value;
}

/* ---- strings ---- */

/* Four hexadecimal digits at `at`; -1 if they are none. */
static int
hex4(const struct reader *r, size_t at)
{
    int code = 0;

    if (r->len - at < 4)
        return -1;
    for (size_t i = at; i < at + 4; i++) {
        char c = r->text[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;

        if (digit < 0)
            return -1;
        code = code << 4 | digit;
    }
    return code;
}

/* Writes a character as UTF-8; returns its bytes, never more than the escape had. */
static size_t
put_character(char *to, int code)
{
    size_t len = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};

    for (size_t i = len - 1; i > 0; i--) {
        to[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    to[0] = (char)(lead[len] | code);
    return len;
}

/* \uXXXX, or two of them, at r->at. Returns the bytes written, 0 when refused. */
static size_t
read_unicode(struct reader *r, char *to)
{
    size_t start = r->at;
    int code = hex4(r, start + 2), low;

    if (code < 0)
        return fail(r, start, "\\u needs four hexadecimal digits");
    if (code == 0) {
        fail(r, start, "a text holds the character \\u0000, which none may");
        code = 0xfffd; /* it is valid JSON, so reading goes on */
    }
    r->at += 6;
    if (code < 0xd800 || code > 0xdfff)
        return put_character(to, code);
    low = r->len - r->at >= 6 && r->text[r->at] == '\\' && r->text[r->at + 1] == 'u'
              ? hex4(r, r->at + 2)
              : -1;
    if (code > 0xdbff || low < 0xdc00 || low > 0xdfff)
        return fail(r, start, "half of a surrogate pair is no character");
    r->at += 6;
    return put_character(to, 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
}

/* A backslash and what follows it, at r->at. Returns the bytes written, 0 when refused. */
static size_t
read_escape(struct reader *r, char *to)
{
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    unsigned char c = r->at + 1 < r->len ? (unsigned char)r->text[r->at + 1] : 0;

    if (c == 'u')
        return read_unicode(r, to);
    for (int i = 0; c && names[i]; i++) {
        if ((unsigned char)names[i] == c) {
            *to = meant[i];
            r->at += 2;
            return 1;
        }
    }
    return fail(r, r->at, "a backslash begins no escape of JSON here");
}

/* One piece of a string at r->at, no plain ASCII. Returns the bytes written at `to`, 0 when refused. */
static size_t
read_piece(struct reader *r, char *to)
{
    unsigned char c = peek(r);
    size_t len;

    if (c == '\\')
        return read_escape(r, to);
    if (r->at == r->len)
        return fail(r, r->at, "the text ends within a string");
    if (c < 0x20)
        return fail(r, r->at, "a control character in a string must be escaped");
    len = text_character(r->text + r->at, r->len - r->at);
    if (len == 0)
        return fail(r, r->at, "a byte is not UTF-8");
    for (size_t i = 0; i < len; i++)
        to[i] = r->text[r->at + i];
    r->at += len;
    r->wide += len - 1;
    return len;
}

/* A string at its first quote, decoded where it stands. */
static bool
read_string(struct reader *r, struct json *value)
{
    size_t start = r->at++;
    char *to = r->text + r->at;

    value->text = to;
    for (unsigned char c = peek(r); c != '"'; c = peek(r)) {
        size_t len = 1;

        if (c >= 0x20 && c < 0x80 && c != '\\') {
            *to = (char)c;
            r->at++;
        } else {
            len = read_piece(r, to);
        }
        if (len == 0)
            return false;
        to += len;
    }
    *to = 0;
    r->at++;
    value->len = (uint32_t)(to - value->text);
    value->count = (uint32_t)(r->at - start);
    return true;
}

/* ---- numbers and words ---- */

static bool
read_digits(struct reader *r)
{
    size_t start = r->at;

    while (peek(r) >= '0' && peek(r) <= '9')
        r->at++;
    return r->at > start || fail(r, r->at, "a digit is needed");
}

static bool
read_number(struct reader *r, struct json *value)
{
    size_t start = r->at;

    r->at += peek(r) == '-';
    if (peek(r) == '0') {
        r->at++;
        if (peek(r) >= '0' && peek(r) <= '9')
            return fail(r, r->at, "no digit may follow a leading 0");
    } else if (!read_digits(r)) {
        return false;
    }
    if (peek(r) == '.') {
        r->at++;
        if (!read_digits(r))
            return false;
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        r->at++;
        r->at += peek(r) == '+' || peek(r) == '-';
        if (!read_digits(r))
            return false;
    }
    value->len = (uint32_t)(r->at - start);
    return true;
}

static bool
read_word(struct reader *r, struct json *value, const char *word)
{
    size_t start = r->at;

    for (; *word; word++, r->at++) {
        if (peek(r) != (unsigned char)*word)
            return fail(r, start,
                        "a value is needed: a string, a number, a list, an object, "
                        "true, false or null");
    }
    value->len = (uint32_t)(r->at - start);
    return true;
}

/* ---- lists and objects ---- */

static bool
open_container(struct reader *r, enum json_kind kind)
{
    struct json *value;

    if (r->depth == JSON_DEPTH)
        return fail(r, r->at, "it is nested too deep");
    value = add(r, kind);
    if (!value)
        return false;
    value->branch[0] = r->open ? (uint32_t)(value - r->open) : 0;
    r->open = value;
    r->depth++;
    r->at++;
    return true;
}

static void
close_container(struct reader *r)
{
    struct json *value = r->open;

    r->at++;
    value->len = (uint32_t)(r->text + r->at - value->text);
    value->span = (uint32_t)(r->values + r->used - value);
    r->open = value->branch[0] ? value - value->branch[0] : NULL;
    value->branch[0] = 0;
    r->depth--;
}

static bool
read_key(struct reader *r)
{
    size_t start = r->at, wide = r->wide;
    struct json *key;

    if (peek(r) != '"')
        return fail(r, r->at, "a key in quotes is needed");
    key = add(r, JSON_KIND_KEY);
    if (!key || !read_string(r, key))
        return false;
    if (r->depth == 1)
        r->unfinished = key;
    if (!json_keys_add(r->open, key)) {
        size_t after = r->wide;

        r->wide = wide;
        fail(r, start, "a key is given twice");
        r->wide = after;
    }
    skip_space(r);
    if (peek(r) != ':')
        return fail(r, r->at, "a colon is needed");
    r->at++;
    skip_space(r);
    return true;
}

/* A value at r->at; of a list or an object only the bracket that opens it. */
static bool
begin_value(struct reader *r)
{
    unsigned char c = peek(r);
    enum json_kind kind = c == '"'               ? JSON_KIND_STRING
                          : c == 'n'             ? JSON_KIND_NULL
                          : c == 't' || c == 'f' ? JSON_KIND_BOOL
                                                 : JSON_KIND_NUMBER;
    struct json *value;

    if (c == '{' || c == '[')
        return open_container(r, c == '{' ? JSON_KIND_OBJECT : JSON_KIND_LIST);
    if (kind == JSON_KIND_NUMBER && c != '-' && (c < '0' || c > '9'))
        return fail(r, r->at,
                    r->at == r->len
                        ? "the text ends where a value is needed"
                        : "a value is needed: a string, a number, a list, an object, "
                          "true, false or null");
    value = add(r, kind);
    if (!value)
        return false;
    return kind == JSON_KIND_STRING   ? read_string(r, value)
           : kind == JSON_KIND_NUMBER ? read_number(r, value)
                                      : read_word(r, value,
                                                  c == 'n'   ? "null"
                                                  : c == 't' ? "true"
                                                             : "false");
}

/* After a value: closes what ends here, and stands at the next value to be read, or behind the whole. */
static bool
end_value(struct reader *r)
{
    while (r->open) {
        bool object = r->open->kind == JSON_KIND_OBJECT;

        r->open->count++;
        if (r->depth == 1)
            r->unfinished = NULL;
        skip_space(r);
        if (peek(r) == ',') {
            r->at++;
            skip_space(r);
            return !object || read_key(r);
        }
        if (peek(r) != (object ? '}' : ']'))
            return fail(r, r->at, object ? "a comma or } is needed" : "a comma or ] is needed");
        close_container(r);
    }
    return true;
}

/* One value and what it closes. */
static bool
read_value(struct reader *r)
{
    const struct json *before = r->open;

    if (!begin_value(r))
        return false;
    if (r->open == before)
        return end_value(r);
    skip_space(r);
    if (peek(r) == (r->open->kind == JSON_KIND_OBJECT ? '}' : ']')) {
        close_container(r);
        return end_value(r);
    }
    return r->open->kind != JSON_KIND_OBJECT || read_key(r);
}

static bool
read_all(struct reader *r)
{
    if (r->len > INT32_MAX)
        return fail(r, 0, "it is longer than 2 GiB");
    skip_space(r);
    do {
        if (!read_value(r))
            return false;
    } while (r->open);
    skip_space(r);
    return r->at == r->len || fail(r, r->at, "nothing may follow the value");
}

const struct json *
json_read(char *text, size_t len, struct json *values, size_t room, struct json_fault *fault)
{
    struct reader r = {.text = text,
                       .len = len,
                       .line = 1,
                       .values = values,
                       .room = room < INT32_MAX ? room : INT32_MAX};

    if (read_all(&r) && !r.fault.what)
        return values;
    if (r.used > 0 && values->kind == JSON_KIND_OBJECT)
        r.fault.part = values;
    if (r.unfinished)
        r.unfinished->kind = JSON_KIND_NONE;
    if (fault)
        *fault = r.fault;
    return NULL;
}

size_t
json_room(const char *text, size_t len)
{
    size_t room = 1;

    for (size_t i = 0; i < len; i++)
        room += text[i] == ':' ? 2 : text[i] == ',' || text[i] == '[' || text[i] == '{';
    return room;
}
