/* SPDX-License-Identifier: MIT
 * self_play.c -- see self_play.h. */
#include "self_play.h"

#include "ai.h"
#include "bits.h"
#include "ra_step.h"
#include "rng.h"

/* How much of what is to be said comes from the next position, and how often anything is tried. */
static const float LAMBDA = 0.85F;
enum { TRIED_IN = 33 };

struct play {
    struct ra_judge judge;
    struct ra_state now;
    uint64_t *rng;
    struct lesson *lessons;
    bool tried[LESSONS_OF_GAME];
    int count;
};

static bool
try_anything(struct play *p)
{
    return rng_below(p->rng, TRIED_IN) == 0;
}

static void
note(struct play *p, const struct ra_value *value)
{
    struct lesson *lesson = &p->lessons[p->count];

    lesson->at = p->now;
    for (int i = 0; i < RA_SEATS; i++) {
        lesson->win[i] = (float)value->win[i] / RA_SURE;
        lesson->score[i] = (float)value->score[i] / RA_POINT;
    }
    p->tried[p->count++] = false;
}

static void
turn(struct play *p)
{
    struct ra_option options[RA_MAX_ACTIONS];
    int count = ra_search(&p->judge, &p->now, options), best = ra_search_best(options, count);

    if (p->now.phase == RA_TURN && p->count < LESSONS_OF_GAME) {
        note(p, &options[best].value);
        if (try_anything(p)) {
            int other = (int)rng_below(p->rng, (uint32_t)count);

            p->tried[p->count - 1] = other != best;
            best = other;
        }
    }
    ra_step_apply(&p->now, options[best].action);
}

/* Any end that an auction may have. */
static int
any_end(struct play *p)
{
    uint32_t ends = !(p->now.cause == RA_BY_INVOKING && ra_lot_size(&p->now) < RA_TRACK);
    uint32_t which, count = 0;

    for (int i = 0; i < p->now.seats; i++)
        ends |= p->now.ready[i];
    for (uint32_t rest = ends; rest; rest &= rest - 1)
        count++;
    for (which = rng_below(p->rng, count); which; which--)
        ends &= ends - 1;
    return bits_lowest(ends);
}

static void
auction(struct play *p)
{
    int sun = ra_search_auction(&p->judge, &p->now);

    if (try_anything(p)) {
        int other = any_end(p);

        if (p->count > 0)
            p->tried[p->count - 1] |= other != sun;
        sun = other;
    }
    ra_search_settle(&p->now, sun);
}

static void
draw_conclusions(struct play *p)
{
    struct lesson next = {.at = p->now};

    next.win[ra_winner(&p->now)] = 1;
    for (int i = 0; i < p->now.seats; i++)
        next.score[i] = p->now.score[i];
    for (int t = p->count - 1; t >= 0; t--) {
        struct lesson *lesson = &p->lessons[t];

        for (int i = 0; !p->tried[t] && i < p->now.seats; i++) {
            lesson->win[i] += LAMBDA * (next.win[i] - lesson->win[i]);
            lesson->score[i] += LAMBDA * (next.score[i] - lesson->score[i]);
        }
        next = *lesson;
    }
}

static bool
start(struct ra_state *s, int seats)
{
    struct ra_options options;

    ra_game.defaults(&options);
    return ra_setup(s, seats, &options) == GAME_OK;
}

int
self_play(const struct float_net *net, int seats, uint64_t *rng, struct lesson *out)
{
    struct float_sums sums;
    struct play p = {.judge = float_net_judge(&sums, net), .rng = rng, .lessons = out};

    if (!start(&p.now, seats))
        return 0;
    while (p.now.phase != RA_OVER) {
        if (p.now.phase == RA_DEAL || p.now.phase == RA_DRAW)
            ra_step_nature(&p.now, rng);
        else if (p.now.phase == RA_AUCTION)
            auction(&p);
        else
            turn(&p);
    }
    draw_conclusions(&p);
    return p.count;
}

/* ---- measuring ---- */

static int
seat_to_move(const struct ra_state *s)
{
    return bits_lowest(ra_to_move(s));
}

static int
game_against_rule(const int16_t *weights, int seats, int seat, uint64_t rng)
{
    const struct ai_bot *rule = ai_find("rule", &ra_game);
    struct ra_net net;
    struct ra_judge judge = ra_net_judge(&net, weights);
    struct ra_option options[RA_MAX_ACTIONS];
    struct ra_state s;

    if (!start(&s, seats))
        return 0;
    while (s.phase != RA_OVER) {
        int mover = seat_to_move(&s), action;

        if (mover == GAME_NATURE) {
            ra_step_nature(&s, &rng);
            continue;
        }
        if (mover == seat) {
            int count = ra_search(&judge, &s, options);

            action = options[ra_search_best(options, count)].action;
        } else {
            action = ra_step_number(rule->choose(&ra_game, &s, mover, &rng, NULL));
        }
        ra_step_apply(&s, action);
    }
    return ra_winner(&s) == seat;
}

double
self_play_measure(const int16_t *weights, int seats, int deals, uint64_t seed)
{
    int wins = 0;

    for (int deal = 0; deal < deals; deal++) {
        for (int seat = 0; seat < seats; seat++)
            wins +=
                game_against_rule(weights, seats, seat, rng_stream(seed, 2, (uint64_t)deal));
    }
    return (double)wins / (deals * seats);
}
