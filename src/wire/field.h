/* SPDX-License-Identifier: MIT
 * field.h -- parts of a JSON object that must be there and be of a kind. Each reader refuses with a sentence that
 * names the place; `where` is the object in words.
 */
/* clang-format off */
#ifndef KHEPRI_FIELD_H
#define KHEPRI_FIELD_H

#include "json_read.h"
#include "refusal.h"

/* A member that must be there. NULL when refused. */
const struct json *field_member(const struct json *object, const char *where, const char *key, struct refusal *why);

/* A whole number of low..high. */
bool field_number(const struct json *object, const char *where, const char *key, int low, int high, int *out,
                  struct refusal *why);

/* True or false. */
bool field_flag(const struct json *object, const char *where, const char *key, bool *out, struct refusal *why);

/* A list of different numbers 0..31 as a set of bits. */
bool field_set(const struct json *object, const char *where, const char *key, uint32_t *out, struct refusal *why);

/* The place of a string in names[count]; `what` says what it should name. */
bool field_name(const struct json *value, const char *what, const char *const *names, int count, int *out,
                struct refusal *why);

#endif
