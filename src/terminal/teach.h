/* SPDX-License-Identifier: MIT
 * teach.h -- hints in the terminal, and the analysis of a finished game.
 */
/* clang-format off */
#ifndef KHEPRI_TEACH_H
#define KHEPRI_TEACH_H

#include "session.h"

/* Answers "hint", "analyse" and "graph" into a text of SESSION_LINES_ROOM; `argument` may name
 * a bot. `seat` asks; for a hint it must be to act. False if `word` is none of them. */
bool teach_answer(const struct session *play, int seat, const char *word, const char *argument, struct text *out);

/* The hint for `seat`, which must be to act, as JSON (khepri-records(7), "HINTS"). False: there is none. */
bool teach_json(const struct session *play, int seat, const char *bot, struct text *out);

/* Is the game over, and is there a bot that can analyse it? */
bool teach_after(const struct session *play);

#endif
