/* SPDX-License-Identifier: MIT
 * amun_bidding.h -- the bidding of Amun-Re searched on the worth of its outcomes: who owns which province, and
 * what all have paid. See amun_search.h. */
/* clang-format off */
#ifndef KHEPRI_AMUN_BIDDING_H
#define KHEPRI_AMUN_BIDDING_H

#include "amun_value.h"

/* All bids of the seat to move with their values, into out[AMUN_MOST_PLANS]; returns how many. */
int amun_search_bids(const struct amun_judge *judge, amun_evaluator *evaluate, const struct amun_state *s,
                     const struct amun_effort *effort, uint64_t *rng, struct amun_option *out);

/* What the state in AMUN_BID is worth when all bid as reckoned. */
void amun_value_of_bidding(const struct amun_judge *judge, amun_evaluator *evaluate, const struct amun_state *s,
                           const struct amun_effort *effort, uint64_t *rng, struct amun_value *out);

#endif
