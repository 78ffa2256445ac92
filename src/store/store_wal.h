/* SPDX-License-Identifier: MIT
 * store_wal.h -- what a WAL beside a data file holds, read without SQLite, which drops damaged parts silently.
 *
 * SQLite takes over a WAL up to the last commit whose checksums hold and forgets the rest. That is right for
 * a commit that a power cut interrupted, and a loss for one that was confirmed. After a killed process, the
 * file -shm tells what was confirmed. After a power cut, a second commit behind the damage does: each
 * was flushed before the next began. (Formats: sqlite.org/walformat.html)
 */
/* clang-format off */
#ifndef KHEPRI_STORE_WAL_H
#define KHEPRI_STORE_WAL_H

#include <stdbool.h>
#include <stdint.h>

struct store_wal {
    int64_t  bytes;                 /* of the file; 0: it is empty or does not exist */
    bool     readable;              /* its header is sound */
    uint32_t frames;                /* that SQLite would take over */
    uint32_t lost_commits;          /* behind them, with the marks of this WAL */
    bool     torn;                  /* there is such a frame behind them, or a part of one */
    bool     confirmed_known;
    uint32_t confirmed;             /* frames that were written when their commit was confirmed */
};

/* Looks at the WAL of the data file `path`. False if a file cannot be read: errno says why. */
bool store_wal_look(const char *path, struct store_wal *out);

/* Is something missing that was confirmed, as far as can be known? */
bool store_wal_is_damaged(const struct store_wal *wal);

/* Was a last commit cut off, which nobody can have been told of unless the file was damaged? */
bool store_wal_is_cut_off(const struct store_wal *wal);

#endif
