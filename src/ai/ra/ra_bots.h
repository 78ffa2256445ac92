/* SPDX-License-Identifier: MIT
 * ra_bots.h -- what the bots of Ra with a value net share.
 */
/* clang-format off */
#ifndef KHEPRI_RA_BOTS_H
#define KHEPRI_RA_BOTS_H

#include "ai.h"
#include "ra_net.h"

/* The net to use. */
static inline const int16_t *
ra_bot_weights(const struct ai_limits *limits, int seats)
{
    return limits && limits->net ? limits->net : ra_net_weights(seats);
}

/* The action of options[chosen] as the rules write it; options as advice, unless that is NULL. */
game_action ra_bot_answer(const struct ra_state *s, const struct ra_option *options, int count, int chosen,
                      struct ai_advice *advice);

#endif
