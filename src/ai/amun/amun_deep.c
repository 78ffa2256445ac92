/* SPDX-License-Identifier: MIT
 * amun_deep.c -- see amun_deep.h. */
#include "amun_deep.h"

#include <string.h>

#include "amun_budget.h"
#include "amun_offers.h"
#include "amun_step.h"
#include "bits.h"
#include "rng.h"

/* The number of trials that the first search counts as, by the number of players. It is the
 * variance of one trial of two plans over the squared error of the first search. */
static const int FIRST_LOOK[AMUN_SEATS + 1] = {0, 0, 0, 6, 8, 18};

/* After FEWEST trials, and every STEP more, plans that are clearly behind are dropped. Plans
 * that are not better by more than NEAR count as behind too. */
enum { FEWEST = 12, STEP = 4, NEAR = AMUN_SURE / 500 };

/* The effort of all seats in a trial. */
static const struct amun_effort hasty = {
    .plans = 24, .offers = 6, .jumps = 1, .draws = 1, .moods = 1, .ahead = 0, .rounds = 8};

/* ---- playing on ---- */

/* The random numbers of a trial. Each choice of a seat in a phase has its own stream. So
 * compared plans meet the same luck as long as they lead to the same questions, however many
 * numbers were used before. */
struct dice {
    uint64_t chance;
    uint8_t count[AMUN_SEATS + 1][AMUN_PHASES];
};

/* The stream of the next question to `seat`, or to nature as AMUN_SEATS. */
static uint64_t
next_dice(struct dice *dice, int seat, int phase)
{
    return rng_stream(dice->chance, (uint64_t)(seat << 4 | phase), dice->count[seat][phase]++);
}

static void
offer_all(const struct amun_judge *judge, struct amun_state *s, struct dice *dice)
{
    struct amun_offers offers;
    uint64_t rng = next_dice(dice, AMUN_SEATS, s->phase);

    judge->begin(judge->self, s);
    amun_solve_offers(judge, amun_value_of, s, &hasty, &rng, &offers);
    for (int i = 0; i < offers.seats; i++) {
        rng = next_dice(dice, i, AMUN_OFFER);
        if (!(s->made >> i & 1))
            amun_follow(s, i, amun_draw_offer(&offers, i, &rng), &rng);
    }
}

