/* SPDX-License-Identifier: MIT
 * batch.h -- many games of Ra stepped at once, for reinforcement learning: a vectorized environment.
 * It writes into the caller's buffers and needs no call for each game.
 *
 * A batch is an array of `count` struct ra_batch_game that the caller owns; copy or store it as it is. In each
 * game a seat always has to decide: nature's moves happen within a step, with the game's own generator. So a
 * batch is the same on every machine, with any number of threads. Split the array among threads as you like:
 * the games share nothing.
 *
 * Arrays are in row-major order, without gaps:
 *
 *   actions       int8_t   [count]                        numbers of actions, input
 *   masks         uint64_t [count]                        bit n: action n is legal
 *   observations  uint8_t  [count][RA_BATCH_FEATURES]     the game as seen by the seat that decides
 *   seats         uint8_t  [count]                        that seat
 *   rewards       float    [count][RA_SEATS]              0 except in the step that ends a game
 *   done          uint8_t  [count]                        1: the step ended a game, and a new one has begun
 *
 * Any output array may be NULL. Outputs describe the game after the step.
 */
/* clang-format off */
#ifndef KHEPRI_BATCH_H
#define KHEPRI_BATCH_H

#include "khepri/ra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers of actions, ascending as ra_actions() lists them. */
enum {
    RA_BATCH_DRAW = 0, RA_BATCH_INVOKE = 1,
    RA_BATCH_TAKE = 0,                          /* + kind: 2 .. 22 */
    RA_BATCH_END = 23, RA_BATCH_PASS = 24,
    RA_BATCH_BID = 24,                          /* + sun: 25 .. 40 */
    RA_BATCH_DISCARD = 41 - RA_ASTRONOMY,       /* + kind: 41 .. 53 */
    RA_BATCH_ACTIONS = 54
};

/* An observation: bytes, small integers. Seats are relative to the one that decides, in the order of play:
 * seat 0 decides, seat 1 is its left neighbour. Places for seats that do not play are 0.
 *
 *   from  to  what
 *      0   6  the phase, one of RA_PHASES set to 1
 *      7   9  the epoch, one of three
 *     10  14  the seat on turn (the Ra player), one of five
 *     15  19  the seat that bid highest, one of five, or none
 *     20      the highest bid, 0 none
 *     21      1: the auction was invoked
 *     22      Ra tiles on their track;   23  spaces still empty there
 *     24      the centre sun
 *     25  46  tiles on the auction track, by kinds from RA_GOD to RA_EARTHQUAKE
 *     47  69  tiles in the bag, by kinds from RA_RA
 *     70  71  civilisation tiles and monuments still to be discarded
 *     72  74  the disasters of gods, one of RA_AFTER_ALL .. RA_IGNORED
 *     75      1: an empty track may be invoked on
 *     76  80  which seats play
 *     81 265  five seats of 37: 0-15 suns 1-16 (1 ready, 2 spent), 16-33 tiles held from RA_GOD to RA_TEMPLE,
 *             34 the score up to 255, 35 in an auction the sun bid, 36 whether it passed
 */
enum { RA_BATCH_SEAT_FEATURES = 37, RA_BATCH_SEATS_FROM = 81, RA_BATCH_FEATURES = 266 };

struct ra_batch_game {
    struct ra_state state;
    struct ra_state start;              /* the start of a new game, before the deal */
    uint64_t        rng;
};

/* Starts `count` games of these players and options; game i draws from stream i of `seed`. Returns GAME_SETUP
 * and writes nothing if ra_setup() refuses them. */
enum game_err ra_batch_begin(struct ra_batch_game *games, size_t count, int players, const struct ra_options *options,
                             uint64_t seed) GAME_CHECKED;

/* Writes the outputs of the games as they are, without a step. */
void ra_batch_look(const struct ra_batch_game *games, size_t count, uint64_t *masks, uint8_t *observations, uint8_t *seats);

/* One decision in each game; a game that ends starts again. `rewards` of a game that ended: 1 for the winner,
 * -1 / (players - 1) for each other player. GAME_ILLEGAL if an action is not legal: the games before it have
 * moved, it and those after it have not, and *at is its index. */
enum game_err ra_batch_step(struct ra_batch_game *games, size_t count, const int8_t *actions, uint64_t *masks,
                            uint8_t *observations, uint8_t *seats, float *rewards, uint8_t *done, size_t *at) GAME_CHECKED;

#ifdef __cplusplus
}
#endif

#endif
