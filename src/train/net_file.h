/* SPDX-License-Identifier: MIT
 * net_file.h -- the file format of a net, read by tools/net_to_c.py. It starts with the magic
 * "khepri n"; all numbers are little-endian.
 *
 *   32 bits each: version, seats + 256 * number of the game (0 for Ra), weights, games
 *   64 bits each: seed, hash
 *   16 bits each: the weights
 */
/* clang-format off */
#ifndef KHEPRI_NET_FILE_H
#define KHEPRI_NET_FILE_H

#include <stddef.h>

#include "training.h"

enum { NET_FILE_VERSION = 1, NET_FILE_HEAD = 40, NET_FILE_MOST = NET_FILE_HEAD + 2 * FLOAT_NET_ROOM };

/* The current net of `t`; returns the number of bytes. */
size_t net_file_write(const struct train *t, uint8_t out[NET_FILE_MOST]);

#endif
