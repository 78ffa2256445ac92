/* SPDX-License-Identifier: MIT
 * plurals.c -- see plurals.h. */
#include "plurals.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct range {
    unsigned modulus, low, high;
};

struct rule {
    char language[4], category[8];
    struct range in, except;
};

static const struct rule rules[] = {
#define PLURAL(language, category, modulus, low, high, modulus2, low2, high2)                  \
    {#language, #category, {modulus, low, high}, {modulus2, low2, high2}},
#include "plurals.def"
#undef PLURAL
};

static bool
is_in(struct range range, unsigned number)
{
    unsigned rest = range.modulus ? number % range.modulus : number;

    return rest >= range.low && rest <= range.high;
}

const char *
plural_category(const char *language, int number)
{
    unsigned size = number < 0 ? 0u - (unsigned)number : (unsigned)number;

    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const struct rule *rule = &rules[i];

        if (strcmp(rule->language, language) == 0 && is_in(rule->in, size) &&
            !is_in(rule->except, size))
            return rule->category;
    }
    return "other";
}
