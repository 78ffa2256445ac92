/* SPDX-License-Identifier: MIT
 * ra_net_given.c -- the net of a build without its own: the one that the host gave (net_given.h). */
#ifndef KHEPRI_NO_NETS

#include "ra_net.h"
#include "net_given.h"

const int16_t *
ra_net_weights(int seats)
{
    return net_given(&ra_game, seats);
}

#endif
