/* SPDX-License-Identifier: MIT
 * amun_offers.c -- see amun_offers.h. All sums are integers, so that the same strategy comes
 * out everywhere.
 */
#include "amun_offers.h"

#include <stdlib.h>
#include <string.h>

#include "amun_step.h"
#include "rng.h"

/* The outcomes of the last combinations, by their hash, and of all; PLACES is more than twice MOST. Combinations are
 * counted as asked for again once they are not among the last: so a larger memory moves no limit. */
enum { KNOWN = 1024, MOST = 1536, PLACES = 4096 };

/* Rounds of one sample of hidden information before it is the next one's turn. */
enum { BLOCK = 4 };

struct sum {
    int64_t win[AMUN_SEATS], score[AMUN_SEATS];
};

static void
add(struct sum *sum, const struct amun_value *value)
{
    for (int i = 0; i < AMUN_SEATS; i++) {
        sum->win[i] += value->win[i];
        sum->score[i] += value->score[i];
    }
}

static struct amun_value
mean_of(const struct sum *sum, int count)
{
    struct amun_value value;

    for (int i = 0; i < AMUN_SEATS; i++) {
        value.win[i] = (int32_t)(sum->win[i] / count);
        value.score[i] = (int32_t)(sum->score[i] / count);
    }
    return value;
}

/* The outcome of a combination of offers, one digit for each seat. */
struct outcome {
    uint32_t key; /* 0: empty */
    uint32_t asked; /* positions that the judge was asked about */
    struct amun_value value;
};

/* `place`: by hash, the number of an outcome from 1. When it is full, nothing more is kept. */
struct memory {
    int count;
    uint16_t place[PLACES];
    struct outcome all[MOST];
};

/* What a seat regrets not having offered, and how often it took each offer. */
struct regrets {
    int64_t regret[AMUN_MOST_OFFERS], taken[AMUN_MOST_OFFERS];
};

struct sacrifice {
    const struct amun_judge *judge;
    amun_evaluator *evaluate;
    const struct amun_effort *effort;
    struct amun_state s; /* no offer is sealed */
    struct amun_offers *offers;
    uint64_t chance; /* the same for all combinations */
    struct outcome known[KNOWN];
    struct memory memory;
    struct regrets alone[AMUN_SEATS]; /* its own */
    struct regrets *of[AMUN_SEATS]; /* those in use: its own, or shared with other samples */
    struct sum learned[AMUN_SEATS][AMUN_MOST_OFFERS]; /* the values that were learned from */
    int rounds[AMUN_SEATS]; /* ... and how many of each offer */
};

/* As if no seat had offered. What a seat has sold while it has still to offer stays sold: it
 * cannot put that card in. */
static void
unseal(struct amun_state *s)
{
    for (int i = 0; i < s->seats; i++) {
        if (s->made >> i & 1)
            memset(s->sold[i], 0, sizeof s->sold[i]);
    }
    s->made = s->steals = s->corrects = 0;
    memset(s->offer, 0, sizeof s->offer);
}

static void
open_sacrifice(struct sacrifice *it, const struct amun_judge *judge, amun_evaluator *evaluate,
               const struct amun_state *s, const struct amun_effort *effort, uint64_t *rng,
               struct amun_offers *offers)
{
    it->judge = judge;
    it->evaluate = evaluate;
    it->effort = effort;
    it->s = *s;
    it->offers = offers;
    it->chance = rng_next(rng);
    memset(it->known, 0, sizeof it->known);
    memset(it->memory.place, 0, sizeof it->memory.place);
    it->memory.count = 0;
    unseal(&it->s);
}

/* The outcome in memory; NULL if it is not there, and then *place is where its number belongs. */
static const struct outcome *
remember(struct memory *memory, uint32_t key, uint32_t hash, uint16_t **place)
{
    for (uint32_t at = hash & (PLACES - 1);; at = (at + 1) & (PLACES - 1)) {
        int number = memory->place[at];

        *place = &memory->place[at];
        if (!number)
            return NULL;
        if (memory->all[number - 1].key == key)
            return &memory->all[number - 1];
    }
}

static void
reveal(struct sacrifice *it, const uint8_t choice[AMUN_SEATS], struct outcome *out)
{
    struct amun_state after = it->s;
    uint64_t rng = it->chance, before = amun_asked(it->judge);

    for (int i = 0; i < it->s.seats; i++)
        amun_step(&after, i, it->offers->plan[i][choice[i]].actions[0]);
    it->evaluate(it->judge, &after, it->effort, &rng, &out->value);
    out->asked = (uint32_t)(amun_asked(it->judge) - before);
}

