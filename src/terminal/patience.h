/* SPDX-License-Identifier: MIT
 * patience.h -- how long a person at the terminal waits for a bot: as its player says. A signal that ends the input
 * (Ctrl-C) ends the thinking too.
 */
/* clang-format off */
#ifndef KHEPRI_PATIENCE_H
#define KHEPRI_PATIENCE_H

#include "thinking.h"

/* One decision; .limits is what choose() gets. It must stay where it is. */
struct patience { struct thinking thinking; struct ai_limits limits; };

/* Begins now, as thinking_begin() does with THINKING_MS. */
void patience_begin(struct patience *patience, const struct ai_player *player);

#endif
