/* SPDX-License-Identifier: MIT
 * command_options.h -- the options of a subcommand: one table says how they are written, what help says of
 * them, what values they take and where these go.
 */
/* clang-format off */
#ifndef KHEPRI_COMMAND_OPTIONS_H
#define KHEPRI_COMMAND_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "khepri/game.h"

enum { COMMAND_OPTIONS_MOST = 24 };

/* A row: {"games", "G", "how many games (100)", .number = &games, 1, MOST_GAMES}. Just one of the places to put
 * the value is given; it keeps what it held, the default, if the option is not used. */
struct command_option {
    const char *name;       /* without its dashes; NULL ends the table */
    const char *value;      /* what help calls the value; NULL: a flag, which takes none */
    const char *help;       /* a line, or more with line feeds between */
    bool *flag;             /* becomes true */
    const char **text;      /* any text, borrowed from argv */
    double *fraction;       /* 0 to 1 */
    uint64_t *number, low, high;    /* a whole number, low to high */

    /* Anything else. False, and a sentence on stderr that begins with the command's name, if it is refused. */
    bool (*take)(const char *command, void *into, const char *value);
    void *into;

    bool (*plays)(const struct game *game);     /* in the row that ends the table: whether GAME may be this game;
                                                   NULL: any */
    /* The value is a file of lines "NAME = VALUE", one for any other row, which are read before all options. Its text,
     * in which values then lie, comes into *settings, to be freed. */
    char **settings;

    int group;              /* 0 to 31, for line->used */
    const char *heading;    /* a line that help has above this row */
};

struct command_line {
    const char *name;       /* of the command */
    const char *about;      /* what help says before the options; with GAME in it, the games follow */
    const char *examples;   /* and after them */
    int count;              /* of words: at first argc, after reading those that are left */
    char **words;           /* at first argv, then the words that are neither options nor values */
    int status;             /* EXIT_TROUBLE; EXIT_DONE after help */
    uint32_t used;          /* bit g: an option of group g was there; at first 0 */
};

/* Reads the options, which may stand anywhere before a "--". False if the command is to exit with line->status.
 * Then help was printed, or a sentence on stderr says which option was wrong and what would be right. */
bool command_line_read(struct command_line *line, const struct command_option *options);

/* What --shard I/N says: the I-th, from 1, of N parts, at most COMMAND_SHARDS. The function is for .take. */
struct command_shard { int part, parts; };
enum { COMMAND_SHARDS = 100 };
bool command_take_shard(const char *command, void *into, const char *value);

/* Reads a whole number in low..high. False, and a sentence on stderr, for anything else. */
bool command_number(const char *command, const char *option, const char *text, uint64_t low, uint64_t high,
                    uint64_t *out);

#endif
