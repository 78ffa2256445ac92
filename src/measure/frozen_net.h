/* SPDX-License-Identifier: MIT
 * frozen_net.h -- a net from a file, as `khepri train` writes them, to play with in place of this version's, or to
 * learn further.
 */
/* clang-format off */
#ifndef KHEPRI_FROZEN_NET_H
#define KHEPRI_FROZEN_NET_H

#include "net_read.h"
#include "refusal.h"

/* `weights` is what ai_limits.net takes. */
struct frozen_net { const struct game *game; int seats; uint64_t hash; int16_t weights[NET_ROOM]; };

/* Reads a net. NULL: it cannot be read, is damaged or of another version; freed with free(). */
struct frozen_net *frozen_net_read(const char *path, struct refusal *why);

#endif
