/* SPDX-License-Identifier: MIT
 * options.h -- the options of each game from JSON, as records and requests give them.
 */
/* clang-format off */
#ifndef KHEPRI_OPTIONS_H
#define KHEPRI_OPTIONS_H

#include "json_read.h"
#include "option_table.h"

/* Sets options from a JSON object (NULL: none given), over what *options holds. Refused: *options
 * may be half set. */
bool options_read(const struct game *game, const struct json *json, union games_options *options, struct refusal *why);

/* Sets an option whose value is an object, a board, from JSON. */
bool options_object(const struct game *game, const char *key, const struct json *json, union games_options *options,
                    struct refusal *why);

#endif
