/* SPDX-License-Identifier: MIT
 * ai_luck.h -- what chance gave each seat, as far as a net knows: taken away from the result of a game, what is
 * left is the same on average and varies less.
 */
/* clang-format off */
#ifndef KHEPRI_AI_LUCK_H
#define KHEPRI_AI_LUCK_H

#include "khepri/game.h"

/* Is there a net to say so? And a search that may look one turn ahead for it? */
bool ai_luck_known(const struct game *game);
bool ai_luck_looks_ahead(const struct game *game);

/* Of an action of nature's in the full state before it: each seat's chance to win after it, less the mean over
 * all that nature might have done, by their weights. The mean of this is 0, however bad the net is. All 0 where
 * no luck is known. `ahead`: chances by a search one turn ahead, where there is one, which takes ten times as long and
 * knows better. */
void ai_luck(const struct game *game, const void *state, game_action action, bool ahead, double win[GAME_MAX_SEATS]);

#endif
