/* SPDX-License-Identifier: MIT
 * patience.c -- see patience.h. */
#include "patience.h"

#include "typing.h"

static bool
has_ended(void *self)
{
    const struct ai_limits *own = &((struct patience *)self)->thinking.limits;

    return typing_interrupted() || (own->stop && own->stop(own->self));
}

void
patience_begin(struct patience *patience, const struct ai_player *player)
{
    thinking_begin(&patience->thinking, player, THINKING_MS);
    patience->limits = patience->thinking.limits;
    patience->limits.stop = has_ended;
    patience->limits.self = patience;
}
