/* SPDX-License-Identifier: MIT
 * amun_deep.h -- Amun-Re looked further ahead: what seems best one decision ahead is played on to the end of the round,
 * again and again, by everybody's quick choices, and valued there. What is hidden, and all chance, is the same for
 * all plans that are compared.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_DEEP_H
#define KHEPRI_AMUN_DEEP_H

#include "ai.h"
#include "amun_search.h"

struct amun_depth {
    const struct amun_effort *effort;   /* of the first look */
    int guesses;                        /* of what is hidden, in it */
    int plans;                          /* the best so many are played on, AMUN_DEEP_MOST at most ... */
    int trials;                         /* ... so often, */
    uint64_t positions;                 /* as long as no more positions than these are valued */
};
enum { AMUN_DEEP_MOST = 8 };

/* As amun_search_view(). Plans that were played on have the mean of both looks for their value; no other is better than
 * the last of these. With each further part (1 / plans) of the trials or positions the worst is given up, and on the way those that
 * are clearly behind. Offers are mixed, and are not played on. `limits` may be NULL: its `positions`, if any, go before those of `depth`. */
int amun_deep_search(const struct amun_judge *judge, const struct amun_state *seen, int seat,
                     const struct amun_depth *depth, const struct ai_limits *limits, uint64_t *rng,
                     struct amun_option *out);

#endif
