/* SPDX-License-Identifier: MIT
 * amun_offers.h -- the sealed offers of Amun-Re. All seats offer at the same time, so there is
 * no best offer, only a mixed strategy that nobody can exploit. Regret matching finds it: all
 * play against each other repeatedly, and each takes more often what it regrets not having
 * offered. See amun_search.h.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_OFFERS_H
#define KHEPRI_AMUN_OFFERS_H

#include "amun_value.h"

/* The offers of each seat, their probabilities in AMUN_SHARES, and their values against the
 * strategies of the others. */
struct amun_offers {
    int seats, count[AMUN_SEATS];
    struct amun_plan plan[AMUN_SEATS][AMUN_MOST_OFFERS];
    int32_t share[AMUN_SEATS][AMUN_MOST_OFFERS];
    struct amun_value value[AMUN_SEATS][AMUN_MOST_OFFERS];
    struct amun_value mean;             /* of the sacrifice, if all choose by their shares */
};

/* The mixed strategies of all seats in a full state of AMUN_OFFER. Sealed offers, and what was sold
 * with them, are not looked at. */
void amun_solve_offers(const struct amun_judge *judge, amun_evaluator *evaluate, const struct amun_state *s,
                       const struct amun_effort *effort, uint64_t *rng, struct amun_offers *out);

/* One of the offers of `seat`, drawn by its share. */
const struct amun_plan *amun_draw_offer(const struct amun_offers *offers, int seat, uint64_t *rng);

/* The utility of each offer of `seat` against the strategies of the others (amun_use()). All combinations of offers are
 * enumerated. */
void amun_offers_uses(const struct amun_judge *judge, amun_evaluator *evaluate, const struct amun_state *s,
                      const struct amun_effort *effort, const struct amun_offers *offers, int seat, uint64_t *rng,
                      double use[AMUN_MOST_OFFERS]);

/* The exploitability: how much `seat` would gain by a best response to the strategies of the
 * others, over its own strategy. It is 0 for all seats in an equilibrium. */
int32_t amun_offers_gap(const struct amun_judge *judge, amun_evaluator *evaluate, const struct amun_state *s,
                        const struct amun_effort *effort, const struct amun_offers *offers, int seat, uint64_t *rng);

/* The offers of `seat`, from its view: one strategy against that many samples of hidden information, and the mean of
 * their values. All samples learn alike far until a limit of the judge is reached. */
int  amun_search_offers(const struct amun_judge *judge, amun_evaluator *evaluate, const struct amun_state *seen,
                        int seat,
                        const struct amun_effort *effort, int guesses, uint64_t *rng, struct amun_option *out);
void amun_value_of_offers(const struct amun_judge *judge, amun_evaluator *evaluate, const struct amun_state *s,
                          const struct amun_effort *effort, uint64_t *rng, struct amun_value *out);

#endif
