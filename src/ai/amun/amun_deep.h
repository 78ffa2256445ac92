/* SPDX-License-Identifier: MIT
 * amun_deep.h -- a deeper search for Amun-Re. The best plans of a search of one decision are
 * played on to the end of the round, many times. All seats choose quickly. The plans are valued
 * there. Compared plans share the sample of hidden information and all random numbers.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_DEEP_H
#define KHEPRI_AMUN_DEEP_H

#include "ai.h"
#include "amun_search.h"

struct amun_depth {
    const struct amun_effort *effort;   /* of the first search */
    int guesses;                        /* samples of hidden information in the first search */
    int plans;                          /* the number of best plans that are played on, at most AMUN_DEEP_MOST */
    int trials;                         /* trials of each */
    uint64_t positions;                 /* evaluated positions after which no round of trials begins; the first
                                         * search and the round that has begun end as they would */
};
enum { AMUN_DEEP_MOST = 8 };

/* As amun_search_view(). The value of a plan that was played on is the mean of both searches;
 * no other plan is better than the last of these. With each further part (1 / plans) of the
 * trials or positions the worst plan is dropped (successive elimination), and meanwhile those
 * that are clearly behind. Offers are mixed strategies and are not played on. `limits` may be
 * NULL; its `positions`, if any, override those of `depth`. */
int amun_deep_search(const struct amun_judge *judge, const struct amun_state *seen, int seat,
                     const struct amun_depth *depth, const struct ai_limits *limits, uint64_t *rng,
                     struct amun_option *out);

#endif
