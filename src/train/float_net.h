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
    float weights[FLOAT_NET_ROOM], mean[FLOAT_NET_ROOM], square[FLOAT_NET_ROOM];
    double mean_left, square_left;      /* 0.9 and 0.999 to the power of the number of steps */
};

/* A training example: a position of `seats`, and its targets: chances of winning and final
 * scores. */
struct lesson { struct net_lists at; int seats; float win[NET_SEATS], score[NET_SEATS]; };

void float_net_begin(struct float_net *net, struct net_shape shape, uint64_t *rng);

/* Adds an example to gradient[FLOAT_NET_ROOM], one number for each weight; returns its loss: the cross entropy. */
float float_net_study(const struct float_net *net, const struct lesson *lesson, float *gradient);

/* Does one optimizer step with the gradient of `lessons` examples. */
void float_net_step(struct float_net *net, const float *gradient, float rate, int lessons);

/* The weights as integers. */
void float_net_round(const struct float_net *net, int16_t *out);

/* Sets the weights from integers; the optimizer state stays. */
void float_net_take(struct float_net *net, const int16_t *weights);

#endif
