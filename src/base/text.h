/* SPDX-License-Identifier: MIT
 * text.h -- writes text and JSON into a buffer of the caller: bounded, no heap, no printf.
 *
 * Writing past the end is not an error at each call. The text remembers that it is full, and
 * the writer checks once at the end. The writer adds JSON commas.
 */
/* clang-format off */
#ifndef KHEPRI_TEXT_H
#define KHEPRI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char  *at;                          /* the caller's buffer; always ends in 0 when room > 0 */
    size_t room, len;
    bool   full;                        /* something did not fit; the text is cut there */
    bool   comma;                       /* JSON: a comma is due before the next value */
};

/* An empty text in buf[room]. */
struct text text_in(char *buf, size_t room);

void text_char(struct text *t, char c);
void text_put(struct text *t, const char *string);
void text_bytes(struct text *t, const char *bytes, size_t len);
void text_int(struct text *t, long long number);

/* What stands before item `at` of `count`, as in "a, b or c": nothing, a comma, or `last` (" or ") before the last. */
void text_between(struct text *t, int at, int count, const char *last);

/* The length written, or -1 if it was cut. */
int text_length(const struct text *t);

/* The bytes of a text, and whether two are equal. (The core does without strlen and strcmp.) */
size_t text_size(const char *string);
bool text_same(const char *a, const char *b);

/* The index of `word` in `names`, which end in NULL; -1 if it is not there. */
int text_find(const char *const *names, const char *word);

/* The bytes of the UTF-8 character at `at`, of which `left` bytes may be read; 0 if it is none. */
size_t text_character(const char *at, size_t left);

/* The same of a character that may be shown. 0 also for control characters, which a terminal obeys, and for those that
 * change the direction of the text. */
size_t text_shown_character(const char *at, size_t left);

/* Text from outside, for a terminal: a question mark replaces each byte that is not to be shown. */
void text_shown(struct text *t, const char *string);

/* JSON. A key is an identifier of the program and is not escaped; json_text escapes. It also
 * escapes what a terminal would obey, and writes \ufffd for a byte that is not UTF-8. */
void json_open(struct text *t, char bracket);           /* '{' or '[' */
void json_close(struct text *t, char bracket);          /* '}' or ']' */
void json_key(struct text *t, const char *key);
void json_key_escaped(struct text *t, const char *key); /* for a key that is not ours */
void json_int(struct text *t, long long number);
void json_text(struct text *t, const char *string);
void json_literal(struct text *t, const char *literal); /* true, false, null, or ready JSON */
void json_ready(struct text *t, const char *json, size_t len);  /* ready JSON of `len` bytes */

/* A key and its value. */
void json_key_int(struct text *t, const char *key, long long number);
void json_key_text(struct text *t, const char *key, const char *string);
void json_key_bool(struct text *t, const char *key, bool value);
void json_key_null(struct text *t, const char *key);
void json_key_literal(struct text *t, const char *key, const char *literal);
void json_key_set(struct text *t, const char *key, uint32_t set);   /* the numbers of its bits, ascending */
void json_key_open(struct text *t, const char *key, char bracket);  /* a value that json_close() will end */

#endif
