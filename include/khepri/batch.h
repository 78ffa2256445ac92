/* SPDX-License-Identifier: MIT
 * batch.h -- many games stepped at once, for reinforcement learning: a vectorized environment.
 *
 * A batch is an array of `count` struct ra_batch_game or amun_batch_game that the caller owns; copy or store it as it
 * is. In each game a seat always has to decide: nature's moves happen within a step, with the game's own generator.
 * Seats that choose in secret decide one after the other, and nobody sees what the others chose. So a batch is the
 * same on every machine, with any number of threads. Split the array among threads as you like: games share nothing.
 */
/* clang-format off */
#ifndef KHEPRI_BATCH_H
#define KHEPRI_BATCH_H

#include "khepri/amun.h"
#include "khepri/ra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a step writes: arrays of the caller's in row-major order, without gaps. Any may be NULL. ACTIONS, WORDS and
 * FEATURES are the game's constants below, with RA_BATCH_ or AMUN_BATCH_ in front; SEATS is 5. All but the last two
 * describe the game after the step, and after a game that ended the new one. */
struct batch_out {
    uint64_t *masks;        /* [count][WORDS]: bit n % 64 of word n / 64: action n is legal */
    uint8_t  *legal;        /* [count][ACTIONS]: the same as bytes, 0 or 1 */
    uint8_t  *observations; /* [count][FEATURES]: the game as seen by the seat that decides */
    uint8_t  *views;        /* [count][SEATS][FEATURES]: as seen by each seat; 0 for seats that do not play */
    uint8_t  *seats;        /* [count]: the seat that decides */
    float    *rewards;      /* [count][SEATS]: 0 except in the step that ends a game */
    uint8_t  *done;         /* [count]: 1: the step ended a game, and a new one has begun */
    int32_t  *last_scores;  /* [count][SEATS]: final scores of the last game that ended; until then untouched */
    uint8_t  *last_views;   /* [count][SEATS][FEATURES]: the end of that game, as seen by each seat; the same */
};

/* What a game's end is worth. The rewards of a game add up to 0. */
enum batch_reward {
    BATCH_WIN,              /* winners share 1, the others -1 */
    BATCH_RANK,             /* from 1 for the first to -1 for the last, in equal steps; equal ranks share */
    BATCH_SCORE,            /* the score less the mean of the other scores, in points */
    BATCH_REWARDS
};

/* The rewards of a finished game by seat; 0 for seats that do not play. */
void khepri_reward(const struct game_result *result, int seats, enum batch_reward reward, float out[GAME_MAX_SEATS]);

/* ---- Ra ---- */

/* Numbers of actions, ascending as ra_actions() lists them. */
enum {
    RA_BATCH_DRAW = 0, RA_BATCH_INVOKE = 1,
    RA_BATCH_TAKE = 0,                          /* + kind: 2 .. 22 */
    RA_BATCH_END = 23, RA_BATCH_PASS = 24,
    RA_BATCH_BID = 24,                          /* + sun: 25 .. 40 */
    RA_BATCH_DISCARD = 41 - RA_ASTRONOMY,       /* + kind: 41 .. 53 */
    RA_BATCH_ACTIONS = 54, RA_BATCH_WORDS = 1
};

/* An observation: bytes, small integers. Seats are relative to the one that looks, in the order of play: seat 0
 * looks, seat 1 is its left neighbour. Places for seats that do not play are 0.
 *
 *   from  to  what
 *      0   6  the phase, one of RA_PHASES set to 1
 *      7   9  the epoch, one of three
 *     10  14  the seat on turn (the Ra player), one of five; in RA_DEAL and RA_OVER (nobody) the table's seat 0
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
 *    266 270  the seat that decides, one of five, or none at the end
 */
enum { RA_BATCH_SEAT_FEATURES = 37, RA_BATCH_SEATS_FROM = 81, RA_BATCH_FEATURES = 271 };

struct ra_batch_game {
    struct ra_state state;
    struct ra_state start;              /* the start of a new game, before the deal */
    uint64_t        legal;              /* of the seat that decides */
    uint64_t        rng;
};

/* Starts `count` games of these players and options; game i draws from stream i of `seed`. Returns GAME_SETUP
 * and writes nothing if ra_setup() refuses them. */
enum game_err ra_batch_begin(struct ra_batch_game *games, size_t count, int players, const struct ra_options *options,
                             uint64_t seed) GAME_CHECKED;

/* Writes what the games are now, without a step: not rewards, done and the last two. */
void ra_batch_look(const struct ra_batch_game *games, size_t count, const struct batch_out *out);

/* One decision in each game; a game that ends starts again. GAME_ILLEGAL if any action is not legal: then nothing has
 * changed in the whole batch, and *at is the index of the first. */
enum game_err ra_batch_step(struct ra_batch_game *games, size_t count, const int16_t *actions, enum batch_reward reward,
                            const struct batch_out *out, size_t *at) GAME_CHECKED;

/* The action of a number, and the number of an action of a seat. */
game_action ra_batch_action(const struct ra_state *s, int number);
int         ra_batch_number(const struct ra_state *s, game_action action);

/* ---- Amun-Re ---- */

