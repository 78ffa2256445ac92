/* SPDX-License-Identifier: MIT
 * game_why.h -- what a game brings to hints: src/analysis/<game> defines a struct game_why, <game>_why.
 */
/* clang-format off */
#ifndef KHEPRI_GAME_WHY_H
#define KHEPRI_GAME_WHY_H

#include "games_parts.h"
#include "hint.h"
#include "smooth.h"
#include "why.h"

/* All may be NULL. */
struct game_why {
    const struct why_subject *subjects;             /* ended by a NULL term */

    /* Writes a further member of a hint's JSON, what everybody can work out of what chance may bring; or nothing. */
    void (*odds)(struct text *t, const void *seen);

    /* What follows from an action of the hint (fact.h). The list is empty before. */
    void (*facts)(const struct hint *hint, const struct hint_action *action, struct fact_list *out);

    /* An analysis asks this bot too about a decision that cost something. It looks deeper. */
    const char *second;

    /* A quick search is enough for luck: ai_luck(). A thorough one would take most of the time of an analysis. */
    bool quick_luck;

    /* The percentage of a measured loss that an action costs in fact (docs/decisions/013-what-is-believed.md). NULL:
     * all of it. */
    int (*believed)(const void *state, game_action action);

    /* How far an analysis may be wrong (smooth.h). NULL: as in a game without nets of its own. */
    const struct doubt *doubt;
};

#define X(game, GAME) extern const struct game_why game##_why;
GAMES_IN_ANALYSIS(X)
#undef X

/* Never NULL. */
const struct game_why *game_why(const struct game *game);

#endif
