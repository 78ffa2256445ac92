/* SPDX-License-Identifier: MIT
 * amun_show.h -- the table of Amun-Re in words and digits, line by line, fit for a screen reader and 80
 * columns.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_SHOW_H
#define KHEPRI_AMUN_SHOW_H

#include "play_game.h"

/* The whole table: round and phase, provinces on offer, property of each player, the sacrifice.
 */
void amun_show_table(const struct speech *speech, struct text *out);

/* Gold and hand of speech->seat, and its legal actions: a line for each kind of action, with an
 * example to type in (parentheses). */
void amun_show_actions(const struct speech *speech, struct text *out);

/* "west, upper Egypt, on the Nile". */
void amun_put_place(const struct amun_state *s, int province, struct text *out);

/* "Builder, Harvest increase 2"; "none". */
void amun_put_cards(const uint8_t cards[AMUN_CARDS], struct text *out);

/* The hand of a seat; and for which totals the temple goes where. */
void amun_put_hand(const struct amun_state *s, int seat, struct text *out);
void amun_put_ranges(const struct amun_state *s, struct text *out);

/* Parts of the table: the round and its phase; the sizes of deck and discards. */
void amun_put_round(const struct amun_state *s, struct text *out);
void amun_put_deck(const struct amun_state *s, struct text *out);

/* Is the province one of those offered? */
bool amun_is_on_offer(const struct amun_state *s, int province);

/* What lies free on the province that is offered at that place, after a comma, or nothing. */
void amun_put_free(const struct amun_state *s, int at, struct text *out);

/* The sacrifice, if there is one. */
void amun_put_sacrifice(const struct speech *speech, struct text *out);

/* The hand of a seat that waits: who is to act sees it with the actions. */
void amun_put_waiting_hand(const struct speech *speech, struct text *out);

#endif
