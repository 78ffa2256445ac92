/* SPDX-License-Identifier: MIT
 * float_net.h -- the net of ra_net.h with weights as floats, which can learn. Operations come in one fixed
 * order and no function of the system's libm but sqrtf is asked, which is exact: the same lessons give the
 * same weights to the last bit.
 */
/* clang-format off */
#ifndef KHEPRI_FLOAT_NET_H
#define KHEPRI_FLOAT_NET_H

#include "ra_net.h"

/* Weights, and what Adam (Kingma, Ba 2015) remembers of their gradients. */
struct float_net {
    float weights[RA_NET_WEIGHTS], gradient[RA_NET_WEIGHTS], mean[RA_NET_WEIGHTS], square[RA_NET_WEIGHTS];
    double mean_left, square_left;      /* 0.9 and 0.999 to the power of the steps made */
};

/* A position, and what should be said of it: chances to win and final scores. */
struct lesson { struct ra_state at; float win[RA_SEATS], score[RA_SEATS]; };

void float_net_begin(struct float_net *net, uint64_t *rng);

/* Adds a lesson to the gradient; returns how wrong the net was: its cross entropy. */
float float_net_study(struct float_net *net, const struct lesson *lesson);

/* Goes one step along the gradient of `lessons` lessons, which begins anew. */
void float_net_step(struct float_net *net, float rate, int lessons);

/* The weights as whole numbers, RA_NET_WEIGHTS. */
void float_net_round(const struct float_net *net, int16_t *out);

/* A judge's memory, and the judge; as in ra_net.h. */
struct float_sums {
    const struct float_net *net;
    struct ra_features at;
    float common[RA_HIDDEN], own[RA_SEATS][RA_HIDDEN], other[RA_SEATS][RA_HIDDEN];
};

struct ra_judge float_net_judge(struct float_sums *sums, const struct float_net *net);

#endif
