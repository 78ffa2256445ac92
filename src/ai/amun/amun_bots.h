/* SPDX-License-Identifier: MIT
 * amun_bots.h -- what the bots of Amun-Re with a value net share.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_BOTS_H
#define KHEPRI_AMUN_BOTS_H

#include "ai.h"
#include "amun_net.h"

extern const struct ai_bot amun_rule_bot, amun_novice_bot, amun_easy_bot, amun_builder_bot, amun_farmer_bot,
    amun_priest_bot,
                           amun_scribe_bot, amun_medium_bot, amun_hard_bot, amun_expert_bot, amun_master_bot;

/* ai_value() and ai_luck() of Amun-Re. `ahead`: by a more thorough search, and as the mean of two samples. */
void amun_state_value(const void *state, struct ai_value *out);
void amun_luck(const void *state, game_action action, bool ahead, double win[GAME_MAX_SEATS]);

/* The net to use. */
static inline const int16_t *
amun_bot_weights(const struct ai_limits *limits, int seats)
{
    return limits && limits->net ? limits->net : amun_net_weights(seats);
}

/* For `hard`: samples of hidden information, and the maximum of positions in a decision, which a processor evaluates
 * in less than 0.1 s. Advice takes at most AMUN_ADVICE_MOST more. */
enum { AMUN_HARD_GUESSES = 4, AMUN_HARD_MOST = 16000, AMUN_ADVICE_MOST = 2000 };

/* All plans of `seat` by a search of that effort, as the mean over `guesses` samples of hidden information. At most
 * `most` positions are looked at, within limits->stop. They go into out[AMUN_MOST_PLANS]; returns their number. */
int amun_bot_search(const struct amun_judge *judge, const struct amun_state *seen, int seat,
                    const struct amun_effort *effort, int guesses, uint64_t most, const struct ai_limits *limits,
                    uint64_t *rng, struct amun_option *out);

/* The action of `seat`: the best of those options, by that judge. In the middle of a turn it plans the rest again.
 * `advice` may be NULL; else it covers all legal actions, also those that start no plan. */
game_action amun_bot_answer(const struct amun_judge *judge, const struct amun_state *seen, int seat,
                            const struct amun_option *options, int count, uint64_t *rng, struct ai_advice *advice);

#endif
