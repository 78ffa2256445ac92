/* SPDX-License-Identifier: MIT
 * options.h -- the options of each game from JSON and back, as records and requests give them.
 */
/* clang-format off */
#ifndef KHEPRI_OPTIONS_H
#define KHEPRI_OPTIONS_H

#include <jansson.h>

#include "option_table.h"

/* Sets options from a JSON object (NULL: none given), over what *options holds. Refused: *options
 * may be half set. */
bool options_read(const struct game *game, const json_t *json, union games_options *options, struct refusal *why);

/* A new JSON object of the options of *st that differ from the game's default; NULL without memory. */
json_t *options_unusual(const struct game *game, const void *st);

#endif
