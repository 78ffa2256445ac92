/* SPDX-License-Identifier: MIT
 * value_net.c -- see value_net.h. The first layer is updated incrementally: it is kept as sums
 * for the current position. A position after it differs in a few features, and only these are
 * added and subtracted.
 *
 * The same C code is compiled once for any processor, and once more for those with wider vector
 * instructions. All sums are of integers, so each way gives the same bits.
 */
#include "value_net.h"

#include <stdbool.h>
#include <string.h>

enum {
    /* scales of activations, and of inputs and outputs */
    ACTIVE = 256,
    FIRST_DOWN = NET_UNIT * NET_WEIGHT / ACTIVE,
    LOGIT = NET_WEIGHT * ACTIVE
};

/* Code that is compiled for each way. */
#define EACH_WAY static inline __attribute__((always_inline))

_Static_assert((long long)(NET_COMMON_ROOM + NET_SEATS * NET_SEAT_ROOM) * NET_FEATURE_MOST *
                       NET_WEIGHT_MOST <
                   INT32_MAX,
               "the first layer's sums must fit");
_Static_assert((long long)NET_ROW_MOST *NET_ACTIVE_MOST < INT32_MAX, "and those of the others");

static int32_t
size_of(int16_t weight)
{
    return weight < 0 ? -weight : weight;
}

/* Rows of `length`, followed by the biases. */
static bool
rows_are_small(const int16_t *weights, int rows, int length)
{
    for (int column = 0; column < length; column++) {
        int32_t sum = 0;

        for (int i = 0; i <= rows; i++)
            sum += size_of(weights[i * length + column]);
        if (sum > NET_ROW_MOST)
            return false;
    }
    return true;
}

const char *
net_fault(struct net_shape shape, const int16_t *weights)
{
    struct net_places at = net_places(shape);

    for (int i = 0; i < at.weights; i++) {
        if (size_of(weights[i]) > NET_WEIGHT_MOST)
            return "a weight of the net is too large";
    }
    if (!rows_are_small(weights + at.second, NET_HIDDEN, NET_SECOND))
        return "the weights of the net's second layer are too large together";
    if (!rows_are_small(weights + at.last, NET_SECOND, 2))
        return "the weights of the net's last layer are too large together";
    return NULL;
}

/* ---- the first layer ---- */

EACH_WAY void
add_row(int32_t *restrict sums, const int16_t *restrict row, int16_t by)
{
    for (int j = 0; j < NET_HIDDEN; j++)
        sums[j] += by * row[j];
}

/* Four features at once: most are equal in consecutive positions. */
EACH_WAY bool
four_alike(const int16_t *now, const int16_t *then)
{
    return memcmp(now, then, 4 * sizeof *now) == 0;
}

/* Adds the difference of `now` and `then`, by weights of one kind and, if present, of another. */
EACH_WAY void
add_list(const int16_t *now, const int16_t *then, int count, const int16_t *weights,
         int32_t *sums, const int16_t *others_weights, int32_t *others_sums)
{
    for (int f = 0; f < count; f++) {
        int16_t by = (int16_t)(now[f] - then[f]);

        if (f % 4 == 0 && four_alike(now + f, then + f)) {
            f += 3;
        } else if (by) {
            add_row(sums, weights + f * NET_HIDDEN, by);
            if (others_sums)
                add_row(others_sums, others_weights + f * NET_HIDDEN, by);
        }
    }
}

EACH_WAY void
add_difference(const struct net *net, const struct net_lists *now, const struct net_lists *then,
               struct net_sums *to)
{
    struct net_places at = net_places(net->shape);
    const int16_t *own = net->weights + at.own, *other = net->weights + at.other;

    add_list(now->common, then->common, net->shape.common, net->weights, to->common, NULL,
             NULL);
    for (int i = 0; i < net->seats; i++)
        add_list(now->seat[i], then->seat[i], net->shape.seat, own, to->own[i], other,
                 to->other[i]);
}

EACH_WAY void
copy_sums(const struct net *net, const struct net_sums *from, struct net_sums *to)
{
    memcpy(to->common, from->common, sizeof to->common);
    memcpy(to->own, from->own, (size_t)net->seats * sizeof to->own[0]);
    memcpy(to->other, from->other, (size_t)net->seats * sizeof to->other[0]);
}

/* ---- from sums to numbers ---- */

/* The activation: clamped below at zero and above. */
EACH_WAY int16_t
active(int32_t sum, int32_t down)
{
    int32_t value = sum > 0 ? sum / down : 0;

    return (int16_t)(value < NET_ACTIVE_MOST ? value : NET_ACTIVE_MOST);
}

EACH_WAY void
add_second(int32_t *restrict sums, const int16_t *restrict row, int16_t by)
{
    for (int k = 0; k < NET_SECOND; k++)
        sums[k] += by * row[k];
}

