/* SPDX-License-Identifier: MIT
 * net_file.h -- a net as bytes: "khepri n", then numbers with the lowest byte first: version, seats (and 256 times
 * the number of the game, 0 for Ra), weights and games (32 bits each), seed and hash (64 bits), and the weights
 * (16 bits each). tools/net_to_c.py reads it.
 */
/* clang-format off */
#ifndef KHEPRI_NET_FILE_H
#define KHEPRI_NET_FILE_H

#include <stddef.h>

#include "training.h"

enum { NET_FILE_VERSION = 1, NET_FILE_HEAD = 40, NET_FILE_MOST = NET_FILE_HEAD + 2 * FLOAT_NET_ROOM };

/* The net that `t` has learned so far; returns how many bytes. */
size_t net_file_write(const struct train *t, uint8_t out[NET_FILE_MOST]);

#endif
