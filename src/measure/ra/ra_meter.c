/* SPDX-License-Identifier: MIT
 * ra_meter.c -- what Ra brings to the laboratory. */
#include <stdlib.h>

#include "game_meter.h"
#include "ra_meter_ending.h"
#include "ra_net.h"
#include "ra_rollout.h"
#include "ra_survey.h"
#include "rng.h"

enum { TILES_LEFT = 12, RUNS_AT_LEAST = 64 };

/* ---- decisions ---- */

static bool
has_god(const struct ra_state *s)
{
    return ra_held(s->tiles[s->turn], RA_GOD) > 0 && ra_lot_size(s) > 0;
}

/* The last with a sun, and only one, in the last epoch: from there all can be known. */
static bool
is_ending(const struct ra_state *s)
{
    int suns = 0;

    for (int i = 0; i < s->seats; i++)
        suns += __builtin_popcount(s->ready[i]);
    return s->epoch == RA_EPOCHS && suns == 1;
}

static const char *
kind_of(const void *state)
{
    const struct ra_state *s = state;

    if (s->phase == RA_DISCARD)
        return "discard";
    if (is_ending(s))
        return "ending";
    if (s->phase == RA_AUCTION)
        return s->high_sun ? "bid" : "first_bid";
    return s->phase == RA_GODS || has_god(s) ? "god" : "turn";
}

/* The epoch. */
static int
part_of(const void *state)
{
    const struct ra_state *s = state;

    return s->epoch;
}

/* On an empty track there is nothing to choose. */
static bool
is_fair(const void *state)
{
    const struct ra_state *s = state;

    return ra_lot_size(s) > 0 || s->phase == RA_DISCARD;
}

/* ---- rollouts ---- */

/* Among players like `hard`. This is many times as fast as by the bot. What is clearly worse than the
 * best is given up on the way. The tiles are others than those `master` thinks with. */
static int
roll(const void *state, int seat, const struct meter_rolls *rolls, double *win)
{
    const struct ra_state *s = state;
    const struct ra_rollout_plan plan = {.turns = rolls->turns ? (int)rolls->turns
                                                               : RA_ROLLOUT_TO_THE_END,
                                         .runs = (int)rolls->runs,
                                         .batch = RUNS_AT_LEAST,
                                         .errors = 4,
                                         .window = INT32_MAX,
                                         .seed = rolls->seed};
    struct ra_net net;
    struct ra_deep *d =
        ra_deep_create(ra_net_judge(&net, ra_net_weights(s->seats)), NULL, UINT64_MAX);
    struct ra_option options[RA_MAX_ACTIONS];
    int count = -1;

    if (!d)
        return count;
    count = ra_search(&d->judge, s, options);
    ra_rollout(d, s, &plan, options, count);
    for (int i = 0; i < count; i++)
        win[i] = (double)options[i].value.win[seat] / RA_SURE;
    free(d);
    return count;
}

/* ---- endings ---- */

/* Leaves TILES_LEFT tiles in the bag, as if the others had gone with lots that nobody wanted: then
 * all can be gone through. There are Ra tiles enough for the game to end. */
static void
cut_bag(struct ra_state *s, uint64_t *rng)
{
    int need = ra_track_length(s->seats) - s->ra_tiles;
    uint32_t size = 0;

    for (int kind = 0; kind < RA_KINDS; kind++)
        size += s->bag[kind];
    while (size > TILES_LEFT && size > (uint32_t)need) {
        int kind = 0, tile = (int)rng_below(rng, size);

        while (tile >= s->bag[kind])
            tile -= s->bag[kind++];
        if (kind == RA_RA && s->bag[kind] <= need)
            continue;
        s->bag[kind]--;
        size--;
    }
}

static void *
endings_create(void)
{
    return ra_meter_endings_create();
}

static void
endings_destroy(void *solver)
{
    ra_meter_endings_destroy(solver);
}

static bool
solve(void *solver, void *state, uint64_t *rng, double *win, double *points)
{
    ra_meter_endings_forget(solver);
    cut_bag(state, rng);
    return ra_meter_ending_solve(solver, state, win, points);
}

const struct game_meter ra_meter = {
    .kind = kind_of,
    .part = part_of,
    .is_fair = is_fair,
    .rolls_for = "hard",
    .roll = roll,
    .endings_create = endings_create,
    .endings_destroy = endings_destroy,
    .solve = solve,
    .survey = ra_survey,
};
