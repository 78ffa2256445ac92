/* SPDX-License-Identifier: MIT
 * nearest.h -- "did you mean ...?": of some words, the one most like a word that is not among them.
 */
/* clang-format off */
#ifndef KHEPRI_NEAREST_H
#define KHEPRI_NEAREST_H

/* Begin with {.word = what was written}, offer each known word, then read `best`. */
struct nearest {
    const char *word;
    const char *best;       /* borrowed from whoever offered it; NULL: none is near */
    int away;               /* the single letters that differ */
};

/* A candidate that needs more than half of its letters changed is never the best; of equally near ones the first is. */
void nearest_offer(struct nearest *nearest, const char *candidate);

enum { NEAREST_ROOM = 80 };

/* Writes "; did you mean '--players'?", with `prefix` before the word, or "" if none is near. Returns `out`. */
const char *nearest_question(const struct nearest *nearest, const char *prefix, char out[NEAREST_ROOM]);

#endif
