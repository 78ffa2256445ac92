/* SPDX-License-Identifier: MIT
 * amun_search.c -- see amun_search.h. */
#include "amun_search.h"

#include <string.h>

#include "amun_bidding.h"
#include "amun_offers.h"
#include "amun_step.h"
#include "bits.h"
#include "rng.h"

/* ---- the worth of a state ---- */

/* A seat that plays a correction raises or lowers in its own interest. The last correction changes nothing if
 * the temple comes to the same space: from then on the total counts no more. */
static void
value_of_correction(const struct amun_judge *judge, const struct amun_state *s,
                    const struct amun_effort *effort, uint64_t *rng, struct amun_value *out)
{
    uint64_t chance = *rng;
    uint8_t temple = 0;

    for (int up = 0; up <= 1; up++) {
        struct amun_state after = *s;
        struct amun_value value;

        *rng = chance;
        amun_step(&after, s->turn, amun_act(AMUN_V_CORRECT, up));
        if (up && after.phase == AMUN_REWARD && after.temple == temple) {
            amun_ask_again(judge, 1);
            return;
        }
        temple = after.phase == AMUN_REWARD ? after.temple : 0;
        amun_value_of(judge, &after, effort, rng, &value);
        if (!up || amun_use(&value, s->seats, s->turn) > amun_use(out, s->seats, s->turn))
            *out = value;
    }
}

/* The best plan of the seat that is in the middle of a turn. */
static void
value_of_best(const struct amun_judge *judge, const struct amun_state *s,
              const struct amun_effort *effort, uint64_t *rng, struct amun_value *out)
{
    struct amun_plan plans[AMUN_MOST_PLANS];
    int seat = bits_lowest(amun_to_move(s)), count = amun_plans(s, seat, plans, effort->plans);
    uint64_t chance = *rng;

    for (int i = 0; i < count; i++) {
        struct amun_state after = *s;
        struct amun_value value;

        *rng = chance;
        amun_follow(&after, seat, &plans[i], rng);
        amun_value_of(judge, &after, effort, rng, &value);
        if (!i || amun_use(&value, s->seats, seat) > amun_use(out, s->seats, seat))
            *out = value;
    }
}

/* All bonus cards whose condition holds are played: three points are worth more than one gold. */
static void
score_all(struct amun_state *s)
{
    game_action legal[256];

    while (s->phase == AMUN_SCORING) {
        int seat = s->turn, count = amun_actions(s, seat, legal);

        amun_step(s, seat, legal[count - 1]); /* the last: a card, if there is one */
    }
}

bool
amun_is_last_word(const struct amun_state *s)
{
    return s->round == AMUN_ROUNDS && (s->phase == AMUN_INCOME || s->phase == AMUN_SCORING);
}

/* At the last income more gold is never worse: what is in hand is sold for one gold a card. */
static int
gold_after(const struct amun_state *s, int seat)
{
    int gold = s->gold[seat];

    for (int card = 0; card < AMUN_CARDS; card++)
        gold += s->hand[seat][card];
    return gold;
}

/* The incomes of the last round: each seat plays the cards that give it most gold. */
static void
finish_incomes(struct amun_state *s)
{
    while (s->phase == AMUN_INCOME) {
        struct amun_plan plans[AMUN_MOST_PLANS];
        struct amun_state best = *s;
        int seat = s->turn, count = amun_plans(s, seat, plans, AMUN_MOST_PLANS), most = -1;
        uint64_t rng = 0; /* nothing is drawn */

        for (int i = 0; i < count; i++) {
            struct amun_state after = *s;

            amun_follow(&after, seat, &plans[i], &rng);
            if (gold_after(&after, seat) > most) {
                most = gold_after(&after, seat);
                best = after;
            }
        }
        *s = best;
    }
}

void
amun_value_of(const struct amun_judge *judge, const struct amun_state *s,
              const struct amun_effort *effort, uint64_t *rng, struct amun_value *out)
{
    struct amun_state now;

    if (amun_quiet(s) && !amun_is_last_word(s)) {
        judge->value(judge->self, s, out);
        return;
    }
    now = *s;
    while (!amun_quiet(&now) && amun_to_move(&now) == 1u << GAME_NATURE)
        amun_step_nature(&now, rng);
    if (now.round == AMUN_ROUNDS && now.phase == AMUN_INCOME)
        finish_incomes(&now);
    score_all(&now);
    if (now.phase == AMUN_OVER)
        amun_value_of_end(&now, out);
    else if (amun_quiet(&now))
        judge->value(judge->self, &now, out);
    else if (now.phase == AMUN_BID)
        amun_value_of_bidding(judge, amun_value_of, &now, effort, rng, out);
    else if (now.phase == AMUN_OFFER)
        amun_value_of_offers(judge, amun_value_of, &now, effort, rng, out);
    else if (now.phase == AMUN_CORRECT)
        value_of_correction(judge, &now, effort, rng, out);
    else
        value_of_best(judge, &now, effort, rng, out);
}

