/* SPDX-License-Identifier: MIT
 * hint.h -- what a bot thinks of every action of a seat, from the view of that seat only. The
 * bot must estimate chances of winning. The JSON is described in khepri-records(7), "HINTS".
 */
/* clang-format off */
#ifndef KHEPRI_HINT_H
#define KHEPRI_HINT_H

#include "ai.h"
#include "estimate.h"
#include "fact.h"
#include "why.h"

/* The smallest term that is listed, and the maximum number of terms. */
enum { HINT_LEAST = ESTIMATE_SURE / 200, HINT_TERMS = 5 };

/* The number of actions whose facts are told, the likeliest to win. Few decisions have more actions, and what costs
 * much is explained too. */
enum { HINT_TOLD = 80 };

/* Enough bytes for the JSON of any hint: an action, its facts, the rest. */
enum { HINT_ROOM = AI_OPTIONS * 320 + HINT_TOLD * FACTS_MOST * 64 + 8192 };

/* The bot to ask. `seed` is for bots that use randomness; `limits` may be NULL. */
struct teacher { const struct ai_bot *bot; uint64_t seed; const struct ai_limits *limits; };

struct hint_action {
    game_action action;
    struct estimate after;              /* after the action, if all seats play on as the bot assumes */
    int32_t loss;                       /* the loss in chance of winning of the seat that asks, against the best;
                                           never below 0 */
    struct ai_end ends;                 /* of the auction it belongs to or starts */
    int facts;                          /* in hint.facts[], from 1; 0: none are told */
};

struct hint {
    const struct game *game;
    const struct ai_bot *bot;
    union games_state seen;
    int seats, seat;
    game_action best;                   /* the choice of the bot */
    struct estimate now;                /* the estimate after the best action */
    int count;                          /* 0 if there are more than AI_OPTIONS actions; then `now` is unknown */
    struct hint_action actions[AI_OPTIONS];     /* ascending by action */
    bool whole;                         /* with `why`, and with odds where the game has any */
    int terms;
    struct why_term why[HINT_TERMS];
    int told;
    struct fact_list facts[HINT_TOLD];
};

/* The names of the bots that estimate chances of winning, with commas; empty if there are none. */
void hint_bots(const struct game *game, char *out, size_t room);

/* Does the bot estimate them? False, and a sentence in out[room] that names those that do. */
bool hint_estimates(const struct ai_bot *bot, const struct game *game, char *out, size_t room);

/* The hint for `seat`, which must be to act; `seen` is its view. NULL, or a constant sentence
 * why there is no hint. `whole`: compute `why`, the facts and the odds too. */
const char *hint_ask(const struct game *game, const void *seen, int seats, int seat, const struct teacher *teacher,
                     bool whole, struct hint *out);

/* What follows from an action of the hint; empty if it does not list the action. */
void hint_facts(const struct hint *hint, game_action action, struct fact_list *out);

/* The hint as JSON; and its members without the brackets, for a larger object. */
void json_hint(struct text *t, const struct hint *hint);
void json_hint_members(struct text *t, const struct hint *hint);

#endif
