/* SPDX-License-Identifier: MIT
 * arena_sums.h -- what an arena counts, deal by deal, in whole numbers. So it does not matter in which
 * order or on how many machines the deals were played.
 */
/* clang-format off */
#ifndef KHEPRI_ARENA_SUMS_H
#define KHEPRI_ARENA_SUMS_H

#include "arena_plan.h"
#include "arena_stats.h"

enum { ARENA_WIN = 60 };            /* a victory; it can be shared by 2, 3, 4 or 5 */
enum { ARENA_FINE = 960 };          /* a victory, adjusted for luck */
enum { ARENA_SHARDS = 100 };        /* the most parts that an arena can be split into */

/* Of one deal while it is being played. */
struct arena_deal {
    int64_t wins[ARENA_PLAYERS], score[ARENA_PLAYERS], seat_wins[GAME_MAX_SEATS], seat_score[GAME_MAX_SEATS];
    int64_t luck[ARENA_PLAYERS], seat_luck[GAME_MAX_SEATS];     /* SERIES_LUCK is a victory */
    int64_t place_wins[ARENA_LINE_UPS][GAME_MAX_SEATS];
    int64_t faults[ARENA_PLAYERS][OUTSIDE_FAULTS];
    int64_t decisions;
};

struct arena_sums {
    int64_t deals;
    struct arena_deal all;                                  /* of it no luck, which `adjusted` has */
    int64_t wins_products[ARENA_PLAYERS][ARENA_PLAYERS];    /* the sum over deals of wins times wins */
    int64_t score_squares[ARENA_PLAYERS];
    int64_t seat_wins_squares[GAME_MAX_SEATS], seat_score_squares[GAME_MAX_SEATS];
    int64_t adjusted[ARENA_PLAYERS], adjusted_squares[ARENA_PLAYERS];   /* by ARENA_FINE */
    int64_t seat_adjusted[GAME_MAX_SEATS], seat_adjusted_squares[GAME_MAX_SEATS];
};

/* Counts game g; at a deal's end the deal goes into the sums and is emptied, and true is returned. */
bool arena_sums_game(struct arena_sums *sums, struct arena_deal *deal, const struct series *series,
                     unsigned long long g, const struct series_game *played);

/* Takes deals that were counted in another place. */
void arena_sums_add(struct arena_sums *sums, const struct arena_sums *more);

/* As a JSON object, and back. */
void json_arena_sums(struct text *t, const struct arena_sums *sums, const struct arena_plan *plan);
bool arena_sums_read(struct arena_sums *sums, const struct arena_plan *plan, const struct json *json,
                     struct refusal *why);

/* Samples over the deals: the share of its games that a player wins, its mean score, and the same for a seat. The
 * luck-adjusted shares leave out what chance gave. */
struct stats_sample arena_win_share(const struct arena_sums *sums, const struct arena_plan *plan, int player);
struct stats_sample arena_score(const struct arena_sums *sums, const struct arena_plan *plan, int player);
struct stats_sample arena_seat_share(const struct arena_sums *sums, const struct arena_plan *plan, int seat);
struct stats_sample arena_adjusted_share(const struct arena_sums *sums, const struct arena_plan *plan, int player);
struct stats_sample arena_seat_adjusted_share(const struct arena_sums *sums, const struct arena_plan *plan, int seat);
struct stats_sample arena_seat_score(const struct arena_sums *sums, const struct arena_plan *plan, int seat);

/* Sets the ratings up and fits them. `tables` has room for the line-ups. */
bool arena_rate(const struct arena_sums *sums, const struct arena_plan *plan, int anchor, struct plackett *out,
                struct plackett_table tables[ARENA_LINE_UPS]);

#endif
