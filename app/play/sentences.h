/* SPDX-License-Identifier: MIT
 * sentences.h -- what happened, in sentences: the events of the rules through the message catalogue,
 * so that terminal, browser and replay say the same.
 */
/* clang-format off */
#ifndef KHEPRI_SENTENCES_H
#define KHEPRI_SENTENCES_H

#include "khepri/games.h"
#include "text.h"

enum { SENTENCE_ROOM = 512 };

/* Who the seats are and which words the edition uses; the pointers are the caller's. */
struct speech {
    const char *names[GAME_MAX_SEATS];
    bool war;                           /* the 2016 word for unrest */
};

/* The catalogue's text of an id; the id itself if it has none. */
const char *phrase(const char *id);

/* The name of a tile kind, "Step pyramid". */
const char *kind_phrase(const struct speech *speech, int kind);

/* Appends the sentences of `log` to `out`, one a line. Tiles that one player gets at once are one
 * sentence. The lines of the score sheet (tally events) are left out: they are shown as a table. */
void speak(const struct speech *speech, const struct game_log *log, struct text *out);

#endif
