/* SPDX-License-Identifier: MIT
 * ai_parts.h -- what the files of src/ai share: the bots that are each in a file of their own, and values.
 */
/* clang-format off */
#ifndef KHEPRI_AI_PARTS_H
#define KHEPRI_AI_PARTS_H

#include "ai.h"

extern const struct ai_bot ra_rule_bot, ra_novice_bot, ra_easy_bot, ra_builder_bot, ra_priest_bot, ra_farmer_bot, ra_gambler_bot,
                           ra_medium_bot, ra_hard_bot, ra_expert_bot, ra_master_bot;
extern const struct ai_bot amun_rule_bot, amun_novice_bot, amun_easy_bot, amun_builder_bot, amun_farmer_bot, amun_priest_bot,
                           amun_scribe_bot, amun_medium_bot, amun_hard_bot, amun_expert_bot, amun_master_bot;

/* What ai_value() is of one game. */
void ra_state_value(const void *state, struct ai_value *out);
void amun_state_value(const void *state, struct ai_value *out);

/* What ai_luck() is of one game. */
void amun_luck(const void *state, game_action action, double win[GAME_MAX_SEATS]);
void ra_luck(const void *state, game_action action, double win[GAME_MAX_SEATS]);

#endif
