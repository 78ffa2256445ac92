/* SPDX-License-Identifier: MIT
 * net_files.h -- the limit of open files, and what of it is left for sockets.
 */
/* clang-format off */
#ifndef KHEPRI_NET_FILES_H
#define KHEPRI_NET_FILES_H

#include "oops.h"

/* Raises the limit of open files of this process as far as `sockets` sockets need and the system allows. Some files
 * are kept for the rest of the program, so that accepting a connection never fails for want of one. Returns how many
 * sockets there is room for, at most `sockets`; 0 and a sentence in *why if there is no room for any. */
int net_files_for(int sockets, struct oops *why);

#endif
