/* SPDX-License-Identifier: MIT
 * teach.h -- hints at the terminal, and what is told of a game that is over.
 */
/* clang-format off */
#ifndef KHEPRI_TEACH_H
#define KHEPRI_TEACH_H

#include "session.h"

/* Answers "hint", "analyse" and "graph" into a text of SESSION_LINES_ROOM; `argument` may name a bot. `seat` asks, which is
 * to act for a hint. False if `word` is none of them. */
bool teach_answer(const struct session *play, int seat, const char *word, const char *argument, struct text *out);

/* Is the game over, and is there a bot that can tell something about it? */
bool teach_after(const struct session *play);

#endif
