/* SPDX-License-Identifier: MIT
 * game_why.h -- what a game brings to hints: src/analysis/<game> defines a struct game_why, <game>_why.
 */
/* clang-format off */
#ifndef KHEPRI_GAME_WHY_H
#define KHEPRI_GAME_WHY_H

#include "games_parts.h"
#include "hint.h"
#include "why.h"

/* All may be NULL. */
struct game_why {
    const struct why_subject *subjects;             /* ended by a NULL term */

    /* Writes a further member of a hint's JSON, what everybody can work out of what chance may bring; or nothing. */
    void (*odds)(struct text *t, const void *seen);

    /* What follows from an action of the hint (fact.h). The list is empty before. */
    void (*facts)(const struct hint *hint, const struct hint_action *action, struct fact_list *out);
};

#define X(game, GAME) extern const struct game_why game##_why;
GAMES_IN_ANALYSIS(X)
#undef X

/* Never NULL. */
const struct game_why *game_why(const struct game *game);

#endif
