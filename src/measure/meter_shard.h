/* SPDX-License-Identifier: MIT
 * meter_shard.h -- positions made in parts, by several machines, and joined to what one machine would have made.
 *
 * A part begins with a line that says of which positions it is which part:
 *     {"positions":GAME,"players":2,"options":{},"seed":"1",...,"games":8,"endings":30,"shard":[2,4]}
 * Then it has the lines of every fourth game, from the second on. The last part has the endings too, since each
 * depends on how many there were before.
 */
/* clang-format off */
#ifndef KHEPRI_METER_SHARD_H
#define KHEPRI_METER_SHARD_H

#include "meter.h"

enum { METER_SHARDS = 100 };

/* Writes the first line of a part. False without memory, or when the stream has an error. */
bool meter_shard_begin(const struct meter_plan *plan, FILE *to);

/* Writes what the parts in these files are together, in any order. False, and why, if one is missing, is there twice,
 * is of other positions or damaged; some lines may have been written then. */
bool meter_shard_merge(int count, char **paths, FILE *to, struct refusal *why);

#endif
