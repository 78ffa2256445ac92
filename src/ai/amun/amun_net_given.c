/* SPDX-License-Identifier: MIT
 * amun_net_given.c -- the net of a build without its own: the one that the host gave (net_given.h). */
#ifndef KHEPRI_NO_NETS

#include "amun_net.h"
#include "net_given.h"

const int16_t *
amun_net_weights(int seats)
{
    return net_given(&amun_game, seats);
}

#endif
