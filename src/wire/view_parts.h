/* SPDX-License-Identifier: MIT
 * view_parts.h -- what a view tells of one particular game: names of what events are about, insight, and which
 * actions are nobody else's business.
 */
/* clang-format off */
#ifndef KHEPRI_VIEW_PARTS_H
#define KHEPRI_VIEW_PARTS_H

#include "view.h"

struct show {
    const struct game *game;

    /* The name of what an event's `detail` stands for, or NULL for a number; and that of the province in
     * its `count`. `province` may be NULL. */
    const char *(*detail)(const struct game_event *event);
    const char *(*province)(const struct game_event *event);

    /* Whether `readers` may know what was done; NULL: everybody may. */
    bool (*knows)(game_seats readers, const struct view_step *step);

    /* Writes the insight of a state as somebody sees it. */
    void (*insight)(struct text *t, const void *seen);
};

extern const struct show ra_show, amun_show;

#endif
