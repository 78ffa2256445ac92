/* SPDX-License-Identifier: MIT
 * ai_parts.h -- what the files of src/ai share: mistakes, beginners, advice.
 */
/* clang-format off */
#ifndef KHEPRI_AI_PARTS_H
#define KHEPRI_AI_PARTS_H

#include "ai.h"

/* The error of a bot that errs occasionally: -most to most, mostly less than half of that. It
 * is the sum of four dice: close to a normal distribution, and an integer. */
int32_t ai_mistake(int32_t most, uint64_t *rng);

/* The action of a beginner who intends `action`: this one, or occasionally any legal action. */
game_action ai_beginner(const struct game *game, const void *seen, int seat, game_action action, uint64_t *rng);

/* Advice for each of the legal actions; none if they do not fit, and nothing if `advice` is
 * NULL. Without `worth` each is worth 0. */
void ai_advise(struct ai_advice *advice, const game_action *legal, const double *worth, int count);

/* Bots that differ by taste. Their file has a choose_by(taste, seen, seat, rng, advice). The
 * struct below does not pass a taste, so this macro wraps it in a function. */
#define AI_CHOOSE(function, taste)                                                                              \
    static game_action function(const struct game *game, const void *seen, int seat, uint64_t *rng,             \
                                const struct ai_limits *limits, struct ai_advice *advice)                       \
    {                                                                                                           \
        (void)game;                                                                                             \
        (void)limits;                                                                                           \
        return choose_by(&(taste), seen, seat, rng, advice);                                                    \
    }

#define AI_BOT(id, word, function, about)                                                                       \
    const struct ai_bot id = {.name = (word), .line = (about), .scores = true, .choose = (function)}

#endif
