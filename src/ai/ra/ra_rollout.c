/* SPDX-License-Identifier: MIT
 * ra_rollout.c -- see ra_rollout.h. */
#ifndef KHEPRI_NO_NETS

#include "ra_rollout.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "ra_draw.h"
#include "ra_step.h"
#include "rng.h"

enum {
    EARLY = 3,
    CACHE = 256 /* turns whose choices are cached, since other rollouts visit them again */
};

/* A few rollouts do not show all that may happen: add this number of imagined rollouts that
 * differ by SPREAD. */
enum { UNSEEN = 8, SPREAD = RA_SURE / 20 };

/* The choice of a turn: an action, its value, and the value of each tile if it is a draw. */
struct chosen {
    uint64_t hash; /* 0: empty */
    int action, end;
    struct ra_value value, tile[RA_KINDS];
    int tile_end[RA_KINDS];
};

struct candidate {
    int option, runs; /* the best of the options that lead to this state */
    int better; /* if dropped: the candidate that was clearly better; else -1 */
    struct ra_state after; /* in the phase RA_TURN, RA_DRAW or RA_OVER */
    int64_t sums[2 * RA_SEATS], behind[2 * RA_SEATS];
};

struct rolling {
    struct ra_deep *d;
    struct ra_judge judge; /* chooses for all seats by a search of one turn */
    const struct ra_state *s;
    const struct ra_rollout_plan *plan;
    int seat, count, left, runs;
    int of[RA_MAX_ACTIONS]; /* the candidate that an option leads to, or -1 ... */
    int end[RA_MAX_ACTIONS]; /* ... and the end of its auction on the way */
    struct candidate list[RA_MAX_ACTIONS];
    struct chosen draw; /* the tiles after the action that draws */
    int64_t less[RA_MAX_ACTIONS][RA_MAX_ACTIONS], squares[RA_MAX_ACTIONS][RA_MAX_ACTIONS];
    struct chosen known[CACHE], late;
};

/* One rollout: the tiles in their order, and the luck so far. */
struct run {
    const uint8_t *tiles;
    int drawn;
    int64_t luck[2 * RA_SEATS];
};

/* ---- a turn ---- */

static void
keep_draw(const struct ra_draw *draw, struct chosen *c)
{
    c->value = draw->mean;
    for (int i = 0; i < draw->count; i++) {
        c->tile[draw->child[i].kind] = draw->child[i].value;
        c->tile_end[draw->child[i].kind] = draw->child[i].end;
    }
}

static void
choose(const struct ra_judge *judge, const struct ra_state *s, struct chosen *c)
{
    const uint64_t draws = UINT64_C(1) << RA_STEP_DRAW, legal = ra_step_legal(s);
    struct ra_option options[RA_MAX_ACTIONS];
    int count = ra_search_some(judge, s, legal & ~draws, options), best;
    int32_t most = INT32_MIN;

    if (count) {
        best = ra_search_best(options, count);
        most = options[best].use;
        c->action = options[best].action;
        c->end = options[best].end;
        c->value = options[best].value;
    }
    if (legal & draws) {
        struct ra_state after = *s;
        struct ra_draw draw;

        ra_step_apply(&after, RA_STEP_DRAW);
        ra_draw_look(judge, &after, &draw);
        if (ra_use(&draw.mean, s->seats, s->turn) >= most) {
            c->action = RA_STEP_DRAW;
            keep_draw(&draw, c);
        }
    }
}

static void
take_tile(struct rolling *r, struct run *run, const struct chosen *c, struct ra_state *s)
{
    int kind = run->tiles[run->drawn++];

    for (int i = 0; i < RA_SEATS; i++) {
        run->luck[i] += c->tile[kind].win[i] - c->value.win[i];
        run->luck[RA_SEATS + i] += c->tile[kind].score[i] - c->value.score[i];
    }
    ra_step_chance(s, ra_tile(kind));
    ra_draw_go_on(&r->judge, s, c->tile_end[kind]);
}

/* The choice of a turn; early turns are often cached. */
static const struct chosen *
choice(struct rolling *r, const struct ra_state *s, int turn)
{
    uint64_t hash = turn < EARLY ? ra_deep_hash(s) | 1 : 0;
    struct chosen *c = hash ? &r->known[hash >> 32 & (CACHE - 1)] : &r->late;

    r->judge.begin(r->judge.self, s);
    if (!hash || c->hash != hash) {
        c->hash = 0;
        choose(&r->judge, s, c);
        c->hash = r->d->over ? 0 : hash;
    }
    return c;
}

