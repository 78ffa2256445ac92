/* SPDX-License-Identifier: MIT
 * completion_rows.h -- the options of a command as the script of a shell wants them (completion.h).
 */
/* clang-format off */
#ifndef KHEPRI_COMPLETION_ROWS_H
#define KHEPRI_COMPLETION_ROWS_H

#include "command_options.h"

/* The one word of a command line that prints the options instead of doing anything: COMPLETION_WORD and
 * "bash", "zsh" or "fish". */
#define COMPLETION_WORD "--completion-of-options="

/* Prints the options of a command for the script of this shell. */
void completion_options(const char *shell, const char *command, const struct command_option *options);

/* Prints the first line of a text for single quotes, with a backslash before each of the `escaped` characters. */
void completion_quoted(const char *text, const char *escaped);

#endif
