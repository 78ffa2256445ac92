/* SPDX-License-Identifier: MIT
 * estimate.h -- the expectation for each seat, in integers. Chances of winning are in
 * ESTIMATE_SURE-ths, and add up to ESTIMATE_SURE over the seats. Final scores are in
 * ESTIMATE_POINT-ths of a point. Sums of them are exact.
 */
/* clang-format off */
#ifndef KHEPRI_ESTIMATE_H
#define KHEPRI_ESTIMATE_H

#include "khepri/game.h"
#include "text.h"

enum { ESTIMATE_SURE = 100000, ESTIMATE_POINT = 100 };

struct estimate { int32_t win[GAME_MAX_SEATS], score[GAME_MAX_SEATS]; };

/* From floating point; the rounding remainder of the chances goes to the likeliest seat. */
void estimate_round(const double *win, const double *score, int seats, struct estimate *out);

/* The estimate of a state by the game's net (ai_value). A finished game has its result; a
 * shared win counts in equal parts. False if the game has no net. */
bool estimate_state(const struct game *game, const void *st, int seats, struct estimate *out);

/* The weighted mean over all outcomes of chance in *st, and in `after` the estimate after
 * `action`. It must be nature's move. False if the game has no net. */
bool estimate_chance(const struct game *game, const void *st, int seats, game_action action, struct estimate *mean,
                     struct estimate *after);

/* As JSON: 0.41327; 43.1; lists of them by seat. */
void json_win(struct text *t, int32_t win);
void json_score(struct text *t, int32_t score);
void json_wins(struct text *t, const int32_t *win, int seats);
void json_scores(struct text *t, const int32_t *score, int seats);

#endif
