/* SPDX-License-Identifier: MIT
 * spoken.h -- which language a command speaks: its option --lang, else the environment.
 */
/* clang-format off */
#ifndef KHEPRI_SPOKEN_H
#define KHEPRI_SPOKEN_H

#include <stdbool.h>

/* What LC_ALL, LC_MESSAGES and LANG say is spoken from now on. */
void speak_as_environment(void);

/* The row of a table of options: --lang CODE. */
#define SPOKEN_OPTION {"lang", "CODE", spoken_help, .take = take_language}
extern const char spoken_help[];
bool take_language(const char *command, void *into, const char *value);

#endif
