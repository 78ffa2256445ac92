/* SPDX-License-Identifier: MIT
 * amun_plans.h -- the sensible plans of a seat in Amun-Re. A plan is a whole decision: a bid,
 * a turn of buying or an offer. It may also be a reward with its placement, or the cards of an
 * income or a scoring. A turn of buying has hundreds of thousands of orders and places; a plan is one
 * sensible representative.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_PLANS_H
#define KHEPRI_AMUN_PLANS_H

#include "khepri/amun.h"

enum {
    AMUN_PLAN_ROOM = 32,                /* actions of a plan, at most */
    AMUN_MOST_PLANS = 180,              /* of one decision: the number of bids on the largest board */
    AMUN_MOST_OFFERS = 15               /* offers among them */
};

/* The actions in order; outcomes of chance in between (cards drawn) are not included. */
struct amun_plan { uint8_t count; game_action actions[AMUN_PLAN_ROOM]; };

/* The plans of `seat`, which is to move, into out[room], at least one; returns their number.
 * They are legal in *s, which is a full state or the view of the seat: hidden information is
 * not used. `room`: the approximate number of plans, at most AMUN_MOST_PLANS. Bids are always
 * complete, so out must hold AMUN_MOST_PLANS. */
int amun_plans(const struct amun_state *s, int seat, struct amun_plan *out, int room);

#endif
