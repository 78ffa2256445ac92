/* SPDX-License-Identifier: MIT
 * amun_plans.h -- what a seat may sensibly do in Amun-Re, as whole decisions: a bid, a turn of buying, an
 * offer, a reward with all that is placed, the cards played at an income or a scoring. A turn of buying has
 * hundreds of thousands of orders and places, of which a plan is one sensible representative. */
/* clang-format off */
#ifndef KHEPRI_AMUN_PLANS_H
#define KHEPRI_AMUN_PLANS_H

#include "khepri/amun.h"

enum {
    AMUN_PLAN_ROOM = 32,                /* actions of a plan, at most */
    AMUN_MOST_PLANS = 180,              /* of one decision: as many bids as there are on any board */
    AMUN_MOST_OFFERS = 15               /* of which offers */
};

/* The actions one after the other; what nature does in between (cards drawn) is not among them. */
struct amun_plan { uint8_t count; game_action actions[AMUN_PLAN_ROOM]; };

/* The plans of `seat`, which is to move, into out[room], at least one; returns how many. Legal in *s, which
 * tells all or is what the seat sees: nothing hidden from it is looked at. `room`: about how many plans are
 * wanted, AMUN_MOST_PLANS at most; of bids all are always given, so out must hold AMUN_MOST_PLANS. */
int amun_plans(const struct amun_state *s, int seat, struct amun_plan *out, int room);

#endif
