/* SPDX-License-Identifier: MIT
 * game_wire.h -- what a game brings to texts and JSON: src/wire/<game> defines a struct game_wire, <game>_wire.
 */
/* clang-format off */
#ifndef KHEPRI_GAME_WIRE_H
#define KHEPRI_GAME_WIRE_H

#include "json_read.h"
#include "khepri/games.h"
#include "refusal.h"
#include "view.h"

/* All members may be NULL. Without `read` no position of the game can be given. */
struct game_wire {
    /* ---- views ---- */

    /* The name of what an event's `detail` stands for, or NULL for a number; and that of the province in
     * its `count`. */
    const char *(*detail)(const struct game_event *event);
    const char *(*province)(const struct game_event *event);

    /* Whether `readers` may know what was done. NULL: if they may see every event of it; and of what was
     * sealed then and is open now everybody may. */
    bool (*knows)(game_seats readers, const struct view_step *step);

    /* Writes the insight of a state as somebody sees it. NULL: there is none. */
    void (*insight)(struct text *t, const void *seen);

    /* ---- positions ---- */

    /* The state from the keys that do not follow from others; with `view` from what a seat sees. *out is the
     * game as it begins with the options and the number of players of the state. */
    bool (*read)(const struct json *json, bool view, union games_state *out, struct refusal *why);

    /* What is wrong with it, NULL if nothing is. NULL: check() says it. */
    const char *(*fault)(const union games_state *st);

    /* Whether a state, or a view, shows what `seat` itself may see. NULL: always. */
    bool (*shows)(const union games_state *st, int seat);

    /* Sets the option whose value is an object. NULL: there is none. */
    bool (*option)(const struct json *json, union games_options *options, struct refusal *why);

    /* The keys of lists without an order in the JSON of a state, besides "to_act" and "winners"; ended by NULL. */
    const char *const *sets;

    /* The words of that JSON, keys in their order first, for position strings; ended by NULL. Strings that people
     * keep number these words, so new ones are added at the end. NULL: such strings spell all words. */
    const char *const *words;
};

/* Never NULL. */
const struct game_wire *game_wire(const struct game *game);

#endif
