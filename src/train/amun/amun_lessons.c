/* SPDX-License-Identifier: MIT
 * amun_lessons.c -- see amun_lessons.h. */
#include "amun_lessons.h"

#include <string.h>

#include "ai.h"
#include "amun_net.h"
#include "amun_offers.h"
#include "amun_step.h"
#include "bits.h"
#include "rng.h"

/* The rate of exploration. */
enum { TRIED_IN = 25 };
/* The largest number of examples of a game: in each round at most 37 bids and 5 of everything
 * else. */
enum { LESSONS_OF_GAME = 360 };

/* ---- a game ---- */

/* A moment of a game: the value of the search, and whether it is a training example. */
struct moment {
    bool quiet; /* the net is asked about such positions, so it learns from it */
    bool tried; /* a random action: the value of what follows is not passed back */
    bool luck; /* only luck lies before the next moment */
};

struct play {
    struct amun_judge judge;
    struct amun_state now;
    uint64_t *rng;
    struct lesson *lessons;
    struct moment moments[LESSONS_OF_GAME];
    int count;
};

static bool
try_anything(struct play *p)
{
    return rng_below(p->rng, TRIED_IN) == 0;
}

/* `value`: NULL if there is only luck. */
static void
note(struct play *p, const struct amun_value *value, bool tried)
{
    struct lesson *lesson = &p->lessons[p->count];

    if (p->count == LESSONS_OF_GAME)
        return;
    p->moments[p->count] =
        (struct moment){.quiet = amun_quiet(&p->now), .tried = tried, .luck = !value};
    if (p->moments[p->count++].quiet)
        amun_features(&p->now, &lesson->at);
    lesson->seats = p->now.seats;
    for (int i = 0; i < AMUN_SEATS; i++) {
        lesson->win[i] = value ? (float)value->win[i] / AMUN_SURE : 0;
        lesson->score[i] = value ? (float)value->score[i] / AMUN_POINT : 0;
    }
}

static void
turn(struct play *p)
{
    struct amun_option options[AMUN_MOST_PLANS];
    int seat = p->now.turn;
    int count = amun_search(&p->judge, &p->now, seat, &amun_quick, p->rng, options);
    int best = amun_search_best(options, count, p->rng), plan = best;

    if (try_anything(p))
        plan = (int)rng_below(p->rng, (uint32_t)count);
    note(p, &options[best].value, plan != best);
    amun_follow(&p->now, seat, &options[plan].plan, p->rng);
}

static void
sacrifice(struct play *p)
{
    struct amun_offers offers;
    const struct amun_plan *chosen[AMUN_SEATS];
    int seats = p->now.seats;
    bool tried = false;

    p->judge.begin(p->judge.self, &p->now);
    amun_solve_offers(&p->judge, amun_value_of, &p->now, &amun_quick, p->rng, &offers);
    for (int i = 0; i < seats; i++) {
        chosen[i] = amun_draw_offer(&offers, i, p->rng);
        if (try_anything(p)) {
            chosen[i] = &offers.plan[i][rng_below(p->rng, (uint32_t)offers.count[i])];
            tried = true;
        }
    }
    note(p, &offers.mean, tried);
    for (int i = 0; i < seats; i++)
        amun_follow(&p->now, i, chosen[i], p->rng);
}

static void
draw_conclusions(struct play *p, float lambda)
{
    struct lesson next = {0};
    struct amun_value end;

    amun_value_of_end(&p->now, &end);
    for (int i = 0; i < p->now.seats; i++) {
        next.win[i] = (float)end.win[i] / AMUN_SURE;
        next.score[i] = (float)end.score[i] / AMUN_POINT;
    }
    for (int t = p->count - 1; t >= 0; t--) {
        struct lesson *lesson = &p->lessons[t];
        float by = p->moments[t].luck ? 1 : lambda;

        for (int i = 0; !p->moments[t].tried && i < p->now.seats; i++) {
            lesson->win[i] += by * (next.win[i] - lesson->win[i]);
            lesson->score[i] += by * (next.score[i] - lesson->score[i]);
        }
        memcpy(next.win, lesson->win, sizeof next.win);
        memcpy(next.score, lesson->score, sizeof next.score);
    }
}

/* Keeps the examples of quiet positions; returns their number. */
static int
keep_quiet(struct play *p)
{
    int kept = 0;

    for (int t = 0; t < p->count; t++) {
        if (p->moments[t].quiet)
            p->lessons[kept++] = p->lessons[t];
    }
    return kept;
}

static bool
start(struct amun_state *s, int seats)
{
    struct amun_options options;

    amun_game.defaults(&options);
    return amun_setup(s, seats, &options) == GAME_OK;
}

static bool
is_natures(const struct amun_state *s)
{
    return amun_to_move(s) == 1u << GAME_NATURE;
}

static int
play(const int16_t *weights, int seats, float lambda, uint64_t *rng, struct lesson *out)
{
    struct amun_net net;
    struct play p = {.judge = amun_net_judge(&net, weights), .rng = rng, .lessons = out};

    if (!start(&p.now, seats))
        return 0;
    while (p.now.phase != AMUN_OVER) {
        if (p.now.phase == AMUN_DRAWING && p.now.offered_count == 0)
            note(&p, NULL, false);
        if (is_natures(&p.now))
            amun_step_nature(&p.now, rng);
        else if (p.now.phase == AMUN_OFFER)
            sacrifice(&p);
        else
            turn(&p);
    }
    draw_conclusions(&p, lambda);
    return keep_quiet(&p);
}

/* ---- measuring ---- */

static bool
wins_from(const int16_t *weights, int seats, int seat, uint64_t rng)
{
    const struct ai_bot *rule = ai_find("rule", &amun_game);
    struct amun_net net;
    struct amun_judge judge = amun_net_judge(&net, weights);
    struct amun_option options[AMUN_MOST_PLANS];
    struct amun_state s, seen;

    if (!start(&s, seats))
        return false;
    while (s.phase != AMUN_OVER) {
        int mover = bits_lowest(amun_to_move(&s)), count;

        if (mover == GAME_NATURE) {
            amun_step_nature(&s, &rng);
            continue;
        }
        amun_observe(&s, mover, &seen);
        if (mover != seat) {
            amun_step(&s, mover, rule->choose(&amun_game, &seen, mover, &rng, NULL, NULL));
            continue;
        }
        count = amun_search_view(&judge, &seen, seat, &amun_quick, 1, &rng, options);
        amun_follow(&s, seat, &options[amun_search_best(options, count, &rng)].plan, &rng);
    }
    return amun_winners(&s) >> seat & 1;
}

static int
measure(const int16_t *weights, int seats, uint64_t deal)
{
    int wins = 0;

    for (int seat = 0; seat < seats; seat++)
        wins += wins_from(weights, seats, seat, deal);
    return wins;
}

const struct train_game amun_lessons = {
    .game = &amun_game,
    .most_lessons = LESSONS_OF_GAME,
    .rate = 0.0015,
    .lambda = 0.88,
    .play = play,
    .measure = measure,
};
