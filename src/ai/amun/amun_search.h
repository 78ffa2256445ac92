/* SPDX-License-Identifier: MIT
 * amun_search.h -- a search of one decision for Amun-Re, on the values of the quiet positions
 * after it. The bidding is searched to its end on the values of its outcomes (amun_bidding.h).
 * Offers are a game of mixed strategies (amun_offers.h). Cards drawn are averaged over a few
 * samples, the same for all plans.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_SEARCH_H
#define KHEPRI_AMUN_SEARCH_H

#include "amun_value.h"

/* The plans of `seat`, which is to move in the full state *s, with their values, into
 * out[AMUN_MOST_PLANS]; returns their number. Offers that others have sealed are not looked at.
 */
int amun_search(const struct amun_judge *judge, const struct amun_state *s, int seat,
                const struct amun_effort *effort, uint64_t *rng, struct amun_option *out);

/* The same from the view of `seat`: the mean over `guesses` samples of hidden information. A limit
 * of the judge may leave time for fewer. */
int amun_search_view(const struct amun_judge *judge, const struct amun_state *seen, int seat,
                     const struct amun_effort *effort, int guesses, uint64_t *rng, struct amun_option *out);

/* Is this the last income or the last scoring? Nothing but the hands of the others is open then, so
 * no net is asked: each sample of them is played to the end. Equal plans differ by their gold. */
bool amun_is_last_word(const struct amun_state *s);

/* The value of a state: by the judge if it is quiet, else after greedy choices, as above. */
void amun_value_of(const struct amun_judge *judge, const struct amun_state *s,
                   const struct amun_effort *effort, uint64_t *rng, struct amun_value *out);

/* A judge by the heuristics of amun_worth.h; it has no self. */
extern const struct amun_judge amun_thumb_judge;

#endif
