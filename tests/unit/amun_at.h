/* SPDX-License-Identifier: MIT
 * amun_at.h -- a table of Amun-Re to play at, for tests in C: put into any phase, and played at by texts.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_AT_H
#define KHEPRI_AMUN_AT_H

#include "khepri/amun.h"

/* The table; tests look at it and put things on it. */
extern struct amun_state s;

/* A new game by the usual rules; then one of its options, such as "supplies", "limited". */
void begin(int seats);
void set_option(const char *key, const char *value);

/* Each seat owns as many provinces as the round says, first those in `wanted`, seat by seat. AMUN_NONE ends the
 * list of a seat that takes any. What is left goes round in order. Seat 0 starts. */
void begin_at(int seats, int round, enum amun_phase phase, const uint8_t wanted[][3], int given);

/* Into phase 4 of round `round`, everybody with an empty hand and as much gold. */
void begin_offers(int seats, int round, int gold);

/* Cards from the deck; and builders back into it. */
void give(int seat, enum amun_card card, int count);
void empty_hands(void);

/* Fails if the state is not consistent. */
void check(void);

/* Makes a move, "bid:abu:3" or of a seat of several "0/offer:5". It must be legal and leave a consistent state. Or
 * it must be refused and change nothing. */
void play(const char *text);
void refuse(const char *text);

/* Scores the kingdom: enters phase 6 by way of everybody's stolen 3 gold and income without farmers. */
void score_now(int temple);

#endif
