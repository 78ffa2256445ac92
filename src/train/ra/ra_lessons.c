/* SPDX-License-Identifier: MIT
 * ra_lessons.c -- see ra_lessons.h. */
#include "ra_lessons.h"

#include <string.h>

#include "ai.h"
#include "bits.h"
#include "ra_draw.h"
#include "ra_further.h"
#include "ra_net.h"
#include "ra_step.h"
#include "rng.h"

/* The rate of exploration. No game has more turns than examples: each turn draws a tile,
 * invokes, or takes tiles with a god. */
enum { TRIED_IN = 33, LESSONS_OF_GAME = 600 };

/* ---- a game ---- */

struct play {
    struct ra_judge judge;
    struct ra_state now;
    uint64_t *rng;
    struct lesson *lessons;
    bool tried[LESSONS_OF_GAME];
    struct ra_value
        luck[LESSONS_OF_GAME]; /* the value of the tile drawn after it, less the mean */
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

    ra_features(&p->now, &lesson->at);
    lesson->seats = p->now.seats;
    for (int i = 0; i < RA_SEATS; i++) {
        lesson->win[i] = (float)value->win[i] / RA_SURE;
        lesson->score[i] = (float)value->score[i] / RA_POINT;
    }
    memset(&p->luck[p->count], 0, sizeof p->luck[p->count]);
    p->tried[p->count++] = false;
}

/* The value of what follows if all go on as they do in self-play. `hard` itself takes a mean over the answers in an
 * auction, since others may think differently; here nobody does. */
static void
value_as_played(const struct ra_judge *judge, const struct ra_state *s, struct ra_value *out)
{
    struct ra_state after = *s;
    int64_t sums[2 * RA_SEATS] = {0}, total = 0;

    ra_draw_go_on(judge, &after, RA_NO_AUCTION_ENDS);
    if (after.phase != RA_DRAW) {
        memset(out, 0, sizeof *out);
        ra_search_after(judge, &after, out);
        return;
    }
    for (int kind = 0; kind < RA_KINDS; kind++) {
        struct ra_state drawn = after;
        struct ra_value value;

        if (!after.bag[kind])
            continue;
        ra_step_chance(&drawn, ra_tile(kind));
        value_as_played(judge, &drawn, &value);
        ra_draw_add(sums, &value, after.bag[kind]);
        total += after.bag[kind];
    }
    ra_draw_mean(sums, total, out);
}

static struct ra_value
value_of_action(const struct play *p, int action)
{
    struct ra_state after = p->now;
    struct ra_value value;

    ra_step_apply(&after, action);
    value_as_played(&p->judge, &after, &value);
    return value;
}

/* mean: the value of the turn that draws. */
static void
draw(struct play *p, const struct ra_value *mean)
{
    struct ra_value *luck = &p->luck[p->count - 1], drawn;

    ra_step_nature(&p->now, p->rng);
    value_as_played(&p->judge, &p->now, &drawn);
    for (int i = 0; i < p->now.seats; i++) {
        luck->win[i] = drawn.win[i] - mean->win[i];
        luck->score[i] = drawn.score[i] - mean->score[i];
    }
}

/* The best action, or now and then any; what a position is worth is learned from the best. */
static void
turn(struct play *p)
{
    struct ra_option options[RA_MAX_ACTIONS];
    int count = ra_near_search_by(&p->judge, &p->now, NULL, options);
    int best = ra_search_best(options, count), action = options[best].action;
    struct ra_value value;

    if (p->now.phase == RA_TURN && p->count < LESSONS_OF_GAME) {
        value = ra_lone_is(&p->now) ? options[best].value : value_of_action(p, action);
        note(p, &value);
        if (try_anything(p)) {
            int other = (int)rng_below(p->rng, (uint32_t)count);

            p->tried[p->count - 1] = other != best;
            action = options[other].action;
        }
    }
    if (action == RA_STEP_DRAW)
        value = value_of_action(p, action);
    ra_step_apply(&p->now, action);
    if (p->now.phase == RA_DRAW)
        draw(p, &value);
}

/* A random end of an auction. */
static int
any_end(struct play *p)
{
    uint32_t ends = !(p->now.cause == RA_BY_INVOKING && ra_lot_size(&p->now) < RA_TRACK);

    for (int i = 0; i < p->now.seats; i++)
        ends |= p->now.ready[i];
    return bits_nth(ends, (int)rng_below(p->rng, (uint32_t)bits_count(ends)));
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

/* The target of a position is computed from that of the next one. The luck of the tile between
 * them is subtracted (a control variate): its expectation is 0, and the rest is learned with
 * less noise. */
static void
draw_conclusions(struct play *p, float lambda)
{
    struct lesson next = {0};

    next.win[ra_winner(&p->now)] = 1;
    for (int i = 0; i < p->now.seats; i++)
        next.score[i] = p->now.score[i];
    for (int t = p->count - 1; t >= 0; t--) {
        struct lesson *lesson = &p->lessons[t];
        const struct ra_value *luck = &p->luck[t];

        for (int i = 0; !p->tried[t] && i < p->now.seats; i++) {
            float win = next.win[i] - (float)luck->win[i] / RA_SURE;
            float score = next.score[i] - (float)luck->score[i] / RA_POINT;

            lesson->win[i] += lambda * (win - lesson->win[i]);
            lesson->score[i] += lambda * (score - lesson->score[i]);
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

static int
play(const int16_t *weights, int seats, float lambda, uint64_t *rng, struct lesson *out)
{
    struct ra_net net;
    struct play p = {.judge = ra_net_judge(&net, weights), .rng = rng, .lessons = out};

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
    draw_conclusions(&p, lambda);
    return p.count;
}

/* ---- measuring ---- */

static int
seat_to_move(const struct ra_state *s)
{
    return bits_lowest(ra_to_move(s));
}

static bool
wins_from(const struct ra_judge *judge, int seats, int seat, uint64_t rng)
{
    const struct ai_bot *rule = ai_find("rule", &ra_game);
    struct ra_option options[RA_MAX_ACTIONS];
    struct ra_state s;

    if (!start(&s, seats))
        return false;
    while (s.phase != RA_OVER) {
        int mover = seat_to_move(&s), action;

        if (mover == GAME_NATURE) {
            ra_step_nature(&s, &rng);
            continue;
        }
        if (mover == seat) {
            int count = ra_search(judge, &s, options);

            action = options[ra_search_best(options, count)].action;
        } else {
            action = ra_step_number(rule->choose(&ra_game, &s, mover, &rng, NULL, NULL));
        }
        ra_step_apply(&s, action);
    }
    return ra_winner(&s) == seat;
}

static int
measure(const int16_t *weights, int seats, uint64_t deal)
{
    struct ra_net net;
    struct ra_judge judge = ra_net_judge(&net, weights);
    int wins = 0;

    for (int seat = 0; seat < seats; seat++)
        wins += wins_from(&judge, seats, seat, deal);
    return wins;
}

const struct train_game ra_lessons = {
    .game = &ra_game,
    .most_lessons = LESSONS_OF_GAME,
    .rate = 0.0007,
    .lambda = 0.7,
    .play = play,
    .measure = measure,
};
