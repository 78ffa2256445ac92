/* SPDX-License-Identifier: MIT
 * ra_net.c -- see ra_net.h. The first layer is kept as sums for the position at hand; a position after it
 * differs in a few features, and only these are added and taken away.
 */
#include "ra_net.h"

#include <string.h>

enum {
    /* fractions of what is computed with: a feature, a weight, what leaves a layer */
    ACTIVE = 256,
    FIRST_DOWN = RA_UNIT * RA_WEIGHT / ACTIVE,
    LOGIT = RA_WEIGHT * ACTIVE
};

_Static_assert((long long)(RA_COMMON_USED + RA_SEATS * RA_SEAT_USED) * RA_FEATURE_MOST *
                       RA_NET_WEIGHT_MOST <
                   INT32_MAX,
               "the first layer's sums must fit");
_Static_assert((long long)RA_ROW_MOST *RA_ACTIVE_MOST < INT32_MAX, "and those of the others");

static bool
row_is_small(const int16_t *weights, int rows, int row_length, int column, int add)
{
    int32_t sum = weights[add + column] < 0 ? -weights[add + column] : weights[add + column];

    for (int i = 0; i < rows; i++) {
        int weight = weights[i * row_length + column];

        sum += weight < 0 ? -weight : weight;
    }
    return sum <= RA_ROW_MOST;
}

const char *
ra_net_fault(const int16_t *weights)
{
    for (int i = 0; i < RA_NET_WEIGHTS; i++) {
        if (weights[i] < -RA_NET_WEIGHT_MOST || weights[i] > RA_NET_WEIGHT_MOST)
            return "a weight of the net is too large";
    }
    for (int k = 0; k < RA_SECOND; k++) {
        if (!row_is_small(weights + RA_NET_SECOND, RA_HIDDEN, RA_SECOND, k,
                          RA_NET_SECOND_ADD - RA_NET_SECOND))
            return "the weights of the net's second layer are too large together";
    }
    for (int k = 0; k < 2; k++) {
        if (!row_is_small(weights + RA_NET_LAST, RA_SECOND, 2, k,
                          RA_NET_LAST_ADD - RA_NET_LAST))
            return "the weights of the net's last layer are too large together";
    }
    return NULL;
}

static void
add_row(int32_t *restrict sums, const int16_t *restrict row, int32_t by)
{
    for (int j = 0; j < RA_HIDDEN; j++)
        sums[j] += by * row[j];
}

/* Four features at once: most are the same in positions that follow each other. */
static bool
four_alike(const int16_t *now, const int16_t *then)
{
    return memcmp(now, then, 4 * sizeof *now) == 0;
}

/* Adds what `now` has more than `then`. */
static void
add_common(const int16_t *weights, const int16_t *now, const int16_t *then, int32_t *sums)
{
    for (int f = 0; f < RA_COMMON_USED; f++) {
        if (f % 4 == 0 && four_alike(now + f, then + f))
            f += 3;
        else if (now[f] != then[f])
            add_row(sums, weights + RA_NET_COMMON + f * RA_HIDDEN, now[f] - then[f]);
    }
}

static void
add_seat(const int16_t *weights, const int16_t *now, const int16_t *then, int32_t *own,
         int32_t *other)
{
    for (int f = 0; f < RA_SEAT_USED; f++) {
        if (f % 4 == 0 && four_alike(now + f, then + f)) {
            f += 3;
        } else if (now[f] != then[f]) {
            add_row(own, weights + RA_NET_OWN + f * RA_HIDDEN, now[f] - then[f]);
            add_row(other, weights + RA_NET_OTHER + f * RA_HIDDEN, now[f] - then[f]);
        }
    }
}

/* ---- from sums to numbers ---- */

/* What leaves a layer: nothing below zero, and not too much. */
static int32_t
active(int32_t sum, int32_t down)
{
    int32_t value = sum > 0 ? sum / down : 0;

    return value < RA_ACTIVE_MOST ? value : RA_ACTIVE_MOST;
}

/* The second layer and the last, for one seat. */
static void
finish(const int16_t *weights, const int32_t *sums, int32_t out[2])
{
    int32_t second[RA_SECOND];

    for (int k = 0; k < RA_SECOND; k++)
        second[k] = weights[RA_NET_SECOND_ADD + k] * ACTIVE;
    for (int j = 0; j < RA_HIDDEN; j++) {
        int32_t value = active(sums[j], FIRST_DOWN);
        const int16_t *row = weights + RA_NET_SECOND + j * RA_SECOND;

        for (int k = 0; value && k < RA_SECOND; k++)
            second[k] += value * row[k];
    }
    out[0] = weights[RA_NET_LAST_ADD] * ACTIVE;
    out[1] = weights[RA_NET_LAST_ADD + 1] * ACTIVE;
    for (int k = 0; k < RA_SECOND; k++) {
        int32_t value = active(second[k], RA_WEIGHT);

        out[0] += value * weights[RA_NET_LAST + 2 * k];
        out[1] += value * weights[RA_NET_LAST + 2 * k + 1];
    }
}

/* e to the power -below / LOGIT, in units of 2^-24: a power of two, and a polynomial for the rest. */
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
    int64_t powers[RA_SEATS], sum = 0;

    for (int i = 1; i < seats; i++)
        most = strength[i] > most ? strength[i] : most;
    for (int i = 0; i < seats; i++)
        sum += powers[i] = power((int64_t)most - strength[i]);
    for (int i = 0; i < seats; i++)
        win[i] = (int32_t)(powers[i] * RA_SURE / sum);
}

/* ---- the judge ---- */

static void
begin(void *self, const struct ra_state *s)
{
    static const struct ra_features nothing;
    struct ra_net *net = self;

    ra_features(s, &net->at);
    memset(net->common, 0, sizeof net->common);
    memset(net->own, 0, sizeof net->own);
    memset(net->other, 0, sizeof net->other);
    add_common(net->weights, net->at.common, nothing.common, net->common);
    for (int i = 0; i < s->seats; i++)
        add_seat(net->weights, net->at.seat[i], nothing.seat[i], net->own[i], net->other[i]);
}

static void
value(void *self, const struct ra_state *s, struct ra_value *out)
{
    const struct ra_net *net = self;
    struct ra_features now;
    int32_t common[RA_HIDDEN], own[RA_SEATS][RA_HIDDEN], other[RA_SEATS][RA_HIDDEN];
    int32_t strength[RA_SEATS] = {0};

    ra_features(s, &now);
    memcpy(common, net->common, sizeof common);
    memcpy(own, net->own, sizeof own);
    memcpy(other, net->other, sizeof other);
    add_common(net->weights, now.common, net->at.common, common);
    for (int i = 0; i < s->seats; i++)
        add_seat(net->weights, now.seat[i], net->at.seat[i], own[i], other[i]);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < s->seats; i++) {
        int32_t sums[RA_HIDDEN], ends[2];

        for (int j = 0; j < RA_HIDDEN; j++) {
            sums[j] = common[j] + own[i][j];
            for (int o = 0; o < s->seats; o++)
                sums[j] += o == i ? 0 : other[o][j];
        }
        finish(net->weights, sums, ends);
        strength[i] = ends[0];
        out->score[i] = ends[1] / (LOGIT / RA_SCORE_UNIT / RA_POINT);
    }
    share_out(strength, s->seats, out->win);
}

struct ra_judge
ra_net_judge(struct ra_net *net, const int16_t *weights)
{
    net->weights = weights;
    return (struct ra_judge){net, begin, value};
}
