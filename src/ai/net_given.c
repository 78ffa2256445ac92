/* SPDX-License-Identifier: MIT
 * net_given.c -- see net_given.h. Not part of the native build, whose nets are constants. */
#include "net_given.h"

static struct {
    const struct game *game;
    int seats;
    const int16_t *weights;
} given;

void
net_give(const struct game *game, int seats, const int16_t *weights)
{
    given.game = game;
    given.seats = seats;
    given.weights = weights;
}

const int16_t *
net_given(const struct game *game, int seats)
{
    return game == given.game && seats == given.seats ? given.weights : NULL;
}
