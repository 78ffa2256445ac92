/* SPDX-License-Identifier: MIT
 * catalogue.h -- the sentences of lang/en.json and de.json as a table, for programs without a browser.
 *
 * A sentence has {placeholders}: {player}, {kind}, {count}, {n}. Where an id with ".one" (or ".zero")
 * exists beside it, that sentence is for a number of 1 (or 0).
 */
/* clang-format off */
#ifndef LANG_CATALOGUE_H
#define LANG_CATALOGUE_H

#include <stddef.h>

enum lang { LANG_EN, LANG_DE, LANG_COUNT };

struct phrase {
    const char *id;                 /* "event.tile_drawn" */
    const char *text[LANG_COUNT];
};

extern const struct phrase lang_phrases[];      /* ascending by id, compared as bytes */
extern const size_t lang_phrase_count;

#endif
