/* SPDX-License-Identifier: MIT
 * json_read.h -- strict reader of JSON (RFC 8259): no heap, no libc, storage of the caller's.
 *
 * json_read() reads the text once and fills an array of values in the order of the text. The values in
 * a list or an object follow their container, so the array is the tree. Strings are decoded in place
 * and end in 0. Both arrays must outlive the values.
 *
 * Refused:
 * - bytes that are not UTF-8, control characters in strings, half a surrogate pair, the character \u0000;
 * - a key given twice, nesting beyond JSON_DEPTH, anything after the value;
 * - more values than there is room for.
 *
 * The time is linear in the bytes for any input.
 */
/* clang-format off */
#ifndef KHEPRI_JSON_READ_H
#define KHEPRI_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

enum { JSON_DEPTH = 64 };           /* lists and objects open at once */

enum json_kind {
    JSON_KIND_NONE,                 /* no value: what NULL is */
    JSON_KIND_NULL, JSON_KIND_BOOL, JSON_KIND_NUMBER, JSON_KIND_STRING, JSON_KIND_LIST, JSON_KIND_OBJECT,
    JSON_KIND_KEY                   /* before each value of an object; no function returns one */
};

/* A value. Its fields are the reader's; use the functions below. */
struct json {
    const char *text;               /* the decoded string, else where the value begins */
    uint32_t len;                   /* bytes of it: of a string decoded, else as written */
    uint32_t count;                 /* elements or members. Of a string: bytes as written, with its quotes.
                                     * Of a key: the byte that its branch of the object's keys looks at */
    uint32_t span;                  /* values in all, itself included */
    uint32_t branch[2];             /* keys: see json_keys.c */
    uint8_t  kind, bits;
};

/* What is wrong, and where: the first character that cannot stand there. */
struct json_fault {
    const char *what;               /* "a comma or ] is needed" */
    size_t line, column;            /* from 1; a column is a character, not a byte */
    const struct json *part;        /* the outermost object as far as it was read, for json_member() alone; or NULL */
};

/* Reads text[0..len) into values[0..room). Returns the value, which is values[0]. NULL when refused:
 * then values are undefined, except fault->part. `fault` may be NULL. */
const struct json *json_read(char *text, size_t len, struct json *values, size_t room, struct json_fault *fault);

/* The most values that a text of these bytes can have: a sufficient room for json_read().
 * Cheap. */
size_t json_room(const char *text, size_t len);

/* All functions below take NULL for a value that is not there. */
enum json_kind json_kind(const struct json *value);

/* The value of a key; NULL without such a member, and if `object` is none. */
const struct json *json_member(const struct json *object, const char *key);

/* How many elements or members; 0 for other values. */
size_t json_count(const struct json *value);

/* The values of a list or an object in turn: for (e = json_first(list); e; e = json_next(list, e)). */
const struct json *json_first(const struct json *container);
const struct json *json_next(const struct json *container, const struct json *element);

/* The element at a place; its cost grows with the place. NULL past the end, and if `list` is none. */
const struct json *json_element(const struct json *list, size_t place);

/* The key of a value in an object. */
const char *json_name(const struct json *member);

/* The string, which ends in 0 and holds no other; NULL for other values. */
const char *json_as_text(const struct json *value);

/* A number written as an integer. False for any other value, and beyond 64 bits; *out is then as it was. */
bool json_as_int(const struct json *value, long long *out);

/* A whole number of any spelling (3, 3.0, 30e-1). False as above. */
bool json_as_whole(const struct json *value, long long *out);

bool json_as_bool(const struct json *value, bool *out);

/* Is it this string, null, true? */
bool json_is(const struct json *value, const char *string);
bool json_is_nil(const struct json *value);
bool json_is_yes(const struct json *value);

/* Do both mean the same? The order of members and the spelling of whole numbers do not matter. */
bool json_same(const struct json *a, const struct json *b);

/* The bytes of a value as they were written, by their place in the text that was read. (A copy made before the
 * reading still has them.) */
void json_place(const struct json *value, const char *text, size_t *at, size_t *len);

/* Writes a value without spaces; numbers as they were written. */
void json_put(struct text *t, const struct json *value);

#endif
