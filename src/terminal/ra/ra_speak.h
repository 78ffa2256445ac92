/* SPDX-License-Identifier: MIT
 * ra_speak.h -- the events of Ra in sentences of the catalogue.
 */
/* clang-format off */
#ifndef KHEPRI_RA_SPEAK_H
#define KHEPRI_RA_SPEAK_H

#include "play_game.h"

/* The name of a tile kind, "Step pyramid", in the words of the edition. */
const char *ra_kind_phrase(const struct speech *speech, int kind);

/* Appends an action of a player in a few words: "bid 9". */
void ra_put_action(const struct speech *speech, game_action a, struct text *out);

/* Appends the sentences of `log` to `out`, one a line. Tiles that one player gets at once are
 * one sentence. The lines of the score sheet (tally events) are left out: they are shown as a
 * table. */
void ra_speak(const struct speech *speech, const struct game_log *log, struct text *out);

#endif