/* The value of this combination of offers, one of each seat. */
static const struct amun_value *
value_of(struct sacrifice *it, const uint8_t choice[AMUN_SEATS])
{
    struct memory *memory = &it->memory;
    const struct outcome *found;
    struct outcome *last;
    uint16_t *place;
    uint32_t key = 1, hash;

    for (int i = 0; i < it->s.seats; i++)
        key = key * AMUN_MOST_OFFERS + choice[i];
    hash = (uint32_t)rng_mix(key);
    last = &it->known[hash & (KNOWN - 1)];
    if (last->key == key)
        return &last->value;
    found = remember(memory, key, hash, &place);
    if (found) {
        *last = *found;
        amun_ask_again(it->judge, found->asked);
        return &last->value;
    }
    last->key = key;
    reveal(it, choice, last);
    if (memory->count < MOST && !amun_is_over(it->judge)) {
        memory->all[memory->count] = *last;
        *place = (uint16_t)++memory->count;
    }
    return &last->value;
}

/* ---- regret matching ---- */

static int64_t
regret_of_all(const struct sacrifice *it, int seat)
{
    int64_t sum = 0;

    for (int k = 0; k < it->offers->count[seat]; k++)
        sum += it->of[seat]->regret[k];
    return sum;
}

/* In proportion to the positive regrets so far; uniformly if there are none. */
static uint8_t
choose(const struct sacrifice *it, int seat, uint64_t *rng)
{
    const int64_t *regret = it->of[seat]->regret;
    int64_t sum = regret_of_all(it, seat), pick;
    uint8_t k = 0;

    if (sum == 0)
        return (uint8_t)rng_below(rng, (uint32_t)it->offers->count[seat]);
    pick = (int64_t)(rng_next(rng) % (uint64_t)sum);
    for (; pick >= regret[k]; k++)
        pick -= regret[k];
    return k;
}

/* Nothing is learned if a limit is reached on the way. */
static void
learn(struct sacrifice *it, int seat, const uint8_t choice[AMUN_SEATS], int round)
{
    struct amun_value found[AMUN_MOST_OFFERS];
    int32_t use[AMUN_MOST_OFFERS];
    int64_t *regret = it->of[seat]->regret, *taken = it->of[seat]->taken;
    int64_t sum = regret_of_all(it, seat), mean = 0;
    int count = it->offers->count[seat];
    uint8_t other[AMUN_SEATS];

    memcpy(other, choice, AMUN_SEATS);
    for (int k = 0; k < count; k++) {
        other[seat] = (uint8_t)k;
        found[k] = *value_of(it, other);
        use[k] = amun_use(&found[k], it->s.seats, seat);
        mean += sum ? regret[k] * use[k] : use[k];
    }
    if (amun_is_over(it->judge))
        return;
    for (int k = 0; k < count; k++)
        add(&it->learned[seat][k], &found[k]);
    it->rounds[seat]++;
    mean /= sum ? sum : count;
    for (int k = 0; k < count; k++) {
        int64_t share = sum ? regret[k] * AMUN_SHARES / sum : AMUN_SHARES / count;

        taken[k] += share * (round + 1); /* early rounds are less reliable */
        regret[k] += use[k] - mean;
        if (regret[k] < 0)
            regret[k] = 0;
    }
}

/* Normalized shares; very small ones are removed as noise. If nothing was learned, all offers are
 * alike. */
static void
share_out(struct sacrifice *it, int seat)
{
    struct amun_offers *offers = it->offers;
    int64_t *taken = it->of[seat]->taken, all = 0, kept = 0;
    int32_t sum = 0;
    int most = 0;

    for (int k = 0; k < offers->count[seat]; k++)
        all += taken[k];
    for (int k = 0; k < offers->count[seat]; k++) {
        taken[k] = all ? taken[k] : 1;
        if (taken[k] * 40 < all)
            taken[k] = 0;
        kept += taken[k];
        most = taken[k] > taken[most] ? k : most;
    }
    for (int k = 0; k < offers->count[seat]; k++) {
        offers->share[seat][k] = (int32_t)(taken[k] * AMUN_SHARES / kept);
        sum += offers->share[seat][k];
    }
    offers->share[seat][most] += AMUN_SHARES - sum;
}

/* ---- what offers bring ---- */

static uint8_t
draw(const struct amun_offers *offers, int seat, uint64_t *rng)
{
    int32_t pick = (int32_t)rng_below(rng, AMUN_SHARES);
    uint8_t k = 0;

    for (; pick >= offers->share[seat][k]; k++)
        pick -= offers->share[seat][k];
    return k;
}

