/* SPDX-License-Identifier: MIT
 * amun_numbers.h -- a position of Amun-Re as numbers in which what is as good as done counts as done; the
 * lists of features (amun_features.h) use only these. The numbers of a similar position save work: most
 * are the same.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_NUMBERS_H
#define KHEPRI_AMUN_NUMBERS_H

#include "khepri/amun.h"

enum { AMUN_PLACES = 3, AMUN_BONUS_KINDS = 5, AMUN_NOTHING = -1 };

/* What a seat still has to do in the current phase: AMUN_SF_TO_DO. */
enum amun_to_do {
    AMUN_TO_PLACE, AMUN_TO_MOVE, AMUN_TO_BUY, AMUN_TO_OFFER, AMUN_TO_CORRECT,
    AMUN_TO_CHOOSE_1, AMUN_TO_CHOOSE_2, AMUN_TO_CHOOSE_3, AMUN_TO_USE
};

/* A seat's provinces, and what stands there. */
struct amun_estate {
    uint32_t provinces;
    int farmers, empty, always, camel, limit, temples, stones[3];
    int count, built[AMUN_PLACES];          /* provinces; in each, pyramids times 4 and stones */
    int pyramids, sets, best[2];
    int power, upper, east, banks;          /* the conditions of bonus cards, except farmers */
};

/* A seat's numbers, the source of its own list and of the others' lists. */
struct amun_seat_numbers {
    struct amun_estate estate;
    int gold, score, turns, turns_here;
    int hand, unseen, reach[AMUN_BONUS_KINDS], bonus_points;
    int now, gold_points, marker, threat;
    int to_do;                              /* enum amun_to_do, or AMUN_NOTHING */
};

struct amun_numbers {
    const struct amun_state *s;
    struct amun_seat_numbers of[AMUN_SEATS];
    int stage, round, starting;             /* starting: the next starting player, once known */
    int rounds_here, incomes;               /* to come in the kingdom: after this round; with the current income */
    uint32_t open, to_come;
    int best_two[2][2];                     /* on each side, the best province of any seat and that of the next */
    int still[2];                           /* the best province on each side that may still be acquired */

    /* In common with the similar position, if it is `alike`: the estates of these seats, and what may still be
     * acquired. Of some seats also the hands, and what they may be used for. `changed`: provinces where something
     * else stands. */
    bool alike, same_still;
    uint8_t same_estates, same_hands;
    uint32_t changed;
};

/* The numbers of *s; `near`: those of another position, or NULL. */
void amun_numbers_read(const struct amun_state *s, const struct amun_numbers *near, struct amun_numbers *out);

/* The distance of `seat` from `from` in order of play. */
static inline int
amun_seats_from(const struct amun_state *s, int from, int seat)
{
    if (from >= s->seats)
        return seat;
    return seat >= from ? seat - from : seat - from + s->seats;
}

/* The best province of the other seats on that side. */
static inline int
amun_best_of_others(const struct amun_numbers *t, int seat, int side)
{
    return t->best_two[side][t->of[seat].estate.best[side] == t->best_two[side][0]];
}

#endif
