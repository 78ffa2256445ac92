/* SPDX-License-Identifier: MIT
 * command.h -- the subcommands of khepri, and what they all say in the same way.
 *
 * Exit statuses: 0 done, 1 the work was done and found something wrong, 2 it could not be done
 * (usage, unreadable file, full disk). A subcommand gets argv[0] = its own name.
 */
/* clang-format off */
#ifndef KHEPRI_COMMAND_H
#define KHEPRI_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

enum { EXIT_DONE = 0, EXIT_FOUND = 1, EXIT_TROUBLE = 2 };

int command_admin(int argc, char **argv);
int command_analyse(int argc, char **argv);
int command_arena(int argc, char **argv);
int command_backup(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_board(int argc, char **argv);
int command_bot(int argc, char **argv);
int command_bot_account(int argc, char **argv);
int command_check_data(int argc, char **argv);
int command_copy_data(int argc, char **argv);
int command_engine(int argc, char **argv);
int command_exploit(int argc, char **argv);
int command_meter(int argc, char **argv);
int command_perft(int argc, char **argv);
int command_puzzle(int argc, char **argv);
int command_play(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_restore(int argc, char **argv);
int command_serve(int argc, char **argv);
int command_show(int argc, char **argv);
int command_signature(int argc, char **argv);
int command_simulate(int argc, char **argv);
int command_survey(int argc, char **argv);
int command_train(int argc, char **argv);

/* Prints "khepri NAME: sentence" and the command for help to stderr; returns EXIT_TROUBLE. */
int command_usage(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same without the hint: a runtime failure, not a bad argument. */
int command_trouble(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* For lines that are written one by one, each of at most 64 KiB: a program that is interrupted or killed leaves whole
 * lines. Before anything else is done with `to`. */
void command_write_lines(FILE *to);

/* The folder of this program in one of the desktop's base folders. It is "khepri" in what the variable names,
 * which must be absolute, else in `below` of the home folder. False if there is none, or `room` is too small. */
bool command_folder(const char *variable, const char *below, char *out, size_t room);

/* The end of a noun behind a number, in English: "" for 1, else "s". What speaks other languages has plural(). */
const char *command_plural(long long count);

/* Flushes stdout; EXIT_TROUBLE and a sentence if anything written to it was lost, else `status`. */
int command_close_output(const char *name, int status);

#endif
