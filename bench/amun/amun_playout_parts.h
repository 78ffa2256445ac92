/* SPDX-License-Identifier: MIT
 * amun_playout_parts.h -- what the phases of amun_playout.c share: chance, gold and points,
 * cards, and building.
 *
 * The phases are in headers (amun_playout_bids.h and so on), because the compiler must see them
 * as one piece of code. Each is compiled for 3, 4 and 5 seats, and inlined. Only amun_playout.c
 * includes them.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_PLAYOUT_PARTS_H
#define KHEPRI_AMUN_PLAYOUT_PARTS_H

#include "amun_parts.h"
#include "amun_table.h"
#include "bits.h"
#include "minmax.h"
#include "rng.h"

/* Parts of the game loop, compiled for 3, 4 and 5 seats, so that loops over seats have a
 * constant length. */
#define FOR_SEATS static inline __attribute__((always_inline))

static inline int
pick(struct amun_table *t, int n)
{
    return (int)rng_pick_one(&t->rng, (uint32_t)n);
}

FOR_SEATS int
after(int seat, int n)
{
    return seat + 1 == n ? 0 : seat + 1;
}

static inline void
earn(struct amun_table *t, int seat, int gold)
{
    t->gold[seat] = int_min(t->gold[seat] + gold, AMUN_MOST_GOLD);
}

static inline void
score(struct amun_table *t, int seat, int points)
{
    t->score[seat] = int_min(t->score[seat] + points, AMUN_MOST_POINTS);
}

/* From the hand to the discards; `cards` may be empty. */
static inline void
discard(struct amun_table *t, int seat, amun_pack cards)
{
    t->hand[seat] -= cards;
    t->discard += cards;
}

/* By the weights of the kinds: first the pair of kinds, then which of the two. */
static inline amun_pack
draw_card(struct amun_table *t)
{
    uint64_t pairs, upto;
    amun_pack card;
    int at, k;

    if (!t->deck) {
        t->deck = t->discard; /* [AR-POW-04] */
        t->discard = 0;
    }
    pairs = amun_pairs(t->deck);
    upto = pairs * AMUN_EACH_PAIR & AMUN_FIELDS;
    k = pick(t, (int)(upto >> 50));
    at = amun_above(upto, AMUN_EACH_PAIR, AMUN_PAIR, k);
    k -= (int)((upto - pairs) >> at & 1023);
    at += AMUN_KIND & -(k >= (int)(t->deck >> at & 31));
    card = UINT64_C(1) << at;
    t->deck -= card;
    return card;
}

/* ---- places and supplies ---- */

static inline int
workers(const struct amun_table *t, int province)
{
    return t->farmers[province] + t->free_farmers[province] + t->printed[province];
}

/* Sets of a seat's places: with an empty farm; where a stone fits; where two stones are. */
static inline uint32_t
farm_places(const struct amun_table *t, int seat)
{
    uint32_t set = 0;

    for (int i = 0; i < AMUN_PLACES; i++) {
        int province = t->mine[seat][i];

        set |= (uint32_t)(t->farms[province] > t->farmers[province]) << i;
    }
    return set & -(uint32_t)(t->left[AMUN_FARMERS] > 0);
}

static inline uint32_t
stone_pairs(const struct amun_table *t, int seat)
{
    uint32_t set = 0;

    for (int i = 0; i < AMUN_PLACES; i++)
        set |= (uint32_t)(t->stones[t->mine[seat][i]] == 2) << i;
    return set;
}

/* The number of elements of a set of three places. */
static inline uint64_t
count_places(uint32_t set)
{
    static const uint8_t counts[8] = {0, 1, 1, 2, 1, 2, 2, 3};

    return counts[set];
}

/* The k-th of a set of three places; of an empty one, any place. */
static inline int
nth_place(uint32_t set, int k)
{
    static const uint8_t nth[8][4] = {{0}, {0}, {1}, {0, 1}, {2}, {0, 2}, {1, 2}, {0, 1, 2}};

    return nth[set][k & 3];
}

static inline uint32_t
all_places(const struct amun_table *t)
{
    return (1u << t->held) - 1;
}

static inline uint32_t
stone_places(const struct amun_table *t, uint32_t pairs)
{
    uint32_t thirds =
        pairs & -(uint32_t)(t->left[AMUN_PYRAMIDS] <= 0); /* there would be one, but there cannot */

    return all_places(t) & ~thirds & -(uint32_t)(t->left[AMUN_STONES] > 0);
}

/* Puts `stones` stones (0 or 1) into a province, or turns two into a pyramid by a builder (0 or 1). */
static inline void
build(struct amun_table *t, int province, int stones, int builders)
{
    int count = t->stones[province] + stones, third = count == 3;
    int pyramids = third + builders, gone = 3 * third + 2 * builders;

    t->stones[province] = (uint8_t)(count - gone);
    t->pyramids[province] =
        (uint16_t)int_min(t->pyramids[province] + pyramids, AMUN_MOST_PYRAMIDS);
    t->left[AMUN_STONES] += gone - stones;
    t->left[AMUN_PYRAMIDS] -= pyramids;
}

static inline void
farm(struct amun_table *t, int province, int farmers, int free_farmers)
{
    t->farmers[province] = (uint8_t)(t->farmers[province] + farmers);
    t->free_farmers[province] =
        (uint8_t)int_min(t->free_farmers[province] + free_farmers, AMUN_MOST_FREE_FARMERS);
    t->left[AMUN_FARMERS] -= farmers + free_farmers;
}

#endif
