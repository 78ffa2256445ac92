/* SPDX-License-Identifier: MIT
 * amun_playout_offers.h -- phase 4 of a playout: offers, and their rewards.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_PLAYOUT_OFFERS_H
#define KHEPRI_AMUN_PLAYOUT_OFFERS_H

#include "amun_playout_parts.h"

FOR_SEATS void
begin_offers(struct amun_table *t, int n)
{
    for (int i = 0; i < n; i++)
        t->offer[i] = 0;
    t->total = 0;
    t->made = t->steals = t->corrects = 0;
}

/* Sealed actions are done at once: nothing reads them before the reveal, so there is no reveal.
 */
static inline void
play_offer(struct amun_table *t, int seat)
{
    for (;;) {
        amun_pack sales = amun_kinds(t->hand[seat]);
        int twice = amun_of(sales, AMUN_CORRECTION); /* with or without it */
        int sold = amun_count_kinds(sales), purse = t->gold[seat], steals, corrects, offer;
        int k = pick(t, sold + ((purse + 1) << twice)) - sold;

        if (k < 0) {
            discard(t, seat, amun_nth_kind(sales, k + sold));
            earn(t, seat, 1);
            continue;
        }
        corrects = k & twice;
        steals = k >> twice == purse; /* the last of them */
        offer = ((k >> twice) + 1) & -!steals;
        discard(t, seat, amun_one(AMUN_CORRECTION) * (unsigned)corrects);
        t->corrects = (uint8_t)(t->corrects | corrects << seat);
        t->steals = (uint8_t)(t->steals | steals << seat);
        t->offer[seat] = offer;
        t->gold[seat] -= offer;
        t->total += offer - 3 * steals;
        return;
    }
}

FOR_SEATS void
play_offers(struct amun_table *t, int n)
{
    for (int i = 0; i < n; i++) {
        if (!(t->made >> i & 1))
            play_offer(t, i);
    }
    t->due = t->corrects;
}

/* The order of corrections does not change the total [AR-SAC-03]. */
static inline void
play_corrections(struct amun_table *t)
{
    for (; t->due; t->due &= (uint8_t)(t->due - 1))
        t->total += pick(t, 2) ? 3 : -3;
}

/* The two highest offers, ties clockwise from the starting player [AR-REW-01]. */
struct leaders {
    int first, second;
};

FOR_SEATS struct leaders
leaders_of(const struct amun_table *t, int n)
{
    int first = 0, second = 0; /* the offer, then the earlier one, then the seat */

    for (int i = 0; i < n; i++) {
        int late = i - t->starting, key;

        late += n & -(late < 0);
        key = t->offer[i] << 6 | (n - late) << 3 | i;
        second = int_max(second, int_min(first, key));
        first = int_max(first, key);
    }
    return (struct leaders){first & 7, second & 7};
}

FOR_SEATS void
begin_rewards(struct amun_table *t, int n)
{
    t->temple = (uint8_t)amun_temple_space(t->board, t->total);
    t->due = (uint8_t)(~(unsigned)t->steals & ((1u << n) - 1)); /* [AR-REW-03] */
}

static inline void
place_reward(struct amun_table *t, int seat)
{
    for (; t->to_draw; t->to_draw--)
        t->hand[seat] += draw_card(t);
    while (t->to_farm | t->to_build) {
        uint32_t farms = farm_places(t, seat) & -(uint32_t)(t->to_farm > 0);
        uint32_t fits = stone_places(t, stone_pairs(t, seat)) & -(uint32_t)(t->to_build > 0);
        int first = (int)count_places(farms), k = pick(t, first + (int)count_places(fits));
        int builds = k >= first;
        int place = nth_place(builds ? fits : farms, k - (first & -builds));
        int province = t->mine[seat][place];

        t->to_build = (uint8_t)(t->to_build - builds);
        t->to_farm = (uint8_t)(t->to_farm - !builds);
        farm(t, province, !builds, 0);
        build(t, province, builds, 0);
    }
}

/* All rewards of cards, farmers and stones, at most three together, in ascending order. Then the
 * sets of those with at most a given number of cards, farmers, stones or items. Listing them by
 * comparisons took a loop of twenty for each reward. */
static const uint8_t rewards[] = {0,  1,  2,  3,  4,  5,  6,  8,  9,  12,
                                  16, 17, 18, 20, 21, 24, 32, 33, 36, 48}; /* 16 C + 4 F + S */
static const uint32_t upto_cards[] = {0x003ff, 0x0ffff, 0x7ffff, 0xfffff};
static const uint32_t upto_farmers[] = {0xb1c0f, 0xf7c7f, 0xffdff, 0xfffff};
static const uint32_t upto_stones[] = {0xda691, 0xfefb3, 0xffff7, 0xfffff};
static const uint32_t upto_items[] = {0x00001, 0x00413, 0x12cb7, 0xfffff};

static inline void
play_reward(struct amun_table *t, int seat, int items)
{
    const uint8_t *mine = t->mine[seat];
    int cards = int_min(amun_pack_size(t->deck + t->discard), 3), farmers = 0;
    int stones = 2 * t->held + 3 * t->left[AMUN_PYRAMIDS], which;
    uint32_t set;

    for (int i = 0; i < AMUN_PLACES; i++) {
        farmers += t->farms[mine[i]] - t->farmers[mine[i]];
        stones -= t->stones[mine[i]];
    }
    farmers = int_min(int_min(farmers, t->left[AMUN_FARMERS]), 3);
    stones = int_min(int_min(stones, t->left[AMUN_STONES]), 3);
    set = upto_cards[cards] & upto_farmers[farmers] & upto_stones[stones] & upto_items[items];
    which = rewards[amun_nth_bit(set, pick(t, amun_count_bits(set)))];
    t->to_draw = (uint8_t)(which >> 4);
    t->to_farm = (uint8_t)(which >> 2 & 3);
    t->to_build = (uint8_t)(which & 3);
    place_reward(t, seat);
}

/* `t->turn` has something to place only if the playout started that way. [AR-REW-02] */
FOR_SEATS void
play_rewards(struct amun_table *t, int n)
{
    struct leaders l = leaders_of(t, n);
    int seat = t->starting;

    place_reward(t, t->turn);
    if (t->due >> l.first & 1)
        play_reward(t, l.first, 3);
    if (t->due >> l.second & 1)
        play_reward(t, l.second, 2);
    t->due &= (uint8_t) ~(1u << l.first | 1u << l.second);
    for (int i = 0; i < n; i++, seat = after(seat, n)) {
        if (t->due >> seat & 1)
            play_reward(t, seat, 1);
    }
    for (int i = 0; i < n; i++)
        earn(t, i, 3 * (t->steals >> i & 1)); /* [AR-SAC-06] */
    t->starting = (uint8_t)l.first; /* [AR-REW-07] */
}

#endif
