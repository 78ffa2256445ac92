/* SPDX-License-Identifier: MIT
 * ra_bots.h -- what the bots of Ra with a value net share.
 */
/* clang-format off */
#ifndef KHEPRI_RA_BOTS_H
#define KHEPRI_RA_BOTS_H

#include "ai.h"
#include "ra_net.h"
#include "ra_search.h"

extern const struct ai_bot ra_rule_bot, ra_novice_bot, ra_easy_bot, ra_builder_bot, ra_priest_bot, ra_farmer_bot,
    ra_gambler_bot,
                           ra_medium_bot, ra_hard_bot, ra_expert_bot, ra_master_bot;

/* ai_value() and ai_luck() of Ra. */
void ra_state_value(const void *state, struct ai_value *out);
void ra_luck(const void *state, game_action action, bool ahead, double win[GAME_MAX_SEATS]);

/* The net to use. */
static inline const int16_t *
ra_bot_weights(const struct ai_limits *limits, int seats)
{
    return limits && limits->net ? limits->net : ra_net_weights(seats);
}

/* A judge on this net: that of the thread where it keeps one (ra_net_keep()), else one on *net. */
struct ra_judge ra_bot_judge(const struct ra_state *s, const struct ai_limits *limits, struct ra_net *net);

/* A value as the public functions give it. Each seat's chance of winning, 0 to 1, goes into win[seats]. Its final score
 * in points goes into score[seats]. */
void ra_bot_share(const struct ra_value *value, int seats, double *win, double *score);

/* The action of options[chosen] as the rules write it; options as advice, unless that is NULL. */
game_action ra_bot_answer(const struct ra_state *s, const struct ra_option *options, int count, int chosen,
                      struct ai_advice *advice);

#endif
