/* SPDX-License-Identifier: MIT
 * completion.h -- khepri completion: a script for a shell that completes words typed after khepri. The options come
 * from the tables of the commands (command_options.h).
 */
/* clang-format off */
#ifndef KHEPRI_COMPLETION_H
#define KHEPRI_COMPLETION_H

struct command {
    const char *name;
    int (*run)(int argc, char **argv);      /* argv[0] is its own name */
    const char *line;                       /* what the command is for, in one line */
};

/* Runs the command; the last of `commands` has a NULL name. */
int completion_run(const struct command *commands, int argc, char **argv);

#endif
