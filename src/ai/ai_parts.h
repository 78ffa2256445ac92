/* SPDX-License-Identifier: MIT
 * ai_parts.h -- what the files of src/ai share: the bots that have a file of their own, and
 * values.
 */
/* clang-format off */
#ifndef KHEPRI_AI_PARTS_H
#define KHEPRI_AI_PARTS_H

#include "ai.h"

extern const struct ai_bot ra_rule_bot, ra_novice_bot, ra_easy_bot, ra_builder_bot, ra_priest_bot, ra_farmer_bot, ra_gambler_bot,
                           ra_medium_bot, ra_hard_bot, ra_expert_bot, ra_master_bot;
extern const struct ai_bot amun_rule_bot, amun_novice_bot, amun_easy_bot, amun_builder_bot, amun_farmer_bot, amun_priest_bot,
                           amun_scribe_bot, amun_medium_bot, amun_hard_bot, amun_expert_bot, amun_master_bot;

/* ai_value() of one game. */
void ra_state_value(const void *state, struct ai_value *out);
void amun_state_value(const void *state, struct ai_value *out);

/* ai_luck() of one game. */
void amun_luck(const void *state, game_action action, double win[GAME_MAX_SEATS]);
void ra_luck(const void *state, game_action action, bool ahead, double win[GAME_MAX_SEATS]);

/* The error of a bot that errs occasionally: -most to most, mostly less than half of that. It
 * is the sum of four dice: close to a normal distribution, and an integer. */
int32_t ai_mistake(int32_t most, uint64_t *rng);

/* The action of a beginner who intends `action`: this one, or occasionally any legal action. */
game_action ai_beginner(const struct game *game, const void *seen, int seat, game_action action, uint64_t *rng);

/* Advice for each of the legal actions; none if they do not fit, and nothing if `advice` is
 * NULL. Without `worth` each is worth 0. */
void ai_advise(struct ai_advice *advice, const game_action *legal, const double *worth, int count);

/* Bots that differ by taste. Their file has a choose_by(taste, seen, seat, rng, advice); this
 * macro wraps it in a function for the struct below, which does not pass a taste. */
#define AI_CHOOSE(function, taste)                                                                              \
    static game_action function(const struct game *game, const void *seen, int seat, uint64_t *rng,             \
                                const struct ai_limits *limits, struct ai_advice *advice)                       \
    {                                                                                                           \
        (void)game;                                                                                             \
        (void)limits;                                                                                           \
        return choose_by(&(taste), seen, seat, rng, advice);                                                    \
    }

#define AI_BOT_OF(id, of, word, function, about)                                                                \
    const struct ai_bot id = {.name = (word), .line = (about), .game = (of), .scores = true, .choose = (function)}

#endif
