/* SPDX-License-Identifier: MIT
 * thinking.h -- the clock for bots that search: limits that say stop when the time is up.
 */
/* clang-format off */
#ifndef KHEPRI_THINKING_H
#define KHEPRI_THINKING_H

#include "ai.h"

/* What a bot gets where nothing is said, and the most that can be said. */
enum { THINKING_MS = 300, THINKING_MOST_MS = 600000 };

/* One decision of a bot; .limits is what choose() gets. It must stay where it is. */
struct thinking { struct ai_limits limits; uint64_t end; };

/* Begins now. The time is the player's own; if it has none and no number of positions either, `custom_ms`,
 * and 0 there means no clock at all. */
void thinking_begin(struct thinking *t, const struct ai_player *player, uint32_t custom_ms);

#endif
