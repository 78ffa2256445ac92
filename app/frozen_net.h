/* SPDX-License-Identifier: MIT
 * frozen_net.h -- a net from a file, as `khepri train` writes them, to play with in place of this version's.
 */
/* clang-format off */
#ifndef KHEPRI_FROZEN_NET_H
#define KHEPRI_FROZEN_NET_H

#include "ra_net.h"
#include "refusal.h"

struct frozen_net { int seats; uint64_t hash; int16_t weights[RA_NET_WEIGHTS]; };

/* Reads a net. NULL: it cannot be read, is damaged or of another version; freed with free(). */
struct frozen_net *frozen_net_read(const char *path, struct refusal *why);

/* What `hard` does with this net; `seen` has as many seats as the net. */
game_action frozen_net_choose(const struct frozen_net *net, const void *seen);

#endif
