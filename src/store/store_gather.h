/* SPDX-License-Identifier: MIT
 * store_gather.h -- a file system for SQLite that writes to the WAL in long pieces.
 *
 * SQLite writes each page of a commit by two calls, a header of 24 bytes and the page. This gathers what follows each
 * other, and hands it on before the file is flushed, read or measured. So nothing is confirmed that is not on disk: a
 * commit ends with a flush (synchronous=FULL), and what could not be written fails that flush.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_GATHER_H
#define KHEPRI_STORE_GATHER_H

#include <sqlite3.h>
#include <stdbool.h>

/* Lies over SQLite's usual file system; the caller's storage, and it must not move. */
struct store_gather { sqlite3_vfs vfs, *usual; char name[40]; };   /* vfs first: SQLite calls with it */

/* Makes it known under out->name, for sqlite3_open_v2(). False: SQLite has no memory. */
bool store_gather_init(struct store_gather *out);

/* When all that was opened on it is closed. One that was not made known may be finished too, if it is zero. */
void store_gather_finish(struct store_gather *gather);

#endif
