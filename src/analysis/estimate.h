/* SPDX-License-Identifier: MIT
 * estimate.h -- what is expected of each seat, in whole numbers: chances to win in ESTIMATE_SURE-ths, which add up
 * to ESTIMATE_SURE over the seats, and final scores in ESTIMATE_POINT-ths of a point. Sums of them are exact.
 */
/* clang-format off */
#ifndef KHEPRI_ESTIMATE_H
#define KHEPRI_ESTIMATE_H

#include "khepri/game.h"
#include "text.h"

enum { ESTIMATE_SURE = 100000, ESTIMATE_POINT = 100 };

struct estimate { int32_t win[GAME_MAX_SEATS], score[GAME_MAX_SEATS]; };

/* From fractions; what rounding leaves of the chances goes to the likeliest seat. */
void estimate_round(const double *win, const double *score, int seats, struct estimate *out);

/* Of a state by the game's net (ai_value); of a finished game its result, a win that is shared counting in
 * equal parts. False where the game has no net. */
bool estimate_state(const struct game *game, const void *st, int seats, struct estimate *out);

/* The mean of nature's outcomes in *st by their weights, and in `after` what comes of `action`. It must be nature's
 * move. False where the game has no net. */
bool estimate_chance(const struct game *game, const void *st, int seats, game_action action, struct estimate *mean,
                     struct estimate *after);

/* As JSON: 0.41327; 43.1; lists of them by seat. */
void json_win(struct text *t, int32_t win);
void json_score(struct text *t, int32_t score);
void json_wins(struct text *t, const int32_t *win, int seats);
void json_scores(struct text *t, const int32_t *score, int seats);

#endif
