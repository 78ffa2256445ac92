/* SPDX-License-Identifier: MIT
 * ra_search.h -- Ra looked one turn ahead, on the values of the positions after it. An auction is no matter of
 * guessing: it ends in as many ways as there are suns, and one, and given their values the bidding is gone through
 * exactly, each seat for itself. Each is taken to choose, the more often the better, among all that costs it little by
 * the judge, and some to answer by rules of thumb (ra_thumb.h): a mean over what others may find best holds against
 * more of them. A draw is averaged over all tiles of the
 * bag; what a god takes and what a disaster costs is searched.
 */
/* clang-format off */
#ifndef KHEPRI_RA_SEARCH_H
#define KHEPRI_RA_SEARCH_H

#include "khepri/ra.h"

enum { RA_SURE = 1 << 20, RA_POINT = 256 };     /* a win that is certain; a point of the final score */

/* What is expected of each seat: the chance to win, and the final score. */
struct ra_value { int32_t win[RA_SEATS], score[RA_SEATS]; };

/* Who values positions. `begin` is told the position at hand, so that those after it can be had
 * cheaply by their difference; `value` is asked for positions of the phase RA_TURN. `sure`: of a hundred answers in an
 * auction so many are taken to be the best by this judge; the others may be nearly as good. */
struct ra_judge {
    void *self;
    void (*begin)(void *self, const struct ra_state *s);
    void (*value)(void *self, const struct ra_state *s, struct ra_value *out);
    int sure;
};

/* An action (see ra_step.h), what comes of it, and how the auction that it belongs to or begins ends if all do what
 * is best for them: the sun that wins, 0 for none; RA_NO_AUCTION_ENDS where there is no auction, or chance comes first. */
enum { RA_NO_AUCTION_ENDS = -1 };
struct ra_option { int action, end; int32_t use; struct ra_value value; };

/* What `value` is to a seat: the chance to win, and a very little for points more than the others. */
int32_t ra_use(const struct ra_value *value, int seats, int seat);

/* The seat to move, where there is one. */
int ra_search_seat(const struct ra_state *s);

/* All legal actions of the seat to move, ascending, into out[RA_MAX_ACTIONS]; returns how many. */
int ra_search(const struct ra_judge *judge, const struct ra_state *s, struct ra_option *out);

/* The same of some of the legal actions, those of the set; without `begin`. */
int ra_search_some(const struct ra_judge *judge, const struct ra_state *s, uint64_t actions, struct ra_option *out);

/* What any state is worth that does not wait for the deal, one of the phase RA_TURN as the judge says; without `begin`. */
void ra_search_after(const struct ra_judge *judge, const struct ra_state *s, struct ra_value *out);

/* What a state is worth, if it does not wait for the deal: at a decision as the best action, in an auction as its solution,
 * before a tile as the mean, in the end as it is. It is the position at hand from then on. */
void ra_search_value(const struct ra_judge *judge, const struct ra_state *s, struct ra_value *out);

/* The first of the best. */
int ra_search_best(const struct ra_option *options, int count);

/* How an auction in progress ends when all bid as reckoned: the sun that wins, or 0. The second without `begin`. */
int ra_search_auction(const struct ra_judge *judge, const struct ra_state *s);
int ra_search_bidding(const struct ra_judge *judge, const struct ra_state *s);

/* The same, and what it is worth then. */
int ra_search_sold(const struct ra_judge *judge, const struct ra_state *s, struct ra_value *out);

/* Ends the auction in progress with that sun, or without a bid for 0, whoever has it. */
void ra_search_settle(struct ra_state *s, int sun);

#endif
