/* SPDX-License-Identifier: MIT
 * chance.h -- the seeded generator, and choices by it. The rules never draw a random number: the host picks an
 * outcome of chance and applies it. These functions pick one.
 *
 * The generator is SplitMix64: one 64-bit word that the caller owns. Any number is a good seed, and the same seed
 * gives the same game on every machine. It is not for secrets.
 */
/* clang-format off */
#ifndef KHEPRI_CHANCE_H
#define KHEPRI_CHANCE_H

#include "khepri/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A generator for the stream (seed, a, b): the same three numbers give the same stream, others an independent one. */
uint64_t khepri_stream(uint64_t seed, uint64_t a, uint64_t b);

/* A seed from a text: its number if it is a decimal one below 2^64, else a hash of its bytes. */
uint64_t khepri_seed(const char *text);

/* The next 64 random bits. */
uint64_t khepri_random(uint64_t *rng);

/* A number from 0 to n - 1, exactly uniform; n is at least 1. */
uint32_t khepri_random_below(uint64_t *rng, uint32_t n);

/* An outcome of chance, by weight, for apply() with the seat GAME_NATURE. It must be nature's move. */
game_action khepri_pick_chance(const struct game *game, const void *st, uint64_t *rng);

/* One of the legal actions of `seat`, all equally likely. The seat must be to move. */
game_action khepri_pick_action(const struct game *game, const void *st, int seat, uint64_t *rng);

/* Applies outcomes of chance until a seat is to move or the game is over. Returns how many; `log` may be NULL. */
int khepri_settle_chance(const struct game *game, void *st, uint64_t *rng, struct game_log *log);

#ifdef __cplusplus
}
#endif

#endif
