/* SPDX-License-Identifier: MIT
 * net_read.h -- the only reader of net files. net_file.h writes them; tools/net_to_c.py reads
 * them for the build. A file starts with the magic "khepri n"; all numbers are little-endian.
 *
 *   32 bits each: version, seats + 256 * number of the game (game_mind.h), weights, games
 *   64 bits each: seed, hash
 *   16 bits each: the weights
 */
/* clang-format off */
#ifndef KHEPRI_NET_READ_H
#define KHEPRI_NET_READ_H

#include "game_mind.h"

enum { NET_FILE_VERSION = 1, NET_FILE_HEAD = 40, NET_FILE_MOST = NET_FILE_HEAD + 2 * NET_ROOM };

/* The header of a file. */
struct net_head { const struct game *game; int seats; uint64_t hash; };

/* Reads and checks a net: NULL, or what is wrong, as the end of a sentence ("is no net").
 * `weights` has NET_ROOM entries, or is where the weights start in `file`, which are then
 * converted in place. */
const char *net_read(const unsigned char *file, size_t size, struct net_head *out, int16_t *weights);

/* A hash of the weights. */
uint64_t net_hash(const int16_t *weights, int count);

#endif
