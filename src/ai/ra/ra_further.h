/* SPDX-License-Identifier: MIT
 * ra_further.h -- the decisions of the only seat that still has suns. Nobody else's bids are left to
 * guess, so a deeper search is cheap. It looks two turns ahead. In the last epoch it is exact
 * (ra_ending.h) where little is left. The nets err most there.
 */
/* clang-format off */
#ifndef KHEPRI_RA_FURTHER_H
#define KHEPRI_RA_FURTHER_H

#include "ai.h"
#include "ra_search.h"

/* Is a seat to move that alone has suns? */
bool ra_lone_is(const struct ra_state *s);

/* Searches the actions of such a seat again: options[count] are those of a search one turn ahead.
 * They stay as they are where a limit is reached or memory is missing. */
void ra_lone_search(const struct ra_judge *judge, const struct ra_state *s, const struct ai_limits *limits,
                    struct ra_option *options, int count);

/* The exact part alone. */
void ra_lone_solve(const struct ra_state *s, const struct ai_limits *limits, struct ra_option *options, int count);

/* The search of `hard`, this included: all actions of the seat to move into options[RA_MAX_ACTIONS]; returns
 * their number. */
int ra_hard_search(const struct ra_state *s, const struct ai_limits *limits, struct ra_option *options);

/* The same by this judge. */
int ra_hard_search_by(const struct ra_judge *judge, const struct ra_state *s, const struct ai_limits *limits,
                      struct ra_option *options);

#endif
