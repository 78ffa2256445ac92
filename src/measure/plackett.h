/* SPDX-License-Identifier: MIT
 * plackett.h -- ratings from who won which games of which line-ups (Plackett, Luce). Each player has a
 * strength, and wins with the share that it has of the strengths at the table.
 *
 * One player is the anchor: 1000, without error. 174 points more are 2.72 times the strength, 400 ten times.
 * Each player has one virtual game against the anchor, half won, so that a player who never or always won has a
 * rating too. It has the weight and the uncertainty of one game.
 */
/* clang-format off */
#ifndef KHEPRI_PLACKETT_H
#define KHEPRI_PLACKETT_H

#include <stdbool.h>

enum { PLACKETT_PLAYERS = 10, PLACKETT_SEATS = 5, PLACKETT_ANCHOR = 1000 };

/* Games of the same players; `wins` by place, a shared victory shared. Games: the sum of wins. */
struct plackett_table { int player[PLACKETT_SEATS]; double wins[PLACKETT_SEATS]; };

struct plackett {
    int players, seats, anchor;                     /* given by the caller, and ... */
    const struct plackett_table *tables;
    int table_count;
    double spread[PLACKETT_PLAYERS][PLACKETT_PLAYERS];  /* covariance of the players' wins in all, by deals */
    double strength[PLACKETT_PLAYERS];              /* found: logarithms, 0 for the anchor */
    double rating[PLACKETT_PLAYERS], half[PLACKETT_PLAYERS];    /* +- of the 95 % interval */
};

/* Finds strengths and ratings. False if that did not settle; what was found is then not to be used. */
bool plackett_fit(struct plackett *p);

/* The share of a table's games that the strengths say a place wins. */
double plackett_expected(const struct plackett *p, const struct plackett_table *table, int place);

#endif
