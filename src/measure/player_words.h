/* SPDX-License-Identifier: MIT
 * player_words.h -- players from words: names with commas between them.
 */
/* clang-format off */
#ifndef KHEPRI_PLAYER_WORDS_H
#define KHEPRI_PLAYER_WORDS_H

#include <stdbool.h>

#include "ai.h"
#include "refusal.h"

enum { PLAYER_WORD_ROOM = 32 };

/* Copies the next name of *list and moves on; *list is NULL after the last. False for one that is
 * too long: `word` then has its beginning. */
bool player_word(const char **list, char word[PLAYER_WORD_ROOM]);

/* The bot that a word names. False if there is none; *why then names those that there are. `what` is what the
 * caller calls them: "policy". */
bool player_bot(const char *what, const char *word, const struct game *game, struct ai_player *out,
                struct refusal *why);

#endif
