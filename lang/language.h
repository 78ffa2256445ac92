/* SPDX-License-Identifier: MIT
 * language.h -- which of the languages is meant.
 */
/* clang-format off */
#ifndef LANG_LANGUAGE_H
#define LANG_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "catalogue.h"

/* The language of a tag of BCP 47 or of a locale's name: "pl", "pl-PL", "pl_PL.UTF-8". False if it is none of ours. */
bool language_find(const char *tag, enum lang *out);

/* What POSIX says of these values of the environment, in order: the first that is set and not empty counts. English
 * where none is, or where it names another language ("C"). */
enum lang language_of_locale(const char *const *values, size_t count);

#endif
