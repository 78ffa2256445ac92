/* SPDX-License-Identifier: MIT
 * ai.h -- bots: players made of code.
 *
 * A bot gets the view of its seat and returns one of its legal actions. All its randomness
 * comes from the generator that it is given, so the same seed plays the same game. Bots keep nothing
 * between calls that changes what they do, and may be called from several threads.
 */
/* clang-format off */
#ifndef KHEPRI_AI_H
#define KHEPRI_AI_H

#include "khepri/game.h"
#include "text.h"

enum { AI_OPTIONS = 256 };          /* a bot gives no advice on more actions than this */

/* The budget of a search. NULL means the bot's default. With the same `positions` and no `stop`
 * a bot makes the same move on every machine. There is no clock in here: a program with a clock
 * asks it in `stop`. */
struct ai_limits {
    uint64_t positions;             /* about the number of positions to evaluate; 0: the default */
    bool   (*stop)(void *self);     /* polled regularly; true: choose from what is known so far. NULL: never */
    void    *self;
    const int16_t *net;             /* weights to use in place of the built-in net, in the format of this version;
                                       or NULL */
};

/* The expected end of an auction: `seat` gets the lot with `with` (Ra: the sun); nobody: -1. */
struct ai_end { bool there; int8_t seat; int16_t with; };

/* The evaluation of one action. `worth` decides, in points where the bot knows them; the best
 * action has the highest. A bot that estimates chances of winning fills `win` (0 to 1) and
 * `score`: each seat's expected result after the action. `worth` is then close to the chance of
 * the seat that asks. Such a bot also fills `ends` if the action belongs to an auction or
 * starts one. */
struct ai_option {
    game_action action;
    double worth, win[GAME_MAX_SEATS], score[GAME_MAX_SEATS];
    struct ai_end ends;
};

struct ai_advice { int count; struct ai_option options[AI_OPTIONS]; };

struct ai_bot {
    const char *name;
    const char *line;               /* a short description */
    bool scores;                    /* its advice has a meaningful worth */
    bool wins;                      /* ... and chances of winning, final scores and ends of auctions */
    bool searches;                  /* it respects its limits */

    /* `seen` is the view of `seat`, which must be to move. `limits` and `advice` may be NULL.
     * Advice gets all legal actions, ascending, or none if there are more than AI_OPTIONS. */
    game_action (*choose)(const struct game *game, const void *seen, int seat, uint64_t *rng,
                          const struct ai_limits *limits, struct ai_advice *advice);
};

/* The bots that play `game`, i from 0: its own, and last one that plays any game; then NULL. Bots of different
 * games may have the same name. */
const struct ai_bot *ai_bot_at(const struct game *game, int i);

/* The bot of that name that plays `game`, or NULL. */
const struct ai_bot *ai_find(const char *name, const struct game *game);

/* ---- bots by the words of a person ---- */

/* A bot and its budget: "rule", "easy:builder", or for one that searches "master:20000"
 * (positions) or "master:100ms". */
struct ai_player {
    const struct ai_bot *bot;
    uint64_t positions;             /* 0: the default */
    uint32_t ms;                    /* 0: not given. A program with a clock turns it into a limit */
};

/* False, *out untouched, if there is no such bot of `game`; ai_list() lists the bots. */
bool ai_read_word(const char *word, const struct game *game, struct ai_player *out);

/* The same with another list of bots, which is asked as ai_bot_at() is. */
typedef const struct ai_bot *ai_bots_at(const struct game *game, int i);
const struct ai_bot *ai_find_in(ai_bots_at *at, const char *name, const struct game *game);
bool ai_read_word_in(ai_bots_at *at, const char *word, const struct game *game, struct ai_player *out);
void ai_list_in(ai_bots_at *at, const struct game *game, struct text *t);

/* What is wrong with the limit of a word that begins with the name of a bot: a constant sentence. NULL: the limit is
 * not what is wrong. */
const char *ai_limit_fault(const char *word, const struct game *game);
const char *ai_limit_fault_in(ai_bots_at *at, const char *word, const struct game *game);

/* The word for a player. */
void ai_write_word(const struct ai_player *player, struct text *t);

/* The words for the bots of `game`, with commas between them. */
void ai_list(const struct game *game, struct text *t);

/* ---- values ---- */

/* Each seat's chance of winning and expected final score. */
struct ai_value { double win[GAME_MAX_SEATS], score[GAME_MAX_SEATS]; };

/* The value of a full state (nothing hidden), by the game's net with a search of one turn. At a
 * decision it is the value of the best action, in an auction that of its solution, before
 * chance the mean. The value of a finished game is its result. False if the game has no net. */
bool ai_value(const struct game *game, const void *state, struct ai_value *out);

#endif
