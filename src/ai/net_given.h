/* SPDX-License-Identifier: MIT
 * net_given.h -- the only net of a build without built-in nets, the WebAssembly module: the one
 * that its host gave.
 */
/* clang-format off */
#ifndef KHEPRI_NET_GIVEN_H
#define KHEPRI_NET_GIVEN_H

#include "khepri/game.h"

/* Sets the net of `game` for that number of seats; it must not move. NULL: none. */
void net_give(const struct game *game, int seats, const int16_t *weights);

/* That net, or NULL. */
const int16_t *net_given(const struct game *game, int seats);

#endif
