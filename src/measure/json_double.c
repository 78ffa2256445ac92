/* SPDX-License-Identifier: MIT
 * json_double.c -- see json_double.h. */
#include "json_double.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "1e-05" as "1e-5", "1e+20" as "1e20". */
static void
shorten_exponent(char *number)
{
    char *to = strchr(number, 'e'), *from;

    if (!to)
        return;
    to++;
    from = to + 1;
    to += *to == '-';
    from += strspn(from, "0");
    memmove(to, from, strlen(from) + 1);
}

void
json_double(struct text *t, double number, int digits)
{
    char written[64];

    snprintf(written, sizeof written, "%.*g", digits, number);
    if (!strpbrk(written, ".e"))
        strcat(written, ".0"); /* so that it is seen to be no integer */
    shorten_exponent(written);
    json_literal(t, isfinite(number) ? written : "null");
}

void
json_key_double(struct text *t, const char *key, double number, int digits)
{
    json_key(t, key);
    json_double(t, number, digits);
}

bool
json_as_double(const struct json *value, double *out)
{
    char number[400];

    if (json_kind(value) != JSON_KIND_NUMBER || value->len >= sizeof number)
        return false;
    memcpy(number, value->text, value->len);
    number[value->len] = 0;
    *out = strtod(number, NULL);
    return true;
}
