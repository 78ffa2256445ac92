/* SPDX-License-Identifier: MIT
 * amun_why.c -- the subjects of Amun-Re. After two seats have exchanged all of a kind, the
 * position has the same provinces, cards and gold.
 */
#include "game_why.h"

#include <string.h>

#include "amun_fact.h"

static void
exchange(void *a, void *b, size_t size)
{
    uint8_t kept[AMUN_CARDS];

    memcpy(kept, a, size);
    memcpy(a, b, size);
    memcpy(b, kept, size);
}

static bool
score(union games_state *st, int seat, int other)
{
    exchange(&st->amun.score[seat], &st->amun.score[other], sizeof st->amun.score[0]);
    return true;
}

static bool
gold(union games_state *st, int seat, int other)
{
    exchange(&st->amun.gold[seat], &st->amun.gold[other], sizeof st->amun.gold[0]);
    return true;
}

static bool
cards(union games_state *st, int seat, int other)
{
    exchange(st->amun.hand[seat], st->amun.hand[other], sizeof st->amun.hand[0]);
    return true;
}

/* With all that stands in them. */
static bool
provinces(union games_state *st, int seat, int other)
{
    exchange(&st->amun.owned[seat], &st->amun.owned[other], sizeof st->amun.owned[0]);
    return true;
}

static const struct why_subject subjects[] = {
    {"score", false, score},
    {"gold", false, gold},
    {"cards", false, cards},
    {"provinces", false, provinces},
    {0},
};

/* The later, the more the net exaggerates. */
static int
believed(const void *state, game_action action)
{
    static const int in_round[AMUN_ROUNDS] = {100, 95, 65, 60, 60, 20};
    const struct amun_state *s = state;

    (void)action;
    return in_round[s->round - 1];
}

static const struct doubt doubt = {.luck = 60, .judged = 20, .each = 400};

const struct game_why amun_why = {
    .subjects = subjects,
    .facts = amun_facts,
    .quick_luck = true,
    .believed = believed,
    .doubt = &doubt,
};
