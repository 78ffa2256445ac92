/* SPDX-License-Identifier: MIT
 * ra_meter_ending.c -- see ra_meter_ending.h. The order of tiles on the track does not matter: positions that differ in
 * nothing else are one; turns are remembered. */
#include "ra_meter_ending.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "ra_step.h"
#include "rng.h"

enum { ROOM = 1 << 18, MOST = 100000 };

struct worth {
    double win, points;
};

struct node {
    uint64_t key; /* 0: none */
    struct worth worth;
};

struct ra_meter_endings {
    int seat;
    uint32_t count;
    struct node nodes[ROOM];
};

struct ra_meter_endings *
ra_meter_endings_create(void)
{
    return calloc(1, sizeof(struct ra_meter_endings));
}

void
ra_meter_endings_destroy(struct ra_meter_endings *e)
{
    free(e);
}

void
ra_meter_endings_forget(struct ra_meter_endings *e)
{
    memset(e, 0, sizeof *e);
}

static void
sort_track(struct ra_state *s)
{
    for (int i = 1; i < RA_TRACK; i++) {
        uint8_t tile = s->track[i];
        int at = i;

        for (; at > 0 && s->track[at - 1] > tile; at--)
            s->track[at] = s->track[at - 1];
        s->track[at] = tile;
    }
}

static uint64_t
key_of(const struct ra_state *s)
{
    uint64_t words[sizeof *s / 8], key = 1;

    memcpy(words, s, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        key = rng_mix(key + words[i] + UINT64_C(0x9e3779b97f4a7c15));
    return key | 1;
}

/* Where the position is or belongs. */
static struct node *
find(struct ra_meter_endings *e, uint64_t key)
{
    uint64_t at = key >> 24 & (ROOM - 1);

    while (e->nodes[at].key && e->nodes[at].key != key)
        at = (at + 1) & (ROOM - 1);
    return &e->nodes[at];
}

static bool solve(struct ra_meter_endings *e, const struct ra_state *s, struct worth *out);

/* Those actions numbered `from` or more. Tiles are discarded in the order of their kinds: what is lost in the end
 * is the same. */
static bool
solve_actions(struct ra_meter_endings *e, const struct ra_state *s, int from, struct worth *out)
{
    *out = (struct worth){-1, -1e9};
    for (uint64_t legal = ra_step_legal(s) >> from << from; legal; legal &= legal - 1) {
        int action = bits_lowest64(legal);
        struct ra_state after = *s;
        struct worth worth;

        ra_step_apply(&after, action);
        if (!(s->phase == RA_DISCARD && after.phase == RA_DISCARD
                  ? solve_actions(e, &after, action, &worth)
                  : solve(e, &after, &worth)))
            return false;
        out->win = worth.win > out->win ? worth.win : out->win;
        out->points = worth.points > out->points ? worth.points : out->points;
    }
    return true;
}

static bool
solve_chance(struct ra_meter_endings *e, const struct ra_state *s, struct worth *out)
{
    double tiles = 0;

    *out = (struct worth){0, 0};
    for (int kind = 0; kind < RA_KINDS; kind++) {
        struct ra_state after = *s;
        struct worth worth;

        if (!s->bag[kind])
            continue;
        ra_step_chance(&after, ra_tile(kind));
        if (!solve(e, &after, &worth))
            return false;
        out->win += s->bag[kind] * worth.win;
        out->points += s->bag[kind] * worth.points;
        tiles += s->bag[kind];
    }
    out->win /= tiles;
    out->points /= tiles;
    return true;
}

static bool
solve(struct ra_meter_endings *e, const struct ra_state *s, struct worth *out)
{
    struct ra_state sorted;
    struct node *node;
    uint64_t key;

    if (s->phase == RA_OVER) {
        *out = (struct worth){ra_winner(s) == e->seat, s->score[e->seat]};
        return true;
    }
    if (s->phase == RA_DRAW)
        return solve_chance(e, s, out);
    if (s->phase != RA_TURN)
        return solve_actions(e, s, 0, out);
    sorted = *s;
    sort_track(&sorted);
    key = key_of(&sorted);
    node = find(e, key);
    if (node->key) {
        *out = node->worth;
        return true;
    }
    if (e->count >= MOST || !solve_actions(e, &sorted, 0, out))
        return false;
    node = find(e, key); /* others have come in between */
    *node = (struct node){key, *out};
    e->count++;
    return true;
}

bool
ra_meter_ending_solve(struct ra_meter_endings *e, const struct ra_state *s, double *win,
                      double *points)
{
    int i = 0;

    for (e->seat = 0; e->seat < s->seats && !s->ready[e->seat];)
        e->seat++;
    for (uint64_t legal = ra_step_legal(s); legal; legal &= legal - 1, i++) {
        struct ra_state after = *s;
        struct worth worth;

        ra_step_apply(&after, bits_lowest64(legal));
        if (!solve(e, &after, &worth))
            return false;
        win[i] = worth.win;
        points[i] = worth.points;
    }
    return true;
}
