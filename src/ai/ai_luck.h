/* SPDX-License-Identifier: MIT
 * ai_luck.h -- the control variate: what chance gave each seat, as far as a net knows. A result
 * less this luck has the same mean and a smaller variance.
 */
/* clang-format off */
#ifndef KHEPRI_AI_LUCK_H
#define KHEPRI_AI_LUCK_H

#include "khepri/game.h"

/* Is there a net that estimates luck? And a search of one turn for it? */
bool ai_luck_known(const struct game *game);
bool ai_luck_looks_ahead(const struct game *game);

/* The luck of an action of nature in the full state before it. It is each seat's chance of
 * winning after the action, less the weighted mean over all possible outcomes. Its mean is 0,
 * however bad the net is. All 0 if the game has no net. `ahead`: estimate by a search one turn
 * ahead if there is one, else by the most thorough search. It takes ten times as long and is more accurate. */
void ai_luck(const struct game *game, const void *state, game_action action, bool ahead, double win[GAME_MAX_SEATS]);

#endif
