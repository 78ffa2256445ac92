/* SPDX-License-Identifier: MIT
 * bots.h -- the bots, with their nets built in; what they think of a position, and of a whole game.
 *
 * A bot gets the view of its seat (observe()), keeps nothing between calls, and may be called from any thread. With
 * the same generator and without a clock it makes the same move on every machine. The bots of Amun-Re use up to 0.9 MiB
 * of the thread's stack: give a thread 2 MiB where it has less by itself.
 *
 * `limits` and `why` may be NULL, also where a function fills them.
 */
/* clang-format off */
#ifndef KHEPRI_BOTS_H
#define KHEPRI_BOTS_H

#include "khepri/records.h"

#ifdef __cplusplus
extern "C" {
#endif

struct khepri_bot;                      /* a constant of the library */

/* The bots of a game, i from 0; NULL after the last. */
const struct khepri_bot *khepri_bot_at(const struct game *game, int i);
const char *khepri_bot_name(const struct khepri_bot *bot);      /* "expert" */
const char *khepri_bot_line(const struct khepri_bot *bot);      /* a short description */
bool khepri_bot_searches(const struct khepri_bot *bot);         /* it respects limits */
bool khepri_bot_hints(const struct khepri_bot *bot);            /* it estimates chances of winning */

/* Limits of a search. All zero: the bot's own. */
struct khepri_limits {
    uint64_t positions;                 /* about the number of positions to evaluate */
    uint32_t ms;                        /* milliseconds; the moves then depend on the machine */
};

/* A bot by its word: "rule", "easy:builder", and for one that searches also "master:20000" (positions) or
 * "master:100ms". */
bool khepri_find_bot(const struct game *game, const char *word, const struct khepri_bot **out,
                     struct khepri_limits *limits,
                     struct khepri_why *why) GAME_CHECKED;

/* The choice of a bot for `seat`, which must be to move. `seen` is the view of that seat. `limits` may be NULL. */
game_action khepri_choose(const struct khepri_bot *bot, const struct game *game, const void *seen, int seat,
                          uint64_t *rng,
                          const struct khepri_limits *limits);

/* ---- chances of winning ---- */

/* Each seat's chance of winning, 0 to 1, and its expected final score. */
struct khepri_value { double win[GAME_MAX_SEATS], score[GAME_MAX_SEATS]; };

/* The value of a full state by the game's net. False if the game has none. */
bool khepri_value(const struct game *game, const void *state, struct khepri_value *out);

enum { KHEPRI_HINT_ROOM = 1 << 17 };    /* bytes for any hint */

/* What a bot thinks of every action of `seat`, as JSON (khepri-records(7), "HINTS"), from the view of that seat.
 * Returns the length, or -1: then `why` says why there is no hint. */
int khepri_hint(const struct khepri_bot *bot, const struct game *game, const void *seen, int seat, uint64_t seed,
                const struct khepri_limits *limits, char *buf, size_t room, struct khepri_why *why);

/* Bytes for the analysis of a game of that number of moves, and of the storage to make it in. */
size_t khepri_analysis_room(size_t moves);
size_t khepri_analysis_storage(size_t moves);

/* Evaluates a game move by move, as JSON (khepri-records(7), "ANALYSES"). `start` is the state before the first
 * move. Returns the length, or -1 and a sentence, which names the step of an illegal move. The storage must be aligned
 * as malloc() aligns. */
int khepri_analyse(const struct khepri_bot *bot, const struct game *game, const void *start,
                   const struct khepri_move *moves,
                   size_t count, uint64_t seed, const struct khepri_limits *limits, void *storage, size_t storage_room,
                   char *buf, size_t room, struct khepri_why *why);

#ifdef __cplusplus
}
#endif

#endif