/* ---- the options ---- */

/* Samples of hidden information where each leads to the end of the game and costs little. */
enum { LAST_GUESSES = 32 };

struct mean {
    int64_t win[AMUN_SEATS], score[AMUN_SEATS];
};

static void
add(struct mean *mean, const struct amun_value *value)
{
    for (int i = 0; i < AMUN_SEATS; i++) {
        mean->win[i] += value->win[i];
        mean->score[i] += value->score[i];
    }
}

static struct amun_value
divided(const struct mean *mean, int count)
{
    struct amun_value value;

    for (int i = 0; i < AMUN_SEATS; i++) {
        value.win[i] = (int32_t)(mean->win[i] / count);
        value.score[i] = (int32_t)(mean->score[i] / count);
    }
    return value;
}

static bool
draws_cards(const struct amun_plan *plan)
{
    game_action a = plan->actions[0];

    return amun_verb(a) == AMUN_V_BUY || (amun_verb(a) == AMUN_V_REWARD && amun_arg(a) >> 4);
}

/* All plans use the same random numbers. */
static struct amun_value
value_of_plan(const struct amun_judge *judge, const struct amun_state *s, int seat,
              const struct amun_plan *plan, const struct amun_effort *effort, uint64_t chance)
{
    struct mean mean = {{0}, {0}};
    int samples = draws_cards(plan) ? effort->draws : 1;

    for (int i = 0; i < samples; i++) {
        uint64_t rng = rng_stream(chance, (uint64_t)i, 0);
        struct amun_state after = *s;
        struct amun_value value;

        amun_follow(&after, seat, plan, &rng);
        amun_value_of(judge, &after, effort, &rng, &value);
        add(&mean, &value);
    }
    return divided(&mean, samples);
}

int
amun_search(const struct amun_judge *judge, const struct amun_state *s, int seat,
            const struct amun_effort *effort, uint64_t *rng, struct amun_option *out)
{
    struct amun_plan plans[AMUN_MOST_PLANS];
    uint64_t chance = rng_next(rng);
    int count;

    judge->begin(judge->self, s);
    if (s->phase == AMUN_BID)
        return amun_search_bids(judge, amun_value_of, s, effort, rng, out);
    if (s->phase == AMUN_OFFER)
        return amun_search_offers(judge, amun_value_of, s, seat, effort, 1, rng, out);
    count = amun_plans(s, seat, plans, effort->plans);
    for (int i = 0; i < count; i++) {
        out[i].plan = plans[i];
        out[i].share = 0;
        out[i].value = value_of_plan(judge, s, seat, &plans[i], effort, chance);
        out[i].use = amun_use(&out[i].value, s->seats, seat);
    }
    return count;
}

/* The gold of `seat` after a plan of the last income or scoring. In units of `use` that is less than any point. */
static int
gold_with(const struct amun_state *s, int seat, const struct amun_plan *plan)
{
    struct amun_state after = *s;
    uint64_t rng = 0; /* nothing is drawn */

    amun_follow(&after, seat, plan, &rng);
    return gold_after(&after, seat);
}

int
amun_search_view(const struct amun_judge *judge, const struct amun_state *seen, int seat,
                 const struct amun_effort *effort, int guesses, uint64_t *rng,
                 struct amun_option *out)
{
    struct amun_option once[AMUN_MOST_PLANS];
    struct mean means[AMUN_MOST_PLANS];
    struct amun_state full;
    bool last = amun_is_last_word(seen);
    int count = 0, done = 0;

    if (seen->phase == AMUN_OFFER)
        return amun_search_offers(judge, amun_value_of, seen, seat, effort, guesses, rng, out);
    memset(means, 0, sizeof means);
    guesses = last && guesses < LAST_GUESSES ? LAST_GUESSES : guesses;
    for (; done < guesses; done++) {
        full = *seen;
        amun_sample(&full, seat, rng);
        count = amun_search(judge, &full, seat, effort, rng, once);
        if (done && amun_is_over(judge))
            break;
        for (int i = 0; i < count; i++) {
            out[i].plan = once[i].plan; /* the plans do not depend on hidden information */
            add(&means[i], &once[i].value);
        }
    }
    for (int i = 0; i < count; i++) {
        out[i].value = divided(&means[i], done);
        out[i].use = amun_use(&out[i].value, seen->seats, seat);
        out[i].share = 0;
        if (last)
            out[i].use += gold_with(&full, seat, &out[i].plan);
    }
    return count;
}
