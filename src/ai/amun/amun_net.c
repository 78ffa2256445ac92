/* SPDX-License-Identifier: MIT
 * amun_net.c -- see amun_net.h. */
#include "amun_net.h"

#include <string.h>

static void
begin(void *self, const struct amun_state *s)
{
    struct amun_net *n = self;

    n->net.seats = s->seats;
    amun_base_read(s, &n->base[0], &n->near[0].at);
    net_sum(&n->net, &n->near[0]);
    n->sort[0] = amun_net_sort(s);
    n->count = n->next = 1;
}

/* Which position of the same sort is known: this one, if it is the first of its sort. */
static int
near_to(struct amun_net *n, const struct amun_state *s)
{
    uint32_t sort = amun_net_sort(s);
    int at;

    for (int i = 0; i < n->count; i++) {
        if (n->sort[i] == sort)
            return i;
    }
    at = n->next;
    n->next = at + 1 < AMUN_NET_NEAR ? at + 1 : 1; /* the first is kept */
    n->count = n->count < AMUN_NET_NEAR ? n->count + 1 : n->count;
    n->sort[at] = sort;
    amun_base_read(s, &n->base[at], &n->near[at].at);
    net_sum_from(&n->net, &n->near[0], &n->near[at]);
    return at;
}

static void
value(void *self, const struct amun_state *s, struct amun_value *out)
{
    struct amun_net *n = self;
    int at = near_to(n, s);
    struct net_lists now;

    memset(out, 0, sizeof *out);
    amun_features_from(&n->base[at], &n->near[at].at, s, &now);
    net_value(&n->net, &n->near[at], &now, out->win, out->score);
}

struct amun_judge
amun_net_judge(struct amun_net *net, const int16_t *weights)
{
    net_open(&net->net, weights, AMUN_NET_SHAPE);
    return (struct amun_judge){net, begin, value, NULL};
}
