/* SPDX-License-Identifier: MIT
 * ai.h -- players made of code. A bot gets what its seat may see and answers with one of its legal
 * actions; all chance it uses comes from the generator it is given, so that the same seed plays
 * the same game. Bots keep nothing between calls and may be called from several threads.
 */
/* clang-format off */
#ifndef KHEPRI_AI_H
#define KHEPRI_AI_H

#include "khepri/game.h"
#include "text.h"

enum { AI_OPTIONS = 256 };          /* of more actions than this no bot gives advice */

/* How much a bot may think; NULL where these are given: as much as is its custom. With the same `positions` and
 * no `stop` it makes the same move on every machine. There is no clock in here: who has one asks it in `stop`. */
struct ai_limits {
    uint64_t positions;             /* so many it may value, about; 0: its custom */
    bool   (*stop)(void *self);     /* asked now and then; true: choose from what is known so far. NULL: never */
    void    *self;
    const int16_t *net;             /* weights to think with, of the form that this version has, in place of its own; or NULL */
};

/* How an auction ends when all go on as reckoned: `seat` gets it with `with` (Ra: the sun); nobody: -1. */
struct ai_end { bool there; int8_t seat; int16_t with; };

/* What a bot thinks of one action. `worth` is what it goes by, in points as far as the bot knows; the best has the
 * highest. A bot that reckons with chances to win says in `win` (0 to 1) and `score` what is then to be
 * expected of each seat: its chance to win, its final score; `worth` is then near to the chance of the
 * one who asks. `ends`, from such a bot: of the auction that the action belongs to or begins. */
struct ai_option {
    game_action action;
    double worth, win[GAME_MAX_SEATS], score[GAME_MAX_SEATS];
    struct ai_end ends;
};

struct ai_advice { int count; struct ai_option options[AI_OPTIONS]; };

struct ai_bot {
    const char *name;
    const char *line;               /* what it is, in a few words */
    const char *game;               /* the one game it plays, or NULL: any */
    bool scores;                    /* its advice has a worth that means something */
    bool wins;                      /* ... and chances to win, final scores and ends of auctions */
    bool searches;                  /* it minds its limits */

    /* `seen` is the observation of `seat`, who must be to move. `limits` and `advice` may be NULL; advice gets
     * all legal actions, ascending, or none where they are more than AI_OPTIONS. */
    game_action (*choose)(const struct game *game, const void *seen, int seat, uint64_t *rng,
                          const struct ai_limits *limits, struct ai_advice *advice);
};

/* All bots, ended by NULL. Those of different games may have the same name. */
extern const struct ai_bot *const ai_bots[];

/* The bot of that name that plays `game`, or NULL. */
const struct ai_bot *ai_find(const char *name, const struct game *game);

/* ---- bots by the words of a person ---- */

/* A bot, and how long it may think: "rule", "easy:builder", and of one that searches "master:20000" (positions) or
 * "master:100ms". */
struct ai_player {
    const struct ai_bot *bot;
    uint64_t positions;             /* 0: its custom */
    uint32_t ms;                    /* 0: nothing was said. Whoever has a clock makes a limit of it */
};

/* False, *out untouched, if there is no such bot of `game`; ai_list() then tells what there is. */
bool ai_read_word(const char *word, const struct game *game, struct ai_player *out);

/* The word for a player. */
void ai_write_word(const struct ai_player *player, struct text *t);

/* The words for the bots of `game`, with commas between them. */
void ai_list(const struct game *game, struct text *t);

/* ---- values ---- */

/* Each seat's chance to win, and final score to be expected. */
struct ai_value { double win[GAME_MAX_SEATS], score[GAME_MAX_SEATS]; };

/* Of a full state (nothing hidden), by the game's net, looked one turn ahead: at a decision that of the best action,
 * in an auction that of its solution, before chance the mean; of a game that is over its result. False
 * where the game has no net. */
bool ai_value(const struct game *game, const void *state, struct ai_value *out);

#endif
