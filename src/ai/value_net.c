/* SPDX-License-Identifier: MIT
 * value_net.c -- see value_net.h: the ways to evaluate (net_way.h), and the one in plain C. The first
 * layer is updated incrementally: it is kept as sums for a position. A position after it differs in a
 * few features, and only these are added and subtracted.
 */
#include "net_way.h"

#include <stdbool.h>
#include <string.h>

#include "minmax.h"

_Static_assert(NET_FIRST_DOWN == 1 << NET_FIRST_SHIFT && NET_WEIGHT == 1 << NET_SECOND_SHIFT,
               "shifts divide by the scales");
_Static_assert((long long)(NET_COMMON_MOST + NET_SEATS * NET_SEAT_MOST) * NET_FEATURE_MOST *
                       NET_WEIGHT_MOST <
                   INT32_MAX,
               "the first layer's sums must fit");
_Static_assert((long long)NET_ROW_MOST *NET_ACTIVE_MOST < INT32_MAX, "and those of the others");
_Static_assert(2 * NET_WEIGHT_MOST <= INT16_MAX, "a difference of weights must fit");

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

/* ---- the first layer, in plain C ---- */

/* Four features at once: most are equal in consecutive positions. */
static bool
four_alike(const int16_t *now, const int16_t *then)
{
    return memcmp(now, then, 4 * sizeof *now) == 0;
}

static void
add_row(int32_t *restrict all, const int16_t *restrict row, int32_t by)
{
    for (int j = 0; j < NET_HIDDEN; j++)
        all[j] += by * row[j];
}

static void
add_rows(int32_t *restrict all, int32_t *restrict seat, const int16_t *restrict own,
         const int16_t *restrict other, int32_t by)
{
    for (int j = 0; j < NET_HIDDEN; j++) {
        all[j] += by * other[j];
        seat[j] += by * (own[j] - other[j]);
    }
}

static void
add_common(const struct net *net, const int16_t *now, const int16_t *then,
           int32_t *restrict all)
{
    for (int f = 0; f < net->shape.common; f++) {
        int32_t by = now[f] - then[f];

        if (f % 4 == 0 && four_alike(now + f, then + f))
            f += 3;
        if (by)
            add_row(all, net->weights + f * NET_HIDDEN, by);
    }
}

static void
add_seat(const struct net *net, const int16_t *now, const int16_t *then, int32_t *restrict all,
         int32_t *restrict seat)
{
    const struct net_places at = net_places(net->shape);

    for (int f = 0; f < net->shape.seat; f++) {
        const int16_t *own = net->weights + at.own + f * NET_HIDDEN;
        const int16_t *other = net->weights + at.other + f * NET_HIDDEN;
        int32_t by = now[f] - then[f];

        if (f % 4 == 0 && four_alike(now + f, then + f))
            f += 3;
        if (by)
            add_rows(all, seat, own, other, by);
    }
}

static void
sum_plainly(const struct net *net, const struct net_sums *from, const struct net_lists *now,
            struct net_firsts *to)
{
    memcpy(to->all, from->first.all, sizeof to->all);
    memcpy(to->seat, from->first.seat, (size_t)net->seats * sizeof to->seat[0]);
    add_common(net, now->common, from->at.common, to->all);
    for (int i = 0; i < net->seats; i++)
        add_seat(net, now->seat[i], from->at.seat[i], to->all, to->seat[i]);
}

static void
sum_from(const struct net *net, const struct net_sums *from, struct net_sums *to)
{
    sum_plainly(net, from, &to->at, &to->first);
}

static void
go(const struct net *net, const struct net_lists *now, struct net_sums *sums)
{
    add_common(net, now->common, sums->at.common, sums->first.all);
    for (int i = 0; i < net->seats; i++)
        add_seat(net, now->seat[i], sums->at.seat[i], sums->first.all, sums->first.seat[i]);
    memcpy(sums->at.common, now->common, sizeof sums->at.common);
    memcpy(sums->at.seat, now->seat, (size_t)net->seats * sizeof sums->at.seat[0]);
}

static void
move(const struct net *net, struct net_changes *changes, struct net_firsts *sums)
{
    const struct net_places at = net_places(net->shape);

    for (int i = 0; i < changes[NET_SEATS].count; i++)
        add_row(sums->all, net->weights + changes[NET_SEATS].row[i], changes[NET_SEATS].by[i]);
    for (int k = 0; k < net->seats; k++) {
        const struct net_changes *c = &changes[k];

        for (int i = 0; i < c->count; i++)
            add_rows(sums->all, sums->seat[k], net->weights + at.own + c->row[i],
                     net->weights + at.other + c->row[i], c->by[i]);
    }
}

/* ---- from sums to numbers, in plain C ---- */

/* The weights are used as they are. */
static void
open_net(struct net *net)
{
    (void)net;
}

/* The activation: clamped below at zero and above. */
static int16_t
active(int32_t sum, int32_t down)
{
    int32_t value = sum > 0 ? sum / down : 0;

    return (int16_t)(value < NET_ACTIVE_MOST ? value : NET_ACTIVE_MOST);
}

static void
add_second(int32_t *restrict sums, const int16_t *restrict row, int16_t by)
{
    for (int k = 0; k < NET_SECOND; k++)
        sums[k] += by * row[k];
}

