/* SPDX-License-Identifier: MIT
 * value_net.h -- value nets for any game: their shape, their weights as whole numbers, and what they say of a
 * position. Nothing but integers is computed, so a net says the same on every machine.
 *
 * A position is a list of numbers for the table, and one for each seat from its own point of view. For each
 * seat a first layer of NET_HIDDEN sums is made: of the table's list, of the seat's own, and of
 * those of the others by weights that all others share. What is below zero becomes zero; a second layer and
 * two numbers come out, how strong the seat stands (the chances to win are these in proportion, as
 * powers of e) and its final score. All seats use the same weights, so a game teaches as many lessons as it
 * has players.
 *
 * Weights are in units of 1 / NET_WEIGHT, one after the other: first layer (table, own, others: a row of
 * NET_HIDDEN for each number of a list), second layer (a row of NET_SECOND for each of NET_HIDDEN), its constants, the
 * last (a row of two for each of NET_SECOND), its constants.
 */
/* clang-format off */
#ifndef KHEPRI_VALUE_NET_H
#define KHEPRI_VALUE_NET_H

#include <stdint.h>

enum {
    NET_SEATS = 5, NET_HIDDEN = 64, NET_SECOND = 32,
    NET_WEIGHT = 1024,
    NET_UNIT = 16, NET_FEATURE_MOST = 255,      /* of lists: what stands for 1; none is further from 0 than this */
    NET_SURE = 1 << 20, NET_POINT = 256,        /* of what comes out: a win that is certain; a point */
    NET_SCORE_UNIT = 32,                        /* the net's score of 1 is so many points */
    NET_COMMON_ROOM = 104, NET_SEAT_ROOM = 184, /* lists are compared in words, and so filled up with zeros */

    /* No weight is further from 0 than this, so that no sum can overflow: the first layer has at most
     * NET_COMMON_ROOM + NET_SEATS * NET_SEAT_ROOM numbers; what leaves a layer is at most NET_ACTIVE_MOST, and a row of
     * the others adds up to at most NET_ROW_MOST, as net_fault() checks. */
    NET_WEIGHT_MOST = 8191, NET_ACTIVE_MOST = 16383, NET_ROW_MOST = 120000
};

/* How many numbers the lists have: of the table, and of a seat. */
struct net_shape { int common, seat; };

struct net_lists { int16_t common[NET_COMMON_ROOM], seat[NET_SEATS][NET_SEAT_ROOM]; };

/* Where the parts of a net of that shape begin, and how many weights it has. */
struct net_places { int common, own, other, second, second_add, last, last_add, weights; };

static inline struct net_places
net_places(struct net_shape shape)
{
    struct net_places at = {.own = shape.common * NET_HIDDEN};

    at.other = at.own + shape.seat * NET_HIDDEN;
    at.second = at.other + shape.seat * NET_HIDDEN;
    at.second_add = at.second + NET_HIDDEN * NET_SECOND;
    at.last = at.second_add + NET_SECOND;
    at.last_add = at.last + NET_SECOND * 2;
    at.weights = at.last_add + 2;
    return at;
}

/* The same as a constant. */
#define NET_WEIGHTS(common, seat) \
    (((common) + 2 * (seat)) * NET_HIDDEN + NET_HIDDEN * NET_SECOND + NET_SECOND + NET_SECOND * 2 + 2)

/* NULL, or a constant sentence that says why these weights are not to be used. */
const char *net_fault(struct net_shape shape, const int16_t *weights);

/* A position's lists, and the first layer's sums of them. */
struct net_sums {
    struct net_lists at;
    int32_t common[NET_HIDDEN], own[NET_SEATS][NET_HIDDEN], other[NET_SEATS][NET_HIDDEN];
};

struct net { const int16_t *weights; struct net_shape shape; int seats; };

/* The sums of to->at from nothing, and by what it has more than another position, which takes less time. */
void net_sum(const struct net *net, struct net_sums *to);
void net_sum_from(const struct net *net, const struct net_sums *from, struct net_sums *to);

/* What the net says of `now`, of which `near` is like enough to begin with: the result does not depend on it. In units of
 * 1 / NET_SURE and 1 / NET_POINT; seats that do not play are left alone. */
void net_value(const struct net *net, const struct net_sums *near, const struct net_lists *now, int32_t *win, int32_t *score);

#endif
