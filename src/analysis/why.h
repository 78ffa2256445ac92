/* SPDX-License-Identifier: MIT
 * why.h -- the terms that affect a seat's chance of winning most. A term is the current chance
 * less the chance in a position that differs in one subject only.
 *
 * "own" terms: the seat and another exchange all they have of the subject (their suns, their
 * pharaohs, their score). It is the mean over all others with whom that is possible. So `by` is
 * the advantage of the own holding over another's. "table" terms: the subject is set to a
 * neutral value, stated with each term below.
 */
/* clang-format off */
#ifndef KHEPRI_WHY_H
#define KHEPRI_WHY_H

#include "khepri/games.h"

enum { WHY_MOST = 16, WHY_GUESSES = 4 };

struct why_term { const char *term; bool table; int32_t by; };      /* in ESTIMATE_SURE-ths of the chance of winning */

/* One subject. `change` turns *st into the other position, or returns false if there is none.
 * `other` is the seat to exchange with, or -1 for a term of the table. The rules check the
 * result. */
struct why_subject {
    const char *term;
    bool table;
    bool (*change)(union games_state *st, int seat, int other);
};

/* The terms of at least `least`, the largest first; returns their number. st[guesses] are full
 * states: samples, if information is hidden, and the terms are means over them. None if the
 * game has no net. */
int why_terms(const struct game *game, const union games_state *st, int guesses, int seats, int seat, int32_t least,
              struct why_term out[WHY_MOST]);

#endif
