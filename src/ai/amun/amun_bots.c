/* SPDX-License-Identifier: MIT
 * amun_bots.c -- see amun_bots.h. */
#ifndef KHEPRI_NO_NETS

#include "amun_bots.h"

#include <string.h>

#include "amun_budget.h"
#include "amun_net.h"
#include "amun_offers.h"
#include "amun_step.h"
#include "bits.h"
#include "rng.h"

#include "ai_parts.h"

/* The number of trials of an offer that no plan has against those of the others; and of samples
 * of chance before a decision. */
enum { TRIALS = 8, SAMPLES = 4 };

static void
share_value(const struct amun_value *value, int seats, double *win, double *score)
{
    for (int i = 0; i < seats; i++) {
        win[i] = (double)value->win[i] / AMUN_SURE;
        score[i] = (double)value->score[i] / AMUN_POINT;
    }
}

/* ---- advice ---- */

struct answer {
    const struct amun_judge *judge;
    struct amun_state full; /* the view, with hidden information sampled */
    int seat, count, best;
    const struct amun_option *options;
    struct amun_offers offers; /* in AMUN_OFFER */
    uint64_t chance;
};

/* The best plan that starts with that action, or NULL. */
static const struct amun_option *
plan_with(const struct answer *a, game_action action)
{
    const struct amun_option *found = NULL;

    for (int i = 0; i < a->count; i++) {
        if (a->options[i].plan.actions[0] == action &&
            (!found || a->options[i].use > found->use))
            found = &a->options[i];
    }
    return found;
}

/* An offer against the possible offers of the others. */
static void
value_of_offer(const struct answer *a, game_action action, struct amun_value *out)
{
    int64_t win[AMUN_SEATS] = {0}, score[AMUN_SEATS] = {0};

    for (int trial = 0; trial < TRIALS; trial++) {
        uint64_t rng = rng_stream(a->chance, (uint64_t)trial, 1);
        struct amun_state after = a->full;
        struct amun_value value;

        for (int i = 0; i < after.seats; i++) {
            if (i != a->seat)
                amun_follow(&after, i, amun_draw_offer(&a->offers, i, &rng), &rng);
        }
        amun_step(&after, a->seat, action);
        amun_value_of(a->judge, &after, &amun_quick, &rng, &value);
        for (int i = 0; i < after.seats; i++) {
            win[i] += value.win[i];
            score[i] += value.score[i];
        }
    }
    memset(out, 0, sizeof *out);
    for (int i = 0; i < a->full.seats; i++) {
        out->win[i] = (int32_t)(win[i] / TRIALS);
        out->score[i] = (int32_t)(score[i] / TRIALS);
    }
}

/* A card sold while bids are made: the bid is still to come. The quick search gives the effect
 * of the sale. Its absolute values, with fewer samples, are not comparable with those of a
 * thorough search of bids. */
static void
value_of_sale(const struct answer *a, game_action action, struct amun_value *out)
{
    struct amun_state after = a->full;
    struct amun_value now, then;
    uint64_t rng = a->chance;

    amun_value_of(a->judge, &a->full, &amun_quick, &rng, &now);
    amun_step(&after, a->seat, action);
    rng = a->chance;
    amun_value_of(a->judge, &after, &amun_quick, &rng, &then);
    *out = a->options[a->best].value;
    for (int i = 0; i < after.seats; i++) {
        int32_t win = out->win[i] + then.win[i] - now.win[i];

        out->win[i] = win < 0 ? 0 : win > AMUN_SURE ? AMUN_SURE : win;
        out->score[i] += then.score[i] - now.score[i];
    }
}

static void
value_of_action(const struct answer *a, game_action action, struct amun_value *out)
{
    struct amun_state after = a->full;
    uint64_t rng = a->chance;

    if (a->full.phase == AMUN_BID && amun_verb(action) == AMUN_V_SELL) {
        value_of_sale(a, action, out);
        return;
    }
    if (amun_verb(action) == AMUN_V_OFFER || amun_verb(action) == AMUN_V_STEAL) {
        value_of_offer(a, action, out);
        return;
    }
    amun_step(&after, a->seat, action);
    amun_value_of(a->judge, &after, &amun_quick, &rng, out);
}

/* No action is better than the chosen one: offers drawn by their shares are all about equally
 * good. Where the budget is spent, an action is taken to be worth what the one before it is: a
 * little less gold. */
