/* SPDX-License-Identifier: MIT
 * amun_playout_bids.h -- phases 1 and 2 of a playout: drawing provinces and bidding.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_PLAYOUT_BIDS_H
#define KHEPRI_AMUN_PLAYOUT_BIDS_H

#include "amun_playout_parts.h"

/* ---- phase 1 ---- */

static void
draw_province(struct amun_table *t)
{
    int province = amun_nth_bit(t->province_deck, pick(t, amun_count_bits(t->province_deck)));
    const struct amun_ground *ground = &t->board->provinces[province];

    t->province_deck ^= UINT32_C(1) << province;
    t->drawn |= UINT32_C(1) << province;
    t->offered |= UINT32_C(1) << province;
    t->offered_count++;
    t->last = (uint8_t)province;
    t->cards_due = ground->free_cards;
    for (int i = 0; i < ground->free_stones; i++) {
        bool fits =
            t->left[AMUN_STONES] > 0 && (t->stones[province] < 2 || t->left[AMUN_PYRAMIDS] > 0);

        build(t, province, fits, 0); /* [AR-PROV-04] */
    }
}

FOR_SEATS void
play_drawing(struct amun_table *t, int n)
{
    for (;;) {
        for (; t->cards_due && (t->deck | t->discard); t->cards_due--)
            t->lying[t->last] += draw_card(t);
        if (t->offered_count == n)
            break;
        draw_province(t);
    }
    t->cards_due = 0;
}

/* ---- phase 2 ---- */

FOR_SEATS void
begin_bids(struct amun_table *t, int n)
{
    uint32_t rest = t->offered;

    for (int i = 0; i < n; i++, rest &= rest - 1) {
        t->province_at[i] = (uint8_t)bits_lowest(rest);
        t->lowest[i] = t->highest[i] = 0;
        t->place[i] = AMUN_NOWHERE;
    }
    t->bidders = (uint8_t)((1u << n) - 1);
    t->turn = t->starting;
}

/* The number of bid numbers that the gold can pay. */
static inline int
affordable_spaces(const struct amun_board *board, int gold)
{
    int16_t count =
        (int16_t)(board->bid_count - AMUN_SPACES); /* missing ones are 0 */

    for (int i = 0; i < AMUN_SPACES; i++)
        count = (int16_t)(count + (board->bid_numbers[i] <= (int16_t)gold));
    return count;
}

/* Sets the marker; `with` 1: the blockade card too. */
static inline void
bid(struct amun_table *t, int seat, int place, int space, int with)
{
    unsigned bit = 1u << seat;
    int over = place == t->place[seat] && !(t->overbid & bit); /* [AR-BID-08] */

    t->hand[seat] -= amun_one(AMUN_BLOCKADE) * (unsigned)with;
    t->hand[seat] -= amun_one(AMUN_OVERBID) * (unsigned)over;
    t->blockade = (uint8_t)(t->blockade | with << seat);
    t->overbid = (uint8_t)(t->overbid | over << seat);
    t->place[seat] = (uint8_t)place;
    t->space[seat] = (uint8_t)space;
    t->lowest[place] = (uint8_t)(space + 1 + (t->blockade >> seat & 1));
    t->bidders = (uint8_t)((t->bidders & ~bit) | t->highest[place]);
    t->highest[place] = (uint8_t)bit;
}

/* One bid of the seat on turn, after the cards that it sells. */
FOR_SEATS void
play_bid(struct amun_table *t, int n)
{
    int seat = t->turn, all, k, at, place;

    for (;;) {
        amun_pack hand = t->hand[seat], sales = amun_kinds(hand);
        int twice =
            (amun_of(hand, AMUN_BLOCKADE) > 0) & ~(t->blockade >> seat); /* with or without it */
        int stays = (amun_of(hand, AMUN_OVERBID) > 0) | (t->overbid >> seat & 1);
        int spaces = affordable_spaces(t->board, t->gold[seat]);
        uint64_t counts = 0, upto;

        for (int i = n - 1; i >= 0; i--) {
            int count = int_max(spaces - t->lowest[i], 0) & -(stays | (t->place[seat] != i));

            counts = counts << AMUN_OFFERED | (uint64_t)(count << twice);
        }
        upto = counts * AMUN_EACH_OFFER & AMUN_FIELDS;
        all = (int)(upto >> 48);
        k = pick(t, all + amun_count_kinds(sales));
        if (k < all) {
            at = amun_above(upto, AMUN_EACH_OFFER, AMUN_OFFERED, k);
            k -= (int)((upto - counts) >> at & 4095);
            place = at / AMUN_OFFERED;
            bid(t, seat, place, t->lowest[place] + (k >> twice), k & twice);
            return;
        }
        discard(t, seat, amun_nth_kind(sales, k - all));
        earn(t, seat, 1);
    }
}

static inline void
take_province(struct amun_table *t, int seat, int place)
{
    int province = t->province_at[place];
    uint8_t *mine = t->mine[seat];
    uint8_t low = mine[0], high = (uint8_t)province;

    if (low > high) {
        low = (uint8_t)province;
        high = mine[0];
    }
    mine[0] = low;
    mine[2] = (uint8_t)int_max(mine[1], high);
    mine[1] = (uint8_t)int_min(mine[1], high);
    t->gold[seat] -= t->board->bid_numbers[t->space[seat]];
    earn(t, seat, t->board->provinces[province].free_gold);
    t->hand[seat] += t->lying[province];
    t->lying[province] = 0;
    t->discard += amun_one(AMUN_BLOCKADE) * (t->blockade >> seat & 1);
    t->discard += amun_one(AMUN_OVERBID) * (t->overbid >> seat & 1);
}

FOR_SEATS void
play_bids(struct amun_table *t, int n)
{
    while (t->bidders) {
        uint32_t wheel;
        int next;

        play_bid(t, n);
        wheel =
            t->bidders | (uint32_t)t->bidders << n | 1u << 2 * n; /* the last bit is for nobody */
        next = t->turn + 1 + bits_lowest(wheel >> (t->turn + 1));
        t->turn = (uint8_t)(next >= n ? next - n : next);
    }
    for (int i = 0; i < n; i++)
        take_province(t, i, t->place[i]);
    t->held++;
    t->offered = t->offered_count = t->blockade = t->overbid = 0;
    t->turn = t->starting;
}

#endif
