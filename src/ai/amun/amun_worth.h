/* SPDX-License-Identifier: MIT
 * amun_worth.h -- estimates of the value of provinces, buildings, gold and power cards of
 * Amun-Re for a seat, in points. The rule bot uses them; they are a starting point for other
 * bots.
 *
 * To value a plan, copy the state, change the copy, and ask for its value again. Everything
 * works on the view of a seat; a hidden hand is left out.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_WORTH_H
#define KHEPRI_AMUN_WORTH_H

#include "khepri/amun.h"

/* The probabilities of the temple spaces 1 to 4; [0] is not used. */
struct amun_harvest { double chance[5]; };

/* A taste: the weight of each part of the score sheet, 1 for its face value. */
struct amun_taste { double building, gold, cards, rewards; };
extern const struct amun_taste amun_no_taste;

/* What is still to come. Made once for a decision, and the same for all compared plans. */
struct amun_outlook {
    const struct amun_state *s;
    int    seat;
    struct amun_taste taste;        /* of `seat`; the others are assumed to have none */
    int    turns;                   /* turns of buying still to come for `seat`, without the current one ... */
    int    turns_here;              /* ... and those of them in this kingdom */
    bool   buying;                  /* the current turn is one of buying */
    int    bids, offers, incomes;   /* phases still to come in the game, the current one included */
    int    incomes_here;            /* in this kingdom */
    bool   rewards_here;            /* a sacrifice of this kingdom is still to come */
    struct amun_harvest now, later; /* the temple this round, and in later ones */
    double unknown_card;            /* a card from the deck */
    double gold[AMUN_SEATS];        /* of each seat, with its income to come */
};

struct amun_outlook amun_look_ahead(const struct amun_state *s, int seat);

/* The chance of being ahead at the end with a lead of `lead` now, when scores may still change
 * by about `swing`. */
double amun_chance(double lead, double swing);

/* The expected offers of the others in the sacrifice, by seat; 0: the -3 card. */
double amun_offer_of(const struct amun_state *s, int seat);

/* The probabilities of the temple spaces if the sacrifice comes to about `total`. */
struct amun_harvest amun_harvest_at(const struct amun_state *s, double total, double swing);

/* The value of the buildings of `seat`: pyramids, sets, sides, temples. */
double amun_property_worth(const struct amun_outlook *o, const struct amun_state *s, int seat);

/* The value of gold, and of income to come. */
double amun_gold_worth(const struct amun_outlook *o, const struct amun_state *s, int seat);

/* The value of the power cards in hand; and of one more card of a kind. */
double amun_hand_worth(const struct amun_outlook *o, const struct amun_state *s, int seat);
double amun_card_worth(const struct amun_outlook *o, const struct amun_state *s, int seat, int card);

/* The sum of all. */
double amun_worth(const struct amun_outlook *o, const struct amun_state *s, int seat);

#endif
