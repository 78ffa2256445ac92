/* SPDX-License-Identifier: MIT
 * amun_fact.c -- see amun_fact.h. */
#include "amun_fact.h"

#ifndef KHEPRI_NO_NETS

#include <string.h>

#include "amun_bots.h"
#include "amun_offers.h"
#include "amun_search.h"
#include "rng.h"

static const char *
province_word(int province)
{
    return amun_province_name(province);
}

static const struct fact_kind
    keeps = {"keeps", {{"province", province_word}, {"price", NULL}}},
    rival = {"rival", {{"seat", NULL}, {"province", province_word}, {"price", NULL}}},
    gold = {"gold", {{"gold", NULL}}}, pyramids = {"pyramids", {{"count", NULL}}},
    stones = {"stones", {{"count", NULL}}}, cards = {"cards", {{"count", NULL}}},
    worth = {"worth", {{"own", NULL}}}, income = {"income", {{"low", NULL}, {"high", NULL}}},
    items = {"items", {{"items", NULL}, {"count", NULL}, {"of", NULL}}},
    temple = {"temple", {{"space", NULL}, {"count", NULL}, {"of", NULL}}},
    harvest = {"harvest", {{"space", NULL}, {"gold", NULL}}},
    score = {"score", {{"own", NULL}}};

#define ADD(list, kind, ...) fact_add(list, &(kind), (const int[FACT_NUMBERS]){__VA_ARGS__})

/* The bid in force of each seat while provinces are bid for. */
struct bids {
    int province[AMUN_SEATS], space[AMUN_SEATS];
};

struct course {
    const struct hint *hint;
    struct amun_net net;
    struct amun_judge judge;
    struct amun_state s;
    struct bids bids;
    uint64_t rng;
};

uint64_t
amun_fact_chance(int trial)
{
    return rng_stream(0, (uint64_t)trial, 3);
}

void
amun_fact_start(const struct hint *hint, struct amun_state *out)
{
    uint64_t rng = amun_fact_chance(-1);

    *out = hint->seen.amun;
    if (out->phase == AMUN_OFFER)
        out->made = 0;
    amun_sample(out, hint->seat, &rng);
}

/* ---- the course of a decision ---- */

static void
follow(struct course *c, int seat, const struct amun_plan *plan)
{
    for (int i = 0; i < plan->count; i++) {
        game_action a = plan->actions[i];

        if (amun_verb(a) == AMUN_V_BID) {
            c->bids.province[seat] = amun_arg(a) >> 8;
            c->bids.space[seat] = amun_arg(a) >> 2 & 63;
        }
    }
    amun_follow(&c->s, seat, plan, &c->rng);
}

static void
follow_best(struct course *c, int seat)
{
    struct amun_option options[AMUN_MOST_PLANS];
    int count = amun_bot_search(&c->judge, &c->s, seat, &amun_quick, 1, AMUN_FACT_MOST, NULL,
                                &c->rng, options);

    follow(c, seat, &options[amun_search_best(options, count, &c->rng)].plan);
}

/* To the end of the bidding or the corrections; else to the end of this seat's part in the phase. */
static void
play_out(struct course *c, int phase, int seat)
{
    bool all = phase == AMUN_BID || phase == AMUN_CORRECT;

    while (c->s.phase == phase && (all || (amun_to_move(&c->s) >> seat & 1)))
        follow_best(c, all ? game_first_seat(amun_to_move(&c->s)) : seat);
}

static void
begin(struct course *c, const struct hint *hint, int trial)
{
    memset(c, 0, sizeof *c);
    c->hint = hint;
    c->judge = amun_net_judge(&c->net, amun_bot_weights(NULL, hint->seats));
    amun_fact_start(hint, &c->s);
    c->rng = amun_fact_chance(trial);
    for (int i = 0; i < hint->seats; i++) {
        c->bids.province[i] = c->s.marker[i];
        c->bids.space[i] = c->s.space[i];
    }
}

static void
do_first(struct course *c, game_action action)
{
    const struct amun_plan one = {.count = 1, .actions = {action}};

    follow(c, c->hint->seat, &one);
}

/* ---- what it comes to ---- */

static void
tell_bids(const struct course *c, game_action action, struct fact_list *out)
{
    const int16_t *numbers = c->s.options.board.bid_numbers;
    int seat = c->hint->seat, asked = amun_arg(action) >> 8;

    ADD(out, keeps, c->bids.province[seat], numbers[c->bids.space[seat]]);
    for (int i = 0; i < c->hint->seats; i++) {
        if (i != seat && amun_verb(action) == AMUN_V_BID && c->bids.province[i] == asked)
            ADD(out, rival, i, asked, numbers[c->bids.space[i]]);
    }
    ADD(out, gold, c->s.gold[seat]);
}

