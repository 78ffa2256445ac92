/* SPDX-License-Identifier: MIT
 * float_net.h -- a net of value_net.h with float weights, for training. Operations come in a
 * fixed order, and the only function of libm is sqrtf, which is exact. So the same examples
 * give the same weights to the last bit.
 */
/* clang-format off */
#ifndef KHEPRI_FLOAT_NET_H
#define KHEPRI_FLOAT_NET_H

#include "value_net.h"

enum { FLOAT_NET_ROOM = NET_ROOM };

/* The weights, and the moments of the Adam optimizer (Kingma, Ba 2015). */
struct float_net {
    struct net_shape shape;
    float weights[FLOAT_NET_ROOM], gradient[FLOAT_NET_ROOM], mean[FLOAT_NET_ROOM], square[FLOAT_NET_ROOM];
    double mean_left, square_left;      /* 0.9 and 0.999 to the power of the number of steps */
};

/* A training example: a position of `seats`, and its targets: chances of winning and final
 * scores. */
struct lesson { struct net_lists at; int seats; float win[NET_SEATS], score[NET_SEATS]; };

void float_net_begin(struct float_net *net, struct net_shape shape, uint64_t *rng);

/* Adds an example to the gradient; returns its loss: the cross entropy. */
float float_net_study(struct float_net *net, const struct lesson *lesson);

/* Does one optimizer step with the gradient of `lessons` examples, and clears the gradient. */
void float_net_step(struct float_net *net, float rate, int lessons);

/* The weights as integers. */
void float_net_round(const struct float_net *net, int16_t *out);

/* Sets the weights from integers; the optimizer state stays. */
void float_net_take(struct float_net *net, const int16_t *weights);

/* The same as net_sums, net_sum() and net_sum_from() of value_net.h. */
struct float_sums {
    struct net_lists at;
    float common[NET_HIDDEN], own[NET_SEATS][NET_HIDDEN], other[NET_SEATS][NET_HIDDEN];
};

void float_net_sum(const struct float_net *net, int seats, struct float_sums *to);
void float_net_sum_from(const struct float_net *net, int seats, const struct float_sums *from, struct float_sums *to);
/* The net's evaluation of `now`. `near` is a similar position to start from; the result does not depend on it. The
 * units are those of net_read_value(). */
void float_net_value(const struct float_net *net, int seats, const struct float_sums *near, const struct net_lists *now,
                     int32_t *win, int32_t *score);

#endif
