/* SPDX-License-Identifier: MIT
 * analysed.h -- a whole game gone through by a bot, from its record: what `khepri analyse`, the engine and the
 * terminal share.
 */
/* clang-format off */
#ifndef KHEPRI_ANALYSED_H
#define KHEPRI_ANALYSED_H

#include "analysis.h"
#include "record.h"

/* Storage is the caller's: zeroed, analysed_make, then analysed_finish also when that was refused. */
struct analysed {
    struct analysis *analysis;          /* owned */
    struct analysis_moment *moments;    /* owned */
    union games_state *states;          /* owned: before each action, and the last */
};

/* What the work is begun with, and who is told of each action that is done; NULL: nobody. False from `told` ends it. */
struct analysed_how {
    const struct ai_player *player;
    bool (*told)(void *self, size_t done);
    void *self;
    bool no_hindsight;                  /* analysis.h */
};

/* Goes through `actions`, texts as in a record, from *start. */
bool analysed_make(struct analysed *out, const struct game *game, int seats, const union games_state *start,
                   const struct action_list *actions, const struct analysed_how *how, struct refusal *why);
/* The same for a valid record at its beginning. */
bool analysed_record(struct analysed *out, const struct record *r, const struct analysed_how *how, struct refusal *why);
void analysed_finish(struct analysed *out);

/* The bot that a word names; it must estimate chances of winning. For NULL the best one that analyses a game in about a
 * second: "expert", else "hard". */
bool analysed_bot(const char *word, const struct game *game, struct ai_player *out, struct refusal *why);

/* The JSON; the caller frees it. NULL without memory. */
char *analysed_json(const struct analysed *of);

#endif