static void
tell_holding(const struct amun_state *s, int seat, struct fact_list *out)
{
    int built = 0, loose = 0;

    for (int province = 0; province < AMUN_PROVINCES; province++) {
        bool own = s->owned[seat] >> province & 1;

        built += own ? s->pyramids[province] : 0;
        loose += own ? s->stones[province] : 0;
    }
    ADD(out, worth, amun_score(s, seat).total);
    ADD(out, pyramids, built);
    ADD(out, stones, loose);
    ADD(out, cards, amun_hand_size(s, seat));
}

/* ---- the sacrifice ---- */

/* The value that comes most often, the highest of equals, and how often it comes. */
static int
most_often(const int *values, int count, int *times)
{
    int found = values[0];

    *times = 0;
    for (int i = 0; i < count; i++) {
        int same = 0;

        for (int j = 0; j < count; j++)
            same += values[j] == values[i];
        if (same > *times || (same == *times && values[i] > found)) {
            found = values[i];
            *times = same;
        }
    }
    return found;
}

enum { STOLEN = 3 }; /* [AR-SAC-02] */

/* What the seat has after the reveal, where each card that it sold brings one gold. */
static int
gold_after(const struct amun_state *s, int seat, game_action action)
{
    int sum =
        s->gold[seat] + (amun_verb(action) == AMUN_V_STEAL ? STOLEN : -(amun_arg(action) >> 1));

    for (int card = 0; card < AMUN_CARDS; card++)
        sum += s->sold[seat][card];
    return sum;
}

/* The others draw their offers from their shares; corrections are made as the search likes. */
static void
tell_offer(const struct hint *hint, game_action action, struct fact_list *out)
{
    int item[AMUN_FACT_TRIALS], space[AMUN_FACT_TRIALS], times;
    const struct amun_state *seen = &hint->seen.amun;
    struct amun_offers offers;
    struct course c;
    int found;

    begin(&c, hint, -1);
    c.judge.begin(c.judge.self, &c.s);
    amun_solve_offers(&c.judge, amun_value_of, &c.s, &amun_quick, &c.rng, &offers);
    for (int trial = 0; trial < AMUN_FACT_TRIALS; trial++) {
        begin(&c, hint, trial);
        for (int i = 0; i < hint->seats; i++) {
            if (i != hint->seat)
                follow(&c, i, amun_draw_offer(&offers, i, &c.rng));
        }
        do_first(&c, action);
        while (c.s.phase == AMUN_CORRECT)
            follow_best(&c, c.s.turn);
        /* Without a reward for anybody the income may have come and gone. */
        item[trial] = c.s.phase == AMUN_REWARD ? amun_items_due(&c.s, hint->seat) : 0;
        space[trial] = c.s.temple;
    }
    found = most_often(item, AMUN_FACT_TRIALS, &times);
    ADD(out, items, found, times, AMUN_FACT_TRIALS);
    found = most_often(space, AMUN_FACT_TRIALS, &times);
    ADD(out, temple, found, times, AMUN_FACT_TRIALS);
    ADD(out, harvest, found, amun_income(seen, hint->seat, found));
    ADD(out, gold, gold_after(seen, hint->seat, action));
}

/* ---- all of them ---- */

void
amun_facts(const struct hint *hint, const struct hint_action *action, struct fact_list *out)
{
    const struct amun_state *seen = &hint->seen.amun;
    int seat = hint->seat;
    struct course c;

    if (seen->phase == AMUN_OFFER) {
        if (amun_verb(action->action) != AMUN_V_SELL)
            tell_offer(hint, action->action, out);
        return;
    }
    begin(&c, hint, 0);
    do_first(&c, action->action);
    play_out(&c, seen->phase, seat);
    if (c.s.round != seen->round && seen->phase != AMUN_INCOME && seen->phase != AMUN_SCORING)
        return; /* what followed by itself has changed it all */
    switch ((enum amun_phase)seen->phase) {
    case AMUN_BID:
        tell_bids(&c, action->action, out);
        break;
    case AMUN_ACTIONS:
        tell_holding(&c.s, seat, out);
        ADD(out, income, amun_income(&c.s, seat, 1), amun_income(&c.s, seat, 4));
        ADD(out, gold, c.s.gold[seat]);
        break;
    case AMUN_CORRECT:
        ADD(out, harvest, c.s.temple, amun_income(&c.s, seat, c.s.temple));
        break;
    case AMUN_REWARD:
        tell_holding(&c.s, seat, out);
        ADD(out, harvest, c.s.temple, amun_income(&c.s, seat, c.s.temple));
        break;
    case AMUN_INCOME:
        ADD(out, gold, c.s.gold[seat]);
        break;
    case AMUN_SCORING:
        ADD(out, score, c.s.score[seat]);
        break;
    case AMUN_START:
    case AMUN_DRAWING:
    case AMUN_OFFER:
    case AMUN_OVER:
    case AMUN_PHASES:
        break;
    }
}

#else

void
amun_facts(const struct hint *hint, const struct hint_action *action, struct fact_list *out)
{
    (void)hint;
    (void)action;
    (void)out;
}

#endif
