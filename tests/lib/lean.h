/* SPDX-License-Identifier: MIT
 * lean.h -- random games that lean. Uniform choices seldom lead to what is rare. So players may prefer
 * the first or the last of their actions, and nature may be blind to its weights. For any game. */
/* clang-format off */
#ifndef KHEPRI_LEAN_H
#define KHEPRI_LEAN_H

#include "khepri/game.h"

struct lean {
    uint32_t first, last;           /* chances in 8 of taking the first, the last action */
    bool     blind;                 /* nature does not look at its weights */
};

enum { LEANS = 6 };
extern const struct lean leans[LEANS];

/* One of the seats to move (GAME_NATURE included), each as likely; somebody must be. */
int lean_seat(const struct game *game, const void *st, uint64_t *rng);

/* What that seat does. */
game_action lean_choice(const struct game *game, const void *st, int seat, struct lean lean, uint64_t *rng);

#endif
