/* SPDX-License-Identifier: MIT
 * ra_deep.c -- see ra_deep.h. */
#ifndef KHEPRI_NO_NETS

#include "ra_deep.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "ra_draw.h"
#include "ra_hash.h"
#include "ra_step.h"
#include "rng.h"

enum {
    STRATA = 4, /* representative tiles */
    ASK_EVERY = 64 /* positions between two polls of stop() */
};

/* ---- what is counted and what is known ---- */

static void
count_one(struct ra_deep *d)
{
    d->positions++;
    if (d->over)
        return;
    d->over = d->positions >= d->most || (d->positions % ASK_EVERY == 0 && d->limits->stop &&
                                          d->limits->stop(d->limits->self));
}

static void
begin(void *self, const struct ra_state *s)
{
    struct ra_deep *d = self;

    d->net_judge.begin(d->net_judge.self, s);
}

static void
value(void *self, const struct ra_state *s, struct ra_value *out)
{
    struct ra_deep *d = self;

    count_one(d);
    d->net_judge.value(d->net_judge.self, s, out);
}

/* The order in which tiles came onto the track does not matter. */
uint64_t
ra_deep_hash(const struct ra_state *s)
{
    struct ra_state sorted = *s;
    uint64_t words[RA_HASH_WORDS], hash = 0;

    for (int i = 1; i < RA_TRACK; i++) {
        uint8_t tile = sorted.track[i];
        int j = i;

        for (; j > 0 && sorted.track[j - 1] > tile; j--)
            sorted.track[j] = sorted.track[j - 1];
        sorted.track[j] = tile;
    }
    ra_hash_words(&sorted, words);
    for (int i = 0; i < RA_HASH_WORDS; i++)
        hash = (hash ^ words[i] ^ hash >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    return rng_mix(hash);
}

/* ---- the second turn ---- */

static void
value_of_turn(struct ra_deep *d, const struct ra_state *s, struct ra_value *out)
{
    uint64_t hash = ra_deep_hash(s);
    uint16_t *place = &d->place[hash % RA_DEEP_CACHE];
    struct ra_option options[RA_MAX_ACTIONS];
    int count;

    if (d->over) {
        memset(out, 0, sizeof *out);
        return;
    }
    if (*place && d->known[*place - 1].hash == hash) {
        *out = d->known[*place - 1].value;
        return;
    }
    d->judge.begin(d->judge.self, s);
    count = ra_search_some(&d->judge, s, ra_step_legal(s), options);
    *out = options[ra_search_best(options, count)].value;
    if (!*place)
        *place = (uint16_t)++d->count;
    d->known[*place - 1] = (struct ra_deep_known){hash, *out};
}

static void
value_of_child(struct ra_deep *d, const struct ra_state *s, int end, struct ra_value *out)
{
    struct ra_state after = *s;

    ra_draw_go_on(&d->judge, &after, end);
    if (after.phase == RA_TURN)
        value_of_turn(d, &after, out);
    else
        ra_search_after(&d->judge, &after, out);
}

/* ---- all choices of the first turn ---- */

static void
begin_nothing(void *self, const struct ra_state *s)
{
    (void)self;
    (void)s;
}

static void
value_ahead(void *self, const struct ra_state *s, struct ra_value *out)
{
    struct ra_deep *d = self;

    value_of_turn(d, s, out);
}

struct ra_deep *
ra_deep_create(struct ra_judge net_judge, const struct ai_limits *limits, uint64_t most)
{
    static const struct ai_limits none;
    struct ra_deep *d = malloc(sizeof *d);

    if (!d)
        return NULL;
    d->limits = limits ? limits : &none;
    d->positions = 0;
    d->most = most;
    d->over = false;
    d->net_judge = net_judge;
    d->judge = (struct ra_judge){d, begin, value, RA_DEEP_SURE, net_judge.once};
    d->count = 0;
    memset(d->place, 0, sizeof d->place);
    return d;
}

int
ra_deep_search(struct ra_deep *d, const struct ra_state *s, struct ra_option *out)
{
    const struct ra_judge ahead = {d, begin_nothing, value_ahead, RA_DEEP_SURE, false};
    int count = ra_search(&ahead, s, out);

    return d->over ? 0 : count;
}

/* ---- its close choices ---- */

static void
sort_children(struct ra_child **list, int count, int seat)
{
    for (int i = 1; i < count; i++) {
        struct ra_child *child = list[i];
        int j = i;

        for (; j > 0 && list[j - 1]->value.win[seat] > child->value.win[seat]; j--)
            list[j] = list[j - 1];
        list[j] = child;
    }
}

/* A Ra tile counts separately. The others are sorted by value, and one is taken from each of
 * STRATA strata. */
static void
value_of_draw(struct ra_deep *d, struct ra_draw *draw, int seat, struct ra_value *out)
{
    struct ra_child *list[RA_KINDS] = {NULL};
    int64_t sums[2 * RA_SEATS] = {0};
    int count = 0, total = 0, before = 0, at = 0;

    ra_draw_add(sums, &draw->mean, (int64_t)STRATA * draw->total);
    for (int i = 0; i < draw->count; i++) {
        struct ra_child *child = &draw->child[i];
        struct ra_value value;

        if (child->kind != RA_RA) {
            list[count++] = child;
            total += child->weight;
            continue;
        }
        value_of_child(d, &child->state, child->end, &value);
        ra_draw_add(sums, &value, (int64_t)STRATA * child->weight);
        ra_draw_add(sums, &child->value, -(int64_t)STRATA * child->weight);
    }
    sort_children(list, count, seat);
    for (int i = 0; count && i < STRATA; i++) {
        struct ra_value value;

        while (at < count - 1 &&
               2 * STRATA * (before + list[at]->weight) <= (2 * i + 1) * total)
            before += list[at++]->weight;
        value_of_child(d, &list[at]->state, list[at]->end,
                       &value); /* known, if it represents two */
        ra_draw_add(sums, &value, total);
        ra_draw_add(sums, &list[at]->value, -total);
    }
    ra_draw_mean(sums, (int64_t)STRATA * draw->total, out);
}

/* By the judge, where this ends as expected. */
static void
value_at_end(struct ra_deep *d, const struct ra_state *s, int end, struct ra_value *out)
{
    const struct ra_judge *judge = &d->judge;
    struct ra_state after = *s;

    ra_draw_go_on(judge, &after, end);
    ra_search_after(judge, &after, out);
}

/* Draws one turn ahead. For the Ra tile the value at the end of its auction is kept beside the mean. A second turn from
 * there is compared with it. */
static void
look_at_draw(struct ra_deep *d, const struct ra_state *s, struct ra_draw *draw,
             struct ra_option *out)
{
    struct ra_state after = *s;

    ra_step_apply(&after, RA_STEP_DRAW);
    ra_draw_look(&d->judge, &after, draw);
    *out = (struct ra_option){
        .action = RA_STEP_DRAW, .end = RA_NO_AUCTION_ENDS, .value = draw->mean};
    out->use = ra_use(&draw->mean, s->seats, s->turn);
    for (int i = 0; i < draw->count; i++) {
        struct ra_child *child = &draw->child[i];

        if (child->end != RA_NO_AUCTION_ENDS)
            value_at_end(d, &child->state, child->end, &child->value);
    }
}

/* What changes at a few places proves nothing: a win that was not certain one turn ahead is not certain now. */
static void
leave_doubt(const struct ra_value *before, int seats, struct ra_value *value)
{
    for (int i = 0; i < seats; i++) {
        if (before->win[i] < RA_CERTAIN && value->win[i] >= RA_CERTAIN)
            value->win[i] = RA_CERTAIN - 1;
    }
}

/* Adds what a second turn changes at the expected end of this action. */
static void
go_further(struct ra_deep *d, const struct ra_state *s, struct ra_option *option)
{
    struct ra_state after = *s;
    struct ra_value near, far;
    int64_t sums[2 * RA_SEATS] = {0};

    ra_step_apply(&after, option->action);
    value_at_end(d, &after, option->end, &near);
    value_of_child(d, &after, option->end, &far);
    ra_draw_add(sums, &option->value, 1);
    ra_draw_add(sums, &far, 1);
    ra_draw_add(sums, &near, -1);
    ra_draw_mean(sums, 1, &option->value);
}

/* One turn ahead. *draw is filled if the seat may draw, which is the first action then. */
static int
look_near(struct ra_deep *d, const struct ra_state *s, struct ra_draw *draw,
          struct ra_option *out)
{
    const struct ra_judge *judge = &d->judge;
    uint64_t legal = ra_step_legal(s), first = 0;

    judge->begin(judge->self, s);
    if (s->phase == RA_TURN && (legal & 1 << RA_STEP_DRAW)) {
        look_at_draw(d, s, draw, out);
        first = UINT64_C(1) << RA_STEP_DRAW;
    }
    return (first != 0) + ra_search_some(judge, s, legal & ~first, out + (first != 0));
}

int
ra_deep_close(struct ra_deep *d, const struct ra_state *s, int32_t close, struct ra_option *out)
{
    struct ra_draw draw;
    int count = look_near(d, s, &draw, out), seat = ra_search_seat(s);
    int32_t least = out[ra_search_best(out, count)].use - close, most = INT32_MIN;

    for (int i = 0; i < count; i++) {
        struct ra_value before = out[i].value;

        if (out[i].use <= least)
            continue;
        if (s->phase == RA_TURN && out[i].action == RA_STEP_DRAW)
            value_of_draw(d, &draw, seat, &out[i].value);
        else
            go_further(d, s, &out[i]);
        leave_doubt(&before, s->seats, &out[i].value);
        out[i].use = ra_use(&out[i].value, s->seats, seat);
        most = out[i].use > most ? out[i].use : most;
    }
    for (int i = 0; i < count; i++) {
        if (out[i].use > most) /* a second turn made all close ones worse than this one */
            out[i].use = most - 1;
    }
    ra_search_prefer_sure(out, count, seat);
    return d->over ? 0 : count;
}

#endif
