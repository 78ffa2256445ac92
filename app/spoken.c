/* SPDX-License-Identifier: MIT
 * spoken.c -- see spoken.h. */
#include "spoken.h"

#include <stdlib.h>

#include "command.h"
#include "language.h"
#include "phrase.h"
#include "text.h"

/* clang-format off */
const char spoken_help[] = "what is spoken:"
#define LANGUAGE(constant, code) " " code
#include "languages.def"
#undef LANGUAGE
    " (that of LC_ALL, LC_MESSAGES or LANG)";
/* clang-format on */

void
speak_as_environment(void)
{
    const char *const values[] = {getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")};

    phrase_speak(language_of_locale(values, sizeof values / sizeof *values));
}

bool
take_language(const char *command, void *into, const char *value)
{
    enum lang language;
    char list[LANG_COUNT * 8];
    struct text t = text_in(list, sizeof list);

    (void)into;
    if (language_find(value, &language)) {
        phrase_speak(language);
        return true;
    }
    for (int i = 0; i < LANG_COUNT; i++) {
        text_between(&t, i, LANG_COUNT, " or ");
        text_put(&t, lang_codes[i]);
    }
    command_usage(command, "--lang takes %s, not '%.60s'", list, value);
    return false;
}
