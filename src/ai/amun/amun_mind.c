/* SPDX-License-Identifier: MIT
 * amun_mind.c -- what Amun-Re brings to the players (game_mind.h). A page that plays without a server does
 * without the nets at first. */
#include "amun_bots.h"
#include "game_mind.h"

static const struct ai_bot *const bots[] = {
    &amun_rule_bot,
    &amun_novice_bot,
    &amun_easy_bot,
    &amun_builder_bot,
    &amun_farmer_bot,
    &amun_priest_bot,
    &amun_scribe_bot,
#ifndef KHEPRI_NO_NETS
    &amun_medium_bot,
    &amun_hard_bot,
    &amun_expert_bot,
    &amun_master_bot,
#endif
    NULL,
};

const struct game_mind amun_mind = {
    .bots = bots,
#ifndef KHEPRI_NO_NETS
    .value = amun_state_value,
    .luck = amun_luck,
    .net_number = 1,
    .shape = {AMUN_COMMON_USED, AMUN_SEAT_USED},
    .weights = amun_net_weights,
#endif
};