static void
advise(struct answer *a, struct ai_advice *advice)
{
    game_action legal[AMUN_MAX_ACTIONS], chosen = a->options[a->best].plan.actions[0];
    struct amun_value value = a->options[a->best].value;
    double most = -1e9;

    advice->count = amun_actions(&a->full, a->seat, legal);
    if (advice->count > AI_OPTIONS)
        advice->count = 0;
    if (a->full.phase == AMUN_OFFER)
        amun_solve_offers(a->judge, amun_value_of, &a->full, &amun_quick,
                          &(uint64_t){a->chance}, &a->offers);
    for (int i = 0; i < advice->count; i++) {
        const struct amun_option *option = plan_with(a, legal[i]);
        struct ai_option *to = &advice->options[i];
        struct amun_value next;

        if (option) {
            value = option->value;
        } else if (!amun_is_over(a->judge)) {
            value_of_action(a, legal[i], &next);
            value = amun_is_over(a->judge) ? value : next;
        }
        *to = (struct ai_option){.action = legal[i]};
        to->worth = (double)amun_use(&value, a->full.seats, a->seat) / AMUN_SURE;
        share_value(&value, a->full.seats, to->win, to->score);
        most = to->worth > most ? to->worth : most;
    }
    for (int i = 0; i < advice->count; i++) {
        if (legal[i] == chosen)
            advice->options[i].worth = most;
    }
}

/* Offers that others have sealed are hidden, and must not be asked about. */
static struct amun_state
guess(const struct amun_state *seen, int seat, uint64_t *rng)
{
    struct amun_state full = *seen;

    for (int i = 0; i < full.seats; i++)
        full.made = (uint8_t)(full.made & ~(full.phase == AMUN_OFFER ? 1u << i : 0));
    amun_sample(&full, seat, rng);
    return full;
}

game_action
amun_bot_answer(const struct amun_judge *judge, const struct amun_state *seen, int seat,
                const struct amun_option *options, int count, uint64_t *rng,
                struct ai_advice *advice)
{
    int best = amun_search_best(options, count, rng);

    if (advice) {
        uint64_t chance = *rng; /* advice must not change later random numbers */
        struct amun_budget budget;
        struct answer a = {.judge = amun_budget_begin(&budget, judge, NULL, AMUN_ADVICE_MOST),
                           .full = guess(seen, seat, &chance),
                           .seat = seat,
                           .count = count,
                           .best = best,
                           .options = options,
                           .chance = chance};

        judge->begin(judge->self, &a.full);
        advise(&a, advice);
    }
    return options[best].plan.actions[0];
}

int
amun_bot_search(const struct amun_judge *judge, const struct amun_state *seen, int seat,
                const struct amun_effort *effort, int guesses, uint64_t most,
                const struct ai_limits *limits, uint64_t *rng, struct amun_option *out)
{
    const struct amun_effort fit = amun_effort_within(effort, seen, guesses, most);
    struct amun_budget budget;

    return amun_search_view(amun_budget_begin(&budget, judge, limits, most), seen, seat, &fit,
                            guesses, rng, out);
}

/* ---- the value of a state ---- */

static void
value_before_chance(const struct amun_judge *judge, const struct amun_state *s,
                    struct ai_value *out)
{
    int samples = amun_quiet(s) ? 1 : SAMPLES;

    judge->begin(judge->self, s);
    for (int k = 0; k < samples; k++) {
        uint64_t rng = rng_stream(1, (uint64_t)k, 0);
        struct amun_value value;

        amun_value_of(judge, s, &amun_thorough, &rng, &value);
        for (int i = 0; i < s->seats; i++) {
            out->win[i] += (double)value.win[i] / AMUN_SURE / samples;
            out->score[i] += (double)value.score[i] / AMUN_POINT / samples;
        }
    }
}

void
amun_state_value(const void *state, struct ai_value *out)
{
    const struct amun_state *s = state;
    struct amun_net net;
    struct amun_judge judge = amun_net_judge(&net, amun_net_weights(s->seats));
    struct amun_option options[AMUN_MOST_PLANS];
    game_seats movers = amun_to_move(s);
    uint64_t rng = 1;

    *out = (struct ai_value){{0}, {0}};
    if (s->phase == AMUN_OVER || movers == 1u << GAME_NATURE) {
        value_before_chance(&judge, s, out);
    } else if (s->phase == AMUN_OFFER) {
        struct amun_offers offers;

        judge.begin(judge.self, s);
        amun_solve_offers(&judge, amun_value_of, s, &amun_thorough, &rng, &offers);
        share_value(&offers.mean, s->seats, out->win, out->score);
    } else {
        int count = amun_search(&judge, s, bits_lowest(movers), &amun_thorough, &rng, options);
        int best = amun_search_best(options, count, &rng);

        share_value(&options[best].value, s->seats, out->win, out->score);
    }
}

#endif
