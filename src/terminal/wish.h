/* SPDX-License-Identifier: MIT
 * wish.h -- a typed line as a list of actions, all of which are done or none.
 */
/* clang-format off */
#ifndef KHEPRI_WISH_H
#define KHEPRI_WISH_H

#include "play_game.h"

enum { WISH_MOST = 32 };

struct wish {
    game_action actions[WISH_MOST];
    int count;
    int price;                  /* of all together, in gold, if the game has prices */
    struct text words;          /* the actions in words, with the price of each */
    char room[4096];
};

/* Reads the whole line for speech->seat and tries it on a position that looks the same to it.
 * Chance and other seats may act only after the last action. If the result is not WORDS_ACTION,
 * `why` explains it (for WORDS_REFUSED), and *out is invalid. */
enum words wish_read(const struct play_game *table, const struct speech *speech, const char *line,
                     struct wish *out, struct text *why);

#endif
