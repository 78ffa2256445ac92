/* SPDX-License-Identifier: MIT
 * series.h -- a series of games between bots and programs, on several threads, handed out in order.
 *
 * What happens in game g depends on the seed and on the deal of game g alone. Chance has random
 * numbers of its own, and so has the choosing of each seat. So the number of threads changes nothing.
 */
/* clang-format off */
#ifndef KHEPRI_SERIES_H
#define KHEPRI_SERIES_H

#include <stdatomic.h>

#include "ai.h"
#include "frozen_net.h"
#include "khepri/games.h"
#include "outside.h"

enum { SERIES_PLAYERS = 16 };       /* a series has no more */

/* A bot of ours, perhaps with a net that is not this version's, or the command of a program. */
struct series_player {
    const char *name;
    struct ai_player bot;
    const char *program;
    const struct frozen_net *net;
};

/* The players of a game by place; a player may have several places. */
struct series_line_up { uint8_t player[GAME_MAX_SEATS]; };

struct series {
    const struct game *game;
    int seats;
    union games_state start;        /* set up by the caller; each game begins here */
    const struct series_player *players;
    const struct series_line_up *line_ups;
    int line_up_count;
    /* Each deal is played by all line-ups in all rotations, with the same chance (series_chance). Else
     * there is one line-up, and each game is a deal of its own. */
    bool duplicate;
    unsigned long long first_deal, deal_step;   /* with duplicate: the deals played; step 0 is 1 */
    const char *seed;
    unsigned long long games;
    int threads;
    int limit_ms;                   /* of programs, for a decision */
    bool records;                   /* make the records as well */
    bool luck, luck_ahead;          /* estimate luck (ai_luck.h), one turn ahead */
    const atomic_bool *stop;        /* once it is true no further game begins; NULL: nothing stops the series */
};

/* A win, as `luck` counts it: in whole numbers, so that sums do not depend on their order. */
enum { SERIES_LUCK = 1 << 20 };

/* A game that was played. */
struct series_game {
    struct game_result result;
    unsigned long long decisions;   /* of players; chance apart */
    int64_t luck[GAME_MAX_SEATS];   /* by seat, what chance gave; 0 unless asked for */
    char *record;                   /* its line, freed by the series; NULL unless asked for */
    uint32_t faults[GAME_MAX_SEATS][OUTSIDE_FAULTS];    /* of programs, by seat and kind */
    int fault_seat;                 /* of the first fault, and a sentence about it; "" for none */
    char fault[OUTSIDE_TOLD_ROOM];
    int hopeless;                   /* 1 + the seat of a program that never starts (outside.h); 0: none */
};

/* The place whose player sits at `seat` in game g: everybody moves on by one seat from game to game. */
static inline int
series_place(const struct series *series, unsigned long long g, int seat)
{
    unsigned long long seats = (unsigned long long)series->seats;

    return (int)(((unsigned long long)seat + seats - g % seats) % seats);
}

int series_line_up(const struct series *series, unsigned long long g);
unsigned long long series_deal(const struct series *series, unsigned long long g);

/* The number in series->players of who sits at `seat` in game g. */
int series_player(const struct series *series, unsigned long long g, int seat);

/* What nature does for the `count`-th time among actions of the same kind in a deal: the same wherever
 * it may do the same. So tiles, provinces and cards each have an order of their own. */
game_action series_chance(const struct game *game, const void *st, uint64_t seed, unsigned long long deal,
                          uint32_t counts[256]);

/* Gets the games in order, by the thread that called series_play(); *played is borrowed for the call. Returns false
 * to stop the series. */
typedef bool (*series_sink)(void *context, unsigned long long g, const struct series_game *played);

enum series_end { SERIES_DONE, SERIES_STOPPED, SERIES_NO_MEMORY, SERIES_NO_THREAD };

/* Plays games 0 to games - 1; returns when all threads have ended. SERIES_STOPPED: the sink or `stop` said so.
 * Without memory or threads the sink has had the games before. */
enum series_end series_play(const struct series *series, series_sink sink, void *context);

#endif
