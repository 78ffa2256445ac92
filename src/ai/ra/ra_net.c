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

enum { WORDS = sizeof(struct ra_state) / sizeof(uint64_t), LANES = 4 };

_Static_assert(sizeof(struct ra_state) % (LANES * sizeof(uint64_t)) == 0,
               "a state is whole words, as many for each lane");

static inline uint64_t
mixed(uint64_t hash, uint64_t word)
{
    return ((hash ^ word) << 23 | (hash ^ word) >> 41) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Any number for each kind of tile, so that a track is their sum: the order of its tiles does not matter. */
static inline uint64_t
hash_of_track(const uint8_t *track)
{
    uint64_t sum = 0;

    for (int i = 0; i < RA_TRACK; i++) {
        uint64_t word = (track[i] + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);

        sum += (word ^ word >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    }
    return sum;
}

/* As good as different for any two positions that the net tells apart. Four words are mixed at a time, since each
 * step waits for the one before it. */
static uint64_t
hash_of(const struct ra_state *s)
{
    struct ra_state bare = *s;
    uint64_t words[WORDS], lane[LANES] = {1, 2, 3, hash_of_track(s->track)};

    memset(bare.track, 0, sizeof bare.track);
    memcpy(words, &bare, sizeof words);
    for (int i = 0; i < WORDS; i += LANES) {
        for (int k = 0; k < LANES; k++)
            lane[k] = mixed(lane[k], words[i + k]);
    }
    return rng_mix(mixed(mixed(mixed(lane[0], lane[1]), lane[2]), lane[3])) | 1;
}

static void
value(void *self, const struct ra_state *s, struct ra_value *out)
{
    struct ra_net *n = self;
    uint64_t hash = hash_of(s);
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