/* Plays on to the start of the next round, or to the end. */
static void
play_round(const struct amun_judge *judge, struct amun_state *s, struct dice *dice)
{
    struct amun_option options[AMUN_MOST_PLANS];

    while (!amun_is_over(judge) && s->phase != AMUN_OVER &&
           !(s->phase == AMUN_DRAWING && amun_quiet(s))) {
        int seat = bits_lowest(amun_to_move(s)), count;
        uint64_t rng = next_dice(dice, seat == GAME_NATURE ? AMUN_SEATS : seat, s->phase), luck;

        if (seat == GAME_NATURE) {
            amun_step_nature(s, &rng);
        } else if (s->phase == AMUN_OFFER) {
            offer_all(judge, s, dice);
        } else {
            luck = rng_next(&rng);
            count = amun_search(judge, s, seat, &hasty, &rng, options);
            amun_follow(s, seat, &options[amun_search_best(options, count, &rng)].plan, &luck);
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

/* The best plans by the first search, best first. */
static int
choose_candidates(const struct amun_option *options, int count, int seats, int most,
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
        add(&out[i], &options[out[i].option].value, FIRST_LOOK[seats]);
    return kept;
}

/* The plans that are still played on, and their differences in the trials. between[i][k] is how
 * much i was better than k, in COARSE parts of its utility. */
struct race {
    const struct amun_judge *judge;
    const struct amun_state *seen;
    const struct amun_option *options;
    int seat, left, trials;
    struct candidate plans[AMUN_DEEP_MOST];
    struct {
        int64_t sum, squares;
    } between[AMUN_DEEP_MOST][AMUN_DEEP_MOST];
};
enum { COARSE = 64 };

/* A trial that a limit ends counts for nothing. */
static void
try_all(struct race *race, uint64_t chance)
{
    const struct amun_judge *judge = race->judge;
    struct amun_state full = *race->seen;
    struct amun_value values[AMUN_DEEP_MOST];
    int32_t use[AMUN_DEEP_MOST];

    amun_sample(&full, race->seat, &chance);
    for (int i = 0; i < race->left; i++) {
        const struct candidate *plan = &race->plans[i];
        struct amun_state after = full;
        struct dice dice = {.chance = chance};
        uint64_t rng = next_dice(&dice, race->seat, full.phase);

        amun_follow(&after, race->seat, &race->options[plan->option].plan, &rng);
        play_round(judge, &after, &dice);
        judge->begin(judge->self, &after);
        amun_value_of(judge, &after, &hasty, &rng, &values[i]);
        if (amun_is_over(judge))
            return;
    }
    for (int i = 0; i < race->left; i++) {
        add(&race->plans[i], &values[i], 1);
        use[i] = amun_use(&values[i], full.seats, race->seat);
        for (int k = 0; k < i; k++) {
            int64_t more = (use[i] - use[k]) / COARSE;

            race->between[i][k].sum += more;
            race->between[i][k].squares += more * more;
            race->between[k][i].sum -= more;
            race->between[k][i].squares += more * more;
        }
    }
    race->trials++;
}

/* Removes `which`; the last of the list takes its place. */
static void
give_up(struct race *race, int which)
{
    int last = --race->left;
    struct candidate given_up = race->plans[which];

    race->plans[which] = race->plans[last];
    race->plans[last] = given_up;
    for (int i = 0; i < last; i++) {
        race->between[which][i] = race->between[last][i];
        race->between[i][which] = race->between[i][last];
    }
}

static int
find(const struct race *race, bool best)
{
    int found = 0;

    for (int i = 1; i < race->left; i++) {
        int32_t more = use_of(&race->plans[i], race->seen->seats, race->seat) -
                       use_of(&race->plans[found], race->seen->seats, race->seat);

        if (best ? more > 0 : more < 0)
            found = i;
    }
    return found;
}

/* More than two standard errors behind, even if it were better by NEAR. */
static bool
is_behind(const struct race *race, int which, int best)
{
    int64_t n = race->trials, sum = race->between[which][best].sum,
            spread = n * race->between[which][best].squares - sum * sum;
    int64_t behind = sum + n * (NEAR / COARSE);

    return behind < 0 && behind * behind * (n - 1) > 4 * spread;
}

static void
give_up_all_behind(struct race *race)
{
    int best = find(race, true);

    for (int i = race->left - 1; i >= 0; i--) {
        if (i != best && is_behind(race, i, best)) {
            give_up(race, i);
            best = best == race->left ? i : best;
        }
    }
}

static void
take_from(struct amun_value *value, int32_t win, int seats, int seat)
{
    int32_t part = (win < value->win[seat] ? win : value->win[seat]) / (seats - 1);

    for (int i = 0; i < seats; i++)
        value->win[i] += i == seat ? -part * (seats - 1) : part;
}

/* A plan without trials was not tested, so it is not taken to be better than one with trials. */
static void
conclude(struct amun_option *options, int count, const struct race *race, int kept)
{
    int seats = race->seen->seats, seat = race->seat;
    int32_t least = INT32_MAX;

    for (int k = 0; k < kept; k++) {
        struct amun_option *option = &options[race->plans[k].option];

        option->value = mean_of(&race->plans[k]);
        option->use = amun_use(&option->value, seats, seat);
        least = option->use < least ? option->use : least;
    }
    for (int i = 0; i < count; i++) {
        int32_t more =
            options[i].use - (least - seats); /* part of which may be lost by rounding */
        bool tried = false;

        for (int k = 0; k < kept; k++)
            tried |= race->plans[k].option == i;
        if (!tried && more > 0) {
            options[i].use -= more;
            take_from(&options[i].value, more, seats, seat);
        }
    }
}

/* The used part of the budget, in AMUN_SHARES: of the trials or of the positions, whichever is
 * larger. */
static uint64_t
spent(const struct race *race, const struct amun_depth *depth, uint64_t positions,
      uint64_t most)
{
    uint64_t of_trials = (uint64_t)race->trials * AMUN_SHARES / (uint64_t)depth->trials;
    uint64_t of_positions = positions * AMUN_SHARES / most;

    return of_trials > of_positions ? of_trials : of_positions;
}

int
amun_deep_search(const struct amun_judge *judge, const struct amun_state *seen, int seat,
                 const struct amun_depth *depth, const struct ai_limits *limits, uint64_t *rng,
                 struct amun_option *out)
{
    uint64_t most = limits && limits->positions ? limits->positions : depth->positions, first;
    struct amun_effort effort = amun_effort_within(depth->effort, seen, depth->guesses, most);
    struct amun_budget budget;
    const struct amun_judge *counting = amun_budget_begin(&budget, judge, limits, UINT64_MAX);
    struct race race = {.judge = counting, .seen = seen, .options = out, .seat = seat};
    int count = amun_search_view(counting, seen, seat, &effort, depth->guesses, rng, out), kept;

    if (seen->phase == AMUN_OFFER || amun_is_last_word(seen))
        return count;
    kept = race.left = choose_candidates(out, count, seen->seats, depth->plans, race.plans);
    first = budget.positions;
    while (race.left > 1 && budget.positions < most) {
        uint64_t now = spent(&race, depth, budget.positions - first, most - first);

        if (now >= AMUN_SHARES || budget.over)
            break;
        if (now * (uint64_t)kept >= (uint64_t)(kept - race.left + 1) * AMUN_SHARES)
            give_up(&race, find(&race, false));
        else if (race.trials >= FEWEST && race.trials % STEP == 0)
            give_up_all_behind(&race);
        if (race.left > 1)
            try_all(&race, rng_next(rng));
    }
    conclude(out, count, &race, kept);
    return count;
}