/* If a limit is reached, offers are worth what they were worth on average while all learned. */
static void
weigh_by_learning(struct sacrifice *it)
{
    struct sum all = {{0}, {0}};
    int count = 0;

    for (int i = 0; i < it->s.seats; i++) {
        for (int k = 0; k < it->offers->count[i]; k++) {
            it->offers->value[i][k] =
                mean_of(&it->learned[i][k], it->rounds[i] ? it->rounds[i] : 1);
            add(&all, &it->offers->value[i][k]);
            count++;
        }
    }
    it->offers->mean = mean_of(&all, count);
}

/* The value of every offer against the strategies of the others, from that many samples. */
static void
weigh(struct sacrifice *it, int samples, uint64_t *rng)
{
    struct sum sums[AMUN_SEATS][AMUN_MOST_OFFERS], all = {{0}, {0}};

    memset(sums, 0, sizeof sums);
    for (int n = 0; n < samples && !amun_is_over(it->judge); n++) {
        uint8_t choice[AMUN_SEATS] = {0}, other[AMUN_SEATS];

        for (int i = 0; i < it->s.seats; i++)
            choice[i] = draw(it->offers, i, rng);
        add(&all, value_of(it, choice));
        for (int i = 0; i < it->s.seats; i++) {
            memcpy(other, choice, AMUN_SEATS);
            for (int k = 0; k < it->offers->count[i]; k++) {
                other[i] = (uint8_t)k;
                add(&sums[i][k], value_of(it, other));
            }
        }
    }
    if (amun_is_over(it->judge)) {
        weigh_by_learning(it);
        return;
    }
    for (int i = 0; i < it->s.seats; i++) {
        for (int k = 0; k < it->offers->count[i]; k++)
            it->offers->value[i][k] = mean_of(&sums[i][k], samples);
    }
    it->offers->mean = mean_of(&all, samples);
}

/* Before the first round: the offers of all seats. */
static void
begin(struct sacrifice *it, const struct amun_judge *judge, amun_evaluator *evaluate,
      const struct amun_state *s, const struct amun_effort *effort, uint64_t *rng,
      struct amun_offers *out)
{
    struct amun_plan plans[AMUN_MOST_PLANS];

    open_sacrifice(it, judge, evaluate, s, effort, rng, out);
    memset(it->alone, 0, sizeof it->alone);
    memset(it->learned, 0, sizeof it->learned);
    memset(it->rounds, 0, sizeof it->rounds);
    out->seats = s->seats;
    for (int i = 0; i < s->seats; i++) {
        it->of[i] = &it->alone[i];
        out->count[i] = amun_plans(&it->s, i, plans, effort->offers);
        memcpy(out->plan[i], plans, (size_t)out->count[i] * sizeof *plans);
    }
}

/* The rounds from..to - 1. */
static void
play_rounds(struct sacrifice *it, int from, int to, uint64_t *rng)
{
    for (int round = from; round < to && !amun_is_over(it->judge); round++) {
        uint8_t choice[AMUN_SEATS] = {0};

        for (int i = 0; i < it->s.seats; i++)
            choice[i] = choose(it, i, rng);
        for (int i = 0; i < it->s.seats; i++)
            learn(it, i, choice, round);
    }
}

static void
end(struct sacrifice *it, uint64_t *rng)
{
    for (int i = 0; i < it->s.seats; i++)
        share_out(it, i);
    if (it->effort->shares_only)
        weigh_by_learning(it);
    else
        weigh(it, 1 + it->effort->rounds / 4, rng);
}

void
amun_solve_offers(const struct amun_judge *judge, amun_evaluator *evaluate,
                  const struct amun_state *s, const struct amun_effort *effort, uint64_t *rng,
                  struct amun_offers *out)
{
    struct sacrifice it;

    begin(&it, judge, evaluate, s, effort, rng, out);
    play_rounds(&it, 0, effort->rounds, rng);
    end(&it, rng);
}

const struct amun_plan *
amun_draw_offer(const struct amun_offers *offers, int seat, uint64_t *rng)
{
    return &offers->plan[seat][draw(offers, seat, rng)];
}

/* ---- how far it is from equilibrium ---- */

/* The next combination with a positive probability, `seat` excluded; false after the last. */
static bool
next_combination(const struct amun_offers *offers, int seat, uint8_t choice[AMUN_SEATS])
{
    for (int i = 0; i < offers->seats && i < AMUN_SEATS; i++) {
        if (i == seat)
            continue;
        if (++choice[i] < offers->count[i])
            return true;
        choice[i] = 0;
    }
    return false;
}