/* The second layer and the last, for one seat. */
EACH_WAY void
finish(const int16_t *second_weights, const int32_t *sums, int32_t out[2])
{
    const int16_t *adds = second_weights + NET_HIDDEN * NET_SECOND;
    const int16_t *last = adds + NET_SECOND, *last_add = last + NET_SECOND * 2;
    int16_t first[NET_HIDDEN];
    int32_t second[NET_SECOND];

    for (int j = 0; j < NET_HIDDEN; j++)
        first[j] = active(sums[j], FIRST_DOWN);
    for (int k = 0; k < NET_SECOND; k++)
        second[k] = adds[k] * ACTIVE;
    for (int j = 0; j < NET_HIDDEN; j++) {
        if (first[j])
            add_second(second, second_weights + j * NET_SECOND, first[j]);
    }
    out[0] = last_add[0] * ACTIVE;
    out[1] = last_add[1] * ACTIVE;
    for (int k = 0; k < NET_SECOND; k++) {
        int32_t value = active(second[k], NET_WEIGHT);

        out[0] += value * last[2 * k];
        out[1] += value * last[2 * k + 1];
    }
}

/* exp(-below / LOGIT) in units of 2^-24: a power of two, and a polynomial for the rest. */
static int64_t
power(int64_t below)
{
    static const int64_t terms[] = {-87,   632,    -3638,
                                    15743, -45426, 65536}; /* of 2^-x, by 2^16 */
    int64_t twos = below * 94548 / LOGIT; /* log2 e, by 2^16 */
    int64_t rest = twos & 0xffff, value = 0;

    if (twos >> 16 >= 24)
        return 0;
    for (int i = 0; i < 6; i++)
        value = terms[i] + value * rest / 65536;
    return (value << 8) >> (twos >> 16);
}

static void
share_out(const int32_t *strength, int seats, int32_t *win)
{
    int32_t most = strength[0];
    int64_t powers[NET_SEATS], sum = 0;

    for (int i = 1; i < seats; i++)
        most = strength[i] > most ? strength[i] : most;
    for (int i = 0; i < seats; i++)
        sum += powers[i] = power((int64_t)most - strength[i]);
    for (int i = 0; i < seats; i++)
        win[i] = (int32_t)(powers[i] * NET_SURE / sum);
}

EACH_WAY void
value(const struct net *net, const struct net_sums *near, const struct net_lists *now,
      int32_t *win, int32_t *score)
{
    const int16_t *second = net->weights + net_places(net->shape).second;
    struct net_sums sums; /* without its lists */
    int32_t strength[NET_SEATS] = {0};

    copy_sums(net, near, &sums);
    add_difference(net, now, &near->at, &sums);
    for (int i = 0; i < net->seats; i++) {
        for (int j = 0; j < NET_HIDDEN; j++)
            sums.common[j] += sums.other[i][j];
    }
    for (int i = 0; i < net->seats; i++) {
        int32_t first[NET_HIDDEN], ends[2];

        for (int j = 0; j < NET_HIDDEN; j++)
            first[j] = sums.common[j] - sums.other[i][j] + sums.own[i][j];
        finish(second, first, ends);
        strength[i] = ends[0];
        score[i] = ends[1] / (LOGIT / NET_SCORE_UNIT / NET_POINT);
    }
    share_out(strength, net->seats, win);
}

EACH_WAY void
sum_from(const struct net *net, const struct net_sums *from, struct net_sums *to)
{
    copy_sums(net, from, to);
    add_difference(net, &to->at, &from->at, to);
}

/* ---- the ways ---- */

struct way {
    void (*sum_from)(const struct net *net, const struct net_sums *from, struct net_sums *to);
    void (*value)(const struct net *net, const struct net_sums *near,
                  const struct net_lists *now, int32_t *win, int32_t *score);
};

#define WAY(name, attribute)                                                                   \
    attribute static void sum_from_##name(const struct net *net, const struct net_sums *from,  \
                                          struct net_sums *to)                                 \
    {                                                                                          \
        sum_from(net, from, to);                                                               \
    }                                                                                          \
    attribute static void value_##name(const struct net *net, const struct net_sums *near,     \
                                       const struct net_lists *now, int32_t *win,              \
                                       int32_t *score)                                         \
    {                                                                                          \
        value(net, near, now, win, score);                                                     \
    }

WAY(plain, )
#ifdef __x86_64__
WAY(avx2, __attribute__((target("avx2"))))
#endif

static const struct way ways[] = {
    {sum_from_plain, value_plain},
#ifdef __x86_64__
    {sum_from_avx2, value_avx2},
#endif
};

int
net_ways(void)
{
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2") ? 2 : 1;
#else
    return 1;
#endif
}

void
net_sum(const struct net *net, struct net_sums *to)
{
    static const struct net_sums nothing;

    net_sum_from(net, &nothing, to);
}

void
net_sum_from(const struct net *net, const struct net_sums *from, struct net_sums *to)
{
    ways[net_ways() - 1].sum_from(net, from, to);
}

void
net_value(const struct net *net, const struct net_sums *near, const struct net_lists *now,
          int32_t *win, int32_t *score)
{
    ways[net_ways() - 1].value(net, near, now, win, score);
}

void
net_value_by(int way, const struct net *net, const struct net_sums *near,
             const struct net_lists *now, int32_t *win, int32_t *score)
{
    ways[way].value(net, near, now, win, score);
}
