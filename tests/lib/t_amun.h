/* SPDX-License-Identifier: MIT
 * t_amun.h -- the words of Amun-Re in the tests of the rules.
 *
 * scene() is a position in which nobody has done anything yet in its phase. They are about to draw provinces,
 * to bid, to begin a turn, or to make offers. The other phases are reached by playing. Words, in lines
 * as one likes:
 *   players N    OPTION VALUE (as in records)    round N    phase provinces|bid|actions|offer    starting SEAT
 *   turn SEAT (in phase actions)    temple N    offered PROVINCE...    in_play PROVINCE... (in the new kingdom)
 *   deck CARD [N] ... (exactly this; the rest is among the discards)    discard CARD [N] ... (out of the deck)
 *   next_temple N (the board's ranges are bent so that the temple goes there if all play the -3 card)
 *   bid_numbers N...    free_cards PROVINCE N (what the board prints there)
 *   SEAT gold N    SEAT score N    SEAT cards CARD [N] ... | rest    SEAT provinces PROVINCE...
 *   PROVINCE farmers N    PROVINCE free N (farmers on flat land)    PROVINCE stones N    PROVINCE pyramids N
 *   PROVINCE cards CARD [N] ... (lying there face down, while on offer)
 * A line that begins with a number or a province is about that seat or province. Defaults: three
 * players, round 1, phase actions; seat 0 starts and acts. The temple is on space 2 from round 2 on. Each has
 * 20 gold, no points and no cards (builders are in the deck). "cards rest" is for one seat: all cards that are left
 * over when deck and discards were both named. Provinces that a seat or the offer still needs are
 * the first that are left in the order of records. Those with printed free cards come last.
 *
 * expect(), any number of these on a line:
 *   phase W    to_act SEAT...|chance|nobody    turn SEAT    round N    starting SEAT|none    temple N (0: none)
 *   total N    offered PROVINCE... (exactly, in order)    deck CARD N ... (only the kinds named)    deck_size N
 *   discard CARD [N] ... (exactly)    province_deck N (how many)    blockade SEAT...    overbid_power SEAT...
 *   due SEAT... (who corrects or chooses a reward still)    placing C F S    over    winners SEAT...
 *   SEAT gold N    SEAT score N    SEAT cards CARD [N] ... (exactly)    SEAT provinces PROVINCE... (exactly, sorted)
 *   SEAT marker PROVINCE N | none    SEAT counts pyramids N sets N sides N temples N total N (amun_score now)
 *   SEAT income TEMPLE N (amun_income: what it would be, without cards)
 *   PROVINCE owner SEAT|none    PROVINCE farmers N    PROVINCE free N    PROVINCE stones N    PROVINCE pyramids N
 *   PROVINCE cards CARD [N] ... (exactly; lying there face down)
 *
 * An event is "SEAT NAME DETAIL (COUNT)" with provinces, cards and sides by their names; nature's seat is "-".
 * A count of 0, and what says nothing, is left out.
 */
/* clang-format off */
#ifndef KHEPRI_T_AMUN_H
#define KHEPRI_T_AMUN_H

#include "khepri/amun.h"

#include "t.h"

static inline const struct amun_state *table(void) { return (const struct amun_state *)t_table(); }

/* Sets *s up from the lines of a scene, or as a new game; returns NULL or a sentence about what is wrong. */
const char *amun_position(struct amun_state *s, const char *const *lines);
const char *amun_new_game(struct amun_state *s, const char *const *lines);

/* The words of an event. */
void amun_event_text(const struct game_event *event, char *buf, size_t room);

#endif
