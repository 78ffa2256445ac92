/* SPDX-License-Identifier: MIT
 * refusal.h -- the one sentence that says why an input was refused: what, where, what would be right.
 */
/* clang-format off */
#ifndef KHEPRI_REFUSAL_H
#define KHEPRI_REFUSAL_H

#include "khepri/game.h"

enum { REFUSAL_ROOM = 600 };

struct refusal { char text[REFUSAL_ROOM]; };

/* Writes the sentence and returns false, so that a reader can end in `return refuse(why, ...)`. */
bool refuse(struct refusal *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says that `text` was refused as the next action of *st with `err`, and what may be done now. */
bool refuse_action(struct refusal *why, const struct game *game, const void *st, const char *text,
                   enum game_err err);

/* Puts the step in front of the sentence about a move of a list: "step 17: ...". Returns false. */
bool refuse_at_step(struct refusal *why, size_t step);

/* `text` in quotes for a sentence: shortened when long, control characters replaced. */
struct quoted { char text[64]; };
struct quoted quote(const char *text);

#endif
