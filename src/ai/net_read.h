/* SPDX-License-Identifier: MIT
 * net_read.h -- the one reader of nets, from the bytes of a file: "khepri n", then numbers with the lowest byte first:
 * version, seats (and 256 times the number of the game, game_mind.h), weights and games (32 bits each), seed and hash
 * (64 bits), and the weights (16 bits each). net_file.h writes it; tools/net_to_c.py reads it for the build.
 */
/* clang-format off */
#ifndef KHEPRI_NET_READ_H
#define KHEPRI_NET_READ_H

#include "game_mind.h"

enum { NET_FILE_VERSION = 1, NET_FILE_HEAD = 40, NET_FILE_MOST = NET_FILE_HEAD + 2 * NET_ROOM };

/* What a file says before the weights. */
struct net_head { const struct game *game; int seats; uint64_t hash; };

/* Reads a net and checks it: NULL, or what is wrong, as the end of a sentence ("is no net"). `weights` has
 * NET_ROOM entries, or is where the weights begin in `file`, which then are turned into numbers in place. */
const char *net_read(const unsigned char *file, size_t size, struct net_head *out, int16_t *weights);

/* A number that two nets share only if their weights are the same. */
uint64_t net_hash(const int16_t *weights, int count);

#endif
