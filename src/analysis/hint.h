/* SPDX-License-Identifier: MIT
 * hint.h -- what a bot that reckons with chances to win thinks of every action a seat has, from what that seat may see
 * and nothing else. Its JSON is described in khepri-records(7), "HINTS".
 */
/* clang-format off */
#ifndef KHEPRI_HINT_H
#define KHEPRI_HINT_H

#include "ai.h"
#include "estimate.h"
#include "odds.h"
#include "why.h"

/* A term of less than this is not worth saying; nor are more than so many. */
enum { HINT_LEAST = ESTIMATE_SURE / 200, HINT_TERMS = 5 };

/* Bytes enough for the JSON of any hint. */
enum { HINT_ROOM = AI_OPTIONS * 384 + 8192 };

/* Who is asked. `seed` is for bots that use chance; `limits` may be NULL. */
struct teacher { const struct ai_bot *bot; uint64_t seed; const struct ai_limits *limits; };

struct hint_action {
    game_action action;
    struct estimate after;              /* when it is done, and all go on as reckoned */
    int32_t loss;                       /* chance to win of the one who asks, against the best; never below 0 */
    struct ai_end ends;                 /* of the auction it belongs to or begins */
};

struct hint {
    const struct game *game;
    const struct ai_bot *bot;
    union games_state seen;
    int seats, seat;
    game_action best;                   /* what the bot would do */
    struct estimate now;                /* that of the best */
    int count;                          /* 0 where there are more than AI_OPTIONS actions; then `now` is not known */
    struct hint_action actions[AI_OPTIONS];     /* ascending by action */
    int terms;
    struct why_term why[HINT_TERMS];
    bool has_odds;
    struct odds odds;
};

/* For `seat`, who must be to act; `seen` is its observation. NULL, or a constant sentence that says why there is
 * no hint. `why` and odds are worked out too if `whole`. */
const char *hint_ask(const struct game *game, const void *seen, int seats, int seat, const struct teacher *teacher,
                     bool whole, struct hint *out);

/* The hint as JSON; and its members without the brackets, for a larger object. */
void json_hint(struct text *t, const struct hint *hint);
void json_hint_members(struct text *t, const struct hint *hint);

#endif
