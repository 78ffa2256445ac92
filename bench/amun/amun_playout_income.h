/* SPDX-License-Identifier: MIT
 * amun_playout_income.h -- phases 5 and 6 of a playout: income, and points at the end of a kingdom.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_PLAYOUT_INCOME_H
#define KHEPRI_AMUN_PLAYOUT_INCOME_H

#include "amun_playout_parts.h"

/* ---- phase 5 ---- */

/* Cards for the income of one seat; few seats have any. */
static void
play_income_cards(struct amun_table *t, int seat)
{
    uint32_t worked = 0, eights, harvests;

    for (int i = 0; i < AMUN_PLACES; i++)
        worked |= (uint32_t)(workers(t, t->mine[seat][i]) > 0) << i;
    for (;;) {
        amun_pack hand = t->hand[seat];
        int k, count;

        eights =
            t->eight_gold == AMUN_NOWHERE && amun_of(hand, AMUN_EIGHT_GOLD) ? all_places(t) : 0;
        harvests = t->harvest == AMUN_NOWHERE && amun_of(hand, AMUN_HARVEST) ? worked : 0;
        if (!(eights | harvests))
            return;
        count = (int)count_places(eights);
        k = pick(t, 1 + count + (int)count_places(harvests)) - 1;
        if (k < 0)
            return;
        if (k < count) {
            t->eight_gold = (uint8_t)nth_place(eights, k);
            discard(t, seat, amun_one(AMUN_EIGHT_GOLD));
        } else {
            t->harvest = (uint8_t)nth_place(harvests, k - count);
            discard(t, seat, amun_one(AMUN_HARVEST));
        }
    }
}

static inline void
take_income(struct amun_table *t, int seat)
{
    const uint8_t *further = t->further[t->temple > 2];
    int sum = 0;

    for (int i = 0; i < AMUN_PLACES; i++) {
        int province = t->mine[seat][i], each = t->temple + (t->harvest == i);
        int gold = workers(t, province) * each + further[province];

        sum += t->eight_gold == i ? 8 : gold; /* [AR-CARD-06] */
    }
    earn(t, seat, sum);
}

FOR_SEATS void
play_incomes(struct amun_table *t, int n)
{
    const amun_pack cards = amun_one(AMUN_EIGHT_GOLD) * 31 | amun_one(AMUN_HARVEST) * 31;

    do {
        if (t->hand[t->turn] & cards)
            play_income_cards(t, t->turn);
        take_income(t, t->turn);
        t->eight_gold = t->harvest = AMUN_NOWHERE;
        t->turn = (uint8_t)after(t->turn, n);
    } while (t->turn != t->starting);
}

/* ---- phase 6 ---- */

static inline uint32_t
traits_of(const struct amun_table *t, int seat)
{
    const uint8_t *mine = t->mine[seat];

    return (uint32_t)t->traits[mine[0]] + t->traits[mine[1]] + t->traits[mine[2]];
}

/* The points of all seats for a side, by the best province of each [AR-SCORE-03]. */
FOR_SEATS void
score_side(struct amun_table *t, int n, int side)
{
    int best[AMUN_SEATS], bar = 4 * t->side_award_min; /* pyramids first, then stones */

    for (int i = 0; i < n; i++) {
        best[i] = -1;
        for (int k = 0; k < AMUN_PLACES; k++) {
            int province = t->mine[i][k],
                worth = 4 * t->pyramids[province] + t->stones[province];
            int here = (t->traits[province] >> AMUN_IS_EAST & 1) == side;

            best[i] = int_max(best[i], (worth + 1) * here - 1);
        }
        bar = int_max(bar, best[i]);
    }
    for (int i = 0; i < n; i++)
        score(t, i, 5 * (best[i] >= bar));
}

FOR_SEATS void
begin_scoring(struct amun_table *t, int n)
{
    for (int i = 0; i < n; i++) {
        int a = t->pyramids[t->mine[i][0]], b = t->pyramids[t->mine[i][1]];
        int c = t->pyramids[t->mine[i][2]];
        int temples = (int)(traits_of(t, i) >> AMUN_HAS_TEMPLES & 31);
        int sets = int_min(int_min(int_min(a, b), c), AMUN_MOST_PYRAMIDS);

        score(t, i, a + b + c + 3 * sets + temples * t->temple);
    }
    score_side(t, n, AMUN_WEST);
    score_side(t, n, AMUN_EAST);
    t->bonuses = 0;
}

/* The bonus cards whose condition holds for a seat of three provinces [AR-CARD-08..12]. */
static amun_pack
bonuses_that_hold(const struct amun_table *t, int seat)
{
    uint32_t traits = traits_of(t, seat);
    int farmers = 0;

    for (int i = 0; i < AMUN_PLACES; i++)
        farmers += workers(t, t->mine[seat][i]);
    return amun_one(AMUN_POWER_BONUS) * ((traits >> AMUN_HAS_POWER) >= 7) |
           amun_one(AMUN_FARMER_BONUS) * (farmers >= 9) |
           amun_one(AMUN_EGYPT_BONUS) * ((traits >> AMUN_IS_UPPER & 3) % 3 == 0) |
           amun_one(AMUN_SIDE_BONUS) * ((traits >> AMUN_IS_EAST & 3) % 3 == 0) |
           amun_one(AMUN_BANK_BONUS) * ((traits >> AMUN_IS_BANK & 3) % 3 == 0);
}

static void
play_bonuses(struct amun_table *t, int seat)
{
    amun_pack holds = bonuses_that_hold(t, seat), set, card;

    while ((set = holds & amun_kinds(t->hand[seat]) & ~t->bonuses) != 0) {
        int k = pick(t, 1 + amun_count_kinds(set)) - 1;

        if (k < 0)
            break;
        card = amun_nth_kind(set, k);
        discard(t, seat, card);
        t->bonuses |= card;
        score(t, seat, 3); /* [AR-SCORE-05] */
    }
    t->bonuses = 0;
}

FOR_SEATS void
play_scoring(struct amun_table *t, int n)
{
    do {
        play_bonuses(t, t->turn);
        t->turn = (uint8_t)after(t->turn, n);
    } while (t->turn != t->starting);
}

#endif
