/* SPDX-License-Identifier: MIT
 * catalogue.h -- the sentences of the catalogues here as a table, for programs without a browser.
 *
 * A sentence has {placeholders}: {player}, {kind}, {count}, {n}. Where an id with a plural category of CLDR behind
 * it exists too (".one", ".few", ".many": plurals.h), that is the sentence for such a number; with ".zero" it is
 * the one for 0.
 */
/* clang-format off */
#ifndef LANG_CATALOGUE_H
#define LANG_CATALOGUE_H

#include <stddef.h>

enum lang {
#define LANGUAGE(constant, code) LANG_##constant,
#include "languages.def"
#undef LANGUAGE
    LANG_COUNT
};

extern const char *const lang_codes[LANG_COUNT];    /* "en" */

struct phrase {
    const char *id;                 /* "event.tile_drawn" */
    const char *text[LANG_COUNT];
};

extern const struct phrase lang_phrases[];      /* ascending by id, compared as bytes */
extern const size_t lang_phrase_count;

#endif
