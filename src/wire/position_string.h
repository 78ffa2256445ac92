/* SPDX-License-Identifier: MIT
 * position_string.h -- positions as one short word to paste and to link (khepri-records(7), "POSITION
 * STRINGS"). It is the JSON of a state, key by key, in letters that need no quotes.
 */
/* clang-format off */
#ifndef KHEPRI_POSITION_STRING_H
#define KHEPRI_POSITION_STRING_H

#include "khepri/games.h"
#include "refusal.h"
#include "text.h"

/* Writes a state or a view as a position string. False without memory; whether it fits is in *t. */
bool position_string_write(struct text *t, const struct game *game, const void *st);

/* Writes the JSON that a position string stands for; what it says is not checked. */
bool position_string_read(const char *at, size_t len, struct text *json, struct refusal *why);

/* Reads a position from either form: JSON begins with a brace. With `view` also what one seat sees. Refused: *game and
 * *out may be half written. */
bool position_read_line(const char *at, size_t len, bool view, const struct game **game, union games_state *out,
                        struct refusal *why);

/* The checksum of all that is before it. */
enum { POSITION_STRING_SUM = 4 };
void position_string_sum(const char *at, size_t len, char out[POSITION_STRING_SUM]);

/* Is it to be read as a position string, and not as JSON? */
bool position_is_string(const char *at, size_t len);

#endif
