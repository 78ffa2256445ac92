/* SPDX-License-Identifier: MIT
 * toy.h -- a small sealed-bid game, the example of docs/adding-a-game.md.
 *
 * Each round nature turns up a prize of 1 to 3 points. Everybody bids a card of the own hand in
 * secret, then the bids are shown: the highest wins the prize, and a tie is won by nobody. The cards
 * are spent. Who has most points at the end wins.
 */
/* clang-format off */
#ifndef KHEPRI_TOY_H
#define KHEPRI_TOY_H

#include "khepri/game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TOY_SEATS = 4, TOY_MOST_CARDS = 5, TOY_PRIZES = 3, TOY_NO_BID = 0, TOY_HIDDEN_BID = 255,
       TOY_MAX_ACTIONS = TOY_MOST_CARDS, TOY_MAX_CHANCES = TOY_PRIZES, TOY_MAX_EVENTS = 2 * TOY_SEATS + 2 };

enum toy_verb { TOY_V_PRIZE = 1, TOY_V_BID };

struct toy_options { uint8_t cards; };      /* in a hand, 3 or 5: so many rounds are played */

struct toy_state {
    uint8_t seats, cards, round;            /* round: 0 .. cards, all played */
    uint8_t prize;                          /* 0: nature is to turn one up */
    uint8_t hand[TOY_SEATS];                /* bit n: card n+1 is still there */
    uint8_t bid[TOY_SEATS];                 /* sealed: a card, TOY_NO_BID, or TOY_HIDDEN_BID in a view */
    uint8_t score[TOY_SEATS];
};

#define TOY_EVENTS(X)                                                                \
    X(PRIZE,  "prize")          /* the prize is worth `detail` */                    \
    X(SEALED, "sealed")         /* seat has sealed a bid: card `detail`, its own */  \
    X(SHOWN,  "shown")          /* seat's bid was card `detail` */                   \
    X(WON,    "won")            /* seat won the prize and has `detail` points */

enum toy_event {
#define X(id, name) TOY_EV_##id,
    TOY_EVENTS(X)
#undef X
    TOY_EV_COUNT
};

extern const struct game toy_game;

#ifdef __cplusplus
}
#endif

#endif
