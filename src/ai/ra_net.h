/* SPDX-License-Identifier: MIT
 * ra_net.h -- the value net of Ra: its shape, its weights as whole numbers, and what it says of a position.
 * Nothing but integers is computed, so it says the same on every machine.
 *
 * For each seat a first layer of RA_HIDDEN sums is made: of the table's features, of the seat's own, and of
 * those of the others by weights that all others share. What is below zero becomes zero; a second layer and
 * two numbers come out, how strong the seat stands (the chances to win are these in proportion, as
 * powers of e) and its final score. All seats use the same weights.
 *
 * Weights are in units of 1 / RA_WEIGHT, one after the other: first layer (table, own, others: a row of
 * RA_HIDDEN for each feature), second layer (a row of RA_SECOND for each of RA_HIDDEN), its constants, the last
 * (a row of two for each of RA_SECOND), its constants.
 */
/* clang-format off */
#ifndef KHEPRI_RA_NET_H
#define KHEPRI_RA_NET_H

#include "ra_features.h"
#include "ra_search.h"

enum {
    RA_HIDDEN = 64, RA_SECOND = 32, RA_WEIGHT = 1024,
    RA_SCORE_UNIT = 32,                 /* the net's score of 1 is so many points */

    RA_NET_COMMON = 0,
    RA_NET_OWN = RA_NET_COMMON + RA_COMMON_USED * RA_HIDDEN,
    RA_NET_OTHER = RA_NET_OWN + RA_SEAT_USED * RA_HIDDEN,
    RA_NET_SECOND = RA_NET_OTHER + RA_SEAT_USED * RA_HIDDEN,
    RA_NET_SECOND_ADD = RA_NET_SECOND + RA_HIDDEN * RA_SECOND,
    RA_NET_LAST = RA_NET_SECOND_ADD + RA_SECOND,
    RA_NET_LAST_ADD = RA_NET_LAST + RA_SECOND * 2,
    RA_NET_WEIGHTS = RA_NET_LAST_ADD + 2,

    /* No weight is further from 0 than this, so that no sum can overflow: the first layer has
     * RA_NET_SECOND / RA_HIDDEN features of at most RA_FEATURE_MOST; what leaves a layer is at most RA_ACTIVE_MOST, and
     * a row of the others adds up to at most RA_ROW_MOST, as ra_net_is_sound() checks. */
    RA_NET_WEIGHT_MOST = 8191, RA_ACTIVE_MOST = 16383, RA_ROW_MOST = 120000
};

/* The net of this version for so many seats, or NULL; RA_NET_WEIGHTS weights. */
const int16_t *ra_net_weights(int seats);

/* NULL, or a constant sentence that says why these weights are not to be used. */
const char *ra_net_fault(const int16_t *weights);

/* A judge's memory. */
struct ra_net {
    const int16_t *weights;
    struct ra_features at;                          /* of the position that was begun with ... */
    int32_t common[RA_HIDDEN], own[RA_SEATS][RA_HIDDEN], other[RA_SEATS][RA_HIDDEN];    /* ... and its sums */
};

/* A judge that asks the net; *net must stay where it is, and `weights` be without fault. */
struct ra_judge ra_net_judge(struct ra_net *net, const int16_t *weights);

#endif
