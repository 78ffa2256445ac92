/* SPDX-License-Identifier: MIT
 * json_double.h -- numbers with a fraction, to and from JSON.
 */
/* clang-format off */
#ifndef KHEPRI_JSON_DOUBLE_H
#define KHEPRI_JSON_DOUBLE_H

#include "json_read.h"
#include "text.h"

/* Writes a number with `digits` significant digits; null if it is not finite. */
void json_double(struct text *t, double number, int digits);
void json_key_double(struct text *t, const char *key, double number, int digits);

/* The number nearest to what is written. False for what is no number. */
bool json_as_double(const struct json *value, double *out);

#endif
