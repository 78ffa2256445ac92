/* SPDX-License-Identifier: MIT
 * float_net.c -- see float_net.h. Loops run over a whole row of weights with independent sums,
 * so that a compiler may vectorize them without changing the order of operations.
 */
#include "float_net.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "rng.h"

/* The weight of the score error against the cross entropy, and the largest absolute weight. */
static const float SCORE_SHARE = 1.0F, MOST = 7.99F;
static const double MEAN_KEPT = 0.9, SQUARE_KEPT = 0.999;

/* Part of study(), whatever the vector instructions: a sum is that of the same numbers in the same order. */
#define INLINED static inline __attribute__((always_inline))

/* ---- small functions ---- */

/* exp(x) for x of at most 0. */
INLINED float
power(float x)
{
    float twos = x * 1.44269504F, rest, value;
    union {
        uint32_t bits;
        float number;
    } scale;
    int whole;

    if (twos < -60)
        return 0;
    whole = (int)(twos - 0.5F);
    rest = (twos - (float)whole) * 0.69314718F;
    value = 1 + rest * (1 + rest * (0.5F + rest * (0.16666667F +
                                                   rest * (0.04166667F + rest * 0.00833333F))));
    scale.bits = (uint32_t)(whole + 127) << 23;
    return value * scale.number;
}

/* The logarithm of a number from 1 on, to within a thousandth: only for printing. */
INLINED float
logarithm(float x)
{
    float twos = 0, y;

    while (x >= 2) {
        x /= 2;
        twos++;
    }
    y = (x - 1) / (x + 1);
    return 0.69314718F * twos + 2 * y * (1 + y * y * (0.33333333F + y * y * 0.2F));
}

/* Writes the softmax of `strength`; returns the logarithm of the sum of their exponentials. */
INLINED float
share_out(const float *strength, int seats, float *win)
{
    float most = strength[0], sum = 0;

    for (int i = 1; i < seats; i++)
        most = strength[i] > most ? strength[i] : most;
    for (int i = 0; i < seats; i++)
        sum += win[i] = power(strength[i] - most);
    for (int i = 0; i < seats; i++)
        win[i] /= sum;
    return most + logarithm(sum);
}

INLINED void
add_row(float *restrict sums, const float *restrict row, float by)
{
    for (int j = 0; j < NET_HIDDEN; j++)
        sums[j] += by * row[j];
}

INLINED void
add_second(float *restrict sums, const float *restrict row, float by)
{
    for (int k = 0; k < NET_SECOND; k++)
        sums[k] += by * row[k];
}

/* ---- forward ---- */

/* The sums of the first layer. */
struct sums {
    float common[NET_HIDDEN], own[NET_SEATS][NET_HIDDEN], other[NET_SEATS][NET_HIDDEN];
};

INLINED void
add_list(const int16_t *at, int count, const float *weights, float *sums)
{
    for (int f = 0; f < count; f++) {
        if (at[f])
            add_row(sums, weights + f * NET_HIDDEN, (float)at[f] / NET_UNIT);
    }
}

INLINED void
sum_up(const struct float_net *net, int seats, const struct net_lists *at, struct sums *to)
{
    struct net_places places = net_places(net->shape);

    memset(to, 0, sizeof *to);
    add_list(at->common, net->shape.common, net->weights, to->common);
    for (int i = 0; i < seats; i++) {
        add_list(at->seat[i], net->shape.seat, net->weights + places.own, to->own[i]);
        add_list(at->seat[i], net->shape.seat, net->weights + places.other, to->other[i]);
    }
}

/* The activations of one seat. */
struct seat_net {
    float first[NET_HIDDEN], second[NET_SECOND], out[2]; /* out: strength, score */
};

