/* SPDX-License-Identifier: MIT
 * amun_bots.h -- what the bots of Amun-Re that ask the net have in common.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_BOTS_H
#define KHEPRI_AMUN_BOTS_H

#include "ai.h"
#include "amun_net.h"

/* The net to think with. */
static inline const int16_t *
amun_bot_weights(const struct ai_limits *limits, int seats)
{
    return limits && limits->net ? limits->net : amun_net_weights(seats);
}

/* Of what is hidden, before `hard` chooses. */
enum { AMUN_HARD_GUESSES = 4 };

/* The action of `seat`: the best by a search of that effort, as the mean over so many guesses of what it does not see.
 * Asked in the midst of a turn it plans the rest of it anew. `advice` may be NULL; else it tells of all legal actions,
 * of those too that no plan begins with. */
game_action amun_bot_choose(const struct amun_state *seen, int seat, const struct amun_effort *effort, int guesses,
                            const struct ai_limits *limits, uint64_t *rng, struct ai_advice *advice);

/* The same for options that are there already, by that judge: the best of them, with advice. */
game_action amun_bot_answer(const struct amun_judge *judge, const struct amun_state *seen, int seat,
                            const struct amun_option *options, int count, uint64_t *rng, struct ai_advice *advice);

#endif
