/* SPDX-License-Identifier: MIT
 * amun_value.h -- values of positions and plans of Amun-Re, shared by the search
 * (amun_search.h), the bidding (amun_bidding.h) and the offers (amun_offers.h).
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_VALUE_H
#define KHEPRI_AMUN_VALUE_H

#include "amun_plans.h"

enum { AMUN_SURE = 1 << 20, AMUN_POINT = 256 }; /* a certain win; a point of the final score */

/* The expectation for each seat: the chance of winning and the final score. */
struct amun_value { int32_t win[AMUN_SEATS], score[AMUN_SEATS]; };

/* The evaluation of positions. `begin` sets the base position, so that its successors can be
 * evaluated incrementally. `value` is asked for full states (veil 0) that are quiet, see
 * amun_quiet(). `budget`, unless NULL: counts the positions and has limits (amun_budget.h). Values are
 * worth nothing after a limit, and searches end soon with what they had before. */
struct amun_budget;
struct amun_judge {
    void *self;
    void (*begin)(void *self, const struct amun_state *s);
    void (*value)(void *self, const struct amun_state *s, struct amun_value *out);
    struct amun_budget *budget;
};

/* Is a limit reached? */
bool amun_is_over(const struct amun_judge *judge);

/* The number of positions that the judge was asked about; 0 if nobody counts. A search that remembers their
 * values counts them again by amun_ask_again(): so limits do not depend on what is remembered. */
uint64_t amun_asked(const struct amun_judge *judge);
void     amun_ask_again(const struct amun_judge *judge, uint64_t positions);

/* Is the position quiet?
 *
 *   AMUN_DRAWING: a round starts and no province is drawn yet
 *   AMUN_ACTIONS: a seat starts a turn of buying
 *   AMUN_OFFER:   all are to offer, nothing is sealed
 *   AMUN_REWARD:  a seat is to choose a reward
 *   AMUN_INCOME:  a seat is to play cards, and none is played
 *
 * Everything else, such as bidding, corrections and scorings, is played on to such a state, or
 * to the end, which needs no judge. */
bool amun_quiet(const struct amun_state *s);

/* The effort of a search. */
struct amun_effort {
    int plans;                          /* of a turn of buying, approximately */
    int offers;                         /* of a seat, AMUN_MOST_OFFERS at most */
    int jumps;                          /* bids above the lowest space */
    int draws;                          /* samples of cards drawn */
    int moods;                          /* samples of how the others value provinces, in the bidding */
    int ahead;                          /* bids searched with all answers, before greedy ones */
    int rounds;                         /* of regret matching over the offers */
    bool shares_only;                   /* the values of offers are not wanted, only their probabilities */
};
extern const struct amun_effort amun_quick, amun_thorough, amun_deep;

/* `share`: of AMUN_SHARES, the probability of the plan in a mixed strategy (offers); else 0. */
enum { AMUN_SHARES = 1 << 16 };
struct amun_option { struct amun_plan plan; int32_t use, share; struct amun_value value; };

/* The value of a game that is over. */
void amun_value_of_end(const struct amun_state *s, struct amun_value *out);

/* The utility of `value` for a seat: its chance of winning, plus a little for a lead in points.
 */
int32_t amun_use(const struct amun_value *value, int seats, int seat);

/* The evaluation of any full state: amun_value_of() of amun_search.h. Bidding and offers
 * evaluate later states, which may need bidding or offers again, so their callers pass this
 * function. */
typedef void amun_evaluator(const struct amun_judge *judge, const struct amun_state *s,
                            const struct amun_effort *effort,
                            uint64_t *rng, struct amun_value *out);

/* The first of the best; of a mixed strategy one drawn by its share. */
int amun_search_best(const struct amun_option *options, int count, uint64_t *rng);

/* Plays the plan of `seat`, with the outcomes of chance in between. */
void amun_follow(struct amun_state *s, int seat, const struct amun_plan *plan, uint64_t *rng);

#endif