/* Zero activations are not skipped: computing them takes less time than testing. */
INLINED void
finish(const float *weights, struct seat_net *n)
{
    const float *adds = weights + NET_HIDDEN * NET_SECOND, *last = adds + NET_SECOND;
    float second[NET_SECOND], part[8] = {0};

    memcpy(second, adds, sizeof second);
    for (int j = 0; j < NET_HIDDEN; j++)
        n->first[j] = n->first[j] > 0 ? n->first[j] : 0;
    for (int j = 0; j < NET_HIDDEN; j++) {
        for (int k = 0; k < NET_SECOND; k++)
            second[k] += n->first[j] * weights[j * NET_SECOND + k];
    }
    for (int k = 0; k < NET_SECOND; k++)
        n->second[k] = second[k] > 0 ? second[k] : 0;
    for (int k = 0; k < NET_SECOND; k += 4) {
        for (int i = 0; i < 8; i++)
            part[i] += n->second[k + i / 2] * last[2 * k + i];
    }
    for (int i = 0; i < 2; i++)
        n->out[i] =
            last[2 * NET_SECOND + i] + ((part[i] + part[i + 2]) + (part[i + 4] + part[i + 6]));
}

/* The activations of all seats, from existing sums. */
INLINED void
finish_all(const struct float_net *net, int seats, const struct sums *sums,
           struct seat_net *out)
{
    const float *second = net->weights + net_places(net->shape).second;
    float all[NET_HIDDEN];

    memcpy(all, sums->common, sizeof all);
    for (int i = 0; i < seats; i++)
        add_row(all, sums->other[i], 1);
    for (int i = 0; i < seats; i++) {
        for (int j = 0; j < NET_HIDDEN; j++)
            out[i].first[j] = all[j] - sums->other[i][j] + sums->own[i][j];
        finish(second, &out[i]);
    }
}

/* ---- backward ---- */

/* The gradient of one seat, added to that of the second layer and the last; `first` gets the
 * gradient of the first layer's sums. */
INLINED void
go_back(const float *weights, float *gradient, const struct seat_net *n, const float out[2],
        float *first)
{
    const float *last = weights + NET_HIDDEN * NET_SECOND + NET_SECOND;
    float *adds = gradient + NET_HIDDEN * NET_SECOND, *to_last = adds + NET_SECOND;
    float second[NET_SECOND];

    to_last[2 * NET_SECOND] += out[0];
    to_last[2 * NET_SECOND + 1] += out[1];
    for (int k = 0; k < NET_SECOND; k++) {
        to_last[2 * k] += out[0] * n->second[k];
        to_last[2 * k + 1] += out[1] * n->second[k];
        second[k] = n->second[k] > 0 ? out[0] * last[2 * k] + out[1] * last[2 * k + 1] : 0;
    }
    add_second(adds, second, 1);
    for (int j = 0; j < NET_HIDDEN; j++) {
        const float *row = weights + j * NET_SECOND;
        float part[4] = {0};

        first[j] = 0;
        if (n->first[j] <= 0)
            continue;
        for (int k = 0; k < NET_SECOND; k += 4) {
            for (int i = 0; i < 4; i++)
                part[i] += second[k + i] * row[k + i];
        }
        first[j] = (part[0] + part[1]) + (part[2] + part[3]);
        add_second(gradient + j * NET_SECOND, second, n->first[j]);
    }
}

INLINED void
spread(struct net_shape shape, const struct net_lists *at, int seats,
       float first[NET_SEATS][NET_HIDDEN], float *gradient)
{
    struct net_places to = net_places(shape);
    float all[NET_HIDDEN] = {0}, others[NET_HIDDEN];

    for (int i = 0; i < seats; i++)
        add_row(all, first[i], 1);
    for (int f = 0; f < shape.common; f++) {
        if (at->common[f])
            add_row(gradient + f * NET_HIDDEN, all, (float)at->common[f] / NET_UNIT);
    }
    for (int i = 0; i < seats; i++) {
        for (int j = 0; j < NET_HIDDEN; j++)
            others[j] = all[j] - first[i][j];
        for (int f = 0; f < shape.seat; f++) {
            float by = (float)at->seat[i][f] / NET_UNIT;

            if (at->seat[i][f]) {
                add_row(gradient + to.own + f * NET_HIDDEN, first[i], by);
                add_row(gradient + to.other + f * NET_HIDDEN, others, by);
            }
        }
    }
}