/* The second layer and the last, for one seat. */
static void
finish(const int16_t *second_weights, const int32_t *all, const int32_t *seat, int32_t out[2])
{
    const int16_t *adds = second_weights + NET_HIDDEN * NET_SECOND;
    const int16_t *last = adds + NET_SECOND, *last_add = last + NET_SECOND * 2;
    int32_t second[NET_SECOND];

    for (int k = 0; k < NET_SECOND; k++)
        second[k] = adds[k] * NET_ACTIVE;
    for (int j = 0; j < NET_HIDDEN; j++) {
        int16_t first = active(all[j] + seat[j], NET_FIRST_DOWN);

        if (first)
            add_second(second, second_weights + j * NET_SECOND, first);
    }
    out[0] = last_add[0] * NET_ACTIVE;
    out[1] = last_add[1] * NET_ACTIVE;
    for (int k = 0; k < NET_SECOND; k++) {
        int32_t value = active(second[k], NET_WEIGHT);

        out[0] += value * last[2 * k];
        out[1] += value * last[2 * k + 1];
    }
}

static void
read_ends(const struct net *net, const struct net_firsts *sums, int32_t (*out)[2])
{
    for (int i = 0; i < net->seats; i++)
        finish(net->weights + net_places(net->shape).second, sums->all, sums->seat[i], out[i]);
}

/* ---- the ways ---- */

static const struct net_way plain = {"plain C", open_net, sum_from, go, move, read_ends};

static const struct net_way *const ways[] = {
    &plain,
#if defined(__x86_64__)
    &net_sse2,
    &net_avx2,
    &net_avx512,
#elif defined(__wasm_simd128__)
    &net_simd128,
#endif
};

enum { MOST_WAYS = sizeof ways / sizeof *ways };

static int
ways_here(void)
{
#ifdef __x86_64__
    if (!__builtin_cpu_supports("avx2"))
        return MOST_WAYS - 2;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512vnni")
               ? MOST_WAYS
               : MOST_WAYS - 1;
#else
    return MOST_WAYS;
#endif
}

static const struct net_way *
fastest(void)
{
    return ways[ways_here() - 1];
}

const struct net_way *
net_way_at(int i)
{
    return i < ways_here() ? ways[i] : NULL;
}

/* ---- from the outputs to chances ---- */

/* exp(-below / NET_LOGIT) in units of 2^-24: a power of two, and a polynomial for the rest. Its terms
 * have signs in turn, so each is what the one before is taken from. */
static int32_t
power(uint64_t below)
{
    static const uint32_t terms[] = {632, 3638, 15743, 45426, 65536}; /* of 2^-x, by 2^16 */
    uint64_t twos = below * 94548 / NET_LOGIT; /* log2 e, by 2^16 */
    uint32_t rest = twos & 0xffff, value = 87;

    if (twos >> 16 >= 24)
        return 0;
    for (int i = 0; i < 5; i++)
        value = terms[i] - (value * rest >> 16);
    return (int32_t)((value << 8) >> (twos >> 16));
}

/* The quotients are rounded down. The numbers are small: no quotient is near enough to
 * the next whole number to be rounded up to it with 53 bits. */
static void
share_out(const int32_t *strength, int seats, int32_t *win)
{
    int32_t most = strength[0], powers[NET_SEATS];
    double sum = 0;

    for (int i = 1; i < seats; i++)
        most = strength[i] > most ? strength[i] : most;
    for (int i = 0; i < seats; i++) {
        powers[i] = power((uint64_t)((int64_t)most - strength[i]));
        sum += powers[i];
    }
    for (int i = 0; i < seats; i++)
        win[i] = (int32_t)((double)powers[i] * NET_SURE / sum);
}

static void
value_of_ends(const struct net *net, int32_t (*out)[2], int32_t *win, int32_t *score)
{
    int32_t strength[NET_SEATS] = {0};

    for (int i = 0; i < net->seats; i++) {
        strength[i] = out[i][0];
        score[i] = int_clamp(out[i][1] / (NET_LOGIT / NET_SCORE_UNIT / NET_POINT),
                             -NET_POINTS_MOST * NET_POINT, NET_POINTS_MOST * NET_POINT);
    }
    share_out(strength, net->seats, win);
}

/* ---- nets in use ---- */

void
net_way_open(const struct net_way *way, struct net *net, const int16_t *weights,
             struct net_shape shape)
{
    net->way = way;
    net->weights = weights;
    net->shape = shape;
    net->common = weights;
    net->other = weights + net_places(shape).other;
    way->open(net);
}

void
net_open(struct net *net, const int16_t *weights, struct net_shape shape)
{
    net_way_open(fastest(), net, weights, shape);
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
    net->way->sum_from(net, from, to);
}

void
net_go(const struct net *net, const struct net_lists *now, struct net_sums *sums)
{
    net->way->go(net, now, sums);
}

void
net_move(const struct net *net, struct net_changes *changes, struct net_sums *sums)
{
    net->way->move(net, changes, &sums->first);
}

void
net_read_value(const struct net *net, const struct net_sums *sums, int32_t *win, int32_t *score)
{
    int32_t out[NET_SEATS][2];

    net->way->read_ends(net, &sums->first, out);
    value_of_ends(net, out, win, score);
}
