/* SPDX-License-Identifier: MIT
 * ra_mind.c -- what Ra brings to the players (game_mind.h). A page that plays without a server does without
 * the nets at first: they are larger than all the rest of it. */
#include "game_mind.h"
#include "ra_bots.h"

static const struct ai_bot *const bots[] = {
    &ra_rule_bot,   &ra_novice_bot, &ra_easy_bot,    &ra_builder_bot,
    &ra_priest_bot, &ra_farmer_bot, &ra_gambler_bot,
#ifndef KHEPRI_NO_NETS
    &ra_medium_bot, &ra_hard_bot,   &ra_expert_bot,  &ra_master_bot,
#endif
    NULL,
};

const struct game_mind ra_mind = {
    .bots = bots,
#ifndef KHEPRI_NO_NETS
    .value = ra_state_value,
    .luck = ra_luck,
    .looks_ahead = true,
    .net_number = 0,
    .shape = {RA_COMMON_USED, RA_SEAT_USED},
    .weights = ra_net_weights,
#endif
};