/* Numbers of actions. An offer above AMUN_BATCH_MOST_OFFER gold cannot be made in a batch. */
enum {
    AMUN_BATCH_MOST_OFFER = 100,
    AMUN_BATCH_END = 0,
    AMUN_BATCH_CORRECT = 1,                                     /* + 0 or 1 */
    AMUN_BATCH_STEAL = 3,                                       /* + 1 with a correction */
    AMUN_BATCH_BUY = 5 - 1,                                     /* + cards: 5 .. 13 */
    AMUN_BATCH_SELL = 14,                                       /* + card */
    AMUN_BATCH_BONUS = AMUN_BATCH_SELL + AMUN_CARDS - AMUN_POWER_BONUS,     /* + card */
    AMUN_BATCH_FARMER = AMUN_BATCH_BONUS + AMUN_CARDS,          /* + province */
    AMUN_BATCH_STONE = AMUN_BATCH_FARMER + AMUN_PROVINCES,      /* + province, as in the following */
    AMUN_BATCH_FREE_FARMER = AMUN_BATCH_STONE + AMUN_PROVINCES,
    AMUN_BATCH_BUILDER = AMUN_BATCH_FREE_FARMER + AMUN_PROVINCES,
    AMUN_BATCH_EIGHT_GOLD = AMUN_BATCH_BUILDER + AMUN_PROVINCES,
    AMUN_BATCH_HARVEST = AMUN_BATCH_EIGHT_GOLD + AMUN_PROVINCES,
    AMUN_BATCH_REWARD = AMUN_BATCH_HARVEST + AMUN_PROVINCES,    /* + 16 cards + 4 farmers + stones, each up to 3 */
    AMUN_BATCH_BID = AMUN_BATCH_REWARD + 64,                    /* + 32 i + 2 space + 1 with a blockade: on
                                                                   offered[i] */
    AMUN_BATCH_OFFER = AMUN_BATCH_BID + AMUN_SEATS * AMUN_SPACES * 2 - 2,   /* + 2 gold + 1 with a correction */
    AMUN_BATCH_ACTIONS = AMUN_BATCH_OFFER + 2 * AMUN_BATCH_MOST_OFFER + 2,
    AMUN_BATCH_WORDS = (AMUN_BATCH_ACTIONS + 63) / 64
};

/* An observation: bytes. Numbers above 255 are 255; "signed" ones are stored with 64 added, and end at 0 and 255.
 * Seats are relative to the one that looks, as above. It holds nothing that this seat may not know [AR-INFO].
 *
 *   from  to  what
 *      0   9  the phase, one of AMUN_PHASES set to 1
 *     10  15  the round, one of six
 *     16  20  the seat on turn, or that acted last, one of five
 *     21  25  the seat that decides, one of five, or none at the end
 *     26  30  the holder of the pharaoh, one of five, or none at the start
 *     31  34  the temple space, one of four, or none
 *     35      the total of the sacrifice, signed
 *     36      cards in the deck;   37  48  the discards, by kinds
 *     49  60  the hand of the seat that looks, by kinds;   61  72  of these sealed with its offer
 *     73      cards still to draw;   74  farmers,   75  stones still to place
 *     76  78  cards, stones and farmers bought in this turn;   79  80  the cards free farmer and builder played
 *     81  85  bonus cards played, by kinds from AMUN_POWER_BONUS
 *     86  89  the options, in the order of struct amun_options after the board
 *     90  94  which seats play
 *     95 154  five seats of 12: 0 gold, 1 the score, 2 cards in hand, 3 whether its offer is sealed, 4 the gold
 *             offered, 5 by the -3 card, 6 with a correction, 7 whether it still corrects or chooses,
 *             8 blockade, 9 overbid active, 10 pyramids, 11 provinces owned
 *    155 379  fifteen rows, one for each of the following, of the fifteen provinces: number i of province p is byte
 *             155 + 15 i + p. 0 the owner + 1, 0 none, 1 the place on offer + 1, 0 none, 2 face
 *             down in the supply, 3 farmers, 4 farmers on flat land, 5 stones, 6 pyramids, 7 cards lying there,
 *             8 the eight gold card, 9 the harvest card, 10-14 the space of each seat's marker + 1, 0 none
 */
enum { AMUN_BATCH_SEATS_FROM = 95, AMUN_BATCH_SEAT_FEATURES = 12, AMUN_BATCH_PROVINCES_FROM = 155,
       AMUN_BATCH_FEATURES = AMUN_BATCH_PROVINCES_FROM + 15 * AMUN_PROVINCES };

struct amun_batch_game {
    struct amun_state state;
    struct amun_state start;            /* the start of a new game, before nature's first move */
    uint64_t          legal[AMUN_BATCH_WORDS];
    uint64_t          rng;
};

/* As those of Ra. */
enum game_err amun_batch_begin(struct amun_batch_game *games, size_t count, int players,
                               const struct amun_options *options,
                               uint64_t seed) GAME_CHECKED;
void amun_batch_look(const struct amun_batch_game *games, size_t count, const struct batch_out *out);
enum game_err amun_batch_step(struct amun_batch_game *games, size_t count, const int16_t *actions,
                              enum batch_reward reward,
                              const struct batch_out *out, size_t *at) GAME_CHECKED;

/* The action of a number; the number of an action, or -1 if it has none. */
game_action amun_batch_action(const struct amun_state *s, int number);
int         amun_batch_number(const struct amun_state *s, game_action action);

/* What `seat` sees, for one state: the same bytes as in a batch. */
void ra_batch_observe(const struct ra_state *s, int seat, uint8_t out[RA_BATCH_FEATURES]);
void amun_batch_observe(const struct amun_state *s, int seat, uint8_t out[AMUN_BATCH_FEATURES]);

#ifdef __cplusplus
}
#endif

#endif
