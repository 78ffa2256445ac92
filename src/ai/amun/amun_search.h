/* SPDX-License-Identifier: MIT
 * amun_search.h -- Amun-Re looked one decision ahead, on the values of the quiet positions after it. Bidding is
 * searched to its end on the worth of its outcomes (amun_bidding.h), offers are a game of mixed choices
 * (amun_offers.h); cards drawn are averaged over the same few samples for all plans.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_SEARCH_H
#define KHEPRI_AMUN_SEARCH_H

#include "amun_value.h"

/* The plans of `seat`, which is to move in the full state *s, with their values, into out[AMUN_MOST_PLANS]; returns
 * how many. Offers sealed by others already are not looked at. */
int amun_search(const struct amun_judge *judge, const struct amun_state *s, int seat,
                const struct amun_effort *effort, uint64_t *rng, struct amun_option *out);

/* The same from what `seat` sees, as the mean over that many guesses of what is hidden. */
int amun_search_view(const struct amun_judge *judge, const struct amun_state *seen, int seat,
                     const struct amun_effort *effort, int guesses, uint64_t *rng, struct amun_option *out);

/* What the state is worth: the judge's word if it is quiet, else after what is obvious, as above. */
void amun_value_of(const struct amun_judge *judge, const struct amun_state *s,
                   const struct amun_effort *effort, uint64_t *rng, struct amun_value *out);

/* A judge by the rules of thumb of amun_worth.h; it has no self. */
extern const struct amun_judge amun_thumb_judge;

#endif