/* All of float_net_study(): its loops are compiled for each set of vector instructions. */
INLINED float
study(const struct float_net *net, const struct lesson *lesson, float *gradient)
{
    int second = net_places(net->shape).second, seats = lesson->seats;
    struct sums sums;
    struct seat_net nets[NET_SEATS];
    float first[NET_SEATS][NET_HIDDEN], strength[NET_SEATS] = {0}, win[NET_SEATS], wrong = 0,
                                        all;

    sum_up(net, seats, &lesson->at, &sums);
    finish_all(net, seats, &sums, nets);
    for (int i = 0; i < seats; i++)
        strength[i] = nets[i].out[0];
    all = share_out(strength, seats, win);
    for (int i = 0; i < seats; i++) {
        float out[2] = {win[i] - lesson->win[i],
                        SCORE_SHARE * (nets[i].out[1] - lesson->score[i] / NET_SCORE_UNIT)};

        go_back(net->weights + second, gradient + second, &nets[i], out, first[i]);
        wrong += lesson->win[i] * (all - strength[i]);
    }
    spread(net->shape, &lesson->at, seats, first, gradient);
    return wrong;
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static float
study_avx2(const struct float_net *net, const struct lesson *lesson, float *gradient)
{
    return study(net, lesson, gradient);
}
#endif

float
float_net_study(const struct float_net *net, const struct lesson *lesson, float *gradient)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        return study_avx2(net, lesson, gradient);
#endif
    return study(net, lesson, gradient);
}

void
float_net_step(struct float_net *net, const float *gradient, float rate, int lessons)
{
    const float mean_kept = (float)MEAN_KEPT, square_kept = (float)SQUARE_KEPT;
    float mean_by, square_by, each = 1.0F / (float)lessons;
    int weights = net_places(net->shape).weights;

    net->mean_left *= MEAN_KEPT;
    net->square_left *= SQUARE_KEPT;
    mean_by = rate / (float)(1 - net->mean_left);
    square_by = 1.0F / (float)(1 - net->square_left);
    for (int i = 0; i < weights; i++) {
        float g = gradient[i] * each, w;

        net->mean[i] = mean_kept * net->mean[i] + (1 - mean_kept) * g;
        net->square[i] = square_kept * net->square[i] + (1 - square_kept) * g * g;
        w = net->weights[i] -
            mean_by * net->mean[i] / (sqrtf(net->square[i] * square_by) + 1e-7F);
        w = w > MOST ? MOST : w;
        net->weights[i] = w < -MOST ? -MOST : w;
    }
}

/* ---- beginning and end ---- */

static void
scatter(float *weights, int count, float most, uint64_t *rng)
{
    for (int i = 0; i < count; i++)
        weights[i] = ((float)(rng_next(rng) >> 40) / (1 << 23) - 1) * most;
}

void
float_net_begin(struct float_net *net, struct net_shape shape, uint64_t *rng)
{
    struct net_places at = net_places(shape);

    memset(net, 0, sizeof *net);
    net->shape = shape;
    net->mean_left = net->square_left = 1;
    scatter(net->weights, at.second, 0.1F, rng);
    scatter(net->weights + at.second, NET_HIDDEN * NET_SECOND, 0.25F, rng);
    scatter(net->weights + at.last, NET_SECOND * 2, 0.2F, rng);
    net->weights[at.last_add + 1] = 1; /* scores start at a net's 1, 32 points */
}

void
float_net_round(const struct float_net *net, int16_t *out)
{
    int weights = net_places(net->shape).weights;

    for (int i = 0; i < weights; i++) {
        float w = net->weights[i] * NET_WEIGHT;

        out[i] = (int16_t)(w < 0 ? w - 0.5F : w + 0.5F);
    }
}

void
float_net_take(struct float_net *net, const int16_t *weights)
{
    int count = net_places(net->shape).weights;

    for (int i = 0; i < count; i++)
        net->weights[i] = (float)weights[i] / NET_WEIGHT;
}
