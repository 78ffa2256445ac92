/* SPDX-License-Identifier: MIT
 * ai.c -- the list of bots, and the one that plays anything: by chance. */
#include "ai_parts.h"

#include <string.h>

#include "random_play.h"

static game_action
choose_any(const struct game *game, const void *seen, int seat, uint64_t *rng,
           struct ai_advice *advice)
{
    if (advice) {
        game_action legal[GAME_MOST_ACTIONS];

        advice->count = game->actions(seen, seat, legal);
        if (advice->count > AI_OPTIONS)
            advice->count = 0;
        for (int i = 0; i < advice->count; i++)
            advice->options[i] = (struct ai_option){.action = legal[i]};
    }
    return random_action(game, seen, seat, rng);
}

static const struct ai_bot random_bot = {
    .name = "random",
    .line = "any legal action, each as likely",
    .choose = choose_any,
};

/* A page that plays without a server does without the nets: they are larger than all the rest of
 * it. */
const struct ai_bot *const ai_bots[] = {
    &ra_rule_bot,
#ifndef KHEPRI_NO_NETS
    &ra_hard_bot,
#endif
    &amun_rule_bot, &random_bot, NULL,
};

const struct ai_bot *
ai_find(const char *name, const struct game *game)
{
    for (int i = 0; ai_bots[i]; i++) {
        if (strcmp(ai_bots[i]->name, name) == 0 &&
            (!ai_bots[i]->game || strcmp(ai_bots[i]->game, game->name) == 0))
            return ai_bots[i];
    }
    return NULL;
}
