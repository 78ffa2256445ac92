/* SPDX-License-Identifier: MIT
 * signature.h -- one number for what the rules do: fixed random games, and a hash over all their
 * positions. A refactoring may not change it; a change of the rules does.
 */
/* clang-format off */
#ifndef KHEPRI_SIGNATURE_H
#define KHEPRI_SIGNATURE_H

#include "khepri/game.h"

enum { SIGNATURE_TEXT_ROOM = 16384 };

/* Plays `games` random games from *start and hashes each position: who is to act, all that may
 * happen with its weight, the scores; in every `text_each`-th game also its JSON, which is slower.
 * `scratch` holds one state. */
uint64_t signature(const struct game *game, const void *start, int games, int text_each, void *scratch);

#endif
