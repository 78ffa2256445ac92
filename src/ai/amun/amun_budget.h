/* SPDX-License-Identifier: MIT
 * amun_budget.h -- the limits of a decision of Amun-Re. A judge counts the positions it
 * evaluates and asks the caller's limits. When one is reached, all searches on it end.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_BUDGET_H
#define KHEPRI_AMUN_BUDGET_H

#include "ai.h"
#include "amun_value.h"

/* `stop` is not asked before that many positions, about a millisecond: a choice needs some. */
enum { AMUN_BUDGET_LEAST = 256 };

/* From the first position after a limit on, `over` is set and all values are 0. Throw away what is
 * still being computed. */
struct amun_budget {
    struct amun_judge judge, counting;  /* the given judge, and the one that counts */
    const struct ai_limits *limits;     /* only their `stop` is asked; or NULL */
    uint64_t positions, most;           /* evaluated so far; the maximum */
    bool over;
};

/* Begins to count; *b must not move. Returns &b->counting. */
const struct amun_judge *amun_budget_begin(struct amun_budget *b, const struct amun_judge *judge,
                                           const struct ai_limits *limits, uint64_t most);

/* The effort with fewer rounds of regret matching, if that many samples of this decision would take more
 * than `positions`. */
struct amun_effort amun_effort_within(const struct amun_effort *effort, const struct amun_state *s, int guesses,
                                      uint64_t positions);

#endif
