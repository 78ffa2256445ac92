/* SPDX-License-Identifier: MIT
 * wish.h -- what a person typed on one line, as a list of actions that is done whole or not at all.
 */
/* clang-format off */
#ifndef KHEPRI_WISH_H
#define KHEPRI_WISH_H

#include "play_game.h"

enum { WISH_MOST = 32 };

struct wish {
    game_action actions[WISH_MOST];
    int count;
    int price;                  /* of all together, in gold, where the game has prices */
    struct text words;          /* what they are, in words, with the price of each */
    char room[4096];
};

/* Reads the whole line for speech->seat and tries it out on a position that looks the same to it. Chance
 * and other seats may act only after the last action. Anything but WORDS_ACTION: `why` says what is wrong,
 * if a game's own words said it (WORDS_REFUSED), and *out is rubbish. */
enum words wish_read(const struct play_game *table, const struct speech *speech, const char *line,
                     struct wish *out, struct text *why);

#endif
