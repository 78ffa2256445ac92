/* SPDX-License-Identifier: MIT
 * net_given.h -- in a build without nets of its own, the WebAssembly module: the one net that its host gave.
 */
/* clang-format off */
#ifndef KHEPRI_NET_GIVEN_H
#define KHEPRI_NET_GIVEN_H

#include "khepri/game.h"

/* From now on the net of `game` for so many seats is this one, which stays where it is; NULL: there is none. */
void net_give(const struct game *game, int seats, const int16_t *weights);

/* That net, or NULL. */
const int16_t *net_given(const struct game *game, int seats);

#endif
