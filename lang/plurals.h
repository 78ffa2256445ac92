/* SPDX-License-Identifier: MIT
 * plurals.h -- which form of a sentence a number needs, by the rules of CLDR (plurals.def).
 */
/* clang-format off */
#ifndef LANG_PLURALS_H
#define LANG_PLURALS_H

/* "one", "few", "many" or "other", in the language of that code ("en"). Of a number below 0 the sign does not
   matter. */
const char *plural_category(const char *language, int number);

#endif
