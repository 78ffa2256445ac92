/* SPDX-License-Identifier: MIT
 * net_file.h -- a net as bytes: "khepri n", then numbers with the lowest byte first: version, seats, weights
 * and games (32 bits each), seed and hash (64 bits), and the weights (16 bits each). tools/net_to_c.py reads it.
 */
/* clang-format off */
#ifndef KHEPRI_NET_FILE_H
#define KHEPRI_NET_FILE_H

#include "ra_train.h"

enum { NET_FILE_VERSION = 1, NET_FILE_HEAD = 40, NET_FILE_BYTES = NET_FILE_HEAD + 2 * RA_NET_WEIGHTS };

/* The net that `t` has learned so far. */
void net_file_write(const struct ra_train *t, uint8_t out[NET_FILE_BYTES]);

#endif
