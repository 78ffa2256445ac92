/* SPDX-License-Identifier: MIT
 * store_sum.h -- a checksum of each stored row. SQLite sees damage to the structure of its file only: a flipped bit
 * inside a value would be read as if it had been stored.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_SUM_H
#define KHEPRI_STORE_SUM_H

#include "store.h"

/* FNV-1a of 64 bits over all that the row holds. Files keep them: never change what they cover; a column that is
 * added later is not covered. */
int64_t store_sum_table(const struct store_table *table);               /* without its seats */
int64_t store_sum_seat(const char *id, int seat, const struct store_seat *of);
int64_t store_sum_action(const char *id, const struct store_action *of, int64_t made);
int64_t store_sum_ban(const struct store_ban *ban);

#endif
