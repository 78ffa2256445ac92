/* SPDX-License-Identifier: MIT
 * ai.h -- players made of code. A bot gets what its seat may see and answers with one of its legal
 * actions; all chance it uses comes from the generator it is given, so that the same seed plays
 * the same game. Bots keep nothing between calls and may be called from several threads.
 */
/* clang-format off */
#ifndef KHEPRI_AI_H
#define KHEPRI_AI_H

#include "khepri/game.h"

enum { AI_OPTIONS = 256 };          /* of more actions than this no bot gives advice */

/* What a bot thinks of one action. `score`: how much better for the seat than the least it could
 * do, in points, as far as the bot knows; the chosen action has the highest. A bot that reckons with chances
 * to win says that of the seat in `win` (0 to 1), and in `score` the final score to be expected; then
 * it is not the score that chooses. */
struct ai_option { game_action action; double score, win; };

struct ai_advice { int count; struct ai_option options[AI_OPTIONS]; };

struct ai_bot {
    const char *name;
    const char *line;               /* what it is, in a few words */
    const char *game;               /* the one game it plays, or NULL: any */
    bool scores;                    /* its advice has scores that mean something */
    bool wins;                      /* ... and chances to win */

    /* `seen` is the observation of `seat`, who must be to move. `advice` may be NULL; else it gets
     * all legal actions, ascending, or none where they are more than AI_OPTIONS. */
    game_action (*choose)(const struct game *game, const void *seen, int seat, uint64_t *rng,
                          struct ai_advice *advice);
};

/* All bots, ended by NULL. */
extern const struct ai_bot *const ai_bots[];

/* The bot of that name that plays `game`, or NULL. */
const struct ai_bot *ai_find(const char *name, const struct game *game);

#endif
