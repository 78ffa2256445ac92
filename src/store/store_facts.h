/* SPDX-License-Identifier: MIT
 * store_facts.h -- counts what is in an open database.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_FACTS_H
#define KHEPRI_STORE_FACTS_H

#include <sqlite3.h>

#include "store_copy.h"

/* All but `live` and `cut_off`; `path` is the file of the database. */
bool store_facts_read(sqlite3 *db, const char *path, struct store_facts *out, struct oops *why);

#endif
