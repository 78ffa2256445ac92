/* SPDX-License-Identifier: MIT
 * game_setup.h -- the game that a command line asks for: GAME --players N --option KEY=VALUE ...
 */
/* clang-format off */
#ifndef KHEPRI_GAME_SETUP_H
#define KHEPRI_GAME_SETUP_H

#include <stdbool.h>
#include <stdint.h>

#include "ai.h"
#include "command_options.h"
#include "khepri/games.h"

enum { GAME_SETUP_OPTIONS = 16 };

/* Zeroed, then filled from the words of the command line, which it borrows. */
struct game_setup {
    const char *game;
    const char *options[GAME_SETUP_OPTIONS];    /* "edition=2005" */
    int option_count;
    uint64_t players;                           /* 0: not said */
};

/* Takes one --option, as the row of a command_option does. False, and a sentence on stderr, for one too many. */
bool game_setup_option(const char *command, void *setup, const char *text);

/* Takes the words that are left after the options: there must be one, the game. */
bool game_setup_words(const struct command_line *line, struct game_setup *setup);

/* The game of that name. NULL, and a sentence on stderr that offers the nearest name, if there is none. */
const struct game *game_setup_find(const char *command, const char *word);

/* Sets the game up. False, and a sentence on stderr, if there is no such game. */
bool game_setup_start(const char *command, const struct game_setup *setup, const struct game **game,
                      union games_state *out);

/* The bot that a word names, as player_bot(); a refusal is printed. */
bool game_setup_bot(const char *command, const char *what, const char *word, const struct game *game,
                    struct ai_player *out);

#endif
