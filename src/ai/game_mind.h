/* SPDX-License-Identifier: MIT
 * game_mind.h -- what a game provides for players: src/ai/<game> defines a struct game_mind,
 * <game>_mind.
 *
 * A game without such a folder is played at random, by the bot that plays any game.
 */
/* clang-format off */
#ifndef KHEPRI_GAME_MIND_H
#define KHEPRI_GAME_MIND_H

#include "ai.h"
#include "value_net.h"

/* All members may be NULL or 0. */
struct game_mind {
    const struct ai_bot *const *bots;   /* ended by NULL */

    /* ai_value() and ai_luck() of this game; `looks_ahead`: with `ahead` luck is searched one turn ahead. */
    void (*value)(const void *state, struct ai_value *out);
    void (*luck)(const void *state, game_action action, bool ahead, double win[GAME_MAX_SEATS]);
    bool looks_ahead;

    /* Its nets: their number in files, their layout, and the weights for a number of seats, or
     * NULL. */
    unsigned net_number;
    struct net_shape shape;
    const int16_t *(*weights)(int seats);
};

/* Never NULL. */
const struct game_mind *game_mind(const struct game *game);

#endif
