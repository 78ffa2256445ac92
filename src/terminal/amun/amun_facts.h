/* SPDX-License-Identifier: MIT
 * amun_facts.h -- explains what is printed on the board and the cards of Amun-Re.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_FACTS_H
#define KHEPRI_AMUN_FACTS_H

#include "play_game.h"

/* The facts about the provinces whose names start with `name`; guesses about the printed board
 * are marked. */
void amun_explain_province(const struct speech *speech, const char *name, struct text *out);

/* All provinces in one table. */
void amun_list_provinces(const struct speech *speech, struct text *out);

/* The hand of speech->seat, or all kinds of cards, each with what it does. */
void amun_explain_hand(const struct speech *speech, struct text *out);
void amun_explain_cards(const struct speech *speech, struct text *out);

#endif
