/* SPDX-License-Identifier: MIT
 * float_net.c -- see float_net.h. Loops run over a whole row of weights with independent sums, so that a
 * compiler may take several at a time without changing their order.
 */
#include "float_net.h"

#include <math.h>
#include <string.h>

#include "rng.h"

/* How much a wrong score counts beside a wrong chance, and how far weights may go. */
static const float SCORE_SHARE = 1.0F, MOST = 7.99F;
static const double MEAN_KEPT = 0.9, SQUARE_KEPT = 0.999;

/* ---- small functions ---- */

/* e to the power of x, which is at most 0. */
static float
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

static void
share_out(const float *strength, int seats, float *win)
{
    float most = strength[0], sum = 0;

    for (int i = 1; i < seats; i++)
        most = strength[i] > most ? strength[i] : most;
    for (int i = 0; i < seats; i++)
        sum += win[i] = power(strength[i] - most);
    for (int i = 0; i < seats; i++)
        win[i] /= sum;
}

/* The logarithm of a chance, good to a hundredth: only to be printed. */
static float
logarithm(float chance)
{
    float low = -30, high = 0;

    for (int i = 0; i < 20; i++) {
        float middle = (low + high) / 2;

        if (power(middle) < chance)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static void
add_row(float *restrict sums, const float *restrict row, float by)
{
    for (int j = 0; j < RA_HIDDEN; j++)
        sums[j] += by * row[j];
}

static void
add_second(float *restrict sums, const float *restrict row, float by)
{
    for (int k = 0; k < RA_SECOND; k++)
        sums[k] += by * row[k];
}

/* ---- forward ---- */

static const struct ra_features nothing;

/* Four features at once: most are the same in positions that follow each other. */
static bool
four_alike(const int16_t *now, const int16_t *then)
{
    return memcmp(now, then, 4 * sizeof *now) == 0;
}

/* Adds what `now` has more than `then`. */
static void
add_common(const float *weights, const int16_t *now, const int16_t *then, float *sums)
{
    for (int f = 0; f < RA_COMMON_USED; f++) {
        if (f % 4 == 0 && four_alike(now + f, then + f))
            f += 3;
        else if (now[f] != then[f])
            add_row(sums, weights + RA_NET_COMMON + f * RA_HIDDEN,
                    (float)(now[f] - then[f]) / RA_UNIT);
    }
}

static void
add_seat(const float *weights, const int16_t *now, const int16_t *then, float *own,
         float *other)
{
    for (int f = 0; f < RA_SEAT_USED; f++) {
        if (f % 4 == 0 && four_alike(now + f, then + f)) {
            f += 3;
        } else if (now[f] != then[f]) {
            float by = (float)(now[f] - then[f]) / RA_UNIT;

            add_row(own, weights + RA_NET_OWN + f * RA_HIDDEN, by);
            add_row(other, weights + RA_NET_OTHER + f * RA_HIDDEN, by);
        }
    }
}

/* What one seat's part of the net holds. */
struct seat_net {
    float first[RA_HIDDEN], second[RA_SECOND], out[2]; /* out: strength, score */
};

static void
finish(const float *weights, struct seat_net *n)
{
    memcpy(n->second, weights + RA_NET_SECOND_ADD, sizeof n->second);
    for (int j = 0; j < RA_HIDDEN; j++) {
        n->first[j] = n->first[j] > 0 ? n->first[j] : 0;
        if (n->first[j] > 0)
            add_second(n->second, weights + RA_NET_SECOND + j * RA_SECOND, n->first[j]);
    }
    n->out[0] = weights[RA_NET_LAST_ADD];
    n->out[1] = weights[RA_NET_LAST_ADD + 1];
    for (int k = 0; k < RA_SECOND; k++) {
        n->second[k] = n->second[k] > 0 ? n->second[k] : 0;
        n->out[0] += n->second[k] * weights[RA_NET_LAST + 2 * k];
        n->out[1] += n->second[k] * weights[RA_NET_LAST + 2 * k + 1];
    }
}

/* All seats' parts, of sums that are there. */
static void
finish_all(const float *weights, int seats, const float *common, float own[RA_SEATS][RA_HIDDEN],
           float other[RA_SEATS][RA_HIDDEN], struct seat_net *out)
{
    float all[RA_HIDDEN];

    memcpy(all, common, sizeof all);
    for (int i = 0; i < seats; i++)
        add_row(all, other[i], 1);
    for (int i = 0; i < seats; i++) {
        for (int j = 0; j < RA_HIDDEN; j++)
            out[i].first[j] = all[j] - other[i][j] + own[i][j];
        finish(weights, &out[i]);
    }
}

static void
begin(void *self, const struct ra_state *s)
{
    struct float_sums *sums = self;

    ra_features(s, &sums->at);
    memset(sums->common, 0, sizeof sums->common);
    memset(sums->own, 0, sizeof sums->own);
    memset(sums->other, 0, sizeof sums->other);
    add_common(sums->net->weights, sums->at.common, nothing.common, sums->common);
    for (int i = 0; i < s->seats; i++)
        add_seat(sums->net->weights, sums->at.seat[i], nothing.seat[i], sums->own[i],
                 sums->other[i]);
}

static void
value(void *self, const struct ra_state *s, struct ra_value *out)
{
    const struct float_sums *sums = self;
    const float *weights = sums->net->weights;
    struct ra_features now;
    struct seat_net nets[RA_SEATS];
    float common[RA_HIDDEN], own[RA_SEATS][RA_HIDDEN], other[RA_SEATS][RA_HIDDEN];
    float strength[RA_SEATS] = {0}, win[RA_SEATS];

    ra_features(s, &now);
    memcpy(common, sums->common, sizeof common);
    memcpy(own, sums->own, sizeof own);
    memcpy(other, sums->other, sizeof other);
    add_common(weights, now.common, sums->at.common, common);
    for (int i = 0; i < s->seats; i++)
        add_seat(weights, now.seat[i], sums->at.seat[i], own[i], other[i]);
    finish_all(weights, s->seats, common, own, other, nets);
    for (int i = 0; i < s->seats; i++)
        strength[i] = nets[i].out[0];
    share_out(strength, s->seats, win);
    for (int i = 0; i < RA_SEATS; i++) {
        out->win[i] = i < s->seats ? (int32_t)(win[i] * RA_SURE) : 0;
        out->score[i] =
            i < s->seats ? (int32_t)(nets[i].out[1] * (RA_SCORE_UNIT * RA_POINT)) : 0;
    }
}

struct ra_judge
float_net_judge(struct float_sums *sums, const struct float_net *net)
{
    sums->net = net;
    return (struct ra_judge){sums, begin, value};
}

/* ---- backward ---- */

/* The gradient of one seat's part; `first` gets that of the first layer's sums. */
static void
go_back(struct float_net *net, const struct seat_net *n, const float out[2], float *first)
{
    float second[RA_SECOND];

    net->gradient[RA_NET_LAST_ADD] += out[0];
    net->gradient[RA_NET_LAST_ADD + 1] += out[1];
    for (int k = 0; k < RA_SECOND; k++) {
        const float *last = net->weights + RA_NET_LAST + 2 * k;

        net->gradient[RA_NET_LAST + 2 * k] += out[0] * n->second[k];
        net->gradient[RA_NET_LAST + 2 * k + 1] += out[1] * n->second[k];
        second[k] = n->second[k] > 0 ? out[0] * last[0] + out[1] * last[1] : 0;
    }
    add_second(net->gradient + RA_NET_SECOND_ADD, second, 1);
    for (int j = 0; j < RA_HIDDEN; j++) {
        const float *row = net->weights + RA_NET_SECOND + j * RA_SECOND;
        float part[4] = {0};

        first[j] = 0;
        if (n->first[j] <= 0)
            continue;
        for (int k = 0; k < RA_SECOND; k += 4) {
            for (int i = 0; i < 4; i++)
                part[i] += second[k + i] * row[k + i];
        }
        first[j] = (part[0] + part[1]) + (part[2] + part[3]);
        add_second(net->gradient + RA_NET_SECOND + j * RA_SECOND, second, n->first[j]);
    }
}

static void
spread(struct float_net *net, const struct ra_features *at, int seats,
       float first[RA_SEATS][RA_HIDDEN])
{
    float all[RA_HIDDEN] = {0}, others[RA_HIDDEN];

    for (int i = 0; i < seats; i++)
        add_row(all, first[i], 1);
    for (int f = 0; f < RA_COMMON_USED; f++) {
        if (at->common[f])
            add_row(net->gradient + RA_NET_COMMON + f * RA_HIDDEN, all,
                    (float)at->common[f] / RA_UNIT);
    }
    for (int i = 0; i < seats; i++) {
        for (int j = 0; j < RA_HIDDEN; j++)
            others[j] = all[j] - first[i][j];
        for (int f = 0; f < RA_SEAT_USED; f++) {
            float by = (float)at->seat[i][f] / RA_UNIT;

            if (at->seat[i][f]) {
                add_row(net->gradient + RA_NET_OWN + f * RA_HIDDEN, first[i], by);
                add_row(net->gradient + RA_NET_OTHER + f * RA_HIDDEN, others, by);
            }
        }
    }
}

float
float_net_study(struct float_net *net, const struct lesson *lesson)
{
    struct float_sums sums = {.net = net};
    struct seat_net nets[RA_SEATS];
    float first[RA_SEATS][RA_HIDDEN], strength[RA_SEATS] = {0}, win[RA_SEATS], wrong = 0;
    int seats = lesson->at.seats;

    begin(&sums, &lesson->at);
    finish_all(net->weights, seats, sums.common, sums.own, sums.other, nets);
    for (int i = 0; i < seats; i++)
        strength[i] = nets[i].out[0];
    share_out(strength, seats, win);
    for (int i = 0; i < seats; i++) {
        float out[2] = {win[i] - lesson->win[i],
                        SCORE_SHARE * (nets[i].out[1] - lesson->score[i] / RA_SCORE_UNIT)};

        go_back(net, &nets[i], out, first[i]);
        wrong -= lesson->win[i] * logarithm(win[i]);
    }
    spread(net, &sums.at, seats, first);
    return wrong;
}

void
float_net_step(struct float_net *net, float rate, int lessons)
{
    const float mean_kept = (float)MEAN_KEPT, square_kept = (float)SQUARE_KEPT;
    float mean_by, square_by, each = 1.0F / (float)lessons;

    net->mean_left *= MEAN_KEPT;
    net->square_left *= SQUARE_KEPT;
    mean_by = rate / (float)(1 - net->mean_left);
    square_by = 1.0F / (float)(1 - net->square_left);
    for (int i = 0; i < RA_NET_WEIGHTS; i++) {
        float g = net->gradient[i] * each, w;

        net->mean[i] = mean_kept * net->mean[i] + (1 - mean_kept) * g;
        net->square[i] = square_kept * net->square[i] + (1 - square_kept) * g * g;
        w = net->weights[i] -
            mean_by * net->mean[i] / (sqrtf(net->square[i] * square_by) + 1e-7F);
        w = w > MOST ? MOST : w;
        net->weights[i] = w < -MOST ? -MOST : w;
        net->gradient[i] = 0;
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
float_net_begin(struct float_net *net, uint64_t *rng)
{
    memset(net, 0, sizeof *net);
    net->mean_left = net->square_left = 1;
    scatter(net->weights, RA_NET_SECOND, 0.1F, rng);
    scatter(net->weights + RA_NET_SECOND, RA_HIDDEN * RA_SECOND, 0.25F, rng);
    scatter(net->weights + RA_NET_LAST, RA_SECOND * 2, 0.2F, rng);
    net->weights[RA_NET_LAST_ADD + 1] = 1; /* scores begin at a net's 1, 32 points */
}

void
float_net_round(const struct float_net *net, int16_t *out)
{
    for (int i = 0; i < RA_NET_WEIGHTS; i++) {
        float w = net->weights[i] * RA_WEIGHT;

        out[i] = (int16_t)(w < 0 ? w - 0.5F : w + 0.5F);
    }
}
