/* SPDX-License-Identifier: MIT
 * words.h -- what a person typed, as an action of Ra: "d", "7", "t nile", "bid:9", "discard pal".
 */
/* clang-format off */
#ifndef KHEPRI_WORDS_H
#define KHEPRI_WORDS_H

#include "khepri/ra.h"
#include "text.h"

enum words { WORDS_ACTION, WORDS_UNKNOWN, WORDS_REFUSED };

/* Finds the action of `seat` that `line` means. WORDS_ACTION: in *out. WORDS_REFUSED: it means an
 * action, but not one to be done now, or more than one; `why` says so. WORDS_UNKNOWN: not the
 * words of an action at all. Case does not matter; verbs and kinds may be shortened. */
enum words words_action(const struct ra_state *s, int seat, const char *line, game_action *out, struct text *why);

#endif
