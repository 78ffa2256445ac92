/* SPDX-License-Identifier: MIT
 * ra_search.h -- a search of one turn for Ra, on the values of the positions after it.
 *
 * Auctions are solved exactly: an auction has one outcome for each sun, and one without a bid.
 * Given their values, backward induction solves the bidding, each seat for itself. Each seat is
 * assumed to choose among its near-best answers, better ones more often; some answers come from
 * a heuristic (ra_thumb.h). That mean is robust against opponents who think differently. A draw
 * is averaged over all tiles of the bag; the choices of a god and of a disaster are searched.
 */
/* clang-format off */
#ifndef KHEPRI_RA_SEARCH_H
#define KHEPRI_RA_SEARCH_H

#include "khepri/ra.h"

enum { RA_SURE = 1 << 20, RA_POINT = 256 };     /* a certain win; a point of the final score */

/* From this chance on a win is certain: means of certain wins are rounded down. */
enum { RA_CERTAIN = RA_SURE - 256 };

/* The expectation for each seat: the chance of winning and the final score. */
struct ra_value { int32_t win[RA_SEATS], score[RA_SEATS]; };

/* The evaluation of positions. `begin` sets the base position, so that its successors can be
 * evaluated incrementally. `value` is asked for positions in the phase RA_TURN. It is asked in RA_DISCARD
 * too, if a seat owes more than two tiles: how good is what it keeps? `sure`: the
 * percentage of answers in an auction that are assumed to be best; the others are near-best.
 * `once`: an auction is solved once for all answers of a seat, so fewer values are asked for.
 * It is not for judges that count them against a limit. */
struct ra_judge {
    void *self;
    void (*begin)(void *self, const struct ra_state *s);
    void (*value)(void *self, const struct ra_state *s, struct ra_value *out);
    int sure;
    bool once;
};

/* An action (see ra_step.h), its value, and the end of the auction that it belongs to or
 * starts. All seats are taken to do what is best for them. That is the winning sun, or 0 for none;
 * RA_NO_AUCTION_ENDS if there is no auction, or chance comes first. */
enum { RA_NO_AUCTION_ENDS = -1 };
struct ra_option { int action, end; int32_t use; struct ra_value value; };

/* The utility of `value` for a seat: its chance of winning, plus a little for a lead in points.
 */
int32_t ra_use(const struct ra_value *value, int seats, int seat);

/* The seat to move, if there is one. */
int ra_search_seat(const struct ra_state *s);

/* All legal actions of the seat to move, ascending, into out[RA_MAX_ACTIONS]; returns their
 * number. Certain wins are preferred. */
int ra_search(const struct ra_judge *judge, const struct ra_state *s, struct ra_option *out);

/* The same for a subset of the legal actions; does not call `begin`. */
int ra_search_some(const struct ra_judge *judge, const struct ra_state *s, uint64_t actions, struct ra_option *out);

/* The value of any state that does not wait for the deal; in the phase RA_TURN it is the
 * judge's value. Does not call `begin`. */
void ra_search_after(const struct ra_judge *judge, const struct ra_state *s, struct ra_value *out);

/* The value of a state that does not wait for the deal. At a decision it is the value of the
 * best action, in an auction that of its solution. Before a tile it is the mean, at the end the
 * result. The state becomes the base position. */
void ra_search_value(const struct ra_judge *judge, const struct ra_state *s, struct ra_value *out);

/* A certain win is not given up for points. An action of `seat` that wins for certain has a higher use than any
 * action that may lose. */
void ra_search_prefer_sure(struct ra_option *options, int count, int seat);

/* The first of the best actions. */
int ra_search_best(const struct ra_option *options, int count);

/* The expected end of the running auction: the winning sun, or 0. The second does not call
 * `begin`. */
int ra_search_auction(const struct ra_judge *judge, const struct ra_state *s);
int ra_search_bidding(const struct ra_judge *judge, const struct ra_state *s);

/* The same, and the value at that end. */
int ra_search_sold(const struct ra_judge *judge, const struct ra_state *s, struct ra_value *out);

/* Ends the running auction with that sun, or without a bid for 0, whoever has it. */
void ra_search_settle(struct ra_state *s, int sun);

#endif
