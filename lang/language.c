/* SPDX-License-Identifier: MIT
 * language.c -- see language.h. */
#include "language.h"

#include <string.h>

const char *const lang_codes[LANG_COUNT] = {
#define LANGUAGE(constant, code) code,
#include "languages.def"
#undef LANGUAGE
};

bool
language_find(const char *tag, enum lang *out)
{
    size_t len = strcspn(tag, "-_.@");

    for (int i = 0; i < LANG_COUNT; i++) {
        if (strlen(lang_codes[i]) == len && memcmp(tag, lang_codes[i], len) == 0) {
            *out = (enum lang)i;
            return true;
        }
    }
    return false;
}

enum lang
language_of_locale(const char *const *values, size_t count)
{
    enum lang found = LANG_EN;

    for (size_t i = 0; i < count; i++) {
        if (values[i] && *values[i]) {
            language_find(values[i], &found);
            break;
        }
    }
    return found;
}
