/* SPDX-License-Identifier: MIT
 * amun_value.h -- values of positions and plans of Amun-Re: what the search (amun_search.h) and its two parts, the bidding
 * (amun_bidding.h) and the offers (amun_offers.h), share.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_VALUE_H
#define KHEPRI_AMUN_VALUE_H

#include "amun_plans.h"

enum { AMUN_SURE = 1 << 20, AMUN_POINT = 256 }; /* a win that is certain; a point of the final score */

/* What is expected of each seat: the chance to win, and the final score. */
struct amun_value { int32_t win[AMUN_SEATS], score[AMUN_SEATS]; };

/* Who values positions. `begin` is told the position at hand, so that those after it can be had cheaply
 * by their difference. `value` is asked for full states (veil 0) that are quiet, see amun_quiet(). */
struct amun_judge {
    void *self;
    void (*begin)(void *self, const struct amun_state *s);
    void (*value)(void *self, const struct amun_state *s, struct amun_value *out);
};

/* Quiet is: a round begins and no province is drawn yet (AMUN_DRAWING); somebody begins a turn of buying
 * (AMUN_ACTIONS); all are to offer (AMUN_OFFER, nothing sealed); somebody is to choose a reward
 * (AMUN_REWARD), or to play cards at an income (AMUN_INCOME, none played). All else, bidding, corrections and
 * scorings too, is played on to such a state, or to the end, which needs no judge. */
bool amun_quiet(const struct amun_state *s);

/* How much is looked at. */
struct amun_effort {
    int plans;                          /* of a turn of buying, about */
    int offers;                         /* of a seat, AMUN_MOST_OFFERS at most */
    int jumps;                          /* spaces above the lowest that are bid */
    int draws;                          /* samples of cards drawn */
    int moods;                          /* samples of how the others see provinces, in the bidding */
    int ahead;                          /* bids looked ahead, with all answers, before the obvious ones */
    int rounds;                         /* of regret matching over the offers */
};
extern const struct amun_effort amun_quick, amun_thorough, amun_deep;

/* `share`: of AMUN_SHARES, how often the plan is chosen where choices are mixed (offers); else 0. */
enum { AMUN_SHARES = 1 << 16 };
struct amun_option { struct amun_plan plan; int32_t use, share; struct amun_value value; };

/* What `value` is to a seat: the chance to win, and a very little for points more than the others. */
int32_t amun_use(const struct amun_value *value, int seats, int seat);

/* Values any full state: amun_value_of() of amun_search.h. Bidding and offers look at states that come after them, and
 * those may be bid or offered for again, so whoever asks them passes this. */
typedef void amun_evaluator(const struct amun_judge *judge, const struct amun_state *s, const struct amun_effort *effort,
                            uint64_t *rng, struct amun_value *out);

/* The first of the best; of mixed choices one drawn by its share. */
int amun_search_best(const struct amun_option *options, int count, uint64_t *rng);

/* Plays the plan of `seat`, with what nature does in between. */
void amun_follow(struct amun_state *s, int seat, const struct amun_plan *plan, uint64_t *rng);

#endif
