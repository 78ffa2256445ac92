/* SPDX-License-Identifier: MIT
 * game_wire.h -- what a game brings to views: src/wire/<game> defines a struct show, <game>_show.
 */
/* clang-format off */
#ifndef KHEPRI_GAME_WIRE_H
#define KHEPRI_GAME_WIRE_H

#include "games_parts.h"
#include "view.h"

/* All members may be NULL. */
struct show {
    /* The name of what an event's `detail` stands for, or NULL for a number; and that of the province in
     * its `count`. */
    const char *(*detail)(const struct game_event *event);
    const char *(*province)(const struct game_event *event);

    /* Whether `readers` may know what was done. NULL: if they may see every event of it; and of what was
     * sealed then and is open now everybody may. */
    bool (*knows)(game_seats readers, const struct view_step *step);

    /* Writes the insight of a state as somebody sees it. NULL: there is none. */
    void (*insight)(struct text *t, const void *seen);
};

#define X(game, GAME) extern const struct show game##_show;
GAMES_IN_WIRE(X)
#undef X

#endif
