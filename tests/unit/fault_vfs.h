/* SPDX-License-Identifier: MIT
 * fault_vfs.h -- a file system for SQLite on which things go wrong: it is laid over the usual one.
 *
 * Errors: the nth operation fails, or all from it on. A power cut: from the nth operation on nothing works. What
 * was not flushed then is lost in part: sectors of 512 bytes each stay or go by chance.
 */
/* clang-format off */
#ifndef FAULT_VFS_H
#define FAULT_VFS_H

#include <stdbool.h>
#include <stdint.h>

/* Makes it the default for connections that are opened from now on. Once in a program. */
void fault_vfs_install(void);

/* Forgets all files; from now on nothing goes wrong. */
void fault_vfs_reset(void);

/* Operation `at` (from 1: writes, truncations, flushes, openings of new files, deletions) returns `error`, an
 * SQLITE_ code; the following too if `lasting`. 0: none. */
void fault_vfs_fail(uint64_t at, int error, bool lasting);

/* From operation `at` on the power is off. */
void fault_vfs_cut(uint64_t at);

/* How many operations there were since the reset. */
uint64_t fault_vfs_operations(void);

/* After a cut, all connections closed: makes of the files what a disk may hold, by the seed. */
void fault_vfs_wake_up(uint64_t seed);

#endif
