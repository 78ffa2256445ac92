/* SPDX-License-Identifier: MIT
 * why.h -- the terms that move a seat's chance to win, each of them true by construction: the chance as it is, less
 * what it would be in a position that differs in one subject only.
 *
 * "own" terms: the seat and one of the others exchange what they have of the subject (their suns, their pharaohs, their
 * score ...); the mean over all others with whom that is possible. So `by` says what it is worth to have one's own and
 * not theirs. "table" terms: the position with the subject set to a middle that is given with each term below.
 */
/* clang-format off */
#ifndef KHEPRI_WHY_H
#define KHEPRI_WHY_H

#include "khepri/games.h"

enum { WHY_MOST = 16, WHY_GUESSES = 4 };

struct why_term { const char *term; bool table; int32_t by; };      /* in ESTIMATE_SURE-ths of the chance to win */

/* One subject. `change` makes the other position of *st, or says false where there is none: `other` is the seat
 * to exchange with, for a term of the table -1. What it makes is checked by the rules. */
struct why_subject {
    const char *term;
    bool table;
    bool (*change)(union games_state *st, int seat, int other);
};

/* Those of a game, ended by a NULL term. */
extern const struct why_subject ra_why_subjects[], amun_why_subjects[];

/* The terms of at least `least`, the largest first; returns how many. st[guesses] must tell everything: where something is
 * hidden they are guesses of it, and the terms are means. None where the game has no net. */
int why_terms(const struct game *game, const union games_state *st, int guesses, int seats, int seat, int32_t least,
              struct why_term out[WHY_MOST]);

#endif
