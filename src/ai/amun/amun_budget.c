/* SPDX-License-Identifier: MIT
 * amun_budget.c -- see amun_budget.h. */
#include "amun_budget.h"

#include <string.h>

enum { ASK_EVERY = 16, FEWEST_ROUNDS = 8 };

static void
begin(void *self, const struct amun_state *s)
{
    struct amun_budget *b = self;

    b->judge.begin(b->judge.self, s);
}

/* Counts one more position; false if a limit is reached. */
static bool
count(struct amun_budget *b)
{
    const struct ai_limits *limits = b->limits;

    b->over = b->over || b->positions >= b->most ||
              (b->positions >= AMUN_BUDGET_LEAST && b->positions % ASK_EVERY == 0 && limits &&
               limits->stop && limits->stop(limits->self));
    b->positions += !b->over;
    return !b->over;
}

static void
value(void *self, const struct amun_state *s, struct amun_value *out)
{
    struct amun_budget *b = self;

    if (count(b))
        b->judge.value(b->judge.self, s, out);
    else
        memset(out, 0, sizeof *out);
}

bool
amun_is_over(const struct amun_judge *judge)
{
    return judge->budget && judge->budget->over;
}

uint64_t
amun_asked(const struct amun_judge *judge)
{
    return judge->budget ? judge->budget->positions : 0;
}

void
amun_ask_again(const struct amun_judge *judge, uint64_t positions)
{
    for (; judge->budget && positions > 0 && count(judge->budget); positions--) {
    }
}

const struct amun_judge *
amun_budget_begin(struct amun_budget *b, const struct amun_judge *judge,
                  const struct ai_limits *limits, uint64_t most)
{
    *b = (struct amun_budget){.judge = *judge, .limits = limits, .most = most};
    b->counting = (struct amun_judge){b, begin, value, b};
    return &b->counting;
}

/* In a round each seat tries all its offers once; a quarter as many are tried to weigh them. */
struct amun_effort
amun_effort_within(const struct amun_effort *effort, const struct amun_state *s, int guesses,
                   uint64_t positions)
{
    struct amun_effort fit = *effort;
    uint64_t round = (uint64_t)(s->seats * effort->offers * guesses) * 5 / 4;

    if ((uint64_t)fit.rounds * round > positions)
        fit.rounds = (int)(positions / round);
    if (fit.rounds < FEWEST_ROUNDS)
        fit.rounds = effort->rounds < FEWEST_ROUNDS ? effort->rounds : FEWEST_ROUNDS;
    return fit;
}
