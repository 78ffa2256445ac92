/* SPDX-License-Identifier: MIT
 * amun_facts.h -- what is printed on the board and the cards of Amun-Re, explained.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_FACTS_H
#define KHEPRI_AMUN_FACTS_H

#include "play_game.h"

/* All there is to know of the provinces whose names begin with `name`; what of it is only a guess about the
 * printed board is marked. */
void amun_explain_province(const struct speech *speech, const char *name, struct text *out);

/* All provinces in one table. */
void amun_list_provinces(const struct speech *speech, struct text *out);

/* The hand of speech->seat, or all kinds of cards, each with what it does. */
void amun_explain_hand(const struct speech *speech, struct text *out);
void amun_explain_cards(const struct speech *speech, struct text *out);

#endif
