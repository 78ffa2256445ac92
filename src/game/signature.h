/* SPDX-License-Identifier: MIT
 * signature.h -- a fingerprint of the rules: a hash over all positions of fixed random games. A
 * refactoring must not change it; a change of the rules does.
 */
/* clang-format off */
#ifndef KHEPRI_SIGNATURE_H
#define KHEPRI_SIGNATURE_H

#include "khepri/game.h"

enum { SIGNATURE_TEXT_ROOM = 16384 };

/* Plays `games` random games from *start and hashes each position: the seats to act, all that
 * may happen with its weight, and the scores. In every `text_each`-th game it also hashes the
 * JSON, which is slower. `scratch` holds one state. */
uint64_t signature(const struct game *game, const void *start, int games, int text_each, void *scratch);

#endif
