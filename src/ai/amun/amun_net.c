/* SPDX-License-Identifier: MIT
 * amun_net.c -- see amun_net.h. */
#include "amun_net.h"

#include <string.h>

/* After a sacrifice the temple matters as much as the seat that chooses first. */
static uint32_t
sort_of(const struct amun_state *s)
{
    return amun_net_sort(s) | (s->phase == AMUN_REWARD ? (uint32_t)s->temple << 24 : 0);
}

static void
begin(void *self, const struct amun_state *s)
{
    struct amun_net *n = self;
    struct amun_family *family;

    n->net.seats = s->seats;
    for (int i = 0; i < n->count; i++) {
        n->now = &n->family[i];
        if (memcmp(&n->now->base[0].s, s, sizeof *s) == 0)
            return;
    }
    family = n->now = &n->family[n->next];
    n->next = (n->next + 1) % AMUN_NET_BASES;
    n->count += n->count < AMUN_NET_BASES;
    amun_base_read(s, &family->base[0], &family->near[0]);
    family->last[0].at = family->near[0];
    net_sum(&n->net, &family->last[0]);
    family->sort[0] = sort_of(s);
    family->count = family->next = 1;
}

/* Which position of the same sort is known: this one, if it is the first of its sort. */
static int
near_to(const struct net *net, struct amun_family *family, const struct amun_state *s)
{
    uint32_t sort = sort_of(s);
    int at;

    for (int i = 0; i < family->count; i++) {
        if (family->sort[i] == sort)
            return i;
    }
    at = family->next;
    family->next = at + 1 < AMUN_NET_KIN ? at + 1 : 1; /* the first is kept */
    family->count = family->count < AMUN_NET_KIN ? family->count + 1 : family->count;
    family->sort[at] = sort;
    amun_base_read(s, &family->base[at], &family->near[at]);
    family->last[at].at = family->near[at];
    net_sum_from(net, &family->last[0], &family->last[at]);
    return at;
}

static void
value(void *self, const struct amun_state *s, struct amun_value *out)
{
    struct amun_net *n = self;
    struct amun_family *family = n->now;
    int at = near_to(&n->net, family, s);

    memset(out, 0, sizeof *out);
    amun_features_from(&family->base[at], &family->near[at], s, &n->asked);
    net_go(&n->net, &n->asked, &family->last[at]);
    net_read_value(&n->net, &family->last[at], out->win, out->score);
}

struct amun_judge
amun_net_judge(struct amun_net *net, const int16_t *weights)
{
    net_open(&net->net, weights, AMUN_NET_SHAPE);
    net->count = net->next = 0;
    return (struct amun_judge){net, begin, value, NULL};
}
