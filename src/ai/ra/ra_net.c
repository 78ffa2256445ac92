/* SPDX-License-Identifier: MIT
 * ra_net.c -- see ra_net.h. */
#include "ra_net.h"

#include <string.h>

#include "rng.h"

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

_Static_assert(sizeof(struct ra_state) % sizeof(uint64_t) == 0, "a state is whole words");

/* As good as different for any two positions. */
static uint64_t
hash_of(const struct ra_state *s)
{
    uint64_t words[sizeof *s / sizeof(uint64_t)], hash = 1;

    memcpy(words, s, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash =
            ((hash ^ words[i]) << 23 | (hash ^ words[i]) >> 41) * UINT64_C(0x9e3779b97f4a7c15);
    return rng_mix(hash) | 1;
}

static void
value(void *self, const struct ra_state *s, struct ra_value *out)
{
    struct ra_net *n = self;
    uint64_t hash = hash_of(s);
    int at = (int)(hash >> 32 & (RA_NET_KNOWN - 1));
    const struct net_sums *near;
    struct net_lists now;

    if (n->known.hash[at] == hash) {
        *out = n->known.value[at];
        return;
    }
    near = turned(n, s->turn);
    memset(out, 0, sizeof *out);
    ra_features_from(&n->base, &near->at, s, &now);
    net_value(&n->net, near, &now, out->win, out->score);
    n->known.hash[at] = hash;
    n->known.value[at] = *out;
}

struct ra_judge
ra_net_judge(struct ra_net *net, const int16_t *weights)
{
    net_open(&net->net, weights, RA_NET_SHAPE);
    memset(net->known.hash, 0, sizeof net->known.hash);
    return (struct ra_judge){.self = net, .begin = begin, .value = value, .once = true};
}
