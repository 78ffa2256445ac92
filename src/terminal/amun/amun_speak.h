/* SPDX-License-Identifier: MIT
 * amun_speak.h -- the events of Amun-Re in sentences of the catalogue; and its names.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_SPEAK_H
#define KHEPRI_AMUN_SPEAK_H

#include "play_game.h"

/* "Memphis"; "Builder". */
const char *amun_province_phrase(int province);
const char *amun_card_phrase(int card);

/* "two farmers", "one stone": the phrase amun.item.ITEM for a number. */
void amun_put_items(struct text *out, const char *item, int count);

/* "2 power cards, one stone", of the numbers of cards, farmers and stones; returns how many things. */
int amun_put_reward(struct text *out, const int counts[3]);

/* Appends the sentences of `log`, one a line, without the lines of the score sheet, which is
 * shown as a table. */
void amun_speak(const struct speech *speech, const struct game_log *log, struct text *out);

/* Is it a line of the score sheet? */
bool amun_is_tally(int kind);

#endif