/* Plays on from the state after a candidate; returns its luck-adjusted value. */
static void
play(struct rolling *r, const struct candidate *candidate, const uint8_t *tiles, int64_t *sums)
{
    struct run run = {.tiles = tiles};
    struct ra_state s = candidate->after;
    struct ra_value value = {{0}, {0}};

    if (s.phase == RA_DRAW) {
        r->judge.begin(r->judge.self, r->s);
        take_tile(r, &run, &r->draw, &s);
    }
    for (int turn = 0; s.phase == RA_TURN && turn < r->plan->turns && !r->d->over; turn++) {
        const struct chosen *c = choice(r, &s, turn);

        value = c->value;
        if (turn == r->plan->turns - 1)
            break;
        ra_step_apply(&s, c->action);
        if (s.phase == RA_DRAW)
            take_tile(r, &run, c, &s);
        else
            ra_draw_go_on(&r->judge, &s, c->end);
    }
    if (s.phase == RA_OVER)
        ra_search_after(&r->judge, &s, &value);
    for (int i = 0; i < RA_SEATS; i++) {
        sums[i] = value.win[i] - run.luck[i];
        sums[RA_SEATS + i] = value.score[i] - run.luck[RA_SEATS + i];
    }
}

/* ---- runs ---- */

static void
shuffle(const struct ra_state *s, uint64_t *rng, uint8_t *tiles)
{
    uint32_t count = 0;

    for (int kind = 0; kind < RA_KINDS; kind++) {
        for (int i = 0; i < s->bag[kind]; i++)
            tiles[count++] = (uint8_t)kind;
    }
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = rng_below(rng, i);
        uint8_t keep = tiles[i - 1];

        tiles[i - 1] = tiles[j];
        tiles[j] = keep;
    }
}

/* One rollout for each candidate; false, and nothing counted, if a limit is reached. */
static bool
run_all(struct rolling *r, const uint8_t *tiles)
{
    int64_t sums[RA_MAX_ACTIONS][2 * RA_SEATS];
    int32_t use[RA_MAX_ACTIONS] = {0};

    for (int i = 0; i < r->count; i++) {
        struct ra_value value;

        if (r->list[i].better >= 0)
            continue;
        play(r, &r->list[i], tiles, sums[i]);
        if (r->d->over)
            return false;
        for (int j = 0; j < RA_SEATS; j++) {
            value.win[j] = (int32_t)sums[i][j];
            value.score[j] = (int32_t)sums[i][RA_SEATS + j];
        }
        use[i] = ra_use(&value, r->s->seats, r->seat);
    }
    for (int i = 0; i < r->count; i++) {
        if (r->list[i].better >= 0)
            continue;
        r->list[i].runs++;
        for (int j = 0; j < 2 * RA_SEATS; j++)
            r->list[i].sums[j] += sums[i][j];
        for (int j = 0; j < r->count; j++) {
            int64_t less = (int64_t)use[j] - use[i];

            r->less[i][j] += less;
            r->squares[i][j] += less * less;
        }
    }
    r->runs++;
    return true;
}

/* The value of a candidate, from its rollouts and the earlier estimate. */
static void
value_of(const struct rolling *r, const struct ra_option *options, int which,
         struct ra_value *out)
{
    const struct candidate *c = &r->list[which];
    int64_t sums[2 * RA_SEATS];

    memcpy(sums, c->sums, sizeof sums);
    ra_draw_add(sums, &options[c->option].value, r->plan->prior);
    ra_draw_mean(sums, r->plan->prior + c->runs, out);
}

static int
best_of(const struct rolling *r, const struct ra_option *options)
{
    int best = -1;
    int32_t most = 0;

    for (int i = 0; i < r->count; i++) {
        struct ra_value value;
        int32_t use;

        if (r->list[i].better >= 0)
            continue;
        value_of(r, options, i, &value);
        use = ra_use(&value, r->s->seats, r->seat);
        if (best < 0 || use > most) {
            best = i;
            most = use;
        }
    }
    return best;
}

/* Is the difference statistically significant? */
static bool
is_clearly_less(const struct rolling *r, int which, int best)
{
    int64_t mean = r->less[which][best] / r->runs, square = r->squares[which][best] / r->runs;
    int64_t sure = (int64_t)r->plan->errors * r->plan->errors;

    square += (int64_t)SPREAD * SPREAD * UNSEEN / (UNSEEN + r->runs);
    return mean > 0 && mean * mean * (r->runs + sure) > sure * square;
}

static void
drop(struct rolling *r, const struct ra_option *options)
{
    int best = best_of(r, options);

    for (int i = 0; i < r->count; i++) {
        struct candidate *c = &r->list[i];

        if (i == best || c->better >= 0 || !is_clearly_less(r, i, best))
            continue;
        c->better = best;
        for (int j = 0; j < 2 * RA_SEATS; j++)
            c->behind[j] = (c->sums[j] - r->list[best].sums[j]) / r->runs;
        r->left--;
    }
}

/* ---- before and after ---- */

/* Goes on from an option to the next turn, draw or end of the game; returns the end of its
 * auction. */
