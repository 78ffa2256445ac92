/* SPDX-License-Identifier: MIT
 * amun_deep.c -- see amun_deep.h. */
#include "amun_deep.h"

#include <string.h>

#include "amun_offers.h"
#include "amun_step.h"
#include "bits.h"
#include "rng.h"

/* The first look counts as so many trials. Every so many trials the worst of the plans is given up. */
enum { FIRST_LOOK = 6, GIVE_UP = 6 };

/* How everybody chooses while a plan is played on. */
static const struct amun_effort hasty = {
    .plans = 24, .offers = 6, .jumps = 1, .draws = 1, .moods = 1, .ahead = 0, .rounds = 8};

/* ---- counting ---- */

struct counter {
    const struct amun_judge *judge;
    uint64_t positions;
};

static void
begin(void *self, const struct amun_state *s)
{
    struct counter *c = self;

    c->judge->begin(c->judge->self, s);
}

static void
value(void *self, const struct amun_state *s, struct amun_value *out)
{
    struct counter *c = self;

    c->positions++;
    c->judge->value(c->judge->self, s, out);
}

/* ---- playing on ---- */

static void
offer_all(const struct amun_judge *judge, struct amun_state *s, uint64_t *rng)
{
    struct amun_offers offers;

    judge->begin(judge->self, s);
    amun_solve_offers(judge, s, &hasty, rng, &offers);
    for (int i = 0; i < offers.seats; i++) {
        if (!(s->made >> i & 1))
            amun_follow(s, i, amun_draw_offer(&offers, i, rng), rng);
    }
}

/* To the beginning of the next round, or to the end. */
static void
play_round(const struct amun_judge *judge, struct amun_state *s, uint64_t *rng)
{
    struct amun_option options[AMUN_MOST_PLANS];

    while (s->phase != AMUN_OVER && !(s->phase == AMUN_DRAWING && amun_quiet(s))) {
        int seat = bits_lowest(amun_to_move(s)), count;

        if (seat == GAME_NATURE) {
            amun_step_nature(s, rng);
        } else if (s->phase == AMUN_OFFER) {
            offer_all(judge, s, rng);
        } else {
            count = amun_search(judge, s, seat, &hasty, rng, options);
            amun_follow(s, seat, &options[amun_search_best(options, count, rng)].plan, rng);
        }
    }
}

/* ---- trials ---- */

struct candidate {
    int option, trials;
    int64_t win[AMUN_SEATS], score[AMUN_SEATS];
};

static void
add(struct candidate *c, const struct amun_value *value, int weight)
{
    for (int i = 0; i < AMUN_SEATS; i++) {
        c->win[i] += (int64_t)value->win[i] * weight;
        c->score[i] += (int64_t)value->score[i] * weight;
    }
    c->trials += weight;
}

static struct amun_value
mean_of(const struct candidate *c)
{
    struct amun_value mean;

    for (int i = 0; i < AMUN_SEATS; i++) {
        mean.win[i] = (int32_t)(c->win[i] / c->trials);
        mean.score[i] = (int32_t)(c->score[i] / c->trials);
    }
    return mean;
}

static int32_t
use_of(const struct candidate *c, int seats, int seat)
{
    struct amun_value mean = mean_of(c);

    return amun_use(&mean, seats, seat);
}

/* The best by the first look, best first. */
static int
choose_candidates(const struct amun_option *options, int count, int most,
                  struct candidate out[AMUN_DEEP_MOST])
{
    int kept = 0;

    for (int i = 0; i < count; i++) {
        int at = kept;

        if (at == most && options[i].use <= options[out[at - 1].option].use)
            continue;
        at = at == most ? at - 1 : at;
        for (; at > 0 && options[out[at - 1].option].use < options[i].use; at--)
            out[at] = out[at - 1];
        out[at] = (struct candidate){.option = i};
        kept = kept < most ? kept + 1 : most;
    }
    for (int i = 0; i < kept; i++)
        add(&out[i], &options[out[i].option].value, FIRST_LOOK);
    return kept;
}

static void
try_all(const struct amun_judge *judge, const struct amun_state *seen, int seat,
        const struct amun_option *options, struct candidate *candidates, int count,
        uint64_t chance)
{
    struct amun_state full = *seen;

    amun_sample(&full, seat, &chance);
    for (int i = 0; i < count; i++) {
        struct amun_state after = full;
        struct amun_value value;
        uint64_t rng = chance;

        amun_follow(&after, seat, &options[candidates[i].option].plan, &rng);
        play_round(judge, &after, &rng);
        judge->begin(judge->self, &after);
        amun_value_of(judge, &after, &hasty, &rng, &value);
        add(&candidates[i], &value, 1);
    }
}

/* The worst goes to the end of the list. */
static void
put_worst_last(struct candidate *candidates, int count, int seats, int seat)
{
    int worst = 0;
    struct candidate moved;

    for (int i = 1; i < count; i++) {
        if (use_of(&candidates[i], seats, seat) < use_of(&candidates[worst], seats, seat))
            worst = i;
    }
    moved = candidates[worst];
    candidates[worst] = candidates[count - 1];
    candidates[count - 1] = moved;
}

/* What was not played on keeps its value, but is not chosen: it has not been put to the test. */
static void
conclude(struct amun_option *options, int count, const struct candidate *candidates, int kept,
         int seats, int seat)
{
    int32_t least = INT32_MAX;

    for (int i = 0; i < kept; i++) {
        struct amun_option *option = &options[candidates[i].option];

        option->value = mean_of(&candidates[i]);
        option->use = amun_use(&option->value, seats, seat);
        least = option->use < least ? option->use : least;
    }
    for (int i = 0; i < count; i++) {
        bool tried = false;

        for (int k = 0; k < kept; k++)
            tried |= candidates[k].option == i;
        if (!tried && options[i].use >= least)
            options[i].use = least - 1;
    }
}

int
amun_deep_search(const struct amun_judge *judge, const struct amun_state *seen, int seat,
                 const struct amun_depth *depth, const struct ai_limits *limits, uint64_t *rng,
                 struct amun_option *out)
{
    struct counter counter = {.judge = judge};
    struct amun_judge counting = {&counter, begin, value};
    struct candidate candidates[AMUN_DEEP_MOST];
    uint64_t most = limits && limits->positions ? limits->positions : depth->positions;
    int count =
        amun_search_view(&counting, seen, seat, depth->effort, depth->guesses, rng, out);
    int kept = choose_candidates(out, count, depth->plans, candidates), left = kept;

    for (int trial = 0; left > 1 && trial < depth->trials && seen->phase != AMUN_OFFER;
         trial++) {
        if (counter.positions >= most || (limits && limits->stop && limits->stop(limits->self)))
            break;
        try_all(&counting, seen, seat, out, candidates, left, rng_next(rng));
        if (trial % GIVE_UP == GIVE_UP - 1)
            put_worst_last(candidates, left--, seen->seats, seat);
    }
    if (seen->phase != AMUN_OFFER)
        conclude(out, count, candidates, kept, seen->seats, seat);
    return count;
}
