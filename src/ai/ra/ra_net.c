/* SPDX-License-Identifier: MIT
 * ra_net.c -- see ra_net.h. */
#include "ra_net.h"

#include <string.h>

#include "ra_hash.h"

static void
begin(void *self, const struct ra_state *s)
{
    struct ra_net *n = self;

    n->net.seats = s->seats;
}

/* Goes to that position. */
static const struct net_sums *
go_to(struct ra_net *n, const struct ra_state *s)
{
    struct ra_net_place *place = &n->place[s->epoch & 1];

    if (!place->at.there || place->at.s.epoch != s->epoch || place->at.s.seats != s->seats) {
        ra_follow_nothing(&place->at, &place->sums.at);
        memset(&place->sums.first, 0, sizeof place->sums.first);
    }
    ra_follow(&place->at, s, &place->sums.at);
    net_move(&n->net, place->at.changes, &place->sums);
    return &place->sums;
}

static void
value(void *self, const struct ra_state *s, struct ra_value *out)
{
    struct ra_net *n = self;
    uint64_t hash = ra_hash_unordered(s) | 1; /* the net does not see that order */
    int at = (int)(hash >> 32 & (RA_NET_KNOWN - 1));
    struct ra_value *known = &n->known.value[at];

    if (n->known.hash[at] != hash) {
        memset(known, 0, sizeof *known);
        net_read_value(&n->net, go_to(n, s), known->win, known->score);
        n->known.hash[at] = hash;
    }
    *out = *known;
}

static struct ra_judge
judge_with(struct ra_net *net)
{
    return (struct ra_judge){.self = net, .begin = begin, .value = value, .once = true};
}

struct ra_judge
ra_net_judge(struct ra_net *net, const int16_t *weights)
{
    net_open(&net->net, weights, RA_NET_SHAPE);
    memset(net->known.hash, 0, sizeof net->known.hash);
    net->place[0].at.there = net->place[1].at.there = false;
    return judge_with(net);
}

#ifdef __wasm__

/* The host gives the nets, and may give others in their place. */
bool
ra_net_keep(const int16_t *weights, int seats, struct ra_judge *out)
{
    (void)weights;
    (void)seats;
    (void)out;
    return false;
}

#else

bool
ra_net_keep(const int16_t *weights, int seats, struct ra_judge *out)
{
    static _Thread_local struct ra_net kept;
    static _Thread_local const int16_t *kept_weights;

    if (weights != ra_net_weights(seats))
        return false;
    if (weights != kept_weights)
        ra_net_judge(&kept, weights);
    kept_weights = weights;
    *out = judge_with(&kept);
    return true;
}

#endif