static int
go_on(struct rolling *r, const struct ra_option *option, struct ra_state *s)
{
    int end = option->end;

    *s = *r->s;
    ra_step_apply(s, option->action);
    if (s->phase == RA_AUCTION)
        end = ra_search_bidding(&r->judge, s);
    if (s->phase != RA_DRAW)
        ra_draw_go_on(&r->judge, s, end);
    return end;
}

/* The candidate that leads to that state. Options with the same state are one choice, such as
 * bids that others top in any case. */
static int
candidate_at(const struct rolling *r, const struct ra_state *after)
{
    for (int i = 0; i < r->count; i++) {
        if (memcmp(&r->list[i].after, after, sizeof *after) == 0)
            return i;
    }
    return -1;
}

static void
add(struct rolling *r, const struct ra_option *options, int which)
{
    struct ra_state after;
    int at;

    r->end[which] = go_on(r, &options[which], &after);
    at = candidate_at(r, &after);
    if (at < 0) {
        at = r->count++;
        r->list[at] = (struct candidate){.option = which, .better = -1, .after = after};
    } else if (options[which].use > options[r->list[at].option].use) {
        r->list[at].option = which;
    }
    r->of[which] = at;
    if (after.phase == RA_DRAW) {
        struct ra_draw draw;

        ra_draw_look(&r->judge, &after, &draw);
        keep_draw(&draw, &r->draw);
    }
}

static void
prepare(struct rolling *r, const struct ra_option *options, int count)
{
    int64_t least = (int64_t)options[ra_search_best(options, count)].use - r->plan->window;

    r->judge.begin(r->judge.self, r->s);
    for (int i = 0; i < count; i++) {
        r->of[i] = -1;
        if (options[i].use >= least)
            add(r, options, i);
    }
    r->left = r->count;
}

static void
move_value(struct ra_value *value, const int64_t *by)
{
    int64_t sums[2 * RA_SEATS];

    for (int i = 0; i < RA_SEATS; i++) {
        sums[i] = value->win[i] + by[i];
        sums[RA_SEATS + i] = value->score[i] + by[RA_SEATS + i];
    }
    ra_draw_mean(sums, 1, value);
}

/* The result of a candidate; if dropped, its distance to the better one. */
static void
found_of(const struct rolling *r, const struct ra_option *options, int which,
         struct ra_value *out)
{
    const struct candidate *c = &r->list[which];

    value_of(r, options, c->better < 0 ? which : c->better, out);
    if (c->better >= 0)
        move_value(out, c->behind);
}

/* Options with the same state get the same value; the rest are shifted by the change of the
 * best one. */
static void
put(struct rolling *r, struct ra_option *options, int count)
{
    struct ra_value found[RA_MAX_ACTIONS];
    int best = best_of(r, options), first = 0;
    int64_t by[2 * RA_SEATS];
    int32_t most;

    for (int i = 0; i < r->count; i++) {
        found_of(r, options, i, &found[i]);
        if (options[r->list[i].option].use > options[r->list[first].option].use)
            first = i;
    }
    for (int i = 0; i < RA_SEATS; i++) {
        const struct ra_value *before = &options[r->list[first].option].value;

        by[i] = found[first].win[i] - before->win[i];
        by[RA_SEATS + i] = found[first].score[i] - before->score[i];
    }
    best = r->list[best].option;
    most = ra_use(&found[r->of[best]], r->s->seats, r->seat);
    for (int i = 0; i < count; i++) {
        if (r->of[i] < 0) {
            move_value(&options[i].value, by);
        } else {
            options[i].value = found[r->of[i]];
            options[i].end = r->end[i];
        }
        options[i].use = ra_use(&options[i].value, r->s->seats, r->seat);
        if (i != best && options[i].use >= most)
            options[i].use = most - 1;
    }
}

int
ra_rollout(struct ra_deep *d, const struct ra_state *s, const struct ra_rollout_plan *plan,
           struct ra_option *options, int count)
{
    struct rolling *r = calloc(1, sizeof *r);
    uint64_t rng = rng_stream(ra_deep_hash(s), plan->seed, 0);
    uint8_t tiles[RA_TILES];
    int runs;

    if (!r)
        return 0;
    r->d = d;
    r->judge = d->judge;
    r->judge.sure = d->net_judge.sure;
    r->s = s;
    r->plan = plan;
    r->seat = ra_search_seat(s);
    prepare(r, options, count);
    while (r->left > 1 && r->runs < plan->runs && !d->over) {
        shuffle(s, &rng, tiles);
        if (!run_all(r, tiles))
            break;
        if (r->runs % r->plan->batch == 0)
            drop(r, options);
    }
    runs = r->runs;
    if (runs)
        put(r, options, count);
    free(r);
    return runs;
}

#endif
