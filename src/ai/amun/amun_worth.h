/* SPDX-License-Identifier: MIT
 * amun_worth.h -- what provinces, building, gold and power cards of Amun-Re are worth to a seat, in
 * points: the estimates of the rule bot, and a place to begin for other bots.
 *
 * A plan is weighed by trying it: copy the state, change the copy, and ask for its worth again. All of
 * it works on what a seat may see; a hand under a veil is left out.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_WORTH_H
#define KHEPRI_AMUN_WORTH_H

#include "khepri/amun.h"

/* The chances of the temple spaces 1 to 4; [0] is not used. */
struct amun_harvest { double chance[5]; };

/* What a player likes, beside the score sheet: 1 for what it is worth. */
struct amun_taste { double building, gold, cards, rewards; };
extern const struct amun_taste amun_no_taste;

/* What is still to come. Made once for a decision, and the same for every plan that is compared. */
struct amun_outlook {
    const struct amun_state *s;
    int    seat;
    struct amun_taste taste;        /* of `seat`; the others are taken to go by the score sheet */
    int    turns;                   /* turns of buying still to come for `seat`, without the present one ... */
    int    turns_here;              /* ... and those of them in this kingdom */
    bool   buying;                  /* the present turn is one of buying */
    int    bids, offers, incomes;   /* of these phases, still to come in the game, the present one too */
    int    incomes_here;            /* in this kingdom */
    bool   rewards_here;            /* a sacrifice of this kingdom is still to come */
    struct amun_harvest now, later; /* where the temple will stand this round, and in later ones */
    double unknown_card;            /* a card from the deck */
    double gold[AMUN_SEATS];        /* of each seat, with its income to come */
};

struct amun_outlook amun_look_ahead(const struct amun_state *s, int seat);

/* The chance to be ahead in the end, leading by `lead` now, when things may still move by about `swing`. */
double amun_chance(double lead, double swing);

/* The gold that the others may be expected to offer in the sacrifice, by seat; 0: the -3 card. */
double amun_offer_of(const struct amun_state *s, int seat);

/* The chances of the temple spaces if the sacrifice should come to about `total`. */
struct amun_harvest amun_harvest_at(const struct amun_state *s, double total, double swing);

/* The worth of what stands in the provinces of `seat`: pyramids, sets, sides, temples. */
double amun_property_worth(const struct amun_outlook *o, const struct amun_state *s, int seat);

/* The worth of gold, and of income to come. */
double amun_gold_worth(const struct amun_outlook *o, const struct amun_state *s, int seat);

/* The worth of the power cards in hand; and of one more card of a kind. */
double amun_hand_worth(const struct amun_outlook *o, const struct amun_state *s, int seat);
double amun_card_worth(const struct amun_outlook *o, const struct amun_state *s, int seat, int card);

/* All of it. */
double amun_worth(const struct amun_outlook *o, const struct amun_state *s, int seat);

#endif
