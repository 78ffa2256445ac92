/* SPDX-License-Identifier: MIT
 * completion.h -- khepri completion: a script for a shell that completes words typed after khepri. The options come
 * from the tables of the commands (command_options.h).
 */
/* clang-format off */
#ifndef KHEPRI_COMPLETION_H
#define KHEPRI_COMPLETION_H

#include "command_options.h"

struct command {
    const char *name;
    int (*run)(int argc, char **argv);      /* argv[0] is its own name */
    const char *line;                       /* what the command is for, in one line */
};

extern const struct command commands[];     /* in the order of the help; a NULL name ends them */

/* The one word of a command line that prints the options instead of doing anything: COMPLETION_WORD and
 * "bash", "zsh" or "fish". */
#define COMPLETION_WORD "--completion-of-options="

/* Prints the options of a command in the form that the script for this shell wants. */
void completion_options(const char *shell, const char *command, const struct command_option *options);

#endif
