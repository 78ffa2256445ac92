/* SPDX-License-Identifier: MIT
 * ra_net.c -- see ra_net.h. */
#include "ra_net.h"

#include <string.h>

static void
begin(void *self, const struct ra_state *s)
{
    struct ra_net *n = self;

    n->net.seats = s->seats;
    ra_base_read(s, &n->base);
    memset(n->there, 0, sizeof n->there);
    ra_features(s, &n->turned[s->turn].at);
    net_sum(&n->net, &n->turned[s->turn]);
    n->there[s->turn] = true;
}

/* The sums of the base position as if it were `seat`'s turn. */
static const struct net_sums *
turned(struct ra_net *n, int seat)
{
    if (!n->there[seat]) {
        const struct net_sums *base = &n->turned[n->base.s.turn];
        struct ra_state s = n->base.s;

        s.turn = (uint8_t)seat;
        ra_features_from(&n->base, &base->at, &s, &n->turned[seat].at);
        net_sum_from(&n->net, base, &n->turned[seat]);
        n->there[seat] = true;
    }
    return &n->turned[seat];
}

static void
value(void *self, const struct ra_state *s, struct ra_value *out)
{
    struct ra_net *n = self;
    const struct net_sums *near = turned(n, s->turn);
    struct net_lists now;

    memset(out, 0, sizeof *out);
    ra_features_from(&n->base, &near->at, s, &now);
    net_value(&n->net, near, &now, out->win, out->score);
}

struct ra_judge
ra_net_judge(struct ra_net *net, const int16_t *weights)
{
    net_open(&net->net, weights, RA_NET_SHAPE);
    return (struct ra_judge){.self = net, .begin = begin, .value = value};
}
