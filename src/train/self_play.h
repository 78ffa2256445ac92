/* SPDX-License-Identifier: MIT
 * self_play.h -- games of Ra that a net plays against itself, and what is to be learned from them. */
/* clang-format off */
#ifndef KHEPRI_SELF_PLAY_H
#define KHEPRI_SELF_PLAY_H

#include "float_net.h"

/* No game has more turns: each draws a tile, invokes, or takes tiles with a god. */
enum { LESSONS_OF_GAME = 600 };

/* Plays a game of `seats` and writes a lesson for each turn into out[LESSONS_OF_GAME]; returns how many. What is
 * to be said of a position: part what the search one turn ahead said, part what was to be
 * said of the next one, TD(lambda); beyond a move that was made only to try something, nothing. */
int self_play(const struct float_net *net, int seats, uint64_t *rng, struct lesson *out);

/* The wins of the net of these rounded weights, looking one turn ahead, against rule bots in all other seats:
 * `deals` deals, played in each seat once. Of `seats` * `deals` games. */
double self_play_measure(const int16_t *weights, int seats, int deals, uint64_t seed);

#endif
