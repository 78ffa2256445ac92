/* SPDX-License-Identifier: MIT
 * amun_parts.h -- what the files of src/rules/amun share: small predicates of the rules, and the reporting of events.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_PARTS_H
#define KHEPRI_AMUN_PARTS_H

#include <string.h>

#include "khepri/amun.h"

#include "bits.h"

/* for each province of a set: removes the lowest from `rest` */
#define AMUN_EACH(province, set) \
    for (uint32_t rest_ = (set), province = 0; rest_ && (province = (uint32_t)bits_lowest(rest_), true); \
         rest_ &= rest_ - 1)

static inline int  amun_left_of(const struct amun_state *s, int seat)  { return seat + 1 == s->seats ? 0 : seat + 1; }
static inline bool amun_owns(const struct amun_state *s, int seat, int province)
{
    return province < AMUN_PROVINCES && (s->owned[seat] >> province & 1);
}

/* All cards of a set: pairs of bytes are added as words of 16 bits, and a product adds these. */
static inline int
amun_count(const uint8_t cards[AMUN_CARDS])
{
    const uint64_t low = UINT64_C(0x00ff00ff00ff00ff);
    uint64_t first;
    uint32_t last;

    _Static_assert(AMUN_CARDS == sizeof first + sizeof last, "all kinds are read");
    memcpy(&first, cards, sizeof first);
    memcpy(&last, cards + sizeof first, sizeof last);
    first = (first & low) + (first >> 8 & low);
    first += (uint64_t)((last & (uint32_t)low) + (last >> 8 & (uint32_t)low));
    return (int)(first * UINT64_C(0x0001000100010001) >> 48);
}

/* Cards that can still be drawn: the deck, and the discards that would become it [AR-POW-04]. */
int amun_cards_left(const struct amun_state *s);

/* The pile from which the next card is drawn. */
static inline const uint8_t *amun_draw_from(const struct amun_state *s)
{
    return amun_count(s->deck) ? s->deck : s->discard;
}

/* What is left of a supply; a large number if supplies are unlimited [AR-STONE-05]. */
int amun_left(const struct amun_state *s, enum amun_supply supply);

/* Is there a stone for this province, and a pyramid if it would be the third. */
bool amun_stone_fits(const struct amun_state *s, int province);

/* Farms of a seat's provinces without a farmer [AR-FARM-02]. */
int amun_all_empty_farms(const struct amun_state *s, int seat);

/* The most stones a seat may choose as its reward. */
int amun_most_stones(const struct amun_state *s, int seat);

/* In AMUN_DRAWING: is a free card still due on the province drawn last. */
bool amun_card_pending(const struct amun_state *s);

/* In AMUN_BID: has the seat no marker on the board, or is it overbid [AR-BID-06]. */
bool amun_must_bid(const struct amun_state *s, int seat);

/* The highest power limit of a seat's provinces [AR-POW-01]. */
int amun_limit(const struct amun_state *s, int seat);

/* In AMUN_OFFER: the gold a seat can give, cards sold with the offer included; a card it has
 * not sold. */
int  amun_purse(const struct amun_state *s, int seat);
static inline bool amun_unsold(const struct amun_state *s, int seat, int card)
{
    return s->hand[seat][card] > s->sold[seat][card];
}

/* Has the seat on turn a choice other than `end` in AMUN_INCOME or AMUN_SCORING. */
bool amun_can_use(const struct amun_state *s);

/* The seats in the order of their offers, ties clockwise from the starting player [AR-REW-01]. */
void amun_rank(const struct amun_state *s, uint8_t order[AMUN_SEATS]);

/* The seats in the order in which they choose their rewards [AR-REW-02]. */
void amun_reward_order(const struct amun_state *s, uint8_t order[AMUN_SEATS]);

/* The points for gold, and the rank from 1, by the option for ties [AR-SCORE-06]. */
int amun_gold_points(const struct amun_state *s, int seat, int *rank);

/* Pyramids in a seat's provinces [AR-END-02]. */
int amun_pyramids_of(const struct amun_state *s, int seat);

/* Temples in a seat's provinces; complete sets of pyramids; has the seat the award of a side. */
int  amun_temples_of(const struct amun_state *s, int seat);
int  amun_sets_of(const struct amun_state *s, int seat);
bool amun_has_side(const struct amun_state *s, int seat, int side);

/* Gold of one province for its owner, the cards played on it included. */
struct amun_yield { int harvest, further; bool eight; };
struct amun_yield amun_yield_of(const struct amun_state *s, int province, int temple);

/* Are all options, and every cell of the board, in their ranges. */
bool amun_options_good(const struct amun_options *o);

/* Is `a` an action of `seat`, which is to move. */
bool amun_is_legal(const struct amun_state *s, int seat, game_action a);

/* Does a legal action: amun_apply without its checks. */
void amun_move(struct amun_state *s, int seat, game_action a, struct game_log *log);

enum { AMUN_SEEN_BY_NONE = 0, AMUN_SEEN_BY_ALL = 0xff };

static inline void
amun_report_to(struct game_log *log, game_seats seen_by, enum amun_event kind, int seat, int count, int detail)
{
    if (log && log->count < log->room) {
        log->at[log->count++] = (struct game_event){
            .kind = (uint8_t)kind, .seat = (uint8_t)seat, .seen_by = seen_by, .count = (uint8_t)count,
            .detail = detail};
    }
}

static inline void
amun_report(struct game_log *log, enum amun_event kind, int seat, int count, int detail)
{
    amun_report_to(log, AMUN_SEEN_BY_ALL, kind, seat, count, detail);
}

#endif