void
amun_offers_uses(const struct amun_judge *judge, amun_evaluator *evaluate,
                 const struct amun_state *s, const struct amun_effort *effort,
                 const struct amun_offers *offers, int seat, uint64_t *rng,
                 double use[AMUN_MOST_OFFERS])
{
    struct amun_offers same = *offers;
    struct sacrifice it;
    uint8_t choice[AMUN_SEATS] = {0};

    memset(use, 0, AMUN_MOST_OFFERS * sizeof *use);
    judge->begin(judge->self, s);
    open_sacrifice(&it, judge, evaluate, s, effort, rng, &same);
    do {
        double chance = 1;

        for (int i = 0; i < s->seats; i++)
            chance *= i == seat ? 1 : (double)offers->share[i][choice[i]] / AMUN_SHARES;
        for (int k = 0; chance > 0 && k < offers->count[seat]; k++) {
            choice[seat] = (uint8_t)k;
            use[k] += chance * amun_use(value_of(&it, choice), s->seats, seat);
        }
        choice[seat] = 0;
    } while (next_combination(offers, seat, choice));
}

int32_t
amun_offers_gap(const struct amun_judge *judge, amun_evaluator *evaluate,
                const struct amun_state *s, const struct amun_effort *effort,
                const struct amun_offers *offers, int seat, uint64_t *rng)
{
    double use[AMUN_MOST_OFFERS], own = 0, best;

    amun_offers_uses(judge, evaluate, s, effort, offers, seat, rng, use);
    best = use[0];
    for (int k = 0; k < offers->count[seat]; k++) {
        own += use[k] * offers->share[seat][k] / AMUN_SHARES;
        best = use[k] > best ? use[k] : best;
    }
    return (int32_t)(best - own);
}

/* ---- for the search ---- */

/* A sample of hidden information. The seat that thinks sees the same in all, so they share its regrets. A strategy for
 * each sample would be one for a seat that sees all cards. The others know their cards, so they have strategies for
 * each sample. */
struct sample {
    struct sacrifice it;
    struct amun_offers offers;
    uint64_t rng;
};

/* All samples learn in turns, so that all have learned alike when a limit is reached. */
static void
learn_in_turns(struct sample *samples, int count, int rounds)
{
    for (int from = 0; from < rounds; from += BLOCK) {
        for (int g = 0; g < count; g++) {
            struct sample *one = &samples[g];

            one->it.judge->begin(one->it.judge->self, &one->it.s);
            play_rounds(&one->it, from, from + BLOCK < rounds ? from + BLOCK : rounds,
                        &one->rng);
        }
    }
    for (int g = 0; g < count; g++)
        end(&samples[g].it, &samples[g].rng);
}

int
amun_search_offers(const struct amun_judge *judge, amun_evaluator *evaluate,
                   const struct amun_state *seen, int seat, const struct amun_effort *effort,
                   int guesses, uint64_t *rng, struct amun_option *out)
{
    struct sample *samples = malloc((size_t)guesses * sizeof *samples), alone;
    struct sample *all = samples ? samples : &alone;
    int used = samples ? guesses : 1, count;

    for (int g = 0; g < used; g++) {
        struct amun_state full = *seen;

        amun_sample(&full, seat, rng);
        all[g].rng = rng_next(rng);
        judge->begin(judge->self, &full);
        begin(&all[g].it, judge, evaluate, &full, effort, &all[g].rng, &all[g].offers);
        all[g].it.of[seat] = &all->it.alone[seat];
    }
    learn_in_turns(all, used, effort->rounds);
    while (used > 1 && !all[used - 1].it.rounds[seat])
        used--; /* a limit was reached before this sample learned anything */
    count = all->offers.count[seat]; /* these do not depend on hidden information */
    for (int k = 0; k < count; k++) {
        struct sum sum = {{0}, {0}};

        for (int g = 0; g < used; g++)
            add(&sum, &all[g].offers.value[seat][k]);
        out[k].plan = all->offers.plan[seat][k];
        out[k].share = all->offers.share[seat][k];
        out[k].value = mean_of(&sum, used);
        out[k].use = amun_use(&out[k].value, seen->seats, seat);
    }
    free(samples);
    return count;
}

void
amun_value_of_offers(const struct amun_judge *judge, amun_evaluator *evaluate,
                     const struct amun_state *s, const struct amun_effort *effort,
                     uint64_t *rng, struct amun_value *out)
{
    struct amun_offers offers;

    amun_solve_offers(judge, evaluate, s, effort, rng, &offers);
    *out = offers.mean;
}
