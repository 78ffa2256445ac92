/* SPDX-License-Identifier: MIT
 * amun_bidding.h -- a search for the bidding of Amun-Re, on the values of its outcomes: the
 * owner of each province, and all payments. See amun_search.h.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_BIDDING_H
#define KHEPRI_AMUN_BIDDING_H

#include "amun_value.h"

/* All bids of the seat to move with their values, into out[AMUN_MOST_PLANS]; returns their
 * number. */
int amun_search_bids(const struct amun_judge *judge, amun_evaluator *evaluate, const struct amun_state *s,
                     const struct amun_effort *effort, uint64_t *rng, struct amun_option *out);

/* The value of the state in AMUN_BID if all bid as assumed. */
void amun_value_of_bidding(const struct amun_judge *judge, amun_evaluator *evaluate, const struct amun_state *s,
                           const struct amun_effort *effort, uint64_t *rng, struct amun_value *out);

#endif
